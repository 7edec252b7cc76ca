/// An intended finding, identified by its kind and place.
///
/// The compiler checks the names of states and events:
///
/// ```swift
/// Diagram("Lamp", of: Lamp.schema, allowing: [.any(.unreachableState, in: .broken), .any(.noWayOut)])
/// ```
///
/// If a diagram is made from a graph, states and events are texts: identifiers and labels.
///
/// ```swift
/// Diagram(
///   "Light", of: StateGraph(initial: .red, step: Light.next),
///   allowing: [.any(.unreachableState, in: "broken")])
/// ```
///
/// For any diagram, and also for a state of a region or one with a payload, a text can be the finding's name, as
/// `check --strict` prints it: ``GraphFinding/name``, or the kind alone.
///
/// ```swift
/// Diagram("Lamp", of: Lamp.schema, allowing: ["unreachable state: broken", "no way out"])
/// ```
public struct AllowedFinding<State, Event>: Hashable, Sendable {
  /// The kind; `nil` if the finding is given by its name.
  private let kind: GraphFinding.Kind?
  private let name: String?
  /// The identifier of the state and the label of the event; `nil` matches any.
  private let state, event: String?

  /// Allows all findings of a kind.
  public static func any(_ kind: GraphFinding.Kind) -> Self { Self(kind, nil, nil) }

  /// Allows the findings of a kind about a state, whatever the event.
  public static func any(_ kind: GraphFinding.Kind, in state: State) -> Self {
    Self(kind, state, nil)
  }

  /// Allows the findings of a kind about an event, whatever the state.
  public static func any(_ kind: GraphFinding.Kind, on event: Event) -> Self {
    Self(kind, nil, event)
  }

  /// Allows the findings of a kind about an event in a state.
  public static func any(
    _ kind: GraphFinding.Kind, in state: State, on event: Event
  ) -> Self {
    Self(kind, state, event)
  }

  // With optional arguments in place of four functions, `.none` would mean any state, even if a
  // state has this name.
  private init(_ kind: GraphFinding.Kind, _ state: State?, _ event: Event?) {
    self.kind = kind
    name = nil
    self.state = state.map { ($0 as? any Graphable)?.graphIdentifier ?? "\($0)" }
    self.event = event.map { ($0 as? any Graphable)?.eventLabel ?? "\($0)" }
  }

  /// The same finding, with its state and its event given by name.
  package var named: AllowedFinding<String, String> {
    kind.map { .init($0, state, event) } ?? .init(stringLiteral: description)
  }

  /// Returns whether a finding has this kind and this place.
  package func matches(_ finding: GraphFinding) -> Bool {
    if let name { return [finding.name, "\(finding.kind)"].contains(name) }
    return finding.kind == kind && (state ?? finding.state) == finding.state
      && (event ?? finding.event) == finding.event
  }
}

extension AllowedFinding: ExpressibleByStringLiteral {
  /// Allows the findings with a name, or all of the kind with that name.
  public init(stringLiteral name: String) {
    (kind, state, event) = (nil, nil, nil)
    self.name = name
  }
}

extension AllowedFinding: CustomStringConvertible {
  /// The kind and the place, as in ``GraphFinding/name``.
  public var description: String {
    name ?? kind.map { GraphFinding($0, state: state ?? "", event: event ?? "", "").name } ?? ""
  }
}
