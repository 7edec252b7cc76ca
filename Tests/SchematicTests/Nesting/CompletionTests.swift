import Schematic
import Testing

/// Final states of machines inside a state of another.
@Suite struct CompletionTests {
  enum Tape: Hierarchical { case playing, ended, torn }
  enum Session: Hierarchical { case idle, loaded(Tape), done }
  enum Player: Hierarchical { case off, on(Session), broken }
  enum Button: Equatable, Sendable { case power, insert, tick, rip, beep }

  final class Motor {
    var repeats = false
    var jams = false
    var lines: [String] = []
    var send: (Button) -> Void = { _ in }
  }
  struct Jam: Error, Equatable {}

  private static let tape = StateMachineSchema<Tape, Button, Motor>(initialState: .playing) {
    tape, button in
    switch button {
    case .tick: return .to(.ended, "stop") { $0.lines.append("stop") }
    case .rip: return .to(.torn)
    case .beep: return .stay("beep") { $0.lines.append("beep") }
    case .power, .insert: return .ignored
    }
  } states: { tape in
    .entry("+") { $0.lines.append("+\(tape)") }.exit("-") { $0.lines.append("-\(tape)") }
  }
  .states { $0 == .playing ? .none : .final }

  private static let session = StateMachineSchema<Session, Button, Motor>(initialState: .idle) {
    session, button in
    switch (session, button) {
    case (.idle, .insert): return .to(.loaded(.playing))
    case (.loaded(.torn), .beep): return .stay("sigh") { $0.lines.append("sigh") }
    default: return .ignored
    }
  } states: { session in
    if case .done = session { .final.entry("+") { $0.lines.append("+done") } } else { .none }
  }
  .states(level: 1) { session in
    .entry { $0.lines.append("+\(session.casePath[0])") }
      .exit { $0.lines.append("-\(session.casePath[0])") }
  }
  .embedding(
    tape, in: Session.loaded,
    completion: { tape, when in
      guard tape == .ended else { return nil }
      return when("on repeat") { $0.repeats }
        ? .to(.loaded(.playing), "rewind") {
          $0.lines.append("rewind")
          $0.repeats = false
        }
        : .to(.done, "eject") {
          $0.lines.append("eject")
          if $0.jams { throw Jam() }
        }
    })

  private static let players = StateMachineSchema<Player, Button, Motor>(initialState: .off) {
    player, button in
    switch (player, button) {
    case (.off, .power): return .to(.on(.idle))
    case (.on, .power): return .to(.off)
    default: return .ignored
    }
  }

  private static let player = players.embedding(
    session, in: Player.on,
    completion: { _, _ in .to(.off, "rest") { $0.lines.append("rest") } })

  final class Log { var lines: [String] = [] }

  private func machine(
    _ motor: Motor, of schema: StateMachineSchema<Player, Button, Motor> = player,
    in state: Player = .on(.loaded(.playing))
  ) -> (StateMachine<Player, Button, Motor>, log: Log) {
    let machine = StateMachine(schema: schema, subject: motor, state: state)
    let log = Log()
    machine.observe { handled in
      let trigger = handled.sender == .completion ? "completion of" : "\(handled.sender)"
      let guards = handled.guards.map { " [\($0.holds ? "" : "not ")\($0.name)]" }.joined()
      log.lines.append(
        "\(trigger) \(handled.event)\(guards) / \(handled.label ?? ""): \(handled.outcome.name)"
          + " \(handled.target.casePath.joined(separator: "."))")
    }
    return (machine, log)
  }

  @Test func completionLeadsFromOneMachineToTheNextInOneStep() {
    let motor = Motor()
    let (machine, log) = machine(motor)
    #expect(machine.handle(.tick) == .moved)
    #expect(machine.state.casePath == ["off"])
    #expect(!machine.isFinished)
    // Each is a transition with exits, action and entries; a final state has no exit.
    #expect(
      motor.lines == [
        "-playing", "stop", "+ended", "-loaded", "eject", "+done", "+done", "rest",
      ])
    #expect(
      log.lines == [
        "caller tick / stop: moved on.loaded.ended",
        "completion of tick [not on repeat] / eject: moved on.done",
        "completion of tick / rest: moved off",
      ])
    #expect(machine.handle(.power) == .moved)
    #expect(machine.state.casePath == ["on", "idle"])
  }

  @Test func completionAsksGuardsAndStaysInside() {
    let motor = Motor()
    motor.repeats = true
    let (machine, log) = machine(motor)
    #expect(machine.handle(.tick) == .moved)
    #expect(machine.state.casePath == ["on", "loaded", "playing"])
    #expect(motor.lines == ["-playing", "stop", "+ended", "rewind", "+playing"])
    #expect(log.lines.last == "completion of tick [on repeat] / rewind: moved on.loaded.playing")
    motor.lines = []
    // The answers of its guards aren't those of the next event.
    #expect(machine.handle(.beep) == .stayed)
    #expect(log.lines.last == "caller beep / beep: stayed on.loaded.playing")
  }

  @Test func stateWithoutACompletionLeavesEventsToTheRulesAround() {
    let motor = Motor()
    let (machine, log) = machine(motor)
    #expect(machine.handle(.rip) == .moved)
    #expect(machine.state.casePath == ["on", "loaded", "torn"])
    #expect(log.lines == ["caller rip / : moved on.loaded.torn"])
    #expect(!machine.isFinished)
    #expect(machine.handle(.tick) == .ignored)
    #expect(machine.can(.beep))
    #expect(machine.handle(.beep) == .stayed)
    #expect(motor.lines == ["-playing", "+torn", "sigh"])
    #expect(machine.handle(.power) == .moved)
    #expect(machine.state.casePath == ["off"])
    #expect(log.lines.count == 4)
  }

  @Test func completionComesBeforeWhatIsQueued() {
    let motor = Motor()
    let (machine, log) = machine(motor)
    let token = machine.observe { [unowned machine] handled in
      if handled.sender == .caller, handled.event == .tick { machine.handle(.power) }
    }
    #expect(machine.handle(.tick) == .moved)
    machine.removeObserver(token)
    #expect(machine.state.casePath == ["on", "idle"])
    #expect(
      log.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "caller tick /", "caller power /", "completion of tick", "completion of tick",
        "caller power /",
      ])
  }

  @Test func completionIsTakenBackIfItsActionThrows() {
    let motor = Motor()
    motor.jams = true
    let (machine, log) = machine(motor)
    #expect(machine.handle(.tick) == .moved)
    #expect(machine.state.casePath == ["on", "loaded", "ended"])
    #expect(motor.lines == ["-playing", "stop", "+ended", "-loaded", "eject", "+loaded", "+ended"])
    #expect(log.lines.last == "completion of tick [not on repeat] / eject: failed on.loaded.ended")
    // It isn't tried again; the rules around apply.
    #expect(machine.handle(.beep) == .ignored)
    #expect(machine.handle(.power) == .moved)
    #expect(machine.state.casePath == ["off"])
  }

  @Test func outermostMachineAloneFinishes() {
    let motor = Motor()
    let schema = Self.players.embedding(
      Self.session, in: Player.on, completion: { _, _ in .to(.broken) }
    ).states { if case .broken = $0 { .final } else { .none } }
    let (machine, _) = machine(motor, of: schema)
    #expect(machine.handle(.tick) == .moved)
    #expect(machine.state.casePath == ["broken"])
    #expect(machine.isFinished)
    #expect(machine.handle(.power).name == "rejected")
  }

  @Test func completionIsNotTakenAgainByAnInternalTransition() {
    let motor = Motor()
    let schema = Self.players.embedding(
      Self.session, in: Player.on,
      completion: { _, _ in .stay("count") { $0.lines.append("count") } }
    )
    let (machine, log) = machine(motor, of: schema)
    machine.handle(.tick)
    #expect(machine.state.casePath == ["on", "done"])
    #expect(motor.lines.count { $0 == "count" } == 1)
    #expect(log.lines.last == "completion of tick / count: stayed on.done")
    #expect(machine.handle(.tick) == .ignored)
    #expect(motor.lines.count { $0 == "count" } == 1)
  }

  @Test func completionSaysWhyItWasRejected() {
    let motor = Motor()
    let schema = Self.players.embedding(
      Self.session, in: Player.on, completion: { _, _ in .rejected("not yet") })
    let (machine, log) = machine(motor, of: schema)
    #expect(machine.handle(.tick) == .moved)
    #expect(machine.state.casePath == ["on", "done"])
    #expect(log.lines.last == "completion of tick / : rejected on.done")
  }

  @Test func completionsThatNeverEndAreAnError() {
    let motor = Motor()
    let schema = Self.players.embedding(
      Self.session, in: Player.on, completion: { session, _ in .to(.on(session)) })
    let (machine, _) = machine(motor, of: schema)
    machine.maximumQueuedEvents = 100
    guard case .failed(let error as QueueOverflowError) = machine.handle(.tick) else {
      Issue.record("the run has no end")
      return
    }
    #expect(error.description.contains("completion → completion"))
    #expect(machine.state.casePath == ["on", "done"])
    #expect(machine.handle(.power) == .moved)
  }

  @Test func completionIsNoConcernOfAMachineThatStartsThere() {
    let motor = Motor()
    let (machine, log) = machine(motor, in: .on(.done))
    #expect(machine.start() == .moved)
    #expect(machine.state.casePath == ["on", "done"])
    #expect(log.lines.isEmpty)
    #expect(machine.handle(.power) == .moved)
  }

  @Test func completionIsCommittedLikeAnyTransition() {
    let motor = Motor()
    let schema = Self.player.onCommit { transition, motor in
      motor.lines.append("commit \(transition.sender == .completion)")
    }
    let (machine, _) = machine(motor, of: schema)
    machine.handle(.tick)
    #expect(
      motor.lines.filter { $0.hasPrefix("commit") } == [
        "commit false", "commit true", "commit true",
      ])
  }

  @Test func completionIsPersistedLikeAnyTransition() async {
    let motor = Motor()
    let (machine, log) = machine(motor)
    var rows: [[String]] = []
    let outcome = await machine.handle(.tick) { state, next in
      rows.append(state.casePath + ["-"] + next.casePath)
      return next.casePath != ["off"]
    }
    #expect(outcome == .moved)
    #expect(
      rows == [
        ["on", "loaded", "playing", "-", "on", "loaded", "ended"],
        ["on", "loaded", "ended", "-", "on", "done"], ["on", "done", "-", "off"],
      ])
    #expect(machine.state.casePath == ["on", "done"])
    #expect(log.lines.last == "completion of tick / : rejected on.done")
  }

  @Test func completionIsMappedWithItsMachine() {
    final class Box { let motor = Motor() }
    enum Outside: Hierarchical { case shelf, player(Player) }
    enum Signal { case button(Button), noise }
    let schema = StateMachineSchema<Outside, Signal, Box>(initialState: .shelf) { _, _ in .ignored }
      .embedding(
        Self.player.mappingSubject { (box: Box) in box.motor }.mappingEvents(
          from: { if case .button(let button) = $0 { button } else { nil } }, to: Signal.button),
        in: Outside.player)
    let box = Box()
    let machine = StateMachine(
      schema: schema, subject: box, state: .player(.on(.loaded(.playing))))
    #expect(machine.handle(.button(.tick)) == .moved)
    #expect(machine.state.casePath == ["player", "off"])
    #expect(box.motor.lines.suffix(2) == ["+done", "rest"])
  }

  // MARK: States of one byte

  enum Lamp: Hierarchical, CaseIterable {
    case dark, lit(Level)
    static let allCases: [Lamp] = [.dark, .lit(.low), .lit(.out)]
  }
  enum Level: Hierarchical { case low, out }

  private static let lamp = StateMachineSchema<Lamp, Button, Motor>(initialState: .dark) {
    lamp, button in
    if case .dark = lamp, button == .power { return .to(.lit(.low)) }
    return .ignored
  }
  .embedding(
    StateMachineSchema<Level, Button, Motor>(initialState: .low) { _, button in
      button == .tick ? .to(.out) : .ignored
    } states: {
      $0 == .out ? .final : .none
    },
    in: Lamp.lit, completion: { _, _ in .to(.dark, "cool") { $0.lines.append("cool") } })

  @Test(arguments: [true, false])
  func completionIsTakenByCachedRules(isObserved: Bool) {
    #expect(MemoryLayout<Lamp>.size == 1)
    let motor = Motor()
    let machine = StateMachine(schema: Self.lamp, owning: motor)
    if isObserved { machine.observe { _ in } }
    for _ in 0..<3 {
      #expect(machine.handle(.power) == .moved)
      #expect(machine.handle(.tick) == .moved)
      #expect(machine.state.casePath == ["dark"])
    }
    #expect(motor.lines == ["cool", "cool", "cool"])
  }

  // MARK: Isolation

  private actor Deck {
    private(set) var lines: [String] = []
    private var repeats = true
    private lazy var machine = StateMachine(
      schema: Self.schema, subject: self, state: .on(.loaded(.playing)))

    func handle(_ button: Button) -> [String] {
      machine.handle(button)
      return lines + machine.state.casePath
    }

    static let schema = StateMachineSchema<Player, Button, Deck>(initialState: .off) { _, _ in nil }
      .embedding(
        StateMachineSchema<Session, Button, Deck>(initialState: .idle) { _, _ in
          .to(.done)
        } states: {
          if case .done = $0 { .final } else { .none }
        },
        in: Player.on,
        completion: { _, when in
          when("on repeat") { $0.repeats } ? .to(.off, "rest") { $0.lines.append("rest") } : nil
        })
  }

  @Test func completionActsOnAnActor() async {
    #expect(await Deck().handle(.tick) == ["rest", "off"])
  }

  @MainActor private final class Screen {
    private(set) var lines: [String] = []
    var repeats = true

    static let schema = StateMachineSchema<Player, Button, Screen>(
      initialState: .off, on: MainActor.self
    ) { _, _ in nil }
    .embedding(
      StateMachineSchema<Session, Button, Screen>(initialState: .idle, on: MainActor.self) { _, _ in
        .to(.done)
      } states: {
        if case .done = $0 { .final } else { .none }
      },
      in: Player.on, on: MainActor.self,
      completion: { _, when in
        when("on repeat") { $0.repeats } ? .to(.off, "rest") { $0.lines.append("rest") } : nil
      })
  }

  @Test @MainActor func completionActsOnTheMainActor() {
    let screen = Screen()
    let machine = StateMachine(schema: Screen.schema, subject: screen, state: .on(.idle))
    #expect(machine.handle(.tick) == .moved)
    #expect(machine.state.casePath == ["off"])
    #expect(screen.lines == ["rest"])
  }
}
