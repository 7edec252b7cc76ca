import Schematic
import SchematicGraph
import Testing

/// A module whose types are isolated to the main actor, with a subject that performs effects.
final class Bulb: MainActorEffectPerformer {
  enum Effect: Equatable { case draw(watts: Int), hum }

  private(set) var performed: [Effect] = []

  func perform(_ effect: Effect) { performed.append(effect) }

  nonisolated static let schema = StateMachineSchema<BulbState, BulbEvent, Bulb>(
    initialState: .off, on: MainActor.self
  ) { state, event in
    switch state {
    case .off: return .to(.on, .draw(watts: 5))
    case .on: return .to(.off)
    }
  } states: { state in
    state == .on ? .entry(.hum) : .none
  }
}

enum BulbState: Graphable, CaseIterable, Equatable { case off, on }
enum BulbEvent: Graphable, CaseIterable { case press }

@Suite struct EffectTests {
  @Test func subjectOfAnIsolatedModulePerformsEffects() {
    let bulb = Bulb()
    let machine = StateMachine(schema: Bulb.schema, subject: bulb)
    #expect(machine.handle(.press) == .moved)
    #expect(bulb.performed == [.draw(watts: 5), .hum])
    #expect(machine.state == .on)
    #expect(StateGraph(Bulb.schema).rules.map(\.action) == ["draw", nil])
  }
}
