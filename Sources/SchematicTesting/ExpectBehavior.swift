import SchematicGraph
import Testing

/// Expects a property to hold of every machine that a diagram shows.
///
/// ```swift
/// expectProperty(.always(.reachable("closed")), of: StateGraph(PPP.schema))
/// ```
///
/// Where it does not, the issue tells a way that refutes it, and the diagram with the way drawn over
/// it is attached as `counterexample.dot`. A name that the graph does not have is an issue, too.
///
/// - Parameters:
///   - property: What is to hold.
///   - graph: The graph.
///   - sourceLocation: Where an issue is reported.
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

/// Expects a machine to behave like another one, as far as somebody can tell who sends events.
///
/// ```swift
/// expectEquivalent(StateGraph(Refactored.schema), StateGraph(Original.schema))
/// ```
///
/// Where they can be told apart, the issue tells how.
///
/// - Parameters:
///   - graph: A graph.
///   - other: The graph to compare with.
///   - sourceLocation: Where an issue is reported.
public func expectEquivalent(
  _ graph: StateGraph, _ other: StateGraph, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let difference = graph.difference(from: other) else { return }
  Issue.record(Comment(rawValue: "\(difference)"), sourceLocation: sourceLocation)
}
