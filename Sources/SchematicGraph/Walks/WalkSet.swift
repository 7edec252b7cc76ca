/// Walks that together reach a goal, and what no walk can reach.
///
/// ```swift
/// let walks = StateGraph(Turnstile.schema).walks()
/// walks.count          // 1
/// walks.eventCount     // 5
/// walks.unreachable    // []
/// ```
///
/// It is a collection of walks, so that a parametrised test takes it as it is.
public struct WalkSet: Hashable, Sendable {
  /// The walks, each from the initial state.
  public let walks: [Walk]

  /// The transitions that no walk can take, because none reaches their source.
  public let unreachable: [StateGraph.Transition]

  /// The states that no walk can reach.
  public let unreachableStates: [StateGraph.State]

  /// How many events the walks send in all.
  public var eventCount: Int { walks.reduce(0) { $0 + $1.steps.count } }
}

extension WalkSet: RandomAccessCollection {
  /// The position of the first walk.
  public var startIndex: Int { walks.startIndex }

  /// The position after the last walk.
  public var endIndex: Int { walks.endIndex }

  /// Returns a walk.
  public subscript(position: Int) -> Walk { walks[position] }
}
