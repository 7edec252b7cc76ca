import Schematic
import Testing

private enum Motor: Hierarchical, Hashable { case still, running, worn }
private enum Drill: Hierarchical, Hashable { case off, on(Motor) }
private struct Pair: Hashable { var left = Motor.still, right = Motor.still }

/// The rules of a motor, for each subject that has sounds.
private func motor<Subject: EffectSubject>(
  _ first: Int
) -> StateMachineSchema<Motor, Press, Subject> where Subject.Effect == Sound {
  StateMachineSchema(initialState: .still) { state, event in
    switch (state, event) {
    case (.still, .start): return .to(.running, .tick(first), .tick(first + 1))
    case (.running, .stop): return .to(.worn, .tick(first + 2))
    default: return .ignored
    }
  } states: {
    $0 == .worn ? .final : .none
  }
}

/// A drill whose motor is a machine of its own, and which is off when the motor is worn.
private func drill<Subject: EffectSubject>(
  _ motor: StateMachineSchema<Motor, Press, Subject>
) -> StateMachineSchema<Drill, Press, Subject> where Subject.Effect == Sound {
  StateMachineSchema(initialState: .on(.still)) { _, _ in .ignored }
    .embedding(motor, in: Drill.on, completion: { _, _ in .to(.off, .click, .hum) })
}

private func pair<Subject: EffectSubject>() -> StateMachineSchema<Pair, Press, Subject>
where Subject.Effect == Sound {
  StateMachineSchema(
    initialState: Pair(), regions: .region(\.left, motor(1)), .region(\.right, motor(4)))
}

/// Effects that fail in each place of a machine, as the table of the page *Effects* says.
@Suite struct FailingEffectTests {
  @Test func effectOfARegionThatThrowsUndoesTheStepOfAllRegions() {
    let outlet = Outlet()
    outlet.refused = [.tick(5)]
    let machine = StateMachine(schema: pair(), subject: outlet)
    #expect(machine.handle(.start) == .failed(Refusal()))
    #expect(outlet.performed == [.tick(1), .tick(2), .tick(4)])
    #expect(machine.state == Pair())
  }

  @Test func effectOfAnEmbeddedMachineThatThrowsUndoesTheStep() {
    let outlet = Outlet()
    outlet.refused = [.tick(2)]
    let machine = StateMachine(schema: drill(motor(1)), subject: outlet)
    #expect(machine.handle(.start) == .failed(Refusal()))
    #expect(outlet.performed == [.tick(1)])
    #expect(machine.state == .on(.still))
  }

  @Test func effectOfACompletionThatThrowsUndoesTheCompletionOnly() {
    let outlet = Outlet()
    outlet.refused = [.hum]
    let machine = StateMachine(schema: drill(motor(1)), subject: outlet, state: .on(.running))
    #expect(machine.handle(.stop) == .moved)
    #expect(outlet.performed == [.tick(3), .click])
    #expect(machine.state == .on(.worn))
  }

  @Test func effectThatThrowsAfterItsStepWasPersistedLeavesTheRow() async {
    let outlet = Outlet()
    outlet.refused = [.tick(2)]
    let machine = StateMachine(schema: Outlet.schema, subject: outlet)
    var row = Phase.idle
    let outcome = await machine.handle(.start) { _, next, effects in
      row = next
      return effects == [.ring, .tick(2)]
    }
    #expect(outcome == .failed(Refusal()))
    #expect(outlet.performed == [.ring])
    #expect(row == .busy)
    #expect(machine.state == .idle)
  }

  @Test(arguments: 0..<4, [true, false])
  func effectOfARegionThatFailsIsReturnedWithTheRest(position: Int, throwing: Bool) async {
    await expectRest(from: position, throwing, of: [.tick(1), .tick(2), .tick(4), .tick(5)]) {
      let machine = StateMachine(schema: pair() as StateMachineSchema<Pair, Press, Effects<Sound>>)
      let reaction = await machine.handle(.start, performing: $0)
      #expect(machine.state == Pair(left: .running, right: .running))
      return reaction
    }
  }

  @Test(arguments: 0..<3, [true, false])
  func effectOfACompletionThatFailsIsReturnedWithTheRest(position: Int, throwing: Bool) async {
    await expectRest(from: position, throwing, of: [.tick(3), .click, .hum]) {
      let machine = StateMachine(
        schema: drill(motor(1)) as StateMachineSchema<Drill, Press, Effects<Sound>>,
        state: .on(.running))
      let reaction = await machine.handle(.stop, performing: $0)
      #expect(machine.state == .off)
      return reaction
    }
  }

  @Test(arguments: 0..<4, [true, false])
  func effectOfAStateThatFailsIsReturnedWithTheRest(position: Int, throwing: Bool) async {
    let schema = StateMachineSchema<Phase, Press, Effects<Sound>>(initialState: .idle) { _, _ in
      .to(.busy, .tick(1))
    } states: {
      $0 == .idle ? .exit(.hum) : .entry(.ring, .click)
    }
    await expectRest(from: position, throwing, of: [.hum, .tick(1), .ring, .click]) {
      let machine = StateMachine(schema: schema)
      let reaction = await machine.handle(.start, performing: $0)
      #expect(machine.state == .busy)
      return reaction
    }
  }

  /// Expects an effect that throws to be returned with those after it, and one that is performed while its task is
  /// canceled to be done.
  private func expectRest(
    from position: Int, _ throwing: Bool, of all: [Sound],
    _ run:
      @escaping @Sendable (
        _ perform: (Sound) async throws -> Void
      ) async -> Reaction<Sound>
  ) async {
    let task = Task { () -> (Reaction<Sound>, [Sound]) in
      var performed: [Sound] = []
      let reaction = await run { effect in
        await Task.yield()
        if performed.count == position {
          if throwing { throw Refusal() }
          withUnsafeCurrentTask { $0?.cancel() }
        }
        performed.append(effect)
      }
      return (reaction, performed)
    }
    let (reaction, performed) = await task.value
    #expect(performed + reaction.effects == all)
    #expect(performed.count == (throwing ? position : position + 1))
    // After the last one, nothing is left to be canceled.
    let isDone = reaction.effects.isEmpty
    #expect(isDone == (!throwing && position == all.count - 1))
    switch reaction.outcome {
    case .failed(let error): #expect(throwing ? error is Refusal : error is CancellationError)
    default: #expect(isDone && reaction.outcome == .moved)
    }
  }
}
