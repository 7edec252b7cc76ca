import Foundation

/// Makes the table of a run, and checks its counts against the thresholds.
///
///     Report table COUNTS SAMPLES [README]
///     Report check COUNTS THRESHOLDS
///     Report accept COUNTS THRESHOLDS
@main
enum Report {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    do {
      switch (arguments.first, arguments.count) {
      case ("table", 3...4): try table(arguments)
      case ("check", 3): try check(arguments)
      case ("accept", 3): try accept(arguments)
      default:
        throw ReportError("say table, check or accept, and the files: see Scripts/bench.sh")
      }
    } catch {
      FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func table(_ arguments: [String]) throws {
    let table = try BenchmarkTable(
      counts: Counts(folder: URL(filePath: arguments[1])),
      times: Times(folder: URL(filePath: arguments[2]))
    ).text()
    print(table)
    guard arguments.count == 4 else { return }
    let readme = URL(filePath: arguments[3])
    let text = try String(contentsOf: readme, encoding: .utf8)
    let new = try MarkerBlock(name: "benchmarks").replacing(in: text, with: table)
    try new.write(to: readme, atomically: true, encoding: .utf8)
  }

  private static func check(_ arguments: [String]) throws {
    let allowed = try Thresholds(file: URL(filePath: arguments[2]))
    let now = try Thresholds(Counts(folder: URL(filePath: arguments[1])))
    let (worse, better) = allowed.compare(with: now)
    for line in better { print("bench-check: better, to keep it `make bench-accept`: \(line)") }
    guard worse.isEmpty else {
      for line in worse { print("bench-check: worse: \(line)") }
      throw ReportError("\(worse.count) costs are more than 5 % above their thresholds")
    }
    print("bench-check: \(now.costs.count) workloads cost what they may")
  }

  private static func accept(_ arguments: [String]) throws {
    let now = try Thresholds(Counts(folder: URL(filePath: arguments[1])))
    try now.text.write(to: URL(filePath: arguments[2]), atomically: true, encoding: .utf8)
    print("wrote \(arguments[2])")
  }
}
