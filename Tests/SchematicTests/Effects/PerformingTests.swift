import Schematic
import Testing

@Suite struct PerformingTests {
  @Test func callReturnsWhenAllEffectsArePerformedInOrder() async {
    let machine = StateMachine(schema: alarm)
    var performed: [Sound] = []
    let reaction = await machine.handle(.start) { effect in
      await Task.yield()
      performed.append(effect)
    }
    #expect(reaction == Reaction(.moved))
    #expect(performed == [.ring, .tick(2), .tick(7)])
    #expect(machine.state == .busy)
  }

  @Test(arguments: [Sound.ring, .tick(2), .tick(7)])
  func effectThatThrowsLeavesItselfAndTheRest(_ refused: Sound) async {
    let machine = StateMachine(schema: alarm)
    var performed: [Sound] = []
    let reaction = await machine.handle(.start) { effect in
      if effect == refused { throw Refusal() }
      performed.append(effect)
    }
    #expect(reaction.outcome == .failed(Refusal()))
    #expect(reaction.effects.first == refused)
    #expect(performed + reaction.effects == [.ring, .tick(2), .tick(7)])
    #expect(machine.state == .busy)
  }

  @Test func canceledTaskBeginsNoFurtherEffect() async {
    let task = Task { () -> (Reaction<Sound>, [Sound], Phase) in
      let machine = StateMachine(schema: alarm)
      var performed: [Sound] = []
      let reaction = await machine.handle(.start) { effect in
        performed.append(effect)
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return (reaction, performed, machine.state)
    }
    let (reaction, performed, state) = await task.value
    guard case .failed(let error) = reaction.outcome else {
      Issue.record("The outcome is \(reaction.outcome).")
      return
    }
    #expect(error is CancellationError)
    #expect(performed == [.ring])
    #expect(reaction.effects == [.tick(2), .tick(7)])
    #expect(state == .busy)
  }

  @Test func eventThatAnEffectSendsIsHandledAtOnceWithItsOwnEffects() async {
    let machine = StateMachine(schema: alarm)
    var performed: [Sound] = []
    let reaction = await machine.handle(.start) { effect in
      performed.append(effect)
      if effect == .ring {
        _ = await machine.handle(.stop) { performed.append($0) }
      }
    }
    #expect(reaction == Reaction(.moved))
    #expect(performed == [.ring, .click, .tick(1), .tick(2), .tick(7)])
    #expect(machine.state == .idle)
  }
}
