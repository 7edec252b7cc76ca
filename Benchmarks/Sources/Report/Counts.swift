import Foundation

/// The figures that `Count` has counted, alone and under callgrind.
struct Counts {
  /// One side of a comparison.
  struct Key: Hashable {
    let comparison: String
    let side: String
  }

  /// The two sides that were compared, and the goal.
  struct Comparison {
    let name: String
    let baseline: String
    let goal: Double?
  }

  /// The costs of a machine of one workload.
  struct Size {
    let workload: String
    let stateBytes: Int
    let allocations: Double
    let bytes: Double
    let tableBytes: Int
  }

  /// The comparisons, in the order in which they were made.
  private(set) var comparisons: [Comparison] = []
  /// The names of everything that was counted on the machine's side, such as comparisons and schemas.
  private(set) var names: [String] = []
  /// Allocations per event, or per schema.
  private(set) var allocations: [Key: Double] = [:]
  /// Instructions per event, or per schema.
  private(set) var instructions: [Key: Double] = [:]
  private(set) var sizes: [Size] = []

  /// Reads what `Count` printed, and what callgrind wrote meanwhile.
  ///
  /// - Parameter folder: The folder with `counts.tsv` and callgrind's files, `callgrind.*`.
  /// - Throws: An error if a file can't be read, or has a line that is not understood.
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
    case "comparison" where parts.count == 4:
      comparisons.append(Comparison(name: parts[1], baseline: parts[2], goal: Double(parts[3])))
    case "counts" where parts.count == 5:
      if parts[2] == "machine" { names.append(parts[1]) }
      if let times = Double(parts[3]), let number = Double(parts[4]) {
        allocations[Key(comparison: parts[1], side: parts[2])] = number / times
      }
    case "machines" where parts.count == 6:
      if let state = Int(parts[2]), let number = Double(parts[3]), let bytes = Double(parts[4]),
        let table = Int(parts[5])
      {
        sizes.append(
          Size(
            workload: parts[1], stateBytes: state, allocations: number, bytes: bytes,
            tableBytes: table))
      }
    default:
      throw ReportError("counts.tsv has a line that is not understood: \(line)")
    }
  }

  /// Reads a file of callgrind: the name in the line `desc: Trigger: Client Request: NAME`, and the
  /// number of instructions in `summary: N` (Callgrind's manual, *Format Specification*).
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

/// The times that `Events` has measured, as the benchmark tool writes its samples.
struct Times {
  private let folder: URL
  private let files: [String]

  /// Opens a folder of samples.
  ///
  /// - Parameter folder: The folder that the tool wrote, with `--format histogramSamples`.
  /// - Throws: An error if the folder can't be read.
  init(folder: URL) throws {
    self.folder = folder
    files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  /// Returns the median of the samples of a metric.
  ///
  /// - Parameters:
  ///   - metric: `baseline` and `machine` in nanoseconds per event, or the `ratio` of the two.
  ///   - comparison: The name of the comparison.
  /// - Returns: The median.
  /// - Throws: An error if samples are missing.
  func median(_ metric: String, of comparison: String) throws -> Double {
    let name = comparison.replacing(" ", with: "_").replacing("/", with: "_")
    let suffix = ".Events.\(name).\(metric).histogram.samples.tsv"
    guard let file = files.first(where: { $0.hasSuffix(suffix) }) else {
      throw ReportError("no samples of \(metric) for \(comparison) in \(folder.path)")
    }
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    let samples = text.split(separator: "\n").dropFirst().compactMap { Double($0) }.sorted()
    guard !samples.isEmpty else { throw ReportError("no samples in \(file)") }
    return samples[samples.count / 2] / 1_000
  }
}
