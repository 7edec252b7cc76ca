/// An element of a graph that an edit removes or adds: about a row of the graph's record.
package enum GraphElement: Hashable, Sendable {
  case initialState(String)
  /// The machine commits its transitions.
  case commitment
  case omission(GraphOmission)
  /// A state without its behaviors.
  case state(StateGraph.State)
  /// A composite state without its behaviors.
  case composite(StateGraph.CompositeState)
  case region(StateGraph.Region)
  case behavior(StateGraph.StateBehavior, of: Owner)
  case rule(StateGraph.Rule)

  /// A state or composite state, by its identifier.
  package enum Owner: Hashable, Sendable {
    case state(String)
    case composite(String)

    package var identifier: String {
      switch self {
      case .state(let identifier), .composite(let identifier): identifier
      }
    }
  }
}
