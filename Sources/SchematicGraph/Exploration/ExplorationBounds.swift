/// How far rules are explored before a finding says that there is more.
///
/// ```swift
/// StateGraph(Modem.schema, bounds: ExplorationBounds(guards: 4))
/// ```
public struct ExplorationBounds: Hashable, Sendable {
  /// The number of guards on one path that are tried both ways.
  ///
  /// The rules are run up to 2ⁿ times for each state and event.
  public var guards: Int
  /// The number of values that are explored for one state.
  public var values: Int
  /// The number of states that are explored though no declared case stands for them.
  public var undeclaredStates: Int

  /// Creates bounds.
  ///
  /// - Parameters:
  ///   - guards: The number of guards on one path that are tried both ways.
  ///   - values: The number of values that are explored for one state.
  ///   - undeclaredStates: The number of states that are explored though no declared case stands
  ///     for them.
  public init(guards: Int = 10, values: Int = 1_000, undeclaredStates: Int = 1_000) {
    self.guards = guards
    self.values = values
    self.undeclaredStates = undeclaredStates
  }
}
