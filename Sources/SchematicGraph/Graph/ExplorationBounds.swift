/// The limits of an exploration.
///
/// If one is reached, the graph has a finding.
///
/// The limits are counts, so the same rules give the same graph on every computer, however busy it
/// is. A graph that reaches a limit says so in the picture, "not whole: 50 of … values tried", and
/// fails the check of diagrams unless the catalog allows the finding.
///
/// ```swift
/// StateGraph(Modem.schema, bounds: ExplorationBounds(guards: 4))
/// ```
public struct ExplorationBounds: Hashable, Sendable {
  /// The number of guards on one path that are tried both ways.
  ///
  /// The rules run up to 2ⁿ times for each state and event.
  package var guards: Int
  /// The number of values of one state to explore.
  package var values: Int
  /// The number of combinations of regions' states in which the rules around the regions are tried.
  package var configurations: Int
  /// The number of states to explore that no declared case represents.
  package var undeclaredStates: Int
  /// The maximum length, in bytes, of the identifier or label of a state to explore.
  package var names: Int
  /// The maximum number of evaluations of the rules.
  ///
  /// Each value of a state counts once for each event and each combination of guard answers.
  package var evaluations: Int

  /// Creates bounds.
  ///
  /// - Parameters:
  ///   - guards: The number of guards on one path that are tried both ways.
  ///   - values: The number of values of one state to explore.
  ///   - configurations: The number of combinations of regions' states in which the rules around the
  ///     regions are tried.
  ///   - undeclaredStates: The number of states to explore that no declared case represents.
  ///   - names: The maximum length, in bytes, of the identifier or label of a state to explore.
  ///   - evaluations: The maximum number of evaluations of the rules.
  public init(
    guards: Int = 10, values: Int = 50, configurations: Int = 1_000, undeclaredStates: Int = 1_000,
    names: Int = 65_536,
    evaluations: Int = 1_000_000
  ) {
    self.guards = guards
    self.values = values
    self.configurations = configurations
    self.undeclaredStates = undeclaredStates
    self.names = names
    self.evaluations = evaluations
  }
}

extension ExplorationBounds {
  /// The greatest number of states in each other that a diagram shows: nobody reads more, and some programs
  /// that read one can't.
  static let depth = 250
}
