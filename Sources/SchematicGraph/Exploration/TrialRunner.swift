/// A way to evaluate rules that may stop the program.
///
/// It isn't wrong if rules trap on a state and an event that never meet. To draw such rules, they
/// are first tried in a process in which a trap ends nothing but the trial.
package struct TrialRunner: Sendable {
  /// The result of a trial.
  package enum Trial: Hashable, Sendable {
    /// The trial returned.
    case returned
    /// It trapped, with the message that the program would have printed, after some answers of guards.
    case trapped(message: String?, answers: [Bool] = [])
    /// The trial didn't return in time.
    case stuck
    /// The trial didn't take place, because too many others didn't return.
    case untried
  }

  /// Runs pieces of code, each in a trial, until a given number of them is stuck.
  ///
  /// Returns `nil` if the system doesn't support trials.
  typealias Attempt =
    @Sendable (
      _ count: Int, _ mostStuck: Int, _ work: (Int) -> Void
    ) -> [Trial]?

  /// Is told how far an exploration has come: the states that it has found, and the number of times that
  /// it has evaluated the rules.
  package typealias Progress = @Sendable (_ states: Int, _ evaluations: Int) -> Void

  /// The watch for the graphs that are being created, or `nil` if there is none.
  @TaskLocal package static var current: TrialRunner?

  let attempt: Attempt
  let announce: (@Sendable (_ place: String?) -> Void)?
  let record: @Sendable (_ answers: [Bool]) -> Void
  let tell: Progress

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - attempt: Does pieces of work in trials.
  ///   - announce: Takes down the state and the event that are about to be evaluated without a trial,
  ///     and `nil` when that is over; `nil` if nobody reads it.
  ///   - record: Takes down the answers of guards that a trial was given so far.
  ///   - tell: Is told how far an exploration has come, after each step.
  init(
    attempt: @escaping Attempt, announce: (@Sendable (_ place: String?) -> Void)?,
    record: @escaping @Sendable (_ answers: [Bool]) -> Void,
    tell: @escaping Progress
  ) {
    self.attempt = attempt
    self.announce = announce
    self.record = record
    self.tell = tell
  }
}

/// The trials of the rules in an exploration.
struct TrialSession {
  let watch: TrialRunner?
  private var ends: [[Int]: TrialRunner.Trial] = [:]
  private var trials: [[Int]: TrialPath] = [:]
  private var hasTrials = true
  private var stuckCount = 0

  /// The number of steps that may get stuck before the remaining steps go untried.
  ///
  /// It takes a while to abandon each of them.
  static let mostStuck = 5

  init(_ watch: TrialRunner?) { self.watch = watch }

  /// A Boolean value that indicates whether work is tried before it is done.
  var areMade: Bool { watch != nil && hasTrials }

  /// Tries pieces of code, each identified by numbers.
  ///
  /// If code traps after it evaluated guards, it is tried again without those answers until it
  /// returns.
  mutating func attempt(_ keys: [[Int]], _ work: ([Int], TrialPath) -> Void) {
    guard let watch, hasTrials else { return }
    var pending = keys
    while !pending.isEmpty {
      let trials = pending.map { self.trials[$0] ?? TrialPath(record: watch.record) }
      let most = Self.mostStuck - stuckCount
      guard let ends = watch.attempt(pending.count, most, { work(pending[$0], trials[$0]) }) else {
        hasTrials = false
        return
      }
      stuckCount += ends.count { $0 == .stuck }
      var trapped: [[Int]] = []
      for (key, (var trial, end)) in zip(pending, zip(trials, ends)) {
        self.ends[key] = end
        guard case .trapped(let message, let answers) = end,
          trial.insert(message, after: answers)
        else { continue }
        self.trials[key] = trial
        trapped.append(key)
      }
      pending = trapped
    }
  }

  /// Returns the end of a trial, and what it found out for the work itself, once.
  mutating func end(of key: [Int]) -> (end: TrialRunner.Trial, trial: TrialPath) {
    (ends.removeValue(forKey: key) ?? .returned, trials.removeValue(forKey: key) ?? TrialPath())
  }

  /// Runs code that wasn't tried, while a message can say what stopped the program.
  func announcing<Result>(
    _ trigger: StateGraph.Trigger, in state: String, _ work: () -> Result
  ) -> Result {
    guard let announce = watch?.announce, !hasTrials else { return work() }
    announce("event \(trigger) in state \(state)")
    defer { announce(nil) }
    return work()
  }
}
