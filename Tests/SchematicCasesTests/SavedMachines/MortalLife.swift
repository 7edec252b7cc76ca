import Foundation
import Schematic
import SchematicCases
import Testing

/// What can be seen of a machine after it was told something.
struct Seen: Hashable {
  var state: String
  var isFinished: Bool
  var outcome: String
  /// What actions, observers and writes did.
  var lines: [String]
  /// The running timeouts, the next one first.
  var due: [String]
  var tasks: Set<String>
}

/// A machine between its creation and its death, and what it has written.
@MainActor
final class MortalLife<State: Graphable & Codable & Hashable & Sendable> {
  typealias Machine = StateMachine<State, Signal, MortalSubject>

  /// A saved machine.
  struct Write {
    var data: Data
    /// The position of what the machine was told when it wrote, and the time since then.
    let position: Int
    let time: Int
    /// The number of lines when the step was over.
    var line: Int
    /// The numbers of the events that were sent and will not be handled, because nobody saves them.
    var lost: Set<Int>
    /// The number of events that were sent when the step was over.
    var sent: Int
    var isOpen: Bool
    /// Whether the step failed after the write.
    var isUndone = false
  }

  let machine: Machine
  let subject = MortalSubject()
  let clock = PatientClock()
  let saving: Mortal.Saving
  /// Whether the machine notes what it would write, and writes nothing.
  let isNoting: Bool
  private(set) var writes: [Write] = []
  /// The moments so far in which the process may have died.
  private(set) var moments: [MortalSubject.Moment: Int] = [:]
  /// Whether two timeouts were due at the same time, so that nobody knows their order.
  private(set) var isTied = false
  /// The number of timeouts and completions whose events were handled.
  private(set) var (timeouts, completions) = (0, 0)
  private(set) var endedTasks: Set<String> = []
  /// The number of lines after each step.
  private var steps: [(lines: Int, isCompletion: Bool)] = []
  private var (position, time) = (0, 0)
  /// The events that actions sent in the current run, and the number of events handled in it.
  private var (sent, handled): ([Int], Int) = ([], 0)
  private var isCompleting = false
  /// The number of completions in a row.
  private var chain = 0

  init(
    _ schema: MortalSchema<State>, saving: Mortal.Saving, state: State? = nil, isNoting: Bool
  ) {
    (self.saving, self.isNoting) = (saving, isNoting)
    // Without commits, all lives share a schema and the table of its rules.
    let schema =
      saving != .commit
      ? schema
      : schema.onCommit(on: MainActor.self) { handled, subject in
        subject.commit(handled.sender == .completion)
      }
    machine = StateMachine(schema: schema, subject: subject, state: state)
    machine.clock = clock
    machine.maximumQueuedEvents = 8
    subject.reach = { [unowned self] in moments[$0, default: 0] += 1 }
    subject.send = { [unowned self] signal in
      sent.append(subject.sent)
      machine.handle(signal)
    }
    subject.commit = { [unowned self] isCompletion in
      isCompleting = isCompletion
      write(inStep: true)
    }
    machine.observe { [unowned self] handled in
      observe("\(handled)", handled.outcome, from: handled.sender)
    }
  }

  // MARK: Living

  /// Starts the machine, unless it is to handle its first event without.
  func begin(_ isStarted: Bool) -> Seen {
    // The start is no event that is handled.
    (sent, handled) = ([], 1)
    if isStarted { machine.start() }
    if saving != .persisting { write() }
    return seen("", since: subject.lines.count)
  }

  /// Tells the machine something.
  ///
  /// - Parameters:
  ///   - told: What to tell it.
  ///   - task: The task that is to end, and `nil` in it for none; by default, one that runs.
  /// - Returns: What can be seen then, and the task that ended.
  func tell(_ told: Told, ending task: String?? = nil) async -> (seen: Seen, task: String?) {
    let line = subject.lines.count
    position += 1
    (subject.bits, subject.sent, time) = (told.bits, 0, 0)
    var (outcome, ended): (String, String?) = ("", nil)
    switch told.what {
    case .event(let signal): outcome = "\(await handle(signal))"
    case .pass(let time): await pass(time)
    case .sleep(let time): await sleep(time)
    case .end(let number):
      let tasks = machine.runningTasks.map { "\($0)" }.sorted()
      ended = task ?? (tasks.isEmpty ? nil : tasks[number % tasks.count])
      if let ended { await end(ended) }
    }
    subject.reach(.betweenEvents)
    if saving == .step { write() }
    return (seen(outcome, since: line), ended)
  }

  func seen(_ outcome: String, since line: Int) -> Seen {
    Seen(
      state: "\(machine.state)", isFinished: machine.isFinished, outcome: outcome,
      lines: Array(subject.lines.dropFirst(line)),
      due: machine.pendingTimeouts.sorted {
        ($0.remaining, "\($0.sender)") < ($1.remaining, "\($1.sender)")
      }
      .map { "\($0.sender) in \($0.remaining)" },
      tasks: Set(machine.runningTasks.map { "\($0)" }))
  }

  private func handle(_ signal: Signal) async -> Outcome {
    (sent, handled) = ([], 0)
    guard saving == .persisting else { return machine.handle(signal) }
    return await machine.handle(signal) { _, next in
      keep(try JSONEncoder().encode(next), "\(next)", inStep: true)
      return true
    }
  }

  /// Lets time pass, and each timeout be handled when it is due.
  func pass(_ time: Int) async {
    let end = self.time + time
    while let due = machine.timeUntilNextTimeout, due <= .milliseconds(end - self.time) {
      let due = Int(due / .milliseconds(1))
      self.time += due
      clock.move(by: .milliseconds(due))
      await handleNextTimeout()
      if isTied { return }
    }
    clock.move(by: .milliseconds(end - self.time))
    self.time = end
  }

  /// Lets time pass while nobody handles anything, and handles what is due then.
  private func sleep(_ time: Int) async {
    clock.move(by: .milliseconds(time))
    while machine.timeUntilNextTimeout == .zero, !isTied { await handleNextTimeout() }
  }

  private func handleNextTimeout() async {
    let before = timeouts
    await wait { self.clock.sleeperCount == self.machine.pendingTimeouts.count }
    if clock.isTied {
      isTied = true
      return
    }
    (sent, handled) = ([], 0)
    clock.wakeFirst()
    await wait { self.timeouts > before }
  }

  private func end(_ task: String) async {
    let before = subject.endedTasks
    (sent, handled) = ([], 0)
    // The label of a task is the only text between quotation marks in its description.
    let label = task.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
    await wait { self.subject.end(label) }
    await wait { self.subject.endedTasks > before }
    endedTasks.insert(task)
  }

  private func wait(for condition: () -> Bool) async {
    for _ in 0..<1_000_000 {
      if condition() { return }
      await Task.yield()
    }
    Issue.record("the machine does not go on")
  }

  // MARK: Being seen and saved

  /// Returns whether the step of a write led to a completion, which was taken after the write.
  func isCompleted(after write: Write) -> Bool {
    steps.first { $0.lines > write.line }?.isCompletion ?? false
  }

  private func observe(_ line: String, _ outcome: Outcome, from sender: EventSender) {
    if case .queued = outcome { return }
    subject.note(line, .observer, nil)
    steps.append((subject.lines.count, sender == .completion))
    // Completions that follow each other endlessly end with an error, and where they end is nobody's promise.
    chain = sender == .completion ? chain + 1 : 0
    if chain > 40 { isTied = true }
    switch sender {
    case .completion:
      completions += 1
      moments[.beforeCompletion, default: 0] += 1
    case .timeout, .namedTimeout:
      timeouts += 1
      handled += 1
    case .caller, .task: handled += 1
    }
    // What the rest of the step did happened after the write, and does not happen again.
    for index in writes.indices.reversed() {
      guard writes[index].isOpen else { break }
      writes[index].lost.formUnion(writes[index].sent + 1..<subject.sent + 1)
      (writes[index].sent, writes[index].line) = (subject.sent, subject.lines.count)
      writes[index].isOpen = false
      if case .failed = outcome { writes[index].isUndone = true }
    }
  }

  /// Saves the machine, in a step or between two.
  private func write(inStep isInStep: Bool = false) {
    let kept = machine.timeoutProgress.map { "\($0.progress)" }
    // Most lives only note what they would write, because describing the type of the state takes long.
    let data = isNoting ? nil : Result { try JSONEncoder().encode(machine.snapshot()) }
    if let obstacle = machine.obstacleToSaving {
      subject.lines.append(obstacle)
      if case .success = data { Issue.record("saved although \(obstacle)") }
    } else {
      do {
        keep(try data?.get() ?? Data(), "\(machine.state) \(kept.sorted())", inStep: isInStep)
      } catch { Issue.record(error) }
    }
  }

  private func keep(_ data: Data, _ text: String, inStep isInStep: Bool) {
    subject.reach(.beforeWrite)
    subject.lines.append("saved \(text)")
    writes.append(
      Write(
        data: data, position: position, time: time, line: subject.lines.count,
        lost: isInStep ? Set(sent.dropFirst(max(0, isCompleting ? handled - 1 : handled))) : [],
        sent: subject.sent, isOpen: isInStep))
    subject.reach(.afterWrite)
  }
}

// MARK: Rising again

extension MortalLife {
  /// Creates a machine from what another one has written.
  convenience init(
    _ schema: MortalSchema<State>, saving: Mortal.Saving, from write: Write, at position: Int,
    after passed: Int, bits: Int
  ) throws {
    if saving == .persisting {
      let state = try JSONDecoder().decode(State.self, from: write.data)
      self.init(schema, saving: saving, state: state, isNoting: true)
      rise(at: position, write, bits)
    } else {
      let saved = try JSONDecoder().decode(MachineSnapshot<State>.self, from: write.data)
      self.init(schema, saving: saving, state: try saved.restored(), isNoting: true)
      rise(at: position, write, bits)
      machine.resume(saved, after: .milliseconds(passed))
    }
  }

  /// Lets the machine be killed and rise again before it is told anything.
  func again(_ schema: MortalSchema<State>) throws -> MortalLife {
    let saved = try JSONEncoder().encode(machine.snapshot())
    let last = Write(
      data: saved, position: position, time: time, line: 0, lost: [], sent: subject.sent,
      isOpen: false)
    let other = try MortalLife(
      schema, saving: saving, from: last, at: position, after: 0, bits: subject.bits)
    other.subject.lines = subject.lines
    return other
  }

  private func rise(at position: Int, _ write: Write, _ bits: Int) {
    (self.position, time, subject.sent, subject.bits) = (position, write.time, write.sent, bits)
  }
}
