import Schematic
import SchematicTestKit
import Testing

/// Timeouts and tasks of a state that others lie in.
@MainActor @Suite(.timeLimit(.minutes(30))) struct ActivityLevelTests {
  enum Mode: Hierarchical { case playing, paused }
  enum Player: Hierarchical { case off, active(Mode), charging(Mode) }
  enum Event: Equatable { case move(Player), nudge(Mode), tick, tock }

  @MainActor final class Deck {
    var begun: [String] = []
    var ticks: [String] = []

    static let schema = StateMachineSchema<Player, Event, Deck>(
      initialState: .off, on: MainActor.self
    ) { state, event in
      switch event {
      case .move(let next): return .to(next)
      case .nudge(let mode): return .stay(as: .active(mode))
      case .tick: return .stay { $0.ticks.append("outer in \(state.identifier)") }
      case .tock: return .stay { $0.ticks.append("inner in \(state.identifier)") }
      }
    }
    .states(level: 1) { $0.isActive ? .after(.seconds(10), send: .tick) : .none }
    .states { $0.isActive ? .after(.seconds(10), send: .tock) : .none }
    .states(level: 1, on: MainActor.self) { task("outer", $0) }
    .states(level: 2, on: MainActor.self) { task("second", $0) }
    .states(on: MainActor.self) { task("inner", $0) }

    private nonisolated static func task(
      _ name: String, _ state: Player
    ) -> StateBehavior<Event, Deck>.OnMainActor {
      .task(name) { deck, _ in deck.begun.append("\(name) \(state.identifier)") }
    }
  }

  private let deck = Deck()
  private let clock = ManualClock()
  private let machine: StateMachine<Player, Event, Deck>

  init() {
    machine = StateMachine(schema: Deck.schema, subject: deck)
    machine.clock = clock
  }

  @Test func outerTimeoutGoesOnWhileTheMachineMovesInside() async throws {
    machine.handle(.move(.active(.playing)))
    try await expectEventually { clock.sleeperCount == 2 }
    clock.advance(by: .seconds(6))
    machine.handle(.move(.active(.paused)))
    // The outer one still waits; the inner one has begun anew.
    try await expectEventually { clock.sleeperCount == 2 && clock.earliest == .seconds(10) }
    clock.advance(by: .seconds(4))
    try await expectEventually { deck.ticks == ["outer in active.paused"] }
    clock.advance(by: .seconds(6))
    try await expectEventually {
      deck.ticks == ["outer in active.paused", "inner in active.paused"]
    }
  }

  @Test(arguments: [Player.off, .charging(.playing)])
  func outerTimeoutEndsWhenTheOuterStateIsLeft(next: Player) async throws {
    machine.handle(.move(.active(.playing)))
    try await expectEventually { clock.sleeperCount == 2 }
    machine.handle(.move(next))
    try await expectEventually { clock.sleeperCount == 0 }
    clock.advance(by: .seconds(60))
    #expect(deck.ticks.isEmpty)
  }

  typealias Row = (move: Player, begun: [String])

  @Test func activitiesOfTheStatesEnteredBegin() async throws {
    let rows: [Row] = [
      (.active(.playing), ["outer", "second", "inner"]),
      (.active(.paused), ["second", "inner"]),
      (.active(.paused), ["second", "inner"]),
      (.charging(.paused), ["outer", "second", "inner"]),
      (.off, ["outer", "inner"]),
      (.off, ["outer", "inner"]),
    ]
    for (move, begun) in rows {
      deck.begun = []
      machine.handle(.move(move))
      try await expectEventually { deck.begun.count >= begun.count }
      #expect(deck.begun == begun.map { "\($0) \(move.identifier)" })
    }
    machine.handle(.move(.active(.playing)))
    try await expectEventually { deck.begun.last == "inner active.playing" }
    deck.begun = []
    machine.handle(.nudge(.paused))
    for _ in 1...10 { await Task.yield() }
    #expect(deck.begun.isEmpty)
    #expect(machine.state.identifier == "active.paused")
  }

  @Test func allLevelsOfAStateThatIsEnteredFirstBegin() async throws {
    let machine = StateMachine(schema: Deck.schema, subject: deck, state: .active(.playing))
    machine.start()
    try await expectEventually { deck.begun.count >= 3 }
    #expect(deck.begun == ["outer", "second", "inner"].map { "\($0) active.playing" })
    #expect(machine.state.identifier == "active.playing")
  }

  @Test func schemaTellsTheTimeoutsOfAllLevels() {
    let deeper = Deck.schema.states(level: 2) { _ in .after(.seconds(1), send: .tick) }
    #expect(deeper.timeouts(in: .active(.paused)).map(\.timeout.event) == [.tick, .tock, .tick])
    #expect(deeper.timeouts(in: .off).isEmpty)
  }

  @Test func programStopsIfALevelIsNone() async {
    let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await Deck.schema.states(level: 0) { _ in .none }
    }
    let words = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      words.contains("The schema answers about level 0 of a state; the outermost level is 1."))
  }
}

extension ActivityLevelTests.Player: Equatable {
  nonisolated var identifier: String { casePath.joined(separator: ".") }

  nonisolated var isActive: Bool {
    if case .active = self { return true }
    return false
  }
}
