import Foundation

/// What `Count` has counted, alone and under callgrind.
struct Counts {
  /// One side of a comparison.
  struct Key: Hashable {
    let comparison: String
    let side: String
  }

  /// What a machine of one workload costs.
  struct Size {
    let workload: String
    let stateBytes: Int
    let allocations: Double
    let bytes: Double
  }

  /// The comparisons, in the order in which they were made.
  private(set) var comparisons: [String] = []
  /// Allocations per event.
  private(set) var allocations: [Key: Double] = [:]
  /// Instructions per event.
  private(set) var instructions: [Key: Double] = [:]
  private(set) var sizes: [Size] = []

  /// Reads what `Count` printed, and what callgrind wrote meanwhile.
  ///
  /// - Parameter folder: Where `counts.tsv` is, and callgrind's files `callgrind.*`.
  /// - Throws: What is wrong with them.
  init(folder: URL) throws {
    let text = try String(contentsOf: folder.appending(path: "counts.tsv"), encoding: .utf8)
    for line in text.split(separator: "\n") { try read(line) }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasPrefix("callgrind.") {
      readInstructions(try String(contentsOf: folder.appending(path: file), encoding: .utf8))
    }
  }

  private mutating func read(_ line: Substring) throws {
    let parts = line.split(separator: "\t").map(String.init)
    switch parts.first {
    case "events" where parts.count == 5:
      let key = Key(comparison: parts[1], side: parts[2])
      if !comparisons.contains(parts[1]) { comparisons.append(parts[1]) }
      if let events = Double(parts[3]), let number = Double(parts[4]) {
        allocations[key] = number / events
      }
    case "machines" where parts.count == 5:
      if let state = Int(parts[2]), let number = Double(parts[3]), let bytes = Double(parts[4]) {
        sizes.append(
          Size(workload: parts[1], stateBytes: state, allocations: number, bytes: bytes))
      }
    default:
      throw ReportError("counts.tsv has a line that is not understood: \(line)")
    }
  }

  /// Reads one stretch that callgrind has counted: `desc: Trigger: Client Request: NAME`, and its
  /// sum in `summary: N` (Callgrind's manual, *Format Specification*).
  private mutating func readInstructions(_ text: String) {
    let prefix = "desc: Trigger: Client Request: "
    let lines = text.split(separator: "\n")
    guard let name = lines.first(where: { $0.hasPrefix(prefix) })?.dropFirst(prefix.count),
      let sum = lines.first(where: { $0.hasPrefix("summary: ") })?.dropFirst("summary: ".count)
    else { return }
    let parts = name.split(separator: "\t").map(String.init)
    guard parts.count == 3, let events = Double(parts[2]), let number = Double(sum) else { return }
    instructions[Key(comparison: parts[0], side: parts[1])] = number / events
  }
}
