import Foundation
import Schematic
import SchematicCases
import SchematicTestKit
import Testing

/// Machines that sleep while their rules change in one thing.
///
/// A timeout of the later rules is the saved one if it belongs to the same level or region and sends the same event,
/// and its length is the same or it is the only one there with that event. Every other one begins anew.
@MainActor
@Suite struct LaterRulesTests {
  enum Change: CaseIterable {
    case added, removed, reordered, renamed, lengthened, moved, answer, target
  }

  /// A timeout of a state, as a reader of the rules sees it.
  private struct Seen: Hashable, CustomStringConvertible {
    let owner: String
    let event: String
    let length: String
    /// The time until it sends its event; `nil` if it has sent it.
    var remaining: Duration?
    var description: String {
      "\(owner) \(event) \(length) \(remaining.map { "\($0)" } ?? "over")"
    }
  }

  @Test func timeoutOfEarlierRulesIsNeverTakenForAnother() async throws {
    var (pairs, changed): (Int, [Change: Int]) = (0, [:])
    for seed in Seeds.first(60) {
      // Most changes are elsewhere than where the machine sleeps, so several are tried.
      for attempt in 0..<UInt64(8) {
        pairs += 1
        let (old, new, change) = Self.pair(seed, attempt)
        guard try await isChanged(old, new, seed, "SEED=\(seed) \(change)") else { continue }
        changed[change, default: 0] += 1
        break
      }
    }
    if ProcessInfo.processInfo.environment["SEEDS"] != nil {
      print("\(pairs) pairs of rules; timeouts of the sleeping machine \(changed)")
    }
  }

  private func isChanged(
    _ old: Mortal, _ new: Mortal, _ seed: UInt64, _ place: String
  ) async throws -> Bool {
    let (earlier, later) = (MortalRules(old), MortalRules(new))
    func check<State: Graphable & Codable & Hashable & Sendable>(
      _ schema: (MortalRules) -> MortalSchema<State>
    ) async throws -> Bool {
      try await self.check(schema(earlier), schema(later), seed, place)
    }
    return switch old.kind {
    case .lamp: try await check { $0.schema(Lamp.self, .whole, from: old.start) }
    case .bell: try await check { $0.schema(Bell.self, .whole, from: old.start) }
    case .job: try await check { $0.schema(Job.self, .whole, from: old.start) }
    case .trip: try await check { $0.trips }
    case .pair: try await check { $0.pairs }
    case .crate: try await check { $0.crates }
    }
  }

  /// The times until the timeouts of a pair are due if they began 10 s ago by earlier rules.
  private func due(
    _ earlier: [Rule.Wait], _ later: [Rule.Wait]
  ) throws -> [Duration] {
    func schema(_ waits: [Rule.Wait]) -> MortalSchema<Pair> {
      // One after the other on the left and on the right.
      let rules = zip(waits, [.left, .right]).map { Rule.after($1, 0, level: 0, $0) }
      return MortalRules(
        Mortal(kind: .pair, saving: .step, isStarted: true, start: Target(places: []), rules: rules)
      ).pairs
    }
    let life = MortalLife(schema(earlier), saving: .step, isNoting: true)
    _ = life.begin(true)
    life.clock.move(by: .seconds(10))
    let risen = StateMachine(
      schema: schema(later), subject: life.subject, state: life.machine.state)
    risen.clock = life.clock
    risen.resume(life.machine.snapshot())
    return risen.pendingTimeouts.map(\.remaining)
  }

  @Test func lengthenedTimeoutGoesOnThoughAnotherRegionSendsTheSameEvent() throws {
    let (short, long) = (Rule.Wait(length: 20_000, send: .a), Rule.Wait(length: 30_000, send: .a))
    #expect(try due([short, short], [long, short]) == [.seconds(20), .seconds(10)])
  }

  @Test func timeoutGoesOnWithTheLengthOfItsNewName() throws {
    let old = Rule.Wait(length: 20_000, send: .a, isNamed: true)
    let new = Rule.Wait(length: 40_000, send: .a, isNamed: true)
    #expect(try due([old], [old]) == [.seconds(10)])
    #expect(try due([old], [new]) == [.seconds(30)])
  }

  /// States whose cases change from one version of the rules to the next.
  enum Shifting: String, Codable, Graphable {
    case first, second, third, fourth
    @TaskLocal static var known: [Shifting] = [first, second, third, fourth]
    static var graphCases: [Shifting] { known }
  }

  @Test func snapshotIsRefusedIfAndOnlyIfAStateIsGone() throws {
    let all: [Shifting] = [.first, .second, .third, .fourth]
    for state in all {
      for changed in all where changed != state {
        let others = all.filter { $0 != changed }
        func restored(from old: [Shifting], to new: [Shifting]) throws -> Shifting {
          let data = try Shifting.$known.withValue(old) {
            try JSONEncoder().encode(
              StateMachine(
                schema: StateMachineSchema<Shifting, Signal, Void>(initialState: state) { _, _ in
                  .ignored
                }
              ).snapshot())
          }
          return try Shifting.$known.withValue(new) {
            try JSONDecoder().decode(MachineSnapshot<Shifting>.self, from: data).restored()
          }
        }
        #expect(try restored(from: others, to: all) == state)
        let error = #expect(throws: SnapshotMismatchError.self) {
          try restored(from: all, to: others)
        }
        #expect(error?.description.contains("state \(changed.rawValue) is gone") == true)
      }
    }
  }

  /// Returns a machine and another one that differs in one thing.
  private static func pair(
    _ seed: UInt64, _ attempt: UInt64
  ) -> (old: Mortal, new: Mortal, Change) {
    var random = SplitMix64(seed: seed &+ 0x5_1EE9)
    var old = Mortal(seed: seed)
    (old.saving, old.isStarted) = (.step, true)
    old.rules = old.rules.compactMap { rule in
      switch rule {
      case .task, .after: return nil
      default: return rule
      }
    }
    // Few events and few lengths, so that timeouts are much alike.
    func wait() -> Rule.Wait {
      .init(
        length: Int.random(in: 1...3, using: &random) * 100,
        send: Signal.allCases[Int.random(in: 0..<2, using: &random)],
        isNamed: Int.random(in: 0..<6, using: &random) == 0)
    }
    for (part, cases) in Mortal.parts(of: old.kind) {
      for place in 0..<cases where !old.rules.contains(.final(part, place)) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let hasLevels = part != .gear && part != .leftGear && part != .rightGear
          let level = hasLevels && Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0
          let rule = Rule.after(part, place, level: level, wait())
          if !old.rules.contains(rule) { old.rules.append(rule) }
        }
      }
    }
    var new = old
    random = SplitMix64(seed: seed &* 64 &+ attempt)
    let change = Change.allCases[Int.random(in: 0..<Change.allCases.count, using: &random)]
    let waits = old.rules.indices.filter { if case .after = old.rules[$0] { true } else { false } }
    let answers = old.rules.indices.filter { if case .on = old.rules[$0] { true } else { false } }
    let index =
      (change == .answer || change == .target ? answers : waits)
      .randomElement(using: &random) ?? 0
    switch (old.rules[index], change) {
    case (.after(let part, let place, let level, _), .added):
      new.rules.insert(.after(part, place, level: level, wait()), at: index)
    case (_, .removed): new.rules.remove(at: index)
    case (let rule, .reordered):
      new.rules.remove(at: index)
      new.rules.append(rule)
    case (.after(let part, let place, let level, var wait), .renamed):
      wait.send = wait.send == .a ? .b : .a
      new.rules[index] = .after(part, place, level: level, wait)
    case (.after(let part, let place, let level, var wait), .lengthened):
      wait.length += 50
      new.rules[index] = .after(part, place, level: level, wait)
    case (.after(let part, let place, let level, let wait), .moved):
      let hasLevels = part != .gear && part != .leftGear && part != .rightGear
      new.rules[index] = .after(part, place, level: hasLevels ? 1 - level : 0, wait)
    case (.on(let part, let place, let signal, _, let number, let doing), .answer):
      new.rules[index] = .on(part, place, signal, .reject, guard: number, doing)
    case (.on(let part, let place, let signal, _, let number, let doing), .target):
      new.rules[index] = .on(
        part, place, signal, .to(Target(places: [place + 1, 1, 1])), guard: number, doing)
    default: break
    }
    return (old, new, change)
  }

  /// Lets a machine fall asleep by earlier rules and rise by later ones; returns whether these change anything there.
  private func check<State: Graphable & Codable & Hashable & Sendable>(
    _ earlier: MortalSchema<State>, _ later: MortalSchema<State>, _ seed: UInt64, _ place: String
  ) async throws -> Bool {
    let life = MortalLife(earlier, saving: .step, isNoting: true)
    _ = life.begin(true)
    var random = SplitMix64(seed: ~seed)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let bits = Int.random(in: 0..<64, using: &random)
      _ = await life.tell(Told(what: .event(.random(using: &random)), bits: bits))
      _ = await life.tell(Told(what: .pass(Int.random(in: 1...80, using: &random)), bits: bits))
    }
    guard !life.isTied, !life.machine.isFinished else { return false }
    let state = life.machine.state
    let old = Self.timeouts(of: life.machine)
    let elapsed = life.machine.timeoutProgress.map(\.progress.elapsed)
    let saved = try JSONDecoder().decode(
      MachineSnapshot<State>.self, from: try JSONEncoder().encode(life.machine.snapshot()))
    let risen = StateMachine(schema: later, subject: life.subject, state: try saved.restored())
    risen.clock = life.clock
    risen.resume(saved)
    #expect(risen.state == state, "\(place)")
    let expected = Self.expected(
      later.timeouts(in: state), after: Array(zip(old, elapsed)), life.subject)
    let found = Self.timeouts(of: risen)
    #expect(Self.sorted(found) == Self.sorted(expected), "\(place)\n\(state)\nbefore \(old)")
    return Self.sorted(found) != Self.sorted(old)
  }

  private static func sorted(_ timeouts: [Seen]) -> [String] { timeouts.map { "\($0)" }.sorted() }

  private static func owner(_ region: String?, _ level: Int) -> String {
    "\(region ?? "whole") \(level)"
  }

  private static func timeouts<State>(
    of machine: StateMachine<State, Signal, MortalSubject>
  ) -> [Seen] {
    // Those that run come in the same order as all of them.
    var pending = machine.pendingTimeouts.map(\.remaining)[...]
    return machine.timeoutProgress.map { progress, _ in
      Seen(
        owner: owner(progress.region, progress.level), event: progress.event ?? "",
        length: progress.length ?? "", remaining: progress.isOver ? nil : pending.removeFirst())
    }
  }

  /// Returns what the rule in the comment of this suite says about the timeouts of a state.
  private static func expected<Event>(
    _ timeouts: [(owner: BehaviorOwner, timeout: StateTimeout<Event, MortalSubject>)],
    after old: [(seen: Seen, elapsed: Duration)], _ subject: MortalSubject
  ) -> [Seen] {
    let new = timeouts.map { owner, timeout in
      let (text, length): (String, Duration) =
        switch timeout.length {
        case .fixed(let duration): ("\(duration)", duration)
        case .named(let length):
          (length.name, subject.patience(Int(length.name.split(separator: " ")[1]) ?? 0))
        }
      return (
        seen: Seen(
          owner: Self.owner(owner.region, owner.level), event: "\(timeout.event)", length: text),
        length: length
      )
    }
    var left = old
    /// Takes the first saved timeout of the same owner and event for which a condition holds.
    func take(_ seen: Seen, where holds: (Seen) -> Bool = { _ in true }) -> (
      seen: Seen, elapsed: Duration
    )? {
      let index = left.firstIndex { other, _ in
        other.owner == seen.owner && other.event == seen.event && holds(other)
      }
      return index.map { left.remove(at: $0) }
    }
    func isOnly(_ seen: Seen) -> Bool {
      new.count { $0.seen.owner == seen.owner && $0.seen.event == seen.event } == 1
    }
    let same = new.map { new in take(new.seen) { $0.length == new.seen.length } }
    return zip(new, same).map { new, same in
      if let same { return same.seen }
      var seen = new.seen
      seen.remaining = new.length
      if isOnly(seen), let other = take(seen) {
        seen.remaining = other.seen.remaining == nil ? nil : new.length - other.elapsed
      }
      return seen
    }
  }
}
