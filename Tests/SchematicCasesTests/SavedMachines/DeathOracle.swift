import Foundation
import Schematic
import SchematicCases

/// What differs between a machine that was killed and one that never died.
struct Death: Error, CustomStringConvertible {
  /// The write from which the machine rose, and how.
  let place: String
  let what: String
  let killed: String
  let twin: String

  var description: String { "\(place): \(what)\n  killed: \(killed)\n  twin:   \(twin)" }
}

/// What an oracle has tried.
struct DeathCount: CustomStringConvertible {
  var machines = 0
  /// The moments in which a process may have died.
  var moments: [MortalSubject.Moment: Int] = [:]
  var writes = 0
  /// The machines that rose at once, later, and after a sleep in which timeouts may have become due.
  var soon = 0
  var later = 0
  var overdue = 0
  /// What was lost on purpose, by the row of the page.
  var lost: [String: Int] = [:]

  var description: String {
    func text(_ counts: [(String, Int)]) -> String {
      counts.sorted { $0.0 < $1.0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
    return """
      \(machines) machines, \(writes) writes; \(moments.values.reduce(0, +)) moments of death: \
      \(text(moments.map { ($0.key.rawValue, $0.value) })); risen: \(soon) at once, \(later) later, \
      \(overdue) after a sleep; lost on purpose: \(text(lost.map { ($0.key, $0.value) }))
      """
  }

  mutating func add(_ other: DeathCount) {
    machines += other.machines
    moments.merge(other.moments, uniquingKeysWith: +)
    writes += other.writes
    soon += other.soon
    later += other.later
    overdue += other.overdue
    lost.merge(other.lost, uniquingKeysWith: +)
  }
}

/// Kills a machine at each moment of a run, lets it rise from what it wrote last, and compares it with a twin that
/// never died and was told the same.
///
/// After a write, nothing tells one moment of death from another, because the dead leave nothing but the write. So each
/// write is tried once for all the moments up to the next one: told the rest at once, told it later, and after a sleep.
/// What may be lost is the table of the page "In a service":
///
/// - tasks begin anew, so one that had ended may run again;
/// - events that waited for a commit are not sent to the twin, and neither are those that the rest of its step sends;
/// - the rest of a step that was saved is not expected again;
/// - rows have no completions, and keep the state of an action that threw.
@MainActor
struct DeathOracle<State: Graphable & Codable & Hashable & Sendable> {
  typealias Life = MortalLife<State>

  let schema: MortalSchema<State>
  let machine: Mortal
  let run: [Told]

  /// A life that was told a part of the run, and what was seen.
  private struct Story {
    let life: Life
    var seen: [Seen] = []
    var tasks: [String?] = []
    /// The number of writes, of lines and of timeouts after each part of the run.
    var writes: [Int] = []
    var lines: [Int] = []
    var timeouts: [Int] = []

    @MainActor
    mutating func note(_ seen: Seen, _ task: String?) {
      self.seen.append(seen)
      tasks.append(task)
      writes.append(life.writes.count)
      lines.append(life.subject.lines.count)
      timeouts.append(life.timeouts)
    }
  }

  /// Compares, and returns what was tried.
  func check() async throws -> DeathCount {
    let base = await story()
    var count = DeathCount(machines: 1, moments: base.life.moments, writes: base.life.writes.count)
    for number in base.life.writes.indices.prefix(40) {
      try await check(write: number, of: base, &count)
    }
    return count
  }

  /// Tells a new machine the run, or its first parts.
  private func story(
    to end: Int? = nil, stopping time: Int? = nil, losing lost: Set<Int> = [], at position: Int = 0
  ) async -> Story {
    var story = Story(
      life: Life(schema, saving: machine.saving, isNoting: end != nil || !lost.isEmpty))
    if position == 0 { story.life.subject.lost = lost }
    story.note(story.life.begin(machine.isStarted), nil)
    // Its last line is what it wrote or why it didn't, and not what it did.
    if machine.saving != .persisting { story.lines[0] -= 1 }
    for (number, told) in run.prefix(end ?? run.count).enumerated() where !story.life.isTied {
      story.life.subject.lost = number + 1 == position ? lost : []
      var told = told
      if case .pass = told.what, number + 1 == end, let time { told.what = .pass(time) }
      let (seen, task) = await story.life.tell(told)
      if !story.life.isTied { story.note(seen, task) }
    }
    return story
  }

  private func check(write number: Int, of base: Story, _ count: inout DeathCount) async throws {
    let saved = base.life.writes[number]
    var (twin, write) = (base, saved)
    guard write.position < base.seen.count else { return }
    if !write.lost.isEmpty {
      count.lost["events that wait", default: 0] += 1
      twin = await story(losing: write.lost, at: write.position)
      write = twin.life.writes[number]
      write.data = saved.data
    }
    let place = "write \(number) while told \(write.position)"
    guard write.position < twin.seen.count else { return }
    let left = twin.life.subject.lines[
      write.line..<max(write.line, twin.lines[write.position])]
    if machine.saving == .persisting, write.isUndone || twin.life.isCompleted(after: write) {
      count.lost[write.isUndone ? "actions that threw" : "completions of rows", default: 0] += 1
      return
    }
    count.soon += 1
    var killed = try risen(from: write)
    if machine.saving != .persisting, number % 4 == 0 { killed = try killed.again(schema) }
    if case .pass(let time) = told(write.position)?.what { await killed.pass(time - write.time) }
    guard !killed.isTied else { return }
    let seen = killed.seen(twin.seen[write.position].outcome, since: 0)
    try compare(seen, twin, write.position, lines: Array(left), place)
    try await goOn(killed, like: twin, after: write.position, place)
    try await checkLater(write, number, of: twin, &count)
    if machine.saving != .persisting, number % 2 == 1 || number == 0 {
      try await checkOverdue(write, number, &count)
    }
  }

  /// Lets a machine rise later, after a time in which the twin wrote nothing.
  private func checkLater(
    _ write: Life.Write, _ number: Int, of twin: Story, _ count: inout DeathCount
  ) async throws {
    guard machine.saving != .step, twin.writes[write.position] == number + 1 else { return }
    var last = write.position
    while last + 1 < twin.seen.count, twin.writes[last + 1] == number + 1,
      twin.timeouts[last + 1] == twin.timeouts[write.position]
    {
      last += 1
    }
    guard last > write.position, write.line >= twin.lines[write.position]
    else { return }
    count.later += 1
    let passed = (write.position...last).map { position in
      if case .pass(let time) = told(position)?.what { time } else { 0 }
    }.reduce(-write.time, +)
    let killed = try risen(from: write, at: last, after: passed)
    let place = "write \(number), dead from \(write.position) to \(last)"
    try compare(
      killed.seen(twin.seen[last].outcome, since: 0), twin, last, lines: [], place)
    try await goOn(killed, like: twin, after: last, place)
  }

  /// Lets a machine rise so late that timeouts are overdue; its twin slept as long.
  private func checkOverdue(
    _ write: Life.Write, _ number: Int, _ count: inout DeathCount
  ) async throws {
    var write = write
    let position = write.position
    var twin = await story(
      to: position, stopping: write.time, losing: write.lost, at: position)
    guard !twin.life.isTied, twin.seen.count == position + 1,
      twin.life.subject.lines.count == write.line
    else { return }
    count.overdue += 1
    let sleep = Told(what: .sleep(150 + 97 * (number % 4)), bits: number &* 37 % 64)
    guard case .sleep(let time) = sleep.what else { return }
    twin.life.subject.lost = []
    let (seen, _) = await twin.life.tell(sleep)
    guard !twin.life.isTied else { return }
    twin.note(seen, nil)
    write.sent = 0
    let killed = try risen(from: write, after: time, bits: sleep.bits)
    let place = "write \(number) while told \(position), dead for \(time)"
    var lines = seen.lines
    if machine.saving == .step { lines.removeLast() }
    try compare(killed.seen("", since: 0), twin, position + 1, lines: lines, place)
  }

  private func told(_ position: Int) -> Told? { position > 0 ? run[position - 1] : nil }

  private func risen(
    from write: Life.Write, at position: Int? = nil, after passed: Int = 0, bits: Int? = nil
  ) throws -> Life {
    let position = position ?? write.position
    return try Life(
      schema, saving: machine.saving, from: write, at: position, after: passed,
      bits: bits ?? told(position)?.bits ?? 0)
  }

  /// Tells the killed machine the rest of the run.
  private func goOn(
    _ killed: Life, like twin: Story, after position: Int, _ place: String
  ) async throws {
    for next in twin.seen.indices.dropFirst(position + 1) {
      let (seen, _) = await killed.tell(run[next - 1], ending: .some(twin.tasks[next]))
      if killed.isTied { return }
      try compare(seen, twin, next, lines: twin.seen[next].lines, "\(place), then told \(next)")
    }
  }

  private func compare(
    _ seen: Seen, _ twin: Story, _ position: Int, lines: [String], _ place: String
  ) throws {
    let expected = twin.seen[position]
    func differ(_ what: String, _ killed: some Equatable, _ twin: some Equatable) throws {
      if "\(killed)" != "\(twin)" {
        throw Death(place: place, what: what, killed: "\(killed)", twin: "\(twin)")
      }
    }
    try differ("state", seen.state, expected.state)
    let same = zip(seen.lines, lines).prefix { $0 == $1 }.count
    try differ("actions", Array(seen.lines.dropFirst(same)), Array(lines.dropFirst(same)))
    try differ("timeouts", seen.due, expected.due)
    try differ("end", seen.isFinished, expected.isFinished)
    try differ("outcome", seen.outcome, expected.outcome)
    // Tasks begin anew, even those that had ended.
    if machine.isStarted, machine.saving != .persisting {
      let missing = expected.tasks.subtracting(seen.tasks)
      let other = seen.tasks.subtracting(expected.tasks).subtracting(twin.life.endedTasks)
      try differ("tasks", missing.union(other).sorted(), [String]())
    }
  }
}
