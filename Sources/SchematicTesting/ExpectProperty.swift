import Schematic
import SchematicGraph
import Testing

/// Expects a property to hold for every machine with the given rules.
///
/// ```swift
/// expectProperty(.always(.reachable(.closed)), of: Link.schema)
/// ```
///
/// If it doesn't hold, the issue shows a run that refutes it, and the diagram with that run marked
/// is attached as `counterexample.dot`. A name that the graph doesn't have is an issue too.
///
/// - Parameters:
///   - property: The property.
///   - schema: The rules.
///   - sourceLocation: The location at which issues are reported.
public func expectProperty<State: Graphable, Event: Graphable, Subject>(
  _ property: MachineProperty<State, Event>,
  of schema: StateMachineSchema<State, Event, Subject>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectProperty(property.named, of: StateGraph(schema), sourceLocation: sourceLocation)
}

/// Expects a property to hold for every machine that a diagram shows.
///
/// ```swift
/// try expectProperty(.always(.reachable("closed")), of: StateGraph(dot: text))
/// ```
///
/// - Parameters:
///   - property: The property, which refers to states and events by name.
///   - graph: The graph.
///   - sourceLocation: The location at which issues are reported.
public func expectProperty(
  _ property: GraphProperty, of graph: StateGraph,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let (message, dot) = graph.refutation(of: property) else { return }
  if let dot { Attachment.record(dot, named: "counterexample.dot", sourceLocation: sourceLocation) }
  Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
}

extension StateGraph {
  /// Returns why a property does not hold, with the diagram of a run; `nil` if it holds.
  package func refutation(of property: GraphProperty) -> (message: String, dot: String?)? {
    do {
      return try check(property).map { counterexample in
        let place = counterexample.walk.steps.last?.rule.place ?? ""
        return ("\(counterexample)\(place)", dot(marking: counterexample.walk))
      }
    } catch {
      return ("\(error)", nil)
    }
  }
}

/// Expects two machines to behave the same, whatever events they receive.
///
/// ```swift
/// expectEquivalent(StateGraph(Refactored.schema), StateGraph(Original.schema))
/// ```
///
/// If they don't, the issue shows the events that distinguish them.
///
/// - Parameters:
///   - graph: A graph.
///   - other: The graph to compare it with.
///   - sourceLocation: The location at which issues are reported.
public func expectEquivalent(
  _ graph: StateGraph, _ other: StateGraph, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let trace = graph.distinguishingTrace(from: other) else { return }
  Issue.record(Comment(rawValue: "\(trace)"), sourceLocation: sourceLocation)
}
