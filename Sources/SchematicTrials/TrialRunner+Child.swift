import CSchematicChild
import SchematicCases
import SchematicGraph

extension TrialRunner {
  /// The time after which one attempt at a step is abandoned.
  ///
  /// Only the time during which the step runs or sleeps counts, and not the time during which other
  /// processes have the processor.
  package static let patience = Duration.seconds(5)

  /// A Boolean value that indicates whether this system can copy a process, as Linux can.
  package static var canMakeCopies: Bool { schematic_child_is_available() }

  /// Returns a runner that tries rules in a copy of the process.
  ///
  /// A copy has one thread. It may get stuck because another thread held a lock when the copy was
  /// made, so a step counts as stuck after three attempts. On systems without copies, a trap ends the program.
  ///
  /// - Parameters:
  ///   - patience: The time for one attempt at a step.
  ///   - tell: Is told how far an exploration has come.
  /// - Returns: The runner.
  package static func child(
    patience: Duration = patience, tell: @escaping Progress = { _, _ in }
  ) -> TrialRunner {
    TrialRunner(
      attempt: { count, mostStuck, work in
        guard canMakeCopies else { return nil }
        return trials(of: count, mostStuck: mostStuck, patience: patience, work)
      },
      record: { schematic_child_mark($0, $0.count) }, tell: tell)
  }

  /// Runs `work` in a copy of the process and returns the bytes of its answer, or `nil` if the copy
  /// doesn't finish or this system makes no copies.
  ///
  /// The copy is ended if a step takes longer than `patience`. `tell` is told the progress of the
  /// exploration.
  package static func answer(
    patience: Duration = patience, tell: @escaping Progress = { _, _ in }, of work: () -> [UInt8]
  ) -> [UInt8]? {
    let runner = TrialRunner(
      attempt: { _, _, _ in nil }, record: { _ in },
      tell: { schematic_child_tell(Int32(clamping: $0), Int32(clamping: $1)) })
    var report = report(from: 0, 1, patience, tell) { _ in
      let answer = $current.withValue(runner, operation: work)
      schematic_child_answer(answer, answer.count)
    }
    defer { schematic_child_free(&report) }
    guard report.end == SCHEMATIC_CHILD_DONE else { return nil }
    return Array(UnsafeRawBufferPointer(start: report.words, count: report.length))
  }

  /// Returns the finding that what a graph is made of stops the program, such as a sample; `nil` if it doesn't,
  /// or if this system makes no copies of the process.
  package static func obstacle(to makeGraph: () -> StateGraph) -> GraphFinding? {
    let runner = child()
    var idle = runner
    idle.takesNoStep = true
    let ends = runner.attempt(1, 1) { _ in
      $current.withValue(idle) { _ = makeGraph() }
    }
    guard case .trapped(let message, _) = ends?.first else { return nil }
    return .startTraps(message)
  }

  private static func trials(
    of count: Int, mostStuck: Int, patience: Duration, _ work: (Int) -> Void
  ) -> [Trial]? {
    var trials: [Trial] = []
    var stuckCount = 0
    var attempts = 0
    while trials.count < count {
      guard stuckCount < mostStuck else {
        return trials + Array(repeating: .untried, count: count - trials.count)
      }
      var report = report(from: trials.count, count, patience, nil, work)
      defer { schematic_child_free(&report) }
      let piece = Int(report.piece)
      guard report.end != SCHEMATIC_CHILD_UNAVAILABLE else { return nil }
      if piece > trials.count { attempts = 0 }
      trials += Array(repeating: .returned, count: piece - trials.count)
      switch report.end {
      case SCHEMATIC_CHILD_TRAPPED:
        let words = report.words.map { String(cString: $0) } ?? ""
        trials.append(
          .trapped(
            message: TrapMessage.text(in: words, signal: report.signal), answers: report.marks))
      case SCHEMATIC_CHILD_STUCK:
        attempts += 1
        if attempts > 2 {
          trials.append(.stuck)
          stuckCount += 1
          attempts = 0
        }
      case SCHEMATIC_CHILD_EXITED:
        trials.append(.trapped(message: TrapMessage.exit, answers: report.marks))
      default: break
      }
    }
    return trials
  }

  private static func report(
    from first: Int, _ count: Int, _ patience: Duration, _ tell: Progress?,
    _ work: (Int) -> Void
  ) -> schematic_child_report {
    let (seconds, attoseconds) = patience.components
    let milliseconds = Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    return withoutActuallyEscaping(work) { work in
      withUnsafePointer(to: Job(work: work, tell: tell)) { context in
        var job = schematic_child_job()
        // The context is the address of the `Job` above, and C only passes it on.
        job.work = { context, piece in
          context!.assumingMemoryBound(to: Job.self).pointee.work(Int(piece))
        }
        job.follow = { context, found, done in
          context!.assumingMemoryBound(to: Job.self).pointee.tell?(Int(found), Int(done))
        }
        job.context = UnsafeMutableRawPointer(mutating: context)
        job.first = Int32(first)
        job.end = Int32(count)
        job.milliseconds = max(1, milliseconds)
        return schematic_child_run(&job)
      }
    }
  }
}

/// The work of a copy, and the function that is told its progress.
private struct Job {
  let work: (Int) -> Void
  let tell: TrialRunner.Progress?
}

extension schematic_child_report {
  /// The answers of guards that the copy recorded last.
  fileprivate var marks: [Bool] {
    var report = self
    return withUnsafeBytes(of: &report.mark) { $0.prefix(Int(mark_count)).map { $0 != 0 } }
  }
}

/// The messages of traps, read from the text that the runtime writes to standard error.
package enum TrapMessage {
  /// The message of a step that ends the program without a trap.
  static let exit = "the program ends"

  /// The words before a message, such as `Fatal error: ` in
  /// `Kettle.swift:12: Fatal error: too hot`.
  private static let beginnings = ["Fatal error: ", "Precondition failed: ", "Assertion failed: "]

  /// The words that the runtime writes after a message.
  private static let trace = "\nCurrent stack trace"

  /// The maximum number of characters of a message in a diagram.
  private static let longest = 80

  /// Returns the last message in the text that a program wrote to standard error, or else a
  /// description of the signal that ended the program; `nil` if there is neither.
  static func text(in words: String, signal: Int32) -> String? {
    text(in: words) ?? name(ofSignal: signal)
  }

  /// Returns the last message in a program's output, shortened to one line without addresses and long values, or
  /// `nil` if there is none.
  package static func text(in words: String) -> String? {
    let message = beginnings.compactMap { words.rest(afterLast: $0) }.min { $0.count < $1.count }
    guard let message else { return nil }
    let text = message.text(before: trace)
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").withoutAddresses
      .withoutContexts
    guard !line.isEmpty else { return nil }
    guard line.count > longest else { return line }
    // What a message tells of a value would be another one for each value.
    let words = line.prefix(longest).prefix { $0 != "(" }
    return words.count < 10 || words.count == longest
      ? "\(line.prefix(longest - 1))…" : "\(words)(…)"
  }

  /// Returns a description of a signal that reports a memory fault; `nil` for any other signal.
  private static func name(ofSignal signal: Int32) -> String? {
    switch signal {
    case 11, 7: "bad memory access, or too deep a recursion"
    default: nil
    }
  }
}

extension String {
  fileprivate func rest(afterLast mark: String) -> String? {
    var rest: Substring?
    var position = startIndex
    while position < endIndex {
      if self[position...].hasPrefix(mark) { rest = self[position...].dropFirst(mark.count) }
      position = index(after: position)
    }
    return rest.map(String.init)
  }

  fileprivate func text(before mark: String) -> String {
    let position = indices.first { self[$0...].hasPrefix(mark) }
    return position.map { String(self[..<$0]) } ?? self
  }
}
