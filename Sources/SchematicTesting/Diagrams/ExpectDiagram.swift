import Schematic
import SchematicGraph
import Testing

/// Expects a committed diagram to show what the rules do.
///
/// ```swift
/// @Test func showsTheRules() {
///   expectDiagram(of: Door.schema, matches: "Door.dot")
/// }
/// ```
///
/// The file is looked for in the folder `Diagrams` of the package, which is found above the file of the
/// test; a path that begins with `./` or `../` starts in the folder of the test. Graphs are compared,
/// so that formatting alone is no issue; without Graphviz, which reads the file, the text is. The
/// issue lists what differs.
///
/// With `RECORD_DIAGRAMS=1` in the environment the file is written, and an issue recorded all the
/// same, so that no recording run passes for a test.
///
/// - Parameters:
///   - schema: The rules.
///   - file: The path of a DOT file.
///   - bounds: How far to explore the rules.
///   - testFile: The file of the test.
///   - sourceLocation: Where an issue is reported.
public func expectDiagram<State: Graphable, Event: Graphable, Subject>(
  of schema: StateMachineSchema<State, Event, Subject>,
  matches file: String,
  bounds: ExplorationBounds = ExplorationBounds(),
  testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectDiagram(
    of: StateGraph(schema, bounds: bounds), matches: file, testFile: testFile,
    sourceLocation: sourceLocation)
}

/// Expects a committed diagram to show a graph, however that was made.
///
/// ```swift
/// expectDiagram(of: StateGraph(initial: .red, step: Light.next), matches: "Light.dot")
/// ```
///
/// - Parameters:
///   - graph: The graph.
///   - file: The path of a DOT file: see ``expectDiagram(of:matches:bounds:testFile:sourceLocation:)``.
///   - testFile: The file of the test.
///   - sourceLocation: Where an issue is reported.
public func expectDiagram(
  of graph: StateGraph,
  matches file: String,
  testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    let file = try DiagramFile(file, namedIn: testFile)
    guard let failure = try DiagramExpectation(graph: graph, file: file).failure() else { return }
    Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
  } catch {
    Issue.record(Comment(rawValue: "\(error)"), sourceLocation: sourceLocation)
  }
}
