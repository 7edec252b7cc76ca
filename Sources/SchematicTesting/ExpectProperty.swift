import Schematic
import SchematicGraph
import Testing

/// Expects a property to hold for every machine with the given rules.
///
/// ```swift
/// expectProperty(.always(.reachable(.closed)), of: Link.schema)
/// ```
///
/// If the property doesn't hold, the issue shows a run that refutes it, one arrow a row with its line of
/// code. The diagram with that run marked is attached as `counterexample.dot`. A name that the graph
/// doesn't have is an issue too.
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
  expectProperty(property.named, of: schema.knownGraph, sourceLocation: sourceLocation)
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
  if let dot, !MutantRun.isUnderWay {
    Attachment.record(dot, named: "counterexample.dot", sourceLocation: sourceLocation)
  }
  Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
}

extension StateGraph {
  /// Returns a message and the diagram of a run that refutes a property; `nil` if the property holds.
  ///
  /// If the property can't be checked, the message says why, and there is no diagram.
  package func refutation(of property: GraphProperty) -> (message: String, dot: String?)? {
    do {
      return try check(property).map { ($0.report, dot(marking: $0.walk)) }
    } catch {
      return ("\(error)", nil)
    }
  }
}
