/// The limits of an exploration, which runs the rules for all states and events.
///
/// If the rules lead beyond a limit, the graph has a finding. Its picture says so, for example "not
/// whole: no more than 50 values tried in loading", and the check of diagrams fails unless the catalog allows
/// the finding.
///
/// The limits are counts, so they have the same effect on every computer, however busy it is.
///
/// ```swift
/// StateGraph(Modem.schema, bounds: ExplorationBounds(guards: 4))
/// ```
public struct ExplorationBounds: Hashable, Sendable {
  /// The maximum number *n* of guards to try both ways, in up to 2ⁿ runs of the rules.
  package var guards: Int
  package var values: Int
  package var configurations: Int
  package var undeclaredStates: Int
  package var names: Int
  /// The maximum number of evaluations of the rules.
  ///
  /// An event, a timeout or a completion counts once for each value of a state and each combination of
  /// guard answers.
  package var evaluations: Int
  package var merges: Int
  package var mergeSteps: Int

  /// Creates bounds.
  ///
  /// - Parameters:
  ///   - guards: The maximum number of guards that are tried with both answers in one run of the rules.
  ///   - values: The maximum number of values, such as `retrying(1)`, to explore of one state.
  ///   - configurations: If a state consists of regions: the maximum number of combinations of the
  ///     regions' states to explore.
  ///   - undeclaredStates: The maximum number of states to explore that no declared case represents.
  ///   - names: The maximum length, in bytes, of the identifier or label of a state to explore.
  ///   - evaluations: The maximum number of evaluations of the rules.
  ///   - merges: If a picture doesn't know everything of a hand-written machine: the maximum number of machines to
  ///     compare with one that agrees in all that is known. That this bound is reached is no error, but the picture
  ///     says so.
  ///   - mergeSteps: The maximum number of steps to take from such a machine.
  public init(
    guards: Int = 10, values: Int = 50, configurations: Int = 1_000, undeclaredStates: Int = 1_000,
    names: Int = 65_536,
    evaluations: Int = 1_000_000, merges: Int = 200, mergeSteps: Int = 8
  ) {
    self.guards = guards
    self.values = values
    self.configurations = configurations
    self.undeclaredStates = undeclaredStates
    self.names = names
    self.evaluations = evaluations
    self.merges = merges
    self.mergeSteps = mergeSteps
  }
}

extension ExplorationBounds {
  /// The deepest nesting of states that a diagram shows.
  ///
  /// Nobody reads a deeper diagram, and some programs can't.
  static let depth = 250
}
