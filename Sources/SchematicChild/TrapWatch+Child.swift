import CSchematicChild
import SchematicGraph

extension TrapWatch {
  /// The time after which a step that has not returned is given up.
  ///
  /// What counts is the time that the step runs or sleeps, and not that in which other processes have the
  /// processor.
  package static let patience = Duration.seconds(5)

  /// Returns a watch that tries rules in a copy of the process, which a trap may end: the rest is tried
  /// in another one.
  ///
  /// A copy has one thread. If it gets stuck, another thread may have held a lock when it was made:
  /// it is tried anew before the step is blamed. On systems without copies a sentence is written to
  /// standard error if a trap ends the program.
  ///
  /// - Parameters:
  ///   - subject: The text that begins the sentence, such as `error: diagram Kettle`.
  ///   - patience: The time for one trial.
  ///   - makesCopies: `true` if copies of the process are made, as on Linux.
  /// - Returns: The watch.
  package static func child(
    naming subject: String, patience: Duration = patience,
    makesCopies: Bool = schematic_child_is_available()
  ) -> TrapWatch {
    TrapWatch(
      attempt: { count, mostStuck, work in
        guard makesCopies else { return nil }
        return trials(of: count, mostStuck: mostStuck, patience: patience, work)
      },
      announce: { place in
        guard let place else { return schematic_announce(nil) }
        let sentence =
          "\(subject): \(place) traps, and this system has no way to try it apart from the program; "
          + "let the step throw, or draw it on Linux\n"
        schematic_announce(LogText.escaped(sentence))
      },
      mark: { schematic_child_mark(Int64($0)) })
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
      var report = report(from: trials.count, count, patience, work)
      defer { schematic_child_free(&report) }
      let piece = Int(report.piece)
      guard report.end != SCHEMATIC_CHILD_UNAVAILABLE else { return nil }
      if piece > trials.count { attempts = 0 }
      trials += Array(repeating: .returned, count: piece - trials.count)
      switch report.end {
      case SCHEMATIC_CHILD_TRAPPED:
        trials.append(.trapped(message: TrapMessage.text(of: report), mark: Int(report.mark)))
      case SCHEMATIC_CHILD_STUCK:
        attempts += 1
        if attempts > 2 {
          trials.append(.stuck)
          stuckCount += 1
          attempts = 0
        }
      // A step that ends the program in good order does so in the original as well.
      case SCHEMATIC_CHILD_EXITED:
        trials.append(.trapped(message: "the program ends", mark: Int(report.mark)))
      default: break
      }
    }
    return trials
  }

  private static func report(
    from first: Int, _ count: Int, _ patience: Duration, _ work: (Int) -> Void
  ) -> schematic_child_report {
    let (seconds, attoseconds) = patience.components
    let milliseconds = Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    return withoutActuallyEscaping(work) { work in
      withUnsafePointer(to: work) { context in
        var job = schematic_child_job()
        job.work = { context, piece in
          // The context is the address of `work` above: C passes it on unseen.
          context!.assumingMemoryBound(to: ((Int) -> Void).self).pointee(Int(piece))
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

/// The message of a trap, as the runtime writes it to standard error.
enum TrapMessage {
  /// The beginnings of messages, after the place in the source.
  private static let beginnings = ["Fatal error: ", "Precondition failed: ", "Assertion failed: "]

  /// The end of the messages of the runtime itself.
  private static let trace = "\nCurrent stack trace"

  /// The most characters of a message that diagrams show.
  private static let longest = 80

  static func text(of report: schematic_child_report) -> String? {
    report.words.flatMap { text(in: String(cString: $0)) } ?? name(ofSignal: report.signal)
  }

  /// Returns the last message in what a program wrote, on one line and without addresses; `nil` if
  /// there is none.
  static func text(in words: String) -> String? {
    let message = beginnings.compactMap { words.rest(afterLast: $0) }.min { $0.count < $1.count }
    guard let message else { return nil }
    let text = message.text(before: trace)
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").withoutAddresses
      .withoutContexts
    guard !line.isEmpty else { return nil }
    return line.count > longest ? "\(line.prefix(longest - 1))…" : line
  }

  /// Returns what a signal says if no message does: nothing about a trap, and more about a fault.
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

  /// The text without the places of private types: `Buffer.(unknown context at $5a1b).State`.
  fileprivate var withoutContexts: String {
    let parts = split(separator: "(unknown context at $", omittingEmptySubsequences: false)
    return parts.enumerated().map { number, part in
      guard number > 0, let end = part.firstIndex(of: ")") else { return String(part) }
      let rest = part[part.index(after: end)...]
      return String(rest.hasPrefix(".") ? rest.dropFirst() : rest)
    }.joined()
  }

  /// The text with an ellipsis in place of each address, which differs from run to run.
  fileprivate var withoutAddresses: String {
    split(separator: "0x", omittingEmptySubsequences: false).enumerated().map { number, part in
      let digits = part.prefix(while: \.isHexDigit)
      guard number > 0 else { return String(part) }
      return digits.count >= 6 ? "0x…" + part.dropFirst(digits.count) : "0x" + part
    }.joined()
  }
}
