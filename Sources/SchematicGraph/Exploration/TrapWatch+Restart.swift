import CSchematicChild

extension TrapWatch {
  /// Returns a watch that tries rules in this process, for one that is started again after each trap.
  ///
  /// Trials are numbered from 0. If the same rules are explored again, they make the same trials in the
  /// same order, as long as each of them ends as before.
  ///
  /// - Parameters:
  ///   - known: The ends of the trials that ended a process before, by their numbers. They aren't made
  ///     again.
  ///   - patience: The time of the processor after which a signal, `SIGXCPU`, ends a trial; at most a
  ///     second more. A trial that only waits is not ended.
  ///   - note: Takes down the number of the trial that runs and the answers of guards that it was given
  ///     so far, so that the next process knows how it ended; `nil` outside of trials.
  /// - Returns: The watch.
  package static func restarting(
    knowing known: [Int: Trial], patience: Duration = patience,
    note: @escaping @Sendable (_ trial: RunningTrial?) -> Void
  ) -> TrapWatch {
    let course = TrialCourse()
    return TrapWatch(
      attempt: { pieces, mostStuck, work in
        defer {
          course.running = nil
          note(nil)
        }
        var trials: [Trial] = []
        while trials.count < pieces, trials.count(where: { $0 == .stuck }) < mostStuck {
          let number = course.count
          course.count += 1
          if let end = known[number] {
            trials.append(end)
          } else {
            course.running = number
            schematic_limit_time(Int32(clamping: patience.components.seconds))
            note(RunningTrial(number: number, answers: []))
            work(trials.count)
            trials.append(.returned)
          }
        }
        return trials + Array(repeating: .untried, count: pieces - trials.count)
      },
      announce: nil,
      record: { answers in
        // Guards are asked again when what was tried is done.
        guard let number = course.running else { return }
        note(RunningTrial(number: number, answers: answers))
      }, tell: { _, _ in })
  }

  /// Lets traps, and `SIGXCPU`, end the process with an exit code.
  ///
  /// - Parameter offset: What is added to the number of the signal.
  package static func exitOnSignals(adding offset: Int32) { schematic_exit_on_signals(offset) }

  /// A trial that may end the process.
  package struct RunningTrial: Sendable {
    /// The number of the trial.
    package let number: Int
    /// The answers of guards that the trial was given so far.
    package let answers: [Bool]

    /// Creates a trial.
    package init(number: Int, answers: [Bool]) {
      self.number = number
      self.answers = answers
    }
  }
}

/// The trials of a process, one after the other.
private final class TrialCourse: @unchecked Sendable {
  // Rules are explored on one thread, and so are their trials.
  var count = 0
  var running: Int?
}
