/// A finding that is intended, by its kind and place.
///
/// ```swift
/// Diagram("Lamp", of: Lamp.schema, allowing: [.unreachableState(.broken), .any(.noWayOut)])
/// ```
///
/// Where the types of states and events are known, places are values, so that the compiler checks
/// them; elsewhere they are text, the identifiers of states and the labels of events:
///
/// ```swift
/// Diagram("Light", StateGraph(dot: text), allowing: [.unreachableState("broken")])
/// ```
public struct AllowedFinding<State, Event>: Hashable, Sendable {
  /// The kind of the finding.
  public let kind: GraphFinding.Kind
  /// The state and the event, empty where there is none; `nil` for every place.
  private let place: [String]?

  private init(_ kind: GraphFinding.Kind, place: [String]?) {
    self.kind = kind
    self.place = place
  }

  /// The same finding with its place given by name.
  public var named: AllowedFinding<String, String> { .init(kind, place: place) }

  /// Returns whether a finding is the intended one.
  ///
  /// - Parameter finding: A finding.
  /// - Returns: `true` where the finding has the kind and the place.
  public func matches(_ finding: GraphFinding) -> Bool {
    finding.kind == kind && (place == nil || place == [finding.state, finding.event])
  }

  /// Allows all findings of a kind.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: The allowance.
  public static func any(_ kind: GraphFinding.Kind) -> Self { Self(kind, place: nil) }

  /// Allows that no transitions lead to a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: The allowance.
  public static func unreachableState(_ state: State) -> Self { at(.unreachableState, state) }

  /// Allows that no transition leads out of a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: The allowance.
  public static func noWayOut(_ state: State) -> Self { at(.noWayOut, state) }

  /// Allows that no transitions lead from a state to a final one.
  ///
  /// - Parameter state: The state.
  /// - Returns: The allowance.
  public static func noWayToFinalState(_ state: State) -> Self { at(.noWayToFinalState, state) }

  /// Allows that a state handles no event.
  ///
  /// - Parameter state: The state.
  /// - Returns: The allowance.
  public static func handlesNothing(_ state: State) -> Self { at(.handlesNothing, state) }

  /// Allows that the rules lead to a state that no declared case stands for.
  ///
  /// - Parameter state: The state.
  /// - Returns: The allowance.
  public static func undeclaredState(_ state: State) -> Self { at(.undeclaredState, state) }

  /// Allows that declared cases share the node of a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: The allowance.
  public static func repeatedIdentifier(_ state: State) -> Self { at(.repeatedIdentifier, state) }

  /// Allows that more values of a state are reached than are explored.
  ///
  /// - Parameter state: The state.
  /// - Returns: The allowance.
  public static func valueBound(_ state: State) -> Self { at(.valueBound, state) }

  /// Allows that no state handles an event.
  ///
  /// - Parameter event: The event.
  /// - Returns: The allowance.
  public static func unhandledEvent(_ event: Event) -> Self { at(.unhandledEvent, on: event) }

  /// Allows that events share a label.
  ///
  /// - Parameter event: One of the events.
  /// - Returns: The allowance.
  public static func repeatedEventLabel(_ event: Event) -> Self {
    at(.repeatedEventLabel, on: event)
  }

  /// Allows that the effect of an event in a state depends on the payloads of the two.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - event: The event.
  /// - Returns: The allowance.
  public static func payloadsDisagree(_ state: State, on event: Event) -> Self {
    at(.payloadsDisagree, state, on: event)
  }

  /// Allows that an internal transition leads to another case.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - event: The event.
  /// - Returns: The allowance.
  public static func internalTransitionLeaves(_ state: State, on event: Event) -> Self {
    at(.internalTransitionLeaves, state, on: event)
  }

  /// Allows that an event asks more guards in a state than are tried both ways.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - event: The event.
  /// - Returns: The allowance.
  public static func guardBound(_ state: State, on event: Event) -> Self {
    at(.guardBound, state, on: event)
  }

  private static func at(
    _ kind: GraphFinding.Kind, _ state: State? = nil, on event: Event? = nil
  ) -> Self {
    let state = state.map { ($0 as? any Graphable)?.graphIdentifier ?? "\($0)" } ?? ""
    let event = event.map { ($0 as? any Graphable)?.eventLabel ?? "\($0)" } ?? ""
    return Self(kind, place: [state, event])
  }
}

extension AllowedFinding: CustomStringConvertible {
  /// The kind and the place, as in ``GraphFinding/name``.
  public var description: String {
    let place = (place ?? []).filter { !$0.isEmpty }
    return place.isEmpty ? kind.description : "\(kind): \(place.joined(separator: ", "))"
  }
}
