/// How two graphs can be told apart by sending events.
///
/// ```swift
/// new.difference(from: old)?.description
/// // after coin [paid] / unlock: push is taken as "push / lock" by this graph and not by the other
/// ```
public struct BehaviourDifference: Hashable, Sendable {
  /// What both graphs do before they differ, in this graph; from its initial state.
  ///
  /// Its events are the distinguishing word. No shorter one tells the graphs apart.
  public let walk: Walk

  /// What both graphs do before they differ, in the other graph.
  public let otherWalk: Walk

  /// What differs then.
  public let contrast: Contrast

  /// What two states show that are not alike.
  public enum Contrast: Hashable, Sendable {
    /// One graph has a move that the other has not.
    ///
    /// The transition is of this graph, or of the other one.
    case transition(StateGraph.Transition, isInThisGraph: Bool)
    /// One graph rejects an event that the other does not reject, or not for the same reason.
    case rejection(StateGraph.Rejection, isInThisGraph: Bool)
    /// A machine is finished in one graph and not in the other.
    case finalState(isInThisGraph: Bool)
  }
}

extension BehaviourDifference: CustomStringConvertible {
  /// The events to send, and what differs then.
  public var description: String {
    let moves = walk.steps.compactMap(\.transition).map { Behaviour.Move($0).description }
    let place = moves.isEmpty ? "at the start" : "after " + moves.joined(separator: ", ")
    return "\(place): \(contrast)"
  }
}

extension BehaviourDifference.Contrast: CustomStringConvertible {
  /// What differs, in words.
  public var description: String {
    switch self {
    case .transition(let transition, let isInThisGraph):
      "only \(Self.name(isInThisGraph)) takes \(Behaviour.Move(transition))"
    case .rejection(let rejection, let isInThisGraph):
      "only \(Self.name(isInThisGraph)) says \(rejection)"
    case .finalState(let isInThisGraph):
      "only \(Self.name(isInThisGraph)) is finished"
    }
  }

  private static func name(_ isInThisGraph: Bool) -> String {
    isInThisGraph ? "this graph" : "the other graph"
  }
}
