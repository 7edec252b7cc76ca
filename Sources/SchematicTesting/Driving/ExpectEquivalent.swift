import SchematicGraph
import Testing

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
