/// A way to evaluate rules that may stop the program, supplied by modules that may use processes.
///
/// Rules that trap on a state and an event that never meet are not wrong. To draw them, they are tried
/// first where a trap ends nothing but the trial.
package struct TrapWatch: Sendable {
  /// The end of a trial.
  package enum Trial: Hashable, Sendable {
    /// It returned.
    case returned
    /// It trapped, with the message that the program would have printed.
    case trapped(message: String?)
    /// It did not return in time.
    case stuck
    /// The time for all trials was over before.
    case untried
  }

  /// Does pieces of work, each of them in a trial; `nil` where this system has no way to do so.
  package typealias Attempt = @Sendable (_ count: Int, _ work: (Int) -> Void) -> [Trial]?

  /// The watch over the graphs that are made now; `nil` for none.
  @TaskLocal package static var current: TrapWatch?

  package let attempt: Attempt
  let announce: @Sendable (_ place: String?) -> Void

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - attempt: Does pieces of work in trials.
  ///   - announce: Takes down the state and the event that are about to be evaluated without a trial;
  ///     `nil` where that is over.
  package init(
    attempt: @escaping Attempt, announce: @escaping @Sendable (_ place: String?) -> Void
  ) {
    self.attempt = attempt
    self.announce = announce
  }
}

/// The trials of the rules of an exploration.
struct RuleTrials {
  private let watch = TrapWatch.current
  private var ends: [[Int]: TrapWatch.Trial] = [:]
  private var hasTrials = true

  /// Tries pieces of work, each known by its numbers.
  mutating func attempt(_ keys: [[Int]], _ work: ([Int]) -> Void) {
    guard let watch, hasTrials, !keys.isEmpty else { return }
    guard let ends = watch.attempt(keys.count, { work(keys[$0]) }) else {
      hasTrials = false
      return
    }
    for (key, end) in zip(keys, ends) { self.ends[key] = end }
  }

  /// Returns the end of a trial, once.
  mutating func end(of key: [Int]) -> TrapWatch.Trial { ends.removeValue(forKey: key) ?? .returned }

  /// Does work that was not tried, where a sentence can say what stopped the program.
  func announcing<Result>(_ event: String, in state: String, _ work: () -> Result) -> Result {
    guard let watch, !hasTrials else { return work() }
    watch.announce("event \(event) in state \(state)")
    defer { watch.announce(nil) }
    return work()
  }
}

extension GraphFinding.Kind {
  /// A step does not return in time.
  public static let stepDoesNotEnd = GraphFinding.Kind(description: "step does not end")
  /// The time for the exploration was over before all was tried.
  public static let explorationDeadline = GraphFinding.Kind(description: "exploration deadline met")
}

extension GraphFinding {
  static func stepDoesNotEnd(state: String, event: String) -> GraphFinding {
    GraphFinding(
      kind: .stepDoesNotEnd,
      state: state,
      event: event,
      description: """
        event \(event) in state \(state) did not return in time and was given up, so the diagram does \
        not show what it does; let the step return
        """
    )
  }

  static var explorationDeadline: GraphFinding {
    GraphFinding(
      kind: .explorationDeadline,
      description: """
        the time for exploring was over before every event was tried in every state, so the diagram is \
        not whole; lower the bounds, or try fewer events
        """
    )
  }
}
