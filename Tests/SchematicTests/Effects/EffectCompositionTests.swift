import Schematic
import Testing

private enum Deck: Hierarchical, Hashable { case stopped, playing, ended }
private enum Player: Hierarchical, Hashable { case off, on(Deck) }
private enum DeckEffect: Hashable { case spin, brake, seek(Int) }
private enum PlayerEffect: Hashable { case light(Bool), deck(DeckEffect) }
private struct Trip: Hashable { var drive = Deck.stopped, light = Deck.stopped }

private let deck = StateMachineSchema<Deck, Press, Effects<DeckEffect>>(initialState: .stopped) {
  state, event in
  switch (state, event) {
  case (.stopped, .start): return .to(.playing, .seek(1))
  case (.playing, .stop): return .to(.ended, .brake)
  default: return .ignored
  }
} states: { state in
  switch state {
  case .playing: return .entry(.spin).exit(.brake)
  case .ended: return .final.entry(.seek(0))
  case .stopped: return .none
  }
}

private let player = StateMachineSchema<Player, Press, Effects<PlayerEffect>>(initialState: .off) {
  state, event in
  switch (state, event) {
  case (.off, .start): return .to(.on(.stopped), .light(true))
  case (.on, .restart): return .to(.off, .light(false))
  default: return .ignored
  }
}

@Suite struct EffectCompositionTests {
  @Test func embeddedEffectsAreTranslatedAndCompletionsComeLast() {
    let schema = player.embedding(
      deck.mappingEffects(PlayerEffect.deck), in: Player.on,
      completion: { _, _ in .to(.off, .light(false)) })
    let machine = StateMachine(schema: schema)
    #expect(machine.handle(.start) == Reaction(.moved, [.light(true)]))
    #expect(machine.handle(.start) == Reaction(.moved, [.deck(.seek(1)), .deck(.spin)]))
    #expect(
      machine.handle(.stop)
        == Reaction(
          .moved, [.deck(.brake), .deck(.brake), .deck(.seek(0)), .light(false)]))
    #expect(machine.state == .off)
    #expect(
      schema.transition(from: .on(.stopped), on: .start)
        == .to(.on(.playing), .deck(.seek(1))))
  }

  @Test func outerSubjectPerformsTranslatedEffects() {
    final class Panel: EffectPerformer {
      var performed: [PlayerEffect] = []
      func perform(_ effect: PlayerEffect) { performed.append(effect) }
    }
    let schema = StateMachineSchema<Player, Press, Panel>(initialState: .off) { state, event in
      state == .off ? .to(.on(.stopped), .light(true)) : .ignored
    }.embedding(deck.mappingEffects(PlayerEffect.deck), in: Player.on)
    let panel = Panel()
    let machine = StateMachine(schema: schema, subject: panel)
    #expect(machine.handle(.start) == .moved)
    #expect(machine.handle(.start) == .moved)
    #expect(panel.performed == [.light(true), .deck(.seek(1)), .deck(.spin)])
    #expect(machine.state == .on(.playing))
  }

  @Test func innerSubjectPerformsItsOwnEffects() {
    final class Panel: EffectPerformer {
      let outlet = Outlet()
      var performed: [DeckEffect] = []
      func perform(_ effect: DeckEffect) { performed.append(effect) }
    }
    let schema = StateMachineSchema<Trip, Press, Panel>(
      initialState: Trip(),
      regions: .region(\.drive) { _, event in event == .start ? .to(.playing, .spin) : .ignored },
      .region(
        \.light,
        StateMachineSchema<Deck, Press, Outlet>(initialState: .stopped) { _, event in
          event == .start ? .to(.playing, .ring) : .ignored
        }.mappingSubject { $0.outlet }))
    let panel = Panel()
    let machine = StateMachine(schema: schema, subject: panel)
    #expect(schema.transition(from: Trip(), on: .start).label == "spin, ring")
    #expect(schema.transition(from: Trip(), on: .start).effects == [.spin])
    #expect(machine.handle(.start) == .moved)
    #expect(panel.performed == [.spin])
    #expect(panel.outlet.performed == [.ring])
    #expect(machine.state == Trip(drive: .playing, light: .playing))
  }

  @Test func innerSubjectsEffectsAreNotTheOuterOnesThoughTheirTypeIsTheSame() {
    final class Room: EffectPerformer {
      let outlet = Outlet()
      var (performed, written) = ([Sound](), [Sound]())
      func perform(_ effect: Sound) { performed.append(effect) }
    }
    let room = Room()
    let schema: StateMachineSchema<Phase, Press, Room> = Outlet.schema.mappingSubject { $0.outlet }
      .onCommit { _, effects, room in room.written += effects }
    let machine = StateMachine(schema: schema, subject: room)
    #expect(schema.transition(from: .idle, on: .start).label == "ring, tick")
    #expect(schema.transition(from: .idle, on: .start).effects == [])
    #expect(machine.handle(.start) == .moved)
    #expect(room.outlet.performed == [.ring, .tick(2)])
    #expect(room.performed + room.written == [])
    #expect(machine.state == .busy)
  }

  @Test func answersOfRegionsDifferIfOtherRegionsLeaveAState() {
    func schema(isDriveLeft: Bool) -> StateMachineSchema<Trip, Press, Effects<Sound>> {
      StateMachineSchema(
        initialState: Trip(),
        regions: .region(\.drive) { state, _ in
          isDriveLeft ? .to(state, .hum) : .stay(as: state, .hum)
        },
        .region(\.light) { state, _ in isDriveLeft ? .stay(as: state, .hum) : .to(state, .hum) })
    }
    let (one, other) = (schema(isDriveLeft: true), schema(isDriveLeft: false))
    let answer = one.transition(from: Trip(), on: .start)
    #expect(answer == schema(isDriveLeft: true).transition(from: Trip(), on: .start))
    #expect(answer != other.transition(from: Trip(), on: .start))
    #expect(answer == .to(Trip(), .hum, .hum))
  }

  @Test func translatedEffectsKeepTheirPlaceAmongClosures() {
    nonisolated(unsafe) var order: [String] = []
    final class Panel: EffectPerformer {
      let log: (PlayerEffect) -> Void
      init(_ log: @escaping (PlayerEffect) -> Void) { self.log = log }
      func perform(_ effect: PlayerEffect) { log(effect) }
    }
    let schema: StateMachineSchema<Trip, Press, Panel> = StateMachineSchema<
      Trip, Press, Effects<DeckEffect>
    >(
      initialState: Trip(),
      regions: .region(\.drive) { _, _ in .stay(.spin) },
      .region(\.light) { _, _ in .stay("shine") { _ in order.append("shine") } }
    ).mappingEffects(PlayerEffect.deck)
    let panel = Panel { if $0 == .deck(.spin) { order.append("spin") } }
    let machine = StateMachine(schema: schema, subject: panel)
    #expect(schema.transition(from: Trip(), on: .start).label == "spin, shine")
    #expect(schema.transition(from: Trip(), on: .start).effects == [.deck(.spin)])
    #expect(machine.handle(.start) == .stayed)
    #expect(order == ["spin", "shine"])
    #expect(machine.state == Trip())
  }

  @Test func regionsHandEffectsOutInTheirOrder() {
    let schema = StateMachineSchema<Trip, Press, Effects<DeckEffect>>(
      initialState: Trip(), regions: .region(\.drive, deck), .region(\.light, deck))
    let machine = StateMachine(schema: schema)
    let both = Trip(drive: .playing, light: .playing)
    #expect(schema.transition(from: Trip(), on: .start) == .to(both, .seek(1), .seek(1)))
    #expect(schema.transition(from: Trip(), on: .start) != .to(both, .seek(1), .seek(2)))
    #expect(machine.handle(.start) == Reaction(.moved, [.seek(1), .seek(1), .spin, .spin]))
    #expect(
      machine.handle(.stop)
        == Reaction(.moved, [.brake, .brake, .brake, .brake, .seek(0), .seek(0)]))
    #expect(machine.state == Trip(drive: .ended, light: .ended))
  }

  @Test func schemaWithoutEffectsIsPlacedInsideOneWithThem() {
    let plain = StateMachineSchema<Deck, Press, Void>(initialState: .stopped) { _, event in
      event == .stop ? .to(.ended) : .ignored
    }
    let schema = player.embedding(plain.mappingSubject { _ in () }, in: Player.on)
    let machine = StateMachine(schema: schema)
    #expect(machine.handle(.start) == Reaction(.moved, [.light(true)]))
    #expect(machine.handle(.stop) == Reaction(.moved))
    #expect(machine.state == .on(.ended))
    #expect(machine.handle(.restart) == Reaction(.moved, [.light(false)]))
    #expect(machine.state == .off)
  }

  @Test func commitOfRegionsReceivesTheEffectsInOrder() {
    nonisolated(unsafe) var written: [[DeckEffect]] = []
    let schema = StateMachineSchema<Trip, Press, Effects<DeckEffect>>(
      initialState: Trip(), regions: .region(\.drive, deck), .region(\.light, deck)
    ).onCommit { _, effects, _ in written.append(effects) }
    let machine = StateMachine(schema: schema)
    let handedOut = [machine.handle(.start), machine.handle(.stop)].map(\.effects)
    #expect(written == handedOut)
    #expect(handedOut.map(\.count) == [4, 6])
    #expect(machine.state == Trip(drive: .ended, light: .ended))
  }
}
