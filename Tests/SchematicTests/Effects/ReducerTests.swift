import Schematic
import Testing

@Suite struct ReducerTests {
  @Test func schemaTellsTheStateAndTheEffects() {
    #expect(alarm.transition(from: .idle, on: .start) == .to(.busy, .ring, .tick(2)))
    #expect(alarm.transition(from: .idle, on: .start, guards: { _ in false }) == .to(.busy))
    #expect(alarm.transition(from: .busy, on: .count) == .stay(.hum))
    #expect(alarm.transition(from: .busy, on: .start) == .rejected("it rings"))
    #expect(alarm.transition(from: .idle, on: .stop) == .ignored)
    let answer = alarm.transition(from: .idle, on: .start)
    #expect(answer.target == .busy)
    #expect(answer.effects == [.ring, .tick(2)])
  }

  @Test func answersThatDifferAreNotEqual() {
    let answer = alarm.transition(from: .idle, on: .start)
    let others: [Transition<Phase, Effects<Sound>>] = [
      .to(.busy, .ring, .tick(3)), .to(.busy, .tick(2), .ring), .to(.busy, .ring),
      .to(.idle, .ring, .tick(2)), .stay(as: .busy, .ring, .tick(2)), .stay(.ring, .tick(2)),
      .to(.busy), .to(.busy, "ring, tick"), .ignored, .to(.busy, "ring, tick") { _ in },
    ]
    for other in others { #expect(answer != other) }
  }

  @Test func answerWithAClosureEqualsNoAnswer() {
    let answer: Transition<Phase, Effects<Sound>> = .to(.busy) { _ in }
    #expect(answer != answer)
  }

  @Test func machineHandsOutTheEffectsOfExitTransitionAndEntry() {
    let machine = StateMachine(schema: alarm)
    #expect(machine.handle(.start) == Reaction(.moved, [.ring, .tick(2), .tick(7)]))
    #expect(machine.handle(.count) == Reaction(.stayed, [.hum]))
    #expect(machine.handle(.restart) == Reaction(.ignored))
    #expect(machine.handle(.stop) == Reaction(.moved, [.click, .tick(1)]))
    #expect(machine.state == .idle)
  }

  @Test func rejectedEventHasNoEffects() throws {
    let machine = StateMachine(schema: alarm, state: .busy)
    let reaction = machine.handle(.start)
    #expect(throws: RejectedEventError.self) { try reaction.outcome.get() }
    #expect(reaction.effects.isEmpty)
    #expect(machine.state == .busy)
  }

  @Test func effectsOfQueuedEventsComeWithTheEventThatIsBeingHandled() {
    let machine = StateMachine(schema: alarm)
    var queued: [Reaction<Sound>] = []
    machine.observe { [unowned machine] handled in
      if handled.event == .start, handled.outcome == .moved {
        queued.append(machine.handle(.count))
        queued.append(machine.handle(.stop))
      }
    }
    let reaction = machine.handle(.start)
    #expect(reaction == Reaction(.moved, [.ring, .tick(2), .tick(7), .hum, .click, .tick(1)]))
    #expect(queued == [Reaction(.queued), Reaction(.queued)])
    #expect(machine.state == .idle)
  }

  @Test func effectsThatNobodyTookComeFirst() {
    let machine = StateMachine(schema: alarm, state: .busy)
    machine.start()
    #expect(machine.takeEffects() == [.tick(7)])
    #expect(machine.takeEffects() == [])
    let outcome: Outcome = machine.handle(.count)
    #expect(outcome == .stayed)
    #expect(machine.handle(.stop) == Reaction(.moved, [.hum, .click, .tick(1)]))
    #expect(machine.state == .idle)
  }

  @Test func observerTakesTheEffectsOfEachStep() {
    let machine = StateMachine(schema: alarm)
    var taken: [[Sound]] = []
    machine.observe { [unowned machine] _ in taken.append(machine.takeEffects()) }
    #expect(machine.handle(.start) == Reaction(.moved))
    #expect(machine.handle(.stop) == Reaction(.moved))
    #expect(taken == [[.ring, .tick(2), .tick(7)], [.click, .tick(1)]])
    #expect(machine.state == .idle)
  }

  @Test func twoMachinesKeepTheirEffectsApart() {
    let (one, other) = (StateMachine(schema: alarm), StateMachine(schema: alarm))
    let _: Outcome = one.handle(.start)
    #expect(other.takeEffects() == [])
    #expect(one.takeEffects() == [.ring, .tick(2), .tick(7)])
    #expect((one.state, other.state) == (.busy, .idle))
  }

  @Test func restoredMachineHandsNothingOutUntilAnEventComes() {
    let machine = StateMachine(schema: alarm, state: .busy)
    #expect(machine.takeEffects() == [])
    #expect(machine.handle(.stop) == Reaction(.moved, [.click, .tick(1)]))
    #expect(machine.state == .idle)
  }

  @Test func reactionIsDescribedByItsOutcomeAndEffects() {
    let machine = StateMachine(schema: alarm)
    #expect("\(machine.handle(.start))" == "moved: ring, tick(2), tick(7)")
    #expect("\(machine.handle(.restart))" == "ignored")
    #expect(machine.state == .busy)
  }
}
