/// Something about the rules that came to light while they were explored.
///
/// A finding is no error: the graph is there and shows what the rules do. Whoever checks diagrams
/// strictly allows what is meant to be so, by its name.
///
/// ```swift
/// StateGraph(Lamp.schema).findings.map(\.name)  // ["unreachable state: broken"]
/// ```
public struct GraphFinding: Hashable, Sendable, CustomStringConvertible {
  /// What was found.
  public let kind: Kind
  /// The identifier of the state where it was found; empty where it concerns no state.
  public let state: String
  /// The label of the event that it concerns; empty where it concerns none.
  public let event: String
  /// What was found, where, and what to do about it.
  public let description: String

  package init(kind: Kind, state: String = "", event: String = "", description: String) {
    self.kind = kind
    self.state = state
    self.event = event
    self.description = description
  }

  /// The kind and the place: `unreachable state: broken`, `payload values disagree: retrying, fail`.
  public var name: String {
    let place = [state, event].filter { !$0.isEmpty }.joined(separator: ", ")
    return place.isEmpty ? kind.description : "\(kind): \(place)"
  }
}
