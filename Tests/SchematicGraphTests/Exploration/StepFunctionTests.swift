import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct StepFunctionTests {
  private enum Light: CaseIterable, Graphable { case red, green, amber, blinking, dark }
  private enum Tick: CaseIterable, Graphable { case tick, fail, repair }

  @Test func handWrittenSwitchIsDrawn() {
    func next(_ light: Light, _ tick: Tick) -> Light? {
      switch (light, tick) {
      case (.red, .tick): return .green
      case (.green, .tick): return .amber
      case (.amber, .tick): return .red
      default: return nil
      }
    }
    let graph = StateGraph(initial: .red, events: Tick.allCases, step: next)
    #expect(graph.states.map(\.identifier) == ["red", "green", "amber", "blinking", "dark"])
    #expect(graph.lines == ["red → green: tick", "green → amber: tick", "amber → red: tick"])
    #expect(graph.deadEnds == ["blinking", "dark"])
  }

  @Test func onlyTheGivenEventsAreTried() {
    let graph = StateGraph(initial: Light.red, events: [Tick.fail]) { _, _ in .dark }
    #expect(graph.transitions.count == 5)
    #expect(Set(graph.transitions.map(\.event)) == ["fail"])
  }

  @Test func stepFunctionAgreesWithASchemaOfTheSameRules() {
    Seeds.each(50, stepFunctionAgreesWithASchemaOfTheSameRules(seed:))
  }

  private func stepFunctionAgreesWithASchemaOfTheSameRules(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let table = Light.allCases.map { _ in
      Tick.allCases.map { _ in (Light.allCases + [nil]).randomElement(using: &random)! }
    }
    let next: @Sendable (Light, Tick) -> Light? = { light, tick in
      table[Light.allCases.firstIndex(of: light)!][Tick.allCases.firstIndex(of: tick)!]
    }
    let schema = StateMachineSchema<Light, Tick, Void>(initialState: .amber) { light, tick in
      return next(light, tick).map { .to($0) } ?? .ignored
    }
    let drawn = StateGraph(schema)
    let stepped = StateGraph(initial: .amber, events: Tick.allCases, step: next)
    #expect(stepped == drawn, "SEED=\(seed)")
    #expect(stepped.states == drawn.states, "SEED=\(seed)")
    #expect(stepped.transitions == drawn.transitions, "SEED=\(seed)")
    #expect(
      drawn.transitions.count == table.joined().count { $0 != nil },
      "SEED=\(seed)"
    )
  }
}

@Suite struct MutatingMachineTests {
  private enum Line: CaseIterable, Graphable { case hungUp, ringing, talking }
  private enum Signal: CaseIterable, Graphable { case call, lift, hangUp }
  private enum Sound: Equatable { case ring, silence }
  private struct Refusal: Error {}

  private struct Phone {
    var line = Line.hungUp
    var missedCalls = 0

    mutating func receive(_ signal: Signal) throws -> Sound? {
      switch (line, signal) {
      case (.hungUp, .call):
        guard missedCalls < 2 else { throw Refusal() }
        line = .ringing
        return .ring
      case (.ringing, .lift):
        line = .talking
        return .silence
      case (.ringing, .hangUp):
        missedCalls += 1
        line = .hungUp
      case (.talking, .hangUp): line = .hungUp
      case (.ringing, .call): return .ring
      default: break
      }
      return nil
    }
  }

  private let graph = StateGraph(.value(Phone(), state: \.line), events: Signal.allCases) {
    try $0.receive($1)
  }

  @Test func machineThatChangesItselfIsDrawn() {
    #expect(
      graph.lines == [
        "hungUp → ringing: call [missedCalls in 0…1] / ring", "ringing ⇢ ringing: call / ring",
        "ringing → talking: lift / silence", "ringing → hungUp: hangUp", "talking → hungUp: hangUp",
      ])
    #expect(graph.initialState == "hungUp")
  }

  @Test func thrownErrorsAreRejections() {
    #expect(
      graph.rejections == [.init(state: "hungUp", event: "call", guard: "missedCalls = 2")])
    let named = StateGraph(
      .value(Phone(), state: \.line), events: Signal.allCases,
      options: .init(reason: { $0 is Refusal ? "too many" : nil })
    ) { try $0.receive($1) }
    #expect(named.rejections.map(\.effect.reason) == ["too many"])
  }

  @Test func onlyCopiesOfAMachineAreChanged() {
    let phone = Phone()
    _ = StateGraph(.value(phone, state: \.line), events: Signal.allCases) { try $0.receive($1) }
    #expect(phone.line == .hungUp && phone.missedCalls == 0)
  }

  private enum Light: CaseIterable, Graphable {
    case red, green, broken
    mutating func handle(_ tick: Tick) {
      switch (self, tick) {
      case (.red, .next): self = .green
      case (.green, .next): self = .red
      case (_, .hit): self = .broken
      case (.broken, .next): break
      }
    }
  }
  private enum Tick: CaseIterable, Graphable { case next, hit }

  @Test func machineThatIsItsOwnStateIsDrawn() {
    let graph = StateGraph(
      .value(Light.red), events: Tick.allCases, options: .init(isFinal: { $0 == .broken })
    ) { $0.handle($1) }
    #expect(
      graph.lines == [
        "red → green: next", "red → broken: hit", "green → red: next", "green → broken: hit",
      ])
    #expect(graph.states.filter(\.isFinal).map(\.identifier) == ["broken"])
    #expect(graph.findings.isEmpty)
  }

  @Test func pureFunctionIsDrawn() {
    let graph = StateGraph(initial: Light.red, events: Tick.allCases) { light, tick in
      tick == .hit ? Light.broken : light
    }
    #expect(
      graph.lines == [
        "red → red: next", "red → broken: hit", "green → green: next", "green → broken: hit",
        "broken → broken: next", "broken → broken: hit",
      ])
  }

  private struct Holding {
    var line = Line.hungUp
    var before = Line.hungUp

    mutating func handle(_ signal: Signal) {
      switch signal {
      case .call where line != .ringing: (before, line) = (line, .ringing)
      case .lift where line == .hungUp: line = .talking
      case .hangUp where line == .ringing: line = before
      default: break
      }
    }
  }

  @Test func rememberedStateIsToldFromTheStateItself() {
    let graph = StateGraph(.value(Holding(), state: \.line), events: Signal.allCases) {
      $0.handle($1)
    }
    #expect(graph.lines.contains("ringing → hungUp: hangUp [before = hungUp]"))
    #expect(graph.lines.contains("ringing → talking: hangUp [before = talking]"))
  }

  fileprivate enum Pace { case slow, fast }
  private struct Inside {
    var line = Line.hungUp
    var paces: [Pace] = []
    var count = 0
  }
  private struct Outside { var inside = Inside() }

  @Test func conditionReadsNestedStructures() {
    let graph = StateGraph(.value(Outside(), state: \.inside.line), events: Signal.allCases) {
      machine, signal in
      switch signal {
      case .call: machine.inside.count = 1
      case .lift: machine.inside.line = machine.inside.count == 1 ? .talking : .ringing
      case .hangUp: machine.inside.count = 0
      }
    }
    #expect(graph.lines.contains("hungUp → talking: lift [inside.count = 1]"))
    #expect(graph.lines.contains("hungUp → ringing: lift [inside.count = 0]"))
  }

  @Test func conditionNamesPrivateTypesWithoutTheirAddress() {
    let graph = StateGraph(.value(Inside(), state: \.line), events: Signal.allCases) {
      machine, signal in
      switch signal {
      case .call: machine.paces = [.fast]
      case .lift: machine.line = machine.paces == [.fast] ? .talking : .ringing
      case .hangUp: machine.paces = []
      }
    }
    #expect(graph.lines.contains("hungUp → talking: lift [paces = [fast]]"))
  }

  private struct Collecting {
    var line = Line.hungUp
    var numbers: Set<Int> = []
  }

  @Test func equalSetsAreOneValue() {
    let graph = StateGraph(
      .value(Collecting(), state: \.line), events: Signal.allCases,
      options: .init(bounds: ExplorationBounds(values: 2))
    ) { machine, signal in
      switch signal {
      case .call: for number in 0..<20 { machine.numbers.insert(number) }
      case .lift: for number in 0..<20 { machine.numbers.remove(number) }
      case .hangUp: machine.numbers = Set(machine.numbers.sorted().reversed())
      }
    }
    #expect(!graph.findings.contains { $0.kind == .valueBound })
  }
}
