import Schematic
import Testing

/// The rows of a table and of its outbox.
private final class Rows {
  var rows: [(Phase, [Sound])] = []
  var isBroken = false
  func write(_ state: Phase, _ effects: [Sound]) throws {
    if isBroken { throw Refusal() }
    rows.append((state, effects))
  }
}

@Suite struct EffectOutboxTests {
  @Test func commitReceivesTheEffectsOfTheWholeStep() {
    nonisolated(unsafe) let rows = Rows()
    let schema = Bell.schema.onCommit { transition, effects, _ in
      try rows.write(transition.target, effects)
    }
    let bell = Bell()
    let machine = StateMachine(schema: schema, subject: bell)
    #expect(machine.handle(.start) == .moved)
    #expect(machine.handle(.count) == .stayed)
    #expect(machine.handle(.restart) == .moved)
    #expect(machine.handle(.stop) == .moved)
    #expect(rows.rows.map(\.0) == [.busy, .busy, .busy, .idle])
    #expect(
      rows.rows.map(\.1) == [
        [.hum, .tick(1), .ring, .hum], [.tick(3)], [.click, .ring, .hum], [.click, .tick(2)],
      ])
    // The closure on entry is no effect, so only the subject has performed it.
    #expect(bell.performed.filter { $0 != .tick(0) } == rows.rows.flatMap(\.1))
  }

  @Test func stepThatIsNotCommittedHandsNothingOut() {
    nonisolated(unsafe) let rows = Rows()
    let schema = StateMachineSchema<Phase, Press, Effects<Sound>>(initialState: .idle) {
      state, event in
      event == .start ? .to(.busy, .ring) : state == .busy ? .stay(.tick(1)) : .ignored
    } states: { state in
      state == .idle ? .entry(.hum).exit(.click) : .entry(.tick(5))
    }.onCommit { transition, effects, _ in try rows.write(transition.target, effects) }
    let machine = StateMachine(schema: schema)
    rows.isBroken = true
    #expect(machine.handle(.start) == Reaction(.failed(Refusal())))
    #expect(machine.state == .idle)
    rows.isBroken = false
    #expect(machine.handle(.start) == Reaction(.moved, [.click, .ring, .tick(5)]))
    rows.isBroken = true
    #expect(machine.handle(.count) == Reaction(.failed(Refusal())))
    #expect(rows.rows.map(\.1) == [[.click, .ring, .tick(5)]])
    #expect(machine.state == .busy)
  }

  @Test func persistingClosureReceivesTheEffectsBeforeTheyArePerformed() async {
    let bell = Bell()
    let machine = StateMachine(schema: Bell.schema, subject: bell)
    var written: [Sound] = []
    let outcome = await machine.handle(.start) { state, next, effects in
      await Task.yield()
      #expect((state, next) == (.idle, .busy))
      #expect(bell.performed.isEmpty)
      written = effects
      return true
    }
    #expect(outcome == .moved)
    #expect(written == [.hum, .tick(1), .ring, .hum])
    #expect(bell.performed == written + [.tick(0)])
    #expect(machine.state == .busy)
  }

  @Test func effectsOfAStepThatIsNotPersistedAreNotPerformed() async {
    let bell = Bell()
    let machine = StateMachine(schema: Bell.schema, subject: bell)
    let outcome = await machine.handle(.start) { _, _, effects in
      #expect(effects.count == 4)
      return false
    }
    #expect(throws: RejectedEventError.self) { try outcome.get() }
    let failed = await machine.handle(.start) { _, _, effects in throw Refusal() }
    #expect(failed == .failed(Refusal()))
    #expect(bell.performed == [])
    #expect(machine.state == .idle)
  }

  @MainActor @Test func commitOnTheMainActorReceivesTheEffects() {
    let schema = Screen.schema.onCommit(on: MainActor.self) { transition, effects, screen in
      #expect(effects == [.tick(1), .ring, .click])
      #expect(screen.performed == [.tick(1), .ring])
    }
    let screen = Screen()
    let machine = StateMachine(schema: schema, subject: screen)
    #expect(machine.handle(.start) == .moved)
    #expect(screen.performed == [.tick(1), .ring, .click])
    #expect(machine.state == .busy)
  }

  @Test func persistedReducerHandsOutWhatItWrote() async {
    let schema = StateMachineSchema<Phase, Press, Effects<Sound>>(initialState: .idle) { _, _ in
      .to(.busy, .ring)
    }
    let machine = StateMachine(schema: schema)
    var written: [Sound] = []
    let reaction = await machine.handle(.start) { _, _, effects in
      written = effects
      return true
    }
    #expect(reaction == Reaction(.moved, [.ring]))
    #expect(written == [.ring])
    let lost = await machine.handle(.stop) { _, _, effects in false }
    #expect(lost.effects == [])
    #expect(machine.takeEffects() == [])
    #expect(machine.state == .busy)
  }
}
