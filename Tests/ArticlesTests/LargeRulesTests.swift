import Schematic
import SchematicGraph
import Testing

final class Boiler {
  var burnerIsLit = false

  static let schema = StateMachineSchema(initialState: .off, logic: transition)

  static func transition(
    from state: HeaterState, on event: HeaterEvent
  ) -> Transition<HeaterState, Boiler> {
    switch state {
    case .off:
      switch event {
      case .powerOn: return .to(.idle)
      case .powerOff: return .ignored
      case .tooCold, .warmEnough: return .rejected("the thermostat has no power")
      }
    case .idle:
      switch event {
      case .tooCold: return .to(.heating, "light burner") { $0.burnerIsLit = true }
      case .powerOff: return .to(.off)
      case .powerOn, .warmEnough: return .ignored
      }
    case .heating:
      switch event {
      case .warmEnough: return .to(.idle, "put burner out") { $0.burnerIsLit = false }
      case .powerOff: return .to(.off, "put burner out") { $0.burnerIsLit = false }
      case .powerOn, .tooCold: return .ignored
      }
    }
  }
}

@MainActor final class Radiator {
  var isWarm = false

  nonisolated static let schema = StateMachineSchema(
    initialState: .off, on: MainActor.self, logic: transition)

  nonisolated static func transition(
    from state: HeaterState, on event: HeaterEvent
  ) -> Transition<HeaterState, Radiator>.OnMainActor {
    switch event {
    case .powerOn, .warmEnough: return .to(.idle, "cool down") { $0.isWarm = false }
    case .powerOff: return .to(.off)
    case .tooCold: return .to(.heating, "warm up") { $0.isWarm = true }
    }
  }
}

@Suite struct LargeRulesTests {
  @Test func rulesInAFunctionAreDrawnLikeThoseInAClosure() {
    #expect(StateGraph(Boiler.schema) == StateGraph(Heater.schema))
  }

  @MainActor @Test func rulesInAFunctionActOnTheMainActor() {
    let radiator = Radiator()
    let machine = StateMachine(schema: Radiator.schema, subject: radiator)
    machine.handle(.tooCold)
    #expect(machine.state == .heating)
    #expect(radiator.isWarm)
  }
}
