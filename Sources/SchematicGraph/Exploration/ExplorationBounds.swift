/// The bounds of an exploration, beyond which a finding says that there is more.
///
/// They are counts, so that the same rules give the same graph on every computer, however busy it is. A
/// graph that meets one says so in the picture, "not whole: 50 of … values tried", and fails the check of
/// diagrams unless the catalog allows the finding.
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
  /// The length of the identifier or label of a state that is explored, in bytes.
  public var names: Int
  /// The number of times that the rules are evaluated.
  ///
  /// Each value of a state with each event counts once for each combination of answers of guards.
  public var evaluations: Int

  /// Creates bounds.
  ///
  /// - Parameters:
  ///   - guards: The number of guards on one path that are tried both ways.
  ///   - values: The number of values that are explored for one state.
  ///   - undeclaredStates: The number of states that are explored though no declared case stands
  ///     for them.
  ///   - names: The length of the identifier or label of a state that is explored, in bytes.
  ///   - evaluations: The number of times that the rules are evaluated.
  public init(
    guards: Int = 10, values: Int = 50, undeclaredStates: Int = 1_000, names: Int = 65_536,
    evaluations: Int = 1_000_000
  ) {
    self.guards = guards
    self.values = values
    self.undeclaredStates = undeclaredStates
    self.names = names
    self.evaluations = evaluations
  }
}
