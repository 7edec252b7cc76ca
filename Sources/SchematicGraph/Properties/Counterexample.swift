/// A way through a graph that shows why a property does not hold.
///
/// ```swift
/// try graph.check(.always(.reachable("closed")))?.description
/// // off: start -> broken; there ¬EF closed holds
/// ```
public struct Counterexample: Hashable, Sendable {
  /// The property that does not hold.
  public let property: GraphProperty

  /// The way, from the initial state.
  public let walk: Walk

  /// What is repeated for ever at the end of ``walk``; empty where the way ends or anything may
  /// follow.
  public let cycle: [StateGraph.Transition]

  /// What holds at the end of the way and speaks of all that may follow, which no single way shows;
  /// `nil` where the way says it all.
  public let remainder: GraphProperty?
}

extension Counterexample: CustomStringConvertible {
  /// The property, the way, and what is repeated or holds in the end.
  public var description: String {
    let loop = cycle.map { Walk.Step(.transition($0)).description }.joined(separator: ", ")
    return "\(property) does not hold: \(walk)"
      + (cycle.isEmpty ? "" : ", and for ever: \(loop)")
      + (remainder.map { "; there \($0) holds" } ?? "")
  }
}
