/// A runner that tries rules, because a rule may trap.
///
/// A rule may rightly trap on an event that its program never sends in that state. An exploration
/// evaluates such events, too. If the system allows it, each step is therefore tried first, in a
/// process in which a trap ends only the trial.
package struct TrialRunner: Sendable {
  /// The result of a trial.
  package enum Trial: Hashable, Sendable {
    /// The trial returned.
    case returned
    /// The trial trapped or ended the program, after guards gave these answers.
    case trapped(message: String?, answers: [Bool] = [])
    /// The trial didn't return in time.
    case stuck
    /// The trial didn't take place, because too many others didn't return.
    case untried
  }

  /// Runs pieces of code, each in a trial, until a given number of them is stuck.
  ///
  /// Returns `nil` if the system doesn't support trials.
  package typealias Attempt =
    @Sendable (
      _ count: Int, _ mostStuck: Int, _ work: (Int) -> Void
    ) -> [Trial]?

  /// A function that is told the progress of an exploration: the number of states found, and the
  /// number of evaluations of the rules.
  package typealias Progress = @Sendable (_ states: Int, _ evaluations: Int) -> Void

  /// The runner for the graphs that are being created, or `nil` if there is none.
  @TaskLocal package static var current: TrialRunner?

  package let attempt: Attempt
  let record: @Sendable (_ answers: [Bool]) -> Void
  let tell: Progress
  /// A Boolean value that indicates whether explorations end before the first step.
  package var takesNoStep = false

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - attempt: Runs pieces of code in trials.
  ///   - record: Records the answers that guards have given in a trial so far.
  ///   - tell: Is told the progress of an exploration, after each step.
  package init(
    attempt: @escaping Attempt, record: @escaping @Sendable (_ answers: [Bool]) -> Void,
    tell: @escaping Progress
  ) {
    self.attempt = attempt
    self.record = record
    self.tell = tell
  }
}

/// The trials of the rules in an exploration.
struct TrialSession {
  let runner: TrialRunner?
  private var ends: [[Int]: TrialRunner.Trial] = [:]
  private var trials: [[Int]: TrialPath] = [:]
  private var hasTrials = true
  private var stuckCount = 0

  /// The number of steps that may get stuck before the remaining steps go untried.
  ///
  /// Each stuck step takes seconds until it is abandoned.
  static let mostStuck = 5

  init(_ runner: TrialRunner?) { self.runner = runner }

  /// A Boolean value that indicates whether steps are tried before they are evaluated.
  var areMade: Bool { runner != nil && hasTrials }

  /// Tries pieces of code, each identified by numbers.
  ///
  /// A piece that traps after guards have answered is tried again, without these answers, until no
  /// new trap appears.
  mutating func attempt(_ keys: [[Int]], _ work: ([Int], TrialPath) -> Void) {
    guard let runner, hasTrials else { return }
    var pending = keys
    while !pending.isEmpty {
      let trials = pending.map { self.trials[$0] ?? TrialPath(record: runner.record) }
      let most = Self.mostStuck - stuckCount
      let ends = runner.attempt(pending.count, most) { number in
        var trial = trials[number]
        trial.isAttempt = true
        work(pending[number], trial)
      }
      guard let ends else {
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

  /// Removes and returns the end of a trial, and the traps that the trial has found; a step that nobody tried returned.
  mutating func end(of key: [Int]) -> (end: TrialRunner.Trial, trial: TrialPath) {
    (ends.removeValue(forKey: key) ?? .returned, trials.removeValue(forKey: key) ?? TrialPath())
  }
}
