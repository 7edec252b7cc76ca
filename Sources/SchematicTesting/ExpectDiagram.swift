import Foundation
import Schematic
import SchematicGraph
import Testing

/// Expects a committed diagram to show the rules of a schema.
///
/// ```swift
/// @Test func showsTheRules() {
///   expectDiagram(of: Door.schema, matches: "Door.dot")
/// }
/// ```
///
/// The file is in the `Diagrams` folder of the package, which is found by searching upward from the
/// test's file. A path that begins with `./` or `../` is relative to the test's folder. The
/// comparison ignores line endings. If the file differs, the issue lists the differences between
/// the graphs or, if the graphs are the same, names a line that differs.
///
/// If the environment contains `RECORD_DIAGRAMS=1`, the function writes the file. It still records
/// an issue, so that a run that writes files never passes.
///
/// - Parameters:
///   - schema: The rules.
///   - file: The path of a DOT file.
///   - bounds: The limits of the exploration.
///   - style: The look of the diagram.
///   - testFile: The file that contains the test.
///   - sourceLocation: The location at which issues are reported.
public func expectDiagram<State: Graphable, Event: Graphable, Subject>(
  of schema: StateMachineSchema<State, Event, Subject>,
  matches file: String,
  bounds: ExplorationBounds = ExplorationBounds(),
  style: DiagramStyle = DiagramStyle(),
  testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectDiagram(
    of: StateGraph(schema, bounds: bounds), matches: file, style: style, testFile: testFile,
    sourceLocation: sourceLocation)
}

/// Expects a committed diagram to show a graph.
///
/// ```swift
/// expectDiagram(of: StateGraph(initial: .red, step: Light.next), matches: "Light.dot")
/// ```
///
/// - Parameters:
///   - graph: The graph.
///   - file: The path of a DOT file: see ``expectDiagram(of:matches:bounds:style:testFile:sourceLocation:)``.
///   - style: The look of the diagram.
///   - testFile: The file that contains the test.
///   - sourceLocation: The location at which issues are reported.
public func expectDiagram(
  of graph: StateGraph,
  matches file: String,
  style: DiagramStyle = DiagramStyle(),
  testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    let file = try DiagramFile(file, namedIn: testFile)
    guard
      let failure = try DiagramExpectation(graph: graph, file: file, style: style)
        .failure()
    else { return }
    Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
  } catch {
    Issue.record(Comment(rawValue: "\(error)"), sourceLocation: sourceLocation)
  }
}

/// An expectation that a committed diagram shows a graph.
struct DiagramExpectation {
  let graph: StateGraph
  let file: DiagramFile
  var style = DiagramStyle()
  // The diagram of a mutant must not get into the file.
  var isRecording =
    ProcessInfo.processInfo.environment["RECORD_DIAGRAMS"] == "1" && !MutantRun.isUnderWay

  private static let advice = "where the rules are right, record it with RECORD_DIAGRAMS=1"

  /// Returns the problem and what to do about it, or `nil` if the file shows the graph.
  func failure() throws(DiagramFileError) -> String? {
    let text = graph.dot(name: file.name, style: style)
    let path = file.url.path
    if isRecording {
      guard !graph.isTooDeep else {
        throw DiagramFileError("\(path) is not recorded: \(StateGraph.tooDeep)")
      }
      try file.write(text)
      return "recorded \(path); look at it and run again without RECORD_DIAGRAMS"
    }
    guard let committed = try file.read() else {
      return "\(path) does not exist; record it with RECORD_DIAGRAMS=1"
    }
    guard let difference = try difference(from: committed, to: text) else { return nil }
    return "\(path) does not show what the rules do; \(Self.advice)\n\(difference)"
  }

  private func difference(
    from committed: String, to text: String
  ) throws(DiagramFileError) -> String? {
    do {
      switch try graph.difference(fromCommitted: committed, writtenAs: text) {
      case nil: return nil
      case .graph(let diff):
        let edits = diff.reading.map { edit in
          (edit.sourceLine.map { "\($0): " } ?? "") + edit.description
        }
        return "(- only in the file, + only in the code)\n\(edits.joined(separator: "\n"))"
      case .picture(let line):
        return
          "(the rows are those of the code, and the picture isn't: line \(line) was edited, or "
          + "drawn by another version)"
      case .rows(let line):
        return "(the graph is that of the code, in another order or with other lines: line \(line))"
      }
    } catch {
      throw DiagramFileError(
        "\(file.url.path):\(error.line): \(error.message)")
    }
  }
}

/// A committed diagram that a test names.
struct DiagramFile {
  let url: URL

  /// Finds the file: from the test's folder if the path begins with `./` or `../`, and otherwise in the
  /// package's `Diagrams` folder.
  ///
  /// The path may also be absolute. Diagrams aren't next to tests by default, because the package
  /// manager would warn about them.
  init(_ path: String, namedIn testFile: String) throws(DiagramFileError) {
    let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    if path.hasPrefix("/") {
      url = URL(fileURLWithPath: path)
      return
    }
    guard FileManager.default.fileExists(atPath: folder.path) else {
      throw DiagramFileError(
        "\(path) cannot be found: the folder of the test, \(folder.path), is not on this computer; "
          + "run the tests where they were compiled, or give an absolute path")
    }
    if path.hasPrefix("./") || path.hasPrefix("../") {
      url = folder.appendingPathComponent(path).standardizedFileURL
    } else {
      url = try Self.packageRoot(above: folder).appendingPathComponent("Diagrams")
        .appendingPathComponent(path)
    }
  }

  /// The name of the diagram: the name of the file without its extension.
  var name: String { url.deletingPathExtension().lastPathComponent }

  /// Returns the text, or `nil` if the file doesn't exist.
  func read() throws(DiagramFileError) -> String? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    do {
      return try String(contentsOf: url, encoding: .utf8)
    } catch {
      throw DiagramFileError("\(url.path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// Writes the text, and creates the folder if necessary.
  func write(_ text: String) throws(DiagramFileError) {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      let kind = attributes?[.type] as? FileAttributeType
      // A device or a pipe stays what it is.
      guard [nil, .typeRegular, .typeSymbolicLink].contains(kind) else { throw POSIXError(.EEXIST) }
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw DiagramFileError("\(url.path) cannot be written: \(error.localizedDescription)")
    }
  }

  private static func packageRoot(above folder: URL) throws(DiagramFileError) -> URL {
    var root = folder.standardizedFileURL
    while root.pathComponents.count > 1 {
      let manifest = root.appendingPathComponent("Package.swift")
      if FileManager.default.fileExists(atPath: manifest.path) { return root }
      root.deleteLastPathComponent()
    }
    throw DiagramFileError(
      "no Package.swift lies above \(folder.path); give a path that begins with ./")
  }
}

/// The error if a committed diagram can't be found, read, written or compared.
struct DiagramFileError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
