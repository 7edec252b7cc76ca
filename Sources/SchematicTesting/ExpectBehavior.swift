import Schematic
import SchematicGraph
import Testing

/// Expects a property to hold of every machine of some rules.
///
/// ```swift
/// expectProperty(.always(.reachable(.closed)), of: Link.schema)
/// ```
///
/// Where it does not hold, the issue shows a run that refutes it, and the diagram with that run
/// marked is attached as `counterexample.dot`. A name that the graph does not have is an issue, too.
///
/// - Parameters:
///   - property: The property.
///   - schema: The rules.
///   - sourceLocation: The place where an issue is reported.
public func expectProperty<State: Graphable, Event: Graphable, Subject>(
  _ property: MachineProperty<State, Event>,
  of schema: StateMachineSchema<State, Event, Subject>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectProperty(property.named, of: StateGraph(schema), sourceLocation: sourceLocation)
}

/// Expects a property to hold of every machine that a diagram shows.
///
/// ```swift
/// expectProperty(.always(.reachable("closed")), of: StateGraph(dot: text))
/// ```
///
/// - Parameters:
///   - property: The property, whose states and events are given by name.
///   - graph: The graph.
///   - sourceLocation: The place where an issue is reported.
public func expectProperty(
  _ property: GraphProperty, of graph: StateGraph,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    guard let counterexample = try graph.check(property) else { return }
    let dot = graph.dot(marking: counterexample.walk)
    Attachment.record(dot, named: "counterexample.dot", sourceLocation: sourceLocation)
    Issue.record(Comment(rawValue: "\(counterexample)"), sourceLocation: sourceLocation)
  } catch {
    Issue.record(Comment(rawValue: "\(error)"), sourceLocation: sourceLocation)
  }
}

/// Expects a machine to behave like another one, whatever events are sent to them.
///
/// ```swift
/// expectEquivalent(StateGraph(Refactored.schema), StateGraph(Original.schema))
/// ```
///
/// Where they can be told apart, the issue shows the events that do.
///
/// - Parameters:
///   - graph: A graph.
///   - other: The graph to compare with.
///   - sourceLocation: The place where an issue is reported.
public func expectEquivalent(
  _ graph: StateGraph, _ other: StateGraph, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let trace = graph.distinguishingTrace(from: other) else { return }
  Issue.record(Comment(rawValue: "\(trace)"), sourceLocation: sourceLocation)
}
