import Foundation
import SchematicGraph

/// A file in which the counts of several test targets and runs come together.
///
/// ```swift
/// let file = CoverageFile(path: "coverage.json")
/// try recorder.save(to: file)
/// let coverage = try file.coverage(named: "Turnstile", of: StateGraph(Turnstile.schema))
/// ```
///
/// It is written when you say so and at no other time. Tests in several processes may write to it at
/// once: it is locked meanwhile. Remove it before a run, or counts of earlier runs stay in it.
public struct CoverageFile: Hashable, Sendable {
  /// The environment variable that names the file: `SCHEMATIC_COVERAGE`.
  public static let variable = "SCHEMATIC_COVERAGE"

  /// Where the file is.
  public let path: String

  /// Names a file.
  ///
  /// - Parameter path: Where the file is. Its folder must exist.
  public init(path: String) {
    self.path = path
  }

  /// The file that the environment names; `nil` where it names none.
  public static var fromEnvironment: CoverageFile? {
    let path = ProcessInfo.processInfo.environment[variable] ?? ""
    return path.isEmpty ? nil : CoverageFile(path: path)
  }

  /// Adds counts to those in the file.
  ///
  /// - Parameters:
  ///   - coverage: What was taken.
  ///   - name: The name of the machine.
  /// - Throws: A ``CoverageFileError`` where the file cannot be read or written, or holds counts of
  ///   the same name for other rules.
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

  /// Returns the counts in the file.
  ///
  /// - Parameters:
  ///   - name: The name of the machine.
  ///   - graph: The graph of its rules.
  /// - Returns: What was taken; nothing where the file knows no machine of the name.
  /// - Throws: A ``CoverageFileError`` where the file cannot be read, or is about other rules.
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
