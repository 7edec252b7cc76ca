import Foundation
import Schematic
import SchematicTestKit
import Testing

/// The answers that a schema caches, beside the rules that gave them.
@Suite struct RuleTableTests {
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
  @Test func tableIsSharedByThreadsThatMeetEveryPairTogether() {
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

  /// Otherwise `ShortcutTests` would compare the rules with themselves.
  @Test func tableCachesWhatCapturesNothing() {
    let schema = Self.makeSchema()
    let machine = StateMachine(schema: schema, owning: Lamp())
    for press in Press.allCases {
      #expect(!schema.cachesAnswer(to: press, in: .red))
      machine.handle(press)
    }
    #expect(schema.cachesAnswer(to: .next, in: .red))
    #expect(schema.cachesAnswer(to: .back, in: .green))
    #expect(schema.cachesAnswer(to: .hold, in: .blue))
    #expect(schema.cachesAnswer(to: .drop, in: .blue))
  }

  @Test func tableCachesNothingThatCaptures() {
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
    #expect(!schema.cachesAnswer(to: .next, in: .red))
    #expect(!schema.cachesAnswer(to: .back, in: .green))
    #expect(lamp.count == 2 * number)
    #expect(machine.state == .red)
  }

  /// A closure is handed an optional subject at its own address, whatever the subject is.
  @Test func tableHandsOverSubjectsOfEveryLayout() {
    func check<Subject>(
      _ schema: StateMachineSchema<Light, Press, Subject>, _ subject: Subject
    ) {
      for machine in [
        StateMachine(schema: schema, owning: subject),
        StateMachine(schema: schema, subject: subject),
      ] {
        for _ in 1...3 { #expect(machine.handle(.next) == .moved) }
        #expect(machine.handle(.back) == .stayed)
        #expect(schema.cachesAnswer(to: .next, in: .green))
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
  @Test func tableTellsValuesOfAByteApart() {
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
        #expect(schema.cachesAnswer(to: target, in: source))
      }
    }
    check(Press.allCases)
    check([true, false])
    check([true, false, nil])
    check([Press?.none] + Press.allCases)
    check(Array(Int8(-9)...9))
    check(Nested.all)
  }

  @Test func rulesThatTrapAreEvaluatedOnlyIfTheEventOccurs() {
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

  @Test func rejectionIsWordedInTheLanguageOfTheMoment() throws {
    let schema = StateMachineSchema<Letter, Letter, Void>(initialState: Letter(byte: 1)) { _, _ in
      .rejected(Letter.language)
    }
    let machine = StateMachine(schema: schema)
    defer { Letter.language = "en" }
    for language in ["en", "de", "de", "en"] {
      Letter.language = language
      let error = try #require(
        #expect(throws: RejectedEventError.self) { try machine.handle(Letter(byte: 2)).get() })
      #expect(error.reason == language)
      #expect(error.state == "\(language) 1")
      #expect(error.event == "\(language) 2")
    }
  }

  @Test func tableTakesNoMoreMemoryThanItsBound() {
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

  @Test(arguments: [1, 2, 3]) func tableCachesEveryAnswerOfAMachineWith250States(events: UInt8) {
    let schema = StateMachineSchema<UInt8, UInt8, Void>(initialState: 0) { state, event in
      .to((state + event) % 250)
    }
    let pairs = (UInt8(0)..<250).flatMap { state in (1...events).map { (state, $0) } }
    for (state, event) in pairs { StateMachine(schema: schema, state: state).handle(event) }
    #expect(pairs.filter { !schema.cachesAnswer(to: $1, in: $0) }.isEmpty)
  }

  /// Rows become wider while other threads read them and write to them.
  @Test func tableIsSharedByThreadsThatMeetTheEventsInDifferentOrders() {
    for round in 1...20 {
      let schema = StateMachineSchema<UInt8, UInt8, Lamp>(initialState: 0) { state, event in
        event % 3 == 0 ? .ignored : .to(state ^ event) { $0.count += 1 }
      }
      let results = Results()
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        var random = SplitMix64(seed: UInt64(round * 8 + thread))
        let lamp = Lamp()
        for state in UInt8(0)..<4 {
          for event in (UInt8(0)..<64).shuffled(using: &random) {
            let machine = StateMachine(schema: schema, owning: lamp, state: state)
            let outcome = machine.handle(event)
            guard event % 3 > 0 else { continue }
            #expect(outcome == .moved)
            #expect(machine.state == state ^ event)
          }
        }
        results.add("\(lamp.count)")
      }
      #expect(results.all == Array(repeating: "168", count: 8))
    }
  }

  #if DEBUG
    private nonisolated(unsafe) static var whim = false

    @Test func debugBuildStopsIfTheAnswerAboutAStateChanges() async {
      let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let schema = StateMachineSchema<Light, Press, Lamp>(initialState: .red) { _, _ in
          .to(.green)
        }
        .states { light in
          guard RuleTableTests.whim, light == .green else { return .none }
          return .entry { $0.count += 1 }.entry { $0.count += 1 }
        }
        let lamp = Lamp()
        let machine = StateMachine(schema: schema, owning: lamp)
        for _ in 1...3 { machine.handle(.next) }
        RuleTableTests.whim = true
        machine.handle(.next)
      }
      let words = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
      #expect(words.contains("The schema is not a pure function: event next in state green"))
      #expect(words.contains(#"answered by "to green" with guards []"#))
      #expect(
        words.contains(
          #"now by "to green" and actions, tasks or timeouts of states with guards []"#))
    }

    @Test func debugBuildStopsIfTheRulesChangeTheirMind() async {
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
      #expect(words.contains("The schema is not a pure function: event next in state red"))
      #expect(words.contains(#""stay as red" with guards []"#))
      #expect(words.contains(#"now by "to green" with guards []"#))
    }
  #endif
}
