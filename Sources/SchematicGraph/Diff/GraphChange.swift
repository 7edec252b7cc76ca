/// One difference between two graphs.
public enum GraphChange: Hashable, Sendable {
  /// A machine starts in another state.
  case initialState(old: String, new: String)
  /// A state is gone.
  case stateRemoved(StateGraph.State)
  /// A state is new.
  case stateAdded(StateGraph.State)
  /// A state has another label, lies elsewhere, or is final and was not, or the other way round.
  case stateChanged(old: StateGraph.State, new: StateGraph.State)
  /// A state that others lie in is gone.
  case compositeRemoved(StateGraph.CompositeState)
  /// A state that others lie in is new.
  case compositeAdded(StateGraph.CompositeState)
  /// A transition is gone.
  case transitionRemoved(StateGraph.Transition)
  /// A transition is new.
  case transitionAdded(StateGraph.Transition)
  /// An event is no longer a mistake in a state, or not for the same reason.
  case rejectionRemoved(StateGraph.Rejection)
  /// An event is now a mistake in a state.
  case rejectionAdded(StateGraph.Rejection)
}

extension GraphChange: CustomStringConvertible {
  /// The change on one line: `-` before what is gone, `+` before what is new.
  public var description: String {
    switch self {
    case .initialState(let old, let new): "initial state: \(old) became \(new)"
    case .stateRemoved(let state): "- state \(state)"
    case .stateAdded(let state): "+ state \(state)"
    case .stateChanged(let old, let new): "state \(old) became \(new)"
    case .compositeRemoved(let state): "- composite state \(state)"
    case .compositeAdded(let state): "+ composite state \(state)"
    case .transitionRemoved(let transition): "- \(transition)"
    case .transitionAdded(let transition): "+ \(transition)"
    case .rejectionRemoved(let rejection): "- \(rejection)"
    case .rejectionAdded(let rejection): "+ \(rejection)"
    }
  }
}
