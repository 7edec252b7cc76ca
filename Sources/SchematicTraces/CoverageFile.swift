import Foundation
import SchematicAnalysis
import SchematicGraph

/// A file that adds up the counts of several test targets and runs.
///
/// ```swift
/// let file = CoverageFile(path: "coverage.json")
/// try file.add(coverage, named: "Turnstile")
/// let coverage = try file.coverage(named: "Turnstile", of: StateGraph(Turnstile.schema))
/// ```
///
/// Only ``add(_:named:)`` writes the file. Tests in several processes can do so at the same time,
/// because each locks the file meanwhile. Remove the file before a run; otherwise it keeps the
/// counts of earlier runs.
public struct CoverageFile: Hashable, Sendable {
  /// The environment variable that names the file: `SCHEMATIC_COVERAGE`.
  package static let variable = "SCHEMATIC_COVERAGE"

  /// The path of the file.
  package let path: String

  /// Creates a reference to a file.
  ///
  /// - Parameter path: The path of the file, whose folder must exist.
  public init(path: String) {
    self.path = path
  }

  /// The file that the environment variable `SCHEMATIC_COVERAGE` names, or `nil` if it names none.
  public static var fromEnvironment: CoverageFile? {
    let path = ProcessInfo.processInfo.environment[variable] ?? ""
    return path.isEmpty ? nil : CoverageFile(path: path)
  }

  /// Adds counts to the counts in the file.
  ///
  /// - Parameters:
  ///   - coverage: The counts.
  ///   - name: The name of the machine.
  /// - Throws: A ``CoverageFileError`` if the file can't be read or written, or if it has counts
  ///   for other rules under the same name.
  public func add(_ coverage: TransitionCoverage, named name: String) throws(CoverageFileError) {
    let locked = try LockedFile(path: path)
    defer { locked.close() }
    var content = try content(of: locked.read())
    var machine = content.machines[name] ?? CoverageFileContent.Machine(of: coverage.graph)
    try check(machine, named: name, coverage.graph)
    machine.add(coverage)
    content.machines[name] = machine
    try locked.replace(by: content.data)
  }

  /// Returns the counts of a machine in the file.
  ///
  /// - Parameters:
  ///   - name: The name of the machine.
  ///   - graph: The graph of its rules.
  /// - Returns: The counts, which are zero if the file has no machine with that name.
  /// - Throws: A ``CoverageFileError`` if the file can't be read or belongs to other rules.
  public func coverage(
    named name: String, of graph: StateGraph
  ) throws(CoverageFileError) -> TransitionCoverage {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
    var coverage = TransitionCoverage(of: graph)
    guard let machine = try content(of: data).machines[name] else { return coverage }
    try check(machine, named: name, graph)
    for row in machine.taken { coverage.record(row.transition, count: row.count) }
    return coverage
  }

  private func content(of data: Data) throws(CoverageFileError) -> CoverageFileContent {
    guard !data.isEmpty else { return CoverageFileContent() }
    do {
      return try CoverageFileContent(data)
    } catch {
      throw .notCoverage(path: path, reason: "\(error)")
    }
  }

  private func check(
    _ machine: CoverageFileContent.Machine, named name: String, _ graph: StateGraph
  ) throws(CoverageFileError) {
    guard machine.rules == graph.fingerprint else { throw .otherRules(path: path, name: name) }
  }
}

/// The error if a coverage file can't be read or written, or belongs to other rules.
public struct CoverageFileError: Error, Hashable, CustomStringConvertible {
  /// The problem, with the path of the file.
  public let description: String

  /// The file can't be read or written.
  package static func unreadable(path: String, reason: String) -> Self {
    Self(description: "the coverage file \(path) cannot be read or written: \(reason)")
  }

  /// The file isn't a coverage file.
  package static func notCoverage(path: String, reason: String) -> Self {
    Self(description: "\(path) is no coverage file, and was left as it is: \(reason)")
  }

  /// The file has counts for other rules under the same name.
  package static func otherRules(path: String, name: String) -> Self {
    Self(
      description: "\(path) counts other rules under the name \(name); remove it before the run, "
        + "or give each machine a name of its own")
  }
}

/// The content of a coverage file as JSON: the counts of each machine, by name.
private struct CoverageFileContent: Codable {
  /// The counts of one machine.
  struct Machine: Codable {
    /// The fingerprint of the graph that the counts belong to.
    let rules: String
    /// The transitions that were taken, with their counts.
    var taken: [Row] = []
  }

  /// The count of one transition.
  struct Row: Codable {
    let source: String
    let target: String
    let event: String
    let action: String?
    let isInternal: Bool
    var count: Int
  }

  /// The version of the format.
  private var version = 1
  /// The machines by name.
  var machines: [String: Machine] = [:]

  /// Creates the content of an empty file.
  init() {}

  /// Reads the content of a file.
  init(_ data: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: data)
    guard version == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "version \(version) is not known here, only 1"))
    }
    // Sums of greater counts might overflow.
    let counts = machines.values.flatMap(\.taken).map(\.count)
    if let count = counts.first(where: { !(0...1 << 40 ~= $0) }) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "\(count) is no count of transitions"))
    }
  }

  /// The content as bytes, the same for the same counts.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Text and numbers can always be encoded.
    return try! encoder.encode(self) + Data("\n".utf8)
  }
}

extension CoverageFileContent.Machine {
  /// Creates the counts of a machine that has taken no transition.
  init(of graph: StateGraph) {
    self.init(rules: graph.fingerprint)
  }

  /// Adds counts, and sorts the rows.
  mutating func add(_ coverage: TransitionCoverage) {
    var counts = TransitionCoverage(of: coverage.graph)
    for row in taken { counts.record(row.transition, count: row.count) }
    counts.merge(coverage)
    taken = counts.everything.map(CoverageFileContent.Row.init)
      .sorted { $0.transition.description < $1.transition.description }
  }
}

extension CoverageFileContent.Row {
  /// Creates the row of a transition.
  init(_ transition: StateGraph.Rule, count: Int) {
    self.init(
      source: transition.source, target: transition.target, event: transition.event,
      action: transition.action, isInternal: transition.isInternal, count: count)
  }

  /// The transition, without a guard.
  var transition: StateGraph.Rule {
    StateGraph.Rule(
      source: source, target: target, trigger: StateGraph.Trigger(notation: event),
      effect: isInternal ? .internal(action: action) : .external(action: action))
  }
}

/// A file with a lock that only one process at a time can hold.
private struct LockedFile {
  private let path: String
  private let handle: FileHandle
  private let isRegular: Bool

  /// Opens a file, creating it if necessary, and waits for the lock.
  init(path: String) throws(CoverageFileError) {
    self.path = path
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.lastError) }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      var (locked, current) = (stat(), stat())
      guard flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &locked) == 0 else {
        throw .unreadable(path: path, reason: Self.lastError)
      }
      // Whoever had the lock before may have replaced the file.
      guard stat(path, &current) == 0, current.st_ino == locked.st_ino else { continue }
      self.handle = handle
      isRegular = locked.st_mode & S_IFMT == S_IFREG
      return
    }
  }

  /// Returns the whole file; of a device or a pipe, nothing.
  func read() throws(CoverageFileError) -> Data {
    guard isRegular else { return Data() }
    return try attempt { try handle.readToEnd() ?? Data() }
  }

  /// Replaces the file in one step; a device or a pipe is written.
  func replace(by data: Data) throws(CoverageFileError) {
    try attempt {
      guard isRegular else { return try handle.write(contentsOf: data) }
      try data.write(
        to: URL(fileURLWithPath: path).resolvingSymlinksInPath(), options: .atomic)
    }
  }

  /// Closes the file and releases the lock.
  func close() {
    try? handle.close()
  }

  private func attempt<Result>(
    _ body: () throws -> Result
  ) throws(CoverageFileError) -> Result {
    do {
      return try body()
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
