import Schematic
import Testing

/// Machines inside a state of another.
@Suite struct EmbeddingTests {
  enum Speed: Hierarchical { case slow, fast }
  enum Deck: Hierarchical { case stopped, done, playing(Speed) }
  enum Player: Hierarchical { case off, on(Deck), charging(deck: Deck) }
  enum Button: Equatable { case play, faster, stop, end, power, charge }
  enum PlayerEvent: Equatable { case button(Button), unplug }

  final class Motor {
    var isFree = true
    var lines: [String] = []
  }
  final class Case {
    let motor = Motor()
  }

  private static let deck = StateMachineSchema<Deck, Button, Motor>(initialState: .stopped) {
    state, button, when in
    switch (state, button) {
    case (.stopped, .play):
      return when("free") { $0.isFree }
        ? .to(.playing(.slow), "spin") { $0.lines.append("spin") } : .rejected("blocked")
    case (.playing(.slow), .faster):
      return .to(.playing(.fast)) { $0.lines.append("speed up") }
    case (.playing, .faster): return .stay { $0.lines.append("hum") }
    case (.playing, .stop): return .to(.stopped)
    case (_, .end): return .to(.done)
    default: return .ignored
    }
  }
  .states(level: 1) { deck in .entry("+") { $0.lines.append("+1 \(deck.casePath[0])") } }
  .states { deck in .entry("+") { $0.lines.append("+\(deck.casePath.last ?? "")") } }
  .states { deck in .exit("-") { $0.lines.append("-\(deck.casePath.last ?? "")") } }
  .states(level: 1) { deck in .exit("-") { $0.lines.append("-1 \(deck.casePath[0])") } }
  .states { if case .done = $0 { .final } else { .none } }

  /// Listed and not run, because a motor is no actor.
  private static let timed = deck.states {
    if case .playing = $0 { .after(.seconds(5), send: .stop) } else { .none }
  }

  private static let players = StateMachineSchema<Player, Button, Motor>(initialState: .off) {
    state, button in
    switch (state, button) {
    case (.off, .power): return .to(.on(.stopped))
    case (.on, .power): return .to(.off)
    case (.on(let deck), .charge): return .to(.charging(deck: deck))
    default: return .ignored
    }
  }
  .states(level: 1) { player in
    .entry("light") { $0.lines.append("++ \(player.casePath[0])") }
  }

  private static let player = players.embedding(deck, in: Player.on)

  private static let walk: [Button] = [
    .play, .faster, .faster, .play, .stop, .stop, .play, .end,
  ]

  @Test(arguments: [true, false])
  func embeddedMachineDoesWhatItDoesAlone(isFree: Bool) {
    let (motor, other) = (Motor(), Motor())
    (motor.isFree, other.isFree) = (isFree, isFree)
    let machine = StateMachine(schema: Self.player, subject: motor, state: .on(.stopped))
    let alone = StateMachine(schema: Self.deck, subject: other)
    for button in Self.walk {
      #expect(machine.handle(button).name == alone.handle(button).name)
      #expect(motor.lines == other.lines)
      #expect(machine.state.casePath == ["on"] + alone.state.casePath)
    }
    // Only the inner machine is finished: see `CompletionTests`.
    #expect(alone.isFinished)
    #expect(!machine.isFinished)
    #expect(machine.handle(.play) == .ignored)
    #expect(machine.handle(.power) == .moved)
  }

  @Test func embeddedMachineEntersAndLeavesWithTheStateAround() {
    let motor = Motor()
    let machine = StateMachine(schema: Self.player, subject: motor)
    #expect(machine.handle(.play) == .ignored)
    #expect(machine.handle(.power) == .moved)
    #expect(motor.lines == ["++ on", "+1 stopped", "+stopped"])
    motor.lines = []
    #expect(machine.handle(.power) == .moved)
    #expect(motor.lines == ["-stopped", "-1 stopped", "++ off"])
    #expect(machine.state.casePath == ["off"])
  }

  @Test func embeddedMachineHandsOnWhatItsRulesIgnore() {
    let motor = Motor()
    let machine = StateMachine(schema: Self.player, subject: motor, state: .on(.playing(.fast)))
    #expect(machine.handle(.charge) == .moved)
    #expect(machine.state.casePath == ["charging", "playing", "fast"])
    // The inner machine is in one case, not in every one that carries its states.
    #expect(machine.handle(.stop) == .ignored)
  }

  @Test func schemaListsTimeoutsInside() {
    let player = Self.players.embedding(Self.timed, in: Player.on)
    #expect(
      player.timeouts(in: .on(.playing(.fast))).map(\.timeout.sender) == [.timeout(.seconds(5))])
    #expect(player.timeouts(in: .charging(deck: .playing(.fast))).isEmpty)
    #expect(player.timeouts(in: .off).isEmpty)
  }

  @Test func statesBehindArgumentLabelsAreFound() {
    let schema = Self.players.embedding(Self.deck) { Player.charging(deck: $0) }
    let machine = StateMachine(schema: schema, owning: Motor(), state: .charging(deck: .stopped))
    #expect(machine.handle(.play) == .moved)
    #expect(machine.state.casePath == ["charging", "playing", "slow"])
  }

  @Test func patternTakesThePlaceOfReflection() {
    let schema = Self.players.embedding(Self.deck, in: Player.on) {
      if case .on(let deck) = $0 { deck } else { nil }
    }
    let machine = StateMachine(schema: schema, owning: Motor(), state: .on(.stopped))
    #expect(machine.handle(.play) == .moved)
    #expect(machine.state.casePath == ["on", "playing", "slow"])
  }

  @Test func subjectAndEventsAreMapped() {
    let deck = Self.deck
      .mappingSubject { (box: Case) in box.motor }
      .mappingEvents(
        from: { if case .button(let button) = $0 { button } else { nil } },
        to: PlayerEvent.button)
    let schema = StateMachineSchema<Player, PlayerEvent, Case>(initialState: .on(.stopped)) {
      _, event in
      return event == .unplug ? .to(.off, "unplug") { $0.motor.lines.append("unplug") } : .ignored
    }
    .embedding(deck, in: Player.on)
    let box = Case()
    let machine = StateMachine(schema: schema, subject: box)
    #expect(machine.handle(.button(.play)) == .moved)
    #expect(box.motor.lines == ["-stopped", "-1 stopped", "spin", "+1 playing", "+slow"])
    box.motor.lines = []
    #expect(machine.handle(.unplug) == .moved)
    #expect(box.motor.lines == ["-slow", "-1 playing", "unplug"])
    box.motor.isFree = false
    let blocked = StateMachine(schema: schema, subject: box)
    #expect(throws: RejectedEventError.self) { try blocked.handle(.button(.play)).get() }
    #expect(blocked.state.casePath == ["on", "stopped"])
  }

  @Test func eventsOfTimeoutsAreMapped() {
    let deck = Self.timed.mappingEvents(
      from: { if case .button(let button) = $0 { button } else { nil } }, to: PlayerEvent.button)
    #expect(deck.timeouts(in: .playing(.slow)).map(\.timeout.event) == [.button(.stop)])
    #expect(deck.transition(from: .stopped, on: .unplug).kind == .ignored)
  }

  private actor Car {
    let motor = Motor()
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func handle(_ button: Button) -> [String] {
      machine.handle(button)
      return motor.lines
    }

    static let schema = StateMachineSchema<Player, Button, Car>(initialState: .on(.stopped)) {
      _, _ in
      return .ignored
    }
    .embedding(deck.mappingSubject { $0.motor }, in: Player.on)
  }

  @Test func subjectInsideAnActorIsMapped() async {
    let car = Car()
    #expect(
      await car.handle(.play) == ["-stopped", "-1 stopped", "spin", "+1 playing", "+slow"])
  }

  @MainActor private final class Radio {
    let motor = Motor()

    static let schema = StateMachineSchema<Player, Button, Radio>(
      initialState: .on(.stopped), on: MainActor.self
    ) { _, _ in .ignored }
    .embedding(deck.mappingSubject(on: MainActor.self) { $0.motor }, in: Player.on)
  }

  @Test @MainActor func subjectOnTheMainActorIsMapped() {
    let radio = Radio()
    let machine = StateMachine(schema: Radio.schema, subject: radio)
    #expect(machine.handle(.play) == .moved)
    #expect(radio.motor.lines == ["-stopped", "-1 stopped", "spin", "+1 playing", "+slow"])
    #expect(machine.state.casePath == ["on", "playing", "slow"])
  }

  private enum Power: Hierarchical { case off, on(Lap) }
  private enum Lap: Hierarchical { case first, second }
  private enum Signal: Sendable { case start, tick }

  /// Schemas of the main actor that say nothing else, and a task that awaits.
  @MainActor private final class Watch {
    private(set) var lines: [String] = []

    static let schema = StateMachineSchema<Power, Signal, Watch>(
      initialState: .off, on: MainActor.self
    ) { state, event in
      return .to(.on(.first), "start") { $0.lines.append("start") }
    } states: { state in
      switch state {
      case .off: return .none
      case .on:
        return .task("wait") { watch, _ in
          try? await Task.sleep(for: .milliseconds(1))
          watch.lines.append("waited")
          return .tick
        }
      }
    }
    .embedding(laps, in: Power.on)

    static let laps = StateMachineSchema<Lap, Signal, Watch>(
      initialState: .first, on: MainActor.self
    ) { lap, event in
      switch (lap, event) {
      case (.first, .tick): return .to(.second, "count") { $0.lines.append("count") }
      case (.second, .tick): return .stay
      case (_, .start): return .ignored
      }
    } states: { lap in
      .entry("show") { $0.lines.append("show \(lap)") }
    }
  }

  @Test @MainActor func machineOfTheMainActorEmbedsOneWhoseTasksAwait() async throws {
    let watch = Watch()
    let machine = StateMachine(schema: Watch.schema, subject: watch)
    #expect(machine.handle(.start) == .moved)
    try await machine.waitUntil { $0.casePath == ["on", "second"] }
    try await machine.waitUntilSettled()
    #expect(watch.lines == ["start", "show first", "waited", "count", "show second", "waited"])
    #expect(machine.state.casePath == ["on", "second"])
  }
}
