/// The entering or leaving of one state, as hooks are told of it.
///
/// Where states lie inside one another, each state that is left or entered is a visit of its own.
public struct StateVisit<State, Event> {
  /// The whole state: on leaving the one that is left, on entering the one that is entered.
  public let state: State
  /// The path of the state that is left or entered, such as `["active"]` or `["active", "playing"]`.
  ///
  /// It is empty where the state type is not ``Hierarchical``.
  public let path: [String]
  /// The event that caused the move; `nil` where a machine was created and entered its state.
  public let event: Event?

  /// The path with dots between its names, as diagrams write it.
  public var identifier: String { path.joined(separator: ".") }
}
