import Foundation

/// Makes the tables of a run, and checks its counts against the thresholds.
///
///     Report table COUNTS [SAMPLES]
///     Report page COUNTS README [SAMPLES]
///     Report check COUNTS THRESHOLDS
///     Report accept COUNTS THRESHOLDS
@main
enum Report {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    do {
      switch (arguments.first, arguments.count) {
      case ("table", 2...3): print(try tables(arguments, samples: 2).long())
      case ("page", 3...4): try writePage(arguments)
      case ("check", 3): try check(arguments)
      case ("accept", 3): try accept(arguments)
      default:
        throw ReportError("say table, page, check or accept, and the files: see Scripts/bench.sh")
      }
    } catch {
      FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func tables(_ arguments: [String], samples: Int) throws -> BenchmarkTables {
    try BenchmarkTables(
      counts: Counts(folder: URL(filePath: arguments[1])),
      times: arguments.count > samples ? Times(folder: URL(filePath: arguments[samples])) : nil)
  }

  /// Writes the tables into the README of the benchmarks.
  private static func writePage(_ arguments: [String]) throws {
    let page = arguments[2]
    let file = URL(filePath: page)
    let text = try String(contentsOf: file, encoding: .utf8)
    try MarkerBlock(name: "benchmarks")
      .replacing(in: text, with: tables(arguments, samples: 3).long())
      .write(to: file, atomically: true, encoding: .utf8)
    print("wrote \(page)")
  }

  private static func check(_ arguments: [String]) throws {
    let allowed = try Thresholds(file: URL(filePath: arguments[2]))
    let now = try Thresholds(Counts(folder: URL(filePath: arguments[1])))
    let (worse, better) = allowed.compare(with: now)
    for line in better {
      print("bench-check: better, to keep it `Scripts/bench.sh accept`: \(line)")
    }
    guard worse.isEmpty else {
      for line in worse { print("bench-check: worse: \(line)") }
      throw ReportError("\(worse.count) costs are more than 5 % above their thresholds")
    }
    print("bench-check: \(now.costs.count) costs are within their thresholds")
  }

  private static func accept(_ arguments: [String]) throws {
    let now = try Thresholds(Counts(folder: URL(filePath: arguments[1])))
    try now.text.write(to: URL(filePath: arguments[2]), atomically: true, encoding: .utf8)
    print("wrote \(arguments[2])")
  }
}

/// A failure to read what a run has left, or to write its report.
struct ReportError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A part of a text file that a tool writes between two comments.
struct MarkerBlock {
  let name: String

  /// Returns a text with new content between `<!-- NAME -->` and `<!-- /NAME -->`.
  func replacing(in text: String, with content: String) throws -> String {
    let (begin, end) = ("<!-- \(name) -->", "<!-- /\(name) -->")
    guard let first = text.range(of: begin),
      let last = text.range(of: end, range: first.upperBound..<text.endIndex)
    else { throw ReportError("there is no block between \(begin) and \(end)") }
    return text.replacingCharacters(
      in: first.upperBound..<last.lowerBound, with: "\n\(content)\n")
  }
}
