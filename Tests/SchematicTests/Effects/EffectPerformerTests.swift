import Schematic
import Testing

@Suite struct EffectPerformerTests {
  @Test func subjectPerformsTheEffectsOfARuleInOrder() {
    let outlet = Outlet()
    let machine = StateMachine(schema: Outlet.schema, subject: outlet)
    #expect(machine.handle(.start) == .moved)
    #expect(outlet.performed == [.ring, .tick(2)])
    #expect(machine.state == .busy)
  }

  @Test func closuresAndEffectsStandInOneSchema() {
    let outlet = Outlet()
    let machine = StateMachine(schema: Outlet.schema, subject: outlet, state: .busy)
    #expect(machine.handle(.restart) == .moved)
    #expect(machine.handle(.count) == .stayed)
    #expect(outlet.performed == [.ring, .hum])
    #expect(machine.state == .busy)
  }

  @Test func effectThatThrowsUndoesTheStepAndLeavesOutTheOthers() {
    let outlet = Outlet()
    let machine = StateMachine(schema: Outlet.schema, subject: outlet)
    outlet.refused = [.tick(2)]
    #expect(machine.handle(.start) == .failed(Refusal()))
    #expect(outlet.performed == [.ring])
    #expect(machine.state == .idle)
    outlet.refused = [.ring]
    #expect(machine.handle(.start) == .failed(Refusal()))
    #expect(outlet.performed == [.ring])
    #expect(machine.state == .idle)
  }

  @Test func effectSeesTheNewState() {
    final class Reader: EffectPerformer {
      var states: [Phase?] = []
      weak var machine: StateMachine<Phase, Press, Reader>?
      func perform(_ effect: Sound) { states.append(machine?.state) }
    }
    let schema = StateMachineSchema<Phase, Press, Reader>(initialState: .idle) { _, _ in
      .to(.busy, .ring)
    } states: { _ in
      .exit(.click).entry(.hum)
    }
    let reader = Reader()
    let machine = StateMachine(schema: schema, subject: reader)
    reader.machine = machine
    #expect(machine.handle(.start) == .moved)
    #expect(reader.states == [.idle, .busy, .busy])
  }

  @Test func eventThatAnEffectSendsIsHandledAfterTheStep() {
    final class Sender: EffectPerformer {
      var performed: [Sound] = []
      var outcomes: [Outcome] = []
      weak var machine: StateMachine<Phase, Press, Sender>?
      func perform(_ effect: Sound) {
        if effect == .ring, let machine { outcomes.append(machine.handle(.stop)) }
        performed.append(effect)
      }
    }
    let schema = StateMachineSchema<Phase, Press, Sender>(initialState: .idle) { state, event in
      event == .start ? .to(.busy, .ring, .hum) : state == .busy ? .to(.idle, .click) : .ignored
    }
    let sender = Sender()
    let machine = StateMachine(schema: schema, subject: sender)
    sender.machine = machine
    #expect(machine.handle(.start) == .moved)
    #expect(sender.outcomes == [.queued])
    #expect(sender.performed == [.ring, .hum, .click])
    #expect(machine.state == .idle)
  }

  @Test func effectsOfStatesArePerformedOnExitAndEntry() {
    let bell = Bell()
    let machine = StateMachine(schema: Bell.schema, subject: bell)
    #expect(machine.handle(.start) == .moved)
    #expect(bell.performed == [.hum, .tick(1), .ring, .hum, .tick(0)])
    #expect(machine.handle(.restart) == .moved)
    #expect(bell.performed.suffix(4) == [.click, .ring, .hum, .tick(0)])
    #expect(machine.handle(.count) == .stayed)
    #expect(bell.performed.last == .tick(3))
    #expect(machine.state == .busy)
  }

  @MainActor @Test func subjectOfTheMainActorPerformsEffects() {
    let screen = Screen()
    let machine = StateMachine(schema: Screen.schema, subject: screen)
    #expect(machine.handle(.start) == .moved)
    #expect(machine.handle(.count) == .stayed)
    #expect(machine.handle(.restart) == .stayed)
    #expect(screen.performed == [.tick(1), .ring, .click, .hum, .tick(4)])
    #expect(machine.state == .busy)
  }

  @Test func actorPerformsEffectsAndMayThrowAnErrorOfItsOwn() async {
    let radio = Radio()
    #expect(await radio.handle(.start) == (.moved, .busy))
    #expect(await radio.handle(.count) == (.failed(Refusal()), .busy))
    #expect(await radio.performed == [.ring, .tick(1), .hum])
  }

  @Test func ruleTableCachesEffectsOfOneByteOnly() {
    enum Beep { case short, long }
    final class Horn: EffectPerformer {
      var performed: [Beep] = []
      func perform(_ effect: Beep) { performed.append(effect) }
    }
    let schema = StateMachineSchema<Phase, Press, Horn>(initialState: .idle) { state, event in
      event == .start ? .to(.busy, .short, .long) : .stay(.long)
    }
    for _ in 1...2 {
      let horn = Horn()
      let machine = StateMachine(schema: schema, subject: horn)
      for _ in 1...3 { machine.handle(.start) }
      machine.handle(.count)
      #expect(horn.performed == [.short, .long, .short, .long, .short, .long, .long])
      #expect(machine.state == .busy)
    }
    #expect(schema.cachesAnswer(to: .start, in: .busy))
    #expect(schema.cachesAnswer(to: .count, in: .busy))

    let outlet = StateMachine(schema: Outlet.schema, owning: Outlet())
    for _ in 1...3 {
      outlet.handle(.start)
      outlet.handle(.stop)
    }
    #expect(!Outlet.schema.cachesAnswer(to: .start, in: .idle))
    #expect(outlet.subject?.performed.count == 9)
  }

  @Test func observersSeeTheCasesOfEffectsAsTheLabel() {
    let machine = StateMachine(schema: Outlet.schema, owning: Outlet())
    var labels: [String?] = []
    machine.observe { labels.append($0.label) }
    machine.handle(.start)
    machine.handle(.count)
    machine.handle(.restart)
    machine.handle(.stop)
    #expect(labels == ["ring, tick", "hum", "note", "click"])
    #expect(machine.state == .idle)
  }

  @Test func labelOfANestedEffectHasTheNamesOfBothCases() {
    enum Outer { case sound(Sound), text(String), pair(Int, Int), maybe(Int?) }
    let answers: [Transition<Phase, Effects<Outer>>] = [
      .stay(.sound(.ring)), .stay(.sound(.tick(3))), .stay(.text("a")), .stay(.pair(1, 2)),
      .stay(.maybe(nil)),
    ]
    #expect(answers.map(\.label) == ["sound.ring", "sound.tick", "text", "pair", "maybe"])
    let named: Transition<Phase, Effects<String>> = .to(.busy, .init("ring"))
    #expect(named.label == "ring")
  }
}
