/// A way to evaluate rules that may stop the program, supplied by modules that may use processes.
///
/// Rules that trap on a state and an event that never meet are not wrong. To draw them, they are tried
/// first where a trap ends nothing but the trial.
package struct TrapWatch: Sendable {
  /// The end of a trial.
  package enum Trial: Hashable, Sendable {
    /// It returned.
    case returned
    /// It trapped, with the message that the program would have printed, and the last mark that was
    /// made; 0 for none.
    case trapped(message: String?, mark: Int = 0)
    /// It did not return in time.
    case stuck
    /// Too many others did not return.
    case untried
  }

  /// Does pieces of work, each of them in a trial, until some number of them is stuck; `nil` where this
  /// system has no way to do so.
  package typealias Attempt =
    @Sendable (
      _ count: Int, _ mostStuck: Int, _ work: (Int) -> Void
    ) -> [Trial]?

  /// The watch over the graphs that are made now; `nil` for none.
  @TaskLocal package static var current: TrapWatch?

  package let attempt: Attempt
  let announce: @Sendable (_ place: String?) -> Void
  let mark: @Sendable (_ mark: Int) -> Void

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - attempt: Does pieces of work in trials.
  ///   - announce: Takes down the state and the event that are about to be evaluated without a trial;
  ///     `nil` where that is over.
  ///   - mark: Takes down how far a trial has come.
  package init(
    attempt: @escaping Attempt, announce: @escaping @Sendable (_ place: String?) -> Void,
    mark: @escaping @Sendable (_ mark: Int) -> Void = { _ in }
  ) {
    self.attempt = attempt
    self.announce = announce
    self.mark = mark
  }
}

/// The trials of the rules of an exploration.
struct RuleTrials {
  private let watch = TrapWatch.current
  private var ends: [[Int]: TrapWatch.Trial] = [:]
  private var traps: [[Int]: GuardTraps] = [:]
  private var hasTrials = true
  private var stuckCount = 0

  /// The most steps that do not return, after which the rest is not tried.
  ///
  /// Each takes a while to be given up.
  static let mostStuck = 5

  /// Tries pieces of work, each known by its numbers.
  ///
  /// Work that traps after guards were asked is tried again without these answers, until it returns.
  mutating func attempt(_ keys: [[Int]], _ work: ([Int], GuardTraps) -> Void) {
    guard let watch, hasTrials else { return }
    var pending = keys
    while !pending.isEmpty {
      let traps = pending.map { self.traps[$0, default: GuardTraps()] }
      let most = Self.mostStuck - stuckCount
      guard let ends = watch.attempt(pending.count, most, { work(pending[$0], traps[$0]) }) else {
        hasTrials = false
        return
      }
      stuckCount += ends.count { $0 == .stuck }
      var trapped: [[Int]] = []
      for (key, end) in zip(pending, ends) {
        self.ends[key] = end
        guard case .trapped(let message, let mark) = end else { continue }
        if self.traps[key, default: GuardTraps()].insert(message, mark) { trapped.append(key) }
      }
      pending = trapped
    }
  }

  /// Returns the end of a trial, and the answers of guards under which it traps, once.
  mutating func end(of key: [Int]) -> (trial: TrapWatch.Trial, traps: GuardTraps) {
    (ends.removeValue(forKey: key) ?? .returned, traps.removeValue(forKey: key) ?? GuardTraps())
  }

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
  /// Too many steps do not return, so that the rest was not tried.
  public static let stuckStepBound = GraphFinding.Kind(description: "stuck step bound met")
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

  static func stuckStepBound(_ bound: Int) -> GraphFinding {
    GraphFinding(
      kind: .stuckStepBound,
      description: """
        \(bound) steps did not return, and those after them were not tried; let every step return
        """
    )
  }
}
