import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct StepFunctionTests {
  private enum Light: CaseIterable, Graphable { case red, green, amber, blinking, dark }
  private enum Tick: CaseIterable, Graphable { case tick, fail, repair }

  @Test func drawsAHandWrittenSwitch() {
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

  @Test func triesOnlyTheGivenEvents() {
    let graph = StateGraph(initial: Light.red, events: [Tick.fail]) { _, _ in .dark }
    #expect(graph.transitions.count == 5)
    #expect(Set(graph.transitions.map(\.event)) == ["fail"])
  }

  @Test(arguments: Seeds.first(50))
  func drawsTheSameAsASchemaOfTheSameRules(seed: UInt64) {
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
