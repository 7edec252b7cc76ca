import Foundation
import Schematic
import SchematicTestKit
import Testing

/// The answers that a schema keeps, beside the rules that gave them.
@Suite struct RuleTableTests {
  enum Holding: CaseIterable { case owned, weak, value }

  @Test(arguments: Seeds.first(2_000))
  func doesWhatTheRulesDo(seed: UInt64) {
    let probe = ProbeMachine(seed: seed)
    for holding in Holding.allCases {
      let kept = lines(of: probe, holding, Narrow.self)
      let asked = lines(of: probe, holding, Wide.self)
      #expect(kept == asked, "\(holding), SEED=\(seed)")
    }
  }

  /// Observers come and go while the machine is at rest, and see each event where the last one ended.
  @Test(arguments: Seeds.first(500))
  func doesTheSameWhereEventsAreObserved(seed: UInt64) {
    let probe = ProbeMachine(seed: seed)
    for holding in Holding.allCases {
      #expect(
        lines(of: probe, holding, Narrow.self, areEventsObserved: true)
          == lines(of: probe, holding, Narrow.self), "\(holding), narrow, SEED=\(seed)")
      #expect(
        lines(of: probe, holding, Wide.self, areEventsObserved: true)
          == lines(of: probe, holding, Wide.self), "\(holding), wide, SEED=\(seed)")
    }
  }

  private func lines<Number: Numbered>(
    of probe: ProbeMachine, _ holding: Holding, _ type: Number.Type,
    areEventsObserved: Bool = false
  ) -> [String] {
    let rules = probe.rules
    let log: ProbeLog
    switch holding {
    case .value:
      let schema = StateMachineSchema<Number, Number, ValueProbe>(
        initialState: Number(number: 0)
      ) { state, event, when in rules[state.number][event.number].answer(in: state, when) }
      log = ProbeLog()
      let subject = ValueProbe(log: log)
      let full = adding(to: schema, probe) { $0.log }
      drive(StateMachine(schema: full, subject: subject), probe, log, areEventsObserved)
    case .owned, .weak:
      let schema = StateMachineSchema<Number, Number, ObjectProbe>(
        initialState: Number(number: 0)
      ) { state, event, when in rules[state.number][event.number].answer(in: state, when) }
      let full = adding(to: schema, probe) { $0.log }
      let subject = ObjectProbe()
      log = subject.log
      withExtendedLifetime(subject) {
        let machine =
          holding == .owned
          ? StateMachine(schema: full, owning: subject)
          : StateMachine(schema: full, subject: subject)
        drive(machine, probe, log, areEventsObserved)
      }
    }
    return log.lines
  }

  private func adding<Number: Numbered, Subject>(
    to schema: StateMachineSchema<Number, Number, Subject>, _ probe: ProbeMachine,
    log: @escaping @Sendable (Subject) -> ProbeLog
  ) -> StateMachineSchema<Number, Number, Subject> {
    var schema = schema.unhandledEvents(probe.policy)
    if !probe.finals.isEmpty { schema = schema.finalStates { probe.finals.contains($0.number) } }
    if !probe.entries.isEmpty {
      schema = schema.onEntry { state in
        probe.entries.contains(state.number) ? .perform { log($0).add("entry \(state)") } : nil
      }
    }
    if !probe.exits.isEmpty {
      schema = schema.onExit { state in
        probe.exits.contains(state.number) ? .perform { log($0).add("exit \(state)") } : nil
      }
    }
    guard probe.isWatched else { return schema }
    return schema.onStep { phase, subject in
      switch phase {
      case .before(let event, let state): log(subject).add("before \(event) \(state)")
      case .left(let visit): log(subject).add("left \(visit.state)")
      case .entered(let visit): log(subject).add("entered \(visit.state)")
      case .after(let event, let state, let outcome):
        log(subject).add("after \(event) \(state) \(outcome.text)")
      }
    }
  }

  private func drive<Number: Numbered, Subject>(
    _ machine: StateMachine<Number, Number, Subject>, _ probe: ProbeMachine, _ log: ProbeLog,
    _ areEventsObserved: Bool
  ) {
    var eventToken: ObserverToken?
    var (isFirst, place) = (true, 0)
    log.sends = probe.sends
    log.send = { [unowned machine] in machine.handle(Number(number: $0)) }
    machine.queueBound = 20
    var token: ObserverToken?
    for (number, event) in probe.word.enumerated() {
      if number % 32 == 0 {
        if let old = token.take() {
          machine.removeObserver(old)
        } else {
          token = machine.observe { taken in
            log.add(
              "\(taken.source) -\(taken.event)-> \(taken.target) \(taken.label ?? "-") "
                + "\(taken.isInternal)")
          }
        }
      }
      if areEventsObserved, number % 11 == 0 {
        if let old = eventToken.take() {
          machine.removeObserver(old)
        } else {
          isFirst = true
          eventToken = machine.observeEvents { observed in
            if case .queued = observed.outcome { return }
            if case .failed(is QueueOverflow) = observed.outcome { return }
            #expect(isFirst || observed.source.number == place)
            (isFirst, place) = (false, observed.target.number)
          }
        }
      }
      if number % 5 == 0 { log.add("can \(machine.can(Number(number: event)))") }
      let outcome = machine.handle(Number(number: event))
      log.add("\(event): \(outcome.text) in \(machine.state)")
    }
    log.send = nil
  }

  enum Light: CaseIterable { case red, green, blue }
  enum Press: CaseIterable { case next, back, hold, drop }

  final class Lamp {
    var isOn = true
    var count = 0
  }

  private static func makeSchema() -> StateMachineSchema<Light, Press, Lamp> {
    StateMachineSchema(initialState: .red) { light, press, when in
      switch press {
      case .next:
        return when("on") { $0.isOn }
          ? .to(light == .red ? .green : .red, "count") { $0.count += 1 } : .rejected("off")
      case .back: return .to(.blue)
      case .hold: return .stay { $0.count += 10 }
      case .drop: return light == .blue ? .ignored : .rejected
      }
    }
  }

  /// Under Thread Sanitizer this finds data races: `swift test --sanitize thread`.
  @Test func isSharedByThreadsThatMeetEveryPairTogether() {
    for _ in 1...100 {
      let schema = Self.makeSchema()
      let results = Results()
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        let lamp = Lamp()
        let machine = StateMachine(schema: schema, owning: lamp)
        var states: [Light] = []
        for round in 0..<8 {
          lamp.isOn = round % 3 != 2
          for press in Press.allCases {
            machine.handle(press)
            states.append(machine.state)
          }
        }
        results.add("\(lamp.count) \(states)")
      }
      #expect(results.all.count == 8)
      #expect(Set(results.all).count == 1)
    }
  }

  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }

    func add(_ line: String) { lock.withLock { lines.append(line) } }
  }

  /// Otherwise the tests above would compare the rules with themselves.
  @Test func keepsWhatCapturesNothing() {
    let schema = Self.makeSchema()
    let machine = StateMachine(schema: schema, owning: Lamp())
    for press in Press.allCases {
      #expect(!schema.keepsAnswer(to: press, in: .red))
      machine.handle(press)
    }
    #expect(schema.keepsAnswer(to: .next, in: .red))
    #expect(schema.keepsAnswer(to: .back, in: .green))
    #expect(schema.keepsAnswer(to: .hold, in: .blue))
    #expect(schema.keepsAnswer(to: .drop, in: .blue))
  }

  @Test func keepsNothingThatCaptures() {
    let number = Int.random(in: 1...9)
    let schema = StateMachineSchema<Light, Press, Lamp>(initialState: .red) { light, press, when in
      switch press {
      case .next: return .to(.green) { $0.count += number }
      case .back: return when("many") { $0.count >= number } ? .to(.red) : .ignored
      case .hold, .drop: return .ignored
      }
    }
    let lamp = Lamp()
    let machine = StateMachine(schema: schema, owning: lamp)
    for press in [Press.next, .next, .back, .back] { machine.handle(press) }
    #expect(!schema.keepsAnswer(to: .next, in: .red))
    #expect(!schema.keepsAnswer(to: .back, in: .green))
    #expect(lamp.count == 2 * number)
    #expect(machine.state == .red)
  }

  /// A closure is handed an optional subject at its own address, whatever the subject is.
  @Test func handsOverSubjectsOfEveryLayout() {
    func check<Subject>(
      _ schema: StateMachineSchema<Light, Press, Subject>, _ subject: Subject
    ) {
      for machine in [
        StateMachine(schema: schema, owning: subject),
        StateMachine(schema: schema, subject: subject),
      ] {
        for _ in 1...3 { #expect(machine.handle(.next) == .moved) }
        #expect(machine.handle(.back) == .stayed)
        #expect(schema.keepsAnswer(to: .next, in: .green))
      }
    }
    check(
      StateMachineSchema<Light, Press, Int>(initialState: .red) { _, press, when in
        press == .next
          ? when("it") { $0 == 7 } ? .to(.green) { precondition($0 == 7) } : .ignored
          : .stay { precondition($0 == 7) }
      }, 7)
    check(
      StateMachineSchema<Light, Press, Bool>(initialState: .red) { _, press, when in
        press == .next
          ? when("it") { $0 } ? .to(.green) { precondition($0) } : .ignored
          : .stay { precondition($0) }
      }, true)
    check(
      StateMachineSchema<Light, Press, Press?>(initialState: .red) { _, press, when in
        press == .next
          ? when("it") { $0 == .hold } ? .to(.green) { precondition($0 == .hold) } : .ignored
          : .stay { precondition($0 == .hold) }
      }, .hold)
    check(
      StateMachineSchema<Light, Press, (Int8, String)>(initialState: .red) { _, press, when in
        press == .next
          ? when("it") { $0.1 == "a" } ? .to(.green) { precondition($0.1 == "a") } : .ignored
          : .stay { precondition($0.0 == 1) }
      }, (1, "a"))
    check(
      StateMachineSchema<Light, Press, any CustomStringConvertible>(initialState: .red) {
        _, press, when in
        press == .next
          ? when("it") { $0.description == "8" }
            ? .to(.green) { precondition($0.description == "8") } : .ignored
          : .stay { precondition($0.description == "8") }
      }, 8)
    let lamp = Lamp()
    check(
      StateMachineSchema<Light, Press, Lamp>(initialState: .red) { _, press, when in
        press == .next
          ? when("it") { $0.isOn } ? .to(.green) { $0.count += 1 } : .ignored
          : .stay { $0.count += 1 }
      }, lamp)
    #expect(lamp.count == 8)
  }

  enum Nested: Hashable, Sendable {
    case plain, pressed(Press?), gone

    static let all: [Nested] =
      [.plain, .gone, .pressed(nil)] + Press.allCases.map { .pressed($0) }
  }

  /// An answer is looked up by the bytes of state and event.
  @Test func tellsValuesOfAByteApart() {
    func check<Value: Hashable & Sendable>(_ values: [Value]) {
      #expect(Set(values).count == values.count)
      let schema = StateMachineSchema<Value, Value, Void>(initialState: values[0]) { state, event in
        state == event ? .stay : .to(event)
      }
      let machine = StateMachine(schema: schema)
      for _ in 1...2 {
        for (source, target) in values.flatMap({ source in values.map { (source, $0) } }) {
          machine.handle(source)
          #expect(machine.handle(target) == (source == target ? .stayed : .moved))
          #expect(machine.state == target)
        }
      }
      for (source, target) in values.flatMap({ source in values.map { (source, $0) } }) {
        #expect(schema.keepsAnswer(to: target, in: source))
      }
    }
    check(Press.allCases)
    check([true, false])
    check([true, false, nil])
    check([Press?.none] + Press.allCases)
    check(Array(Int8(-9)...9))
    check(Nested.all)
  }

  @Test func asksRulesThatTrapOnlyWhereTheEventOccurs() {
    let schema = StateMachineSchema<Light, Press, Void>(initialState: .red) { light, press in
      if press == .drop { fatalError("never dropped") }
      return .to(light == .red ? .green : .red)
    }
    let machine = StateMachine(schema: schema)
    for _ in 1...4 { #expect(machine.handle(.next) == .moved) }
    #expect(machine.state == .red)
  }

  struct Letter: Sendable, CustomStringConvertible {
    nonisolated(unsafe) static var language = "en"
    let byte: UInt8

    var description: String { "\(Self.language) \(byte)" }
  }

  @Test func wordsARejectionInTheLanguageOfTheMoment() throws {
    let schema = StateMachineSchema<Letter, Letter, Void>(initialState: Letter(byte: 1)) { _, _ in
      .rejected(Letter.language)
    }
    let machine = StateMachine(schema: schema)
    defer { Letter.language = "en" }
    for language in ["en", "de", "de", "en"] {
      Letter.language = language
      let error = try #require(
        #expect(throws: RejectedEvent.self) { try machine.handle(Letter(byte: 2)).get() })
      #expect(error.reason == language)
      #expect(error.state == "\(language) 1")
      #expect(error.event == "\(language) 2")
    }
  }

  @Test func takesNoMoreMemoryThanItsBound() {
    let schema = StateMachineSchema<UInt8, UInt8, Void>(initialState: 0) { state, event in
      .to(state ^ event)
    }
    let machine = StateMachine(schema: schema)
    var random = SplitMix64(seed: 1)
    var expected: UInt8 = 0
    for _ in 1...100_000 {
      let event = UInt8.random(in: 0...255, using: &random)
      machine.handle(event)
      expected ^= event
    }
    #expect(machine.state == expected)
    #expect(schema.ruleTableSize > 200_000)
    #expect(schema.ruleTableSize < 270_000)
  }

  #if DEBUG
    private nonisolated(unsafe) static var whim = false

    @Test func stopsInDebugWhereTheRulesChangeTheirMind() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let schema = StateMachineSchema<Light, Press, Void>(initialState: .red) { _, _ in
          RuleTableTests.whim ? .to(.green) : .stay
        }
        let machine = StateMachine(schema: schema)
        machine.handle(.next)
        machine.handle(.next)
        RuleTableTests.whim = true
        machine.handle(.next)
      }
      let words = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
      #expect(words.contains("The rules are not a pure function: event next in state red"))
      #expect(words.contains(#""stay as red" with guards []"#))
      #expect(words.contains(#"now by "to green" with guards []"#))
    }
  #endif
}
