import Schematic
import SchematicTestKit
import Testing

/// Timeouts and tasks of the regions of a state.
@MainActor @Suite(.timeLimit(.minutes(5))) struct RegionActivityTests {
  enum Playback: Hierarchical { case stopped, playing, paused }
  enum Noise: Hierarchical { case off, cancelling }
  struct Device {
    var playback = Playback.paused
    var noise = Noise.off
  }
  enum Event { case turnDial, powerSave, play, restart }

  @MainActor final class Headphones {
    var lines: [String] = []

    static let schema = StateMachineSchema<Device, Event, Headphones>(
      initialState: Device(), on: MainActor.self
    ) { state, event in
      var next = state
      switch event {
      case .turnDial: next.noise = state.noise == .off ? .cancelling : .off
      case .powerSave: next.playback = .stopped
      case .play: next = Device(playback: .playing, noise: .cancelling)
      case .restart: return .to(state, reentering: \.playback)
      }
      return .to(next)
    }
    .states(in: \.playback) { playback in
      playback == .paused ? .after(.milliseconds(300), send: .powerSave) : .none
    }
    .states(in: \.noise, on: MainActor.self) { noise in task("noise \(noise)") }
    .states(in: \.playback, on: MainActor.self) { playback in task("playback \(playback)") }

    private nonisolated static func task(
      _ line: String
    ) -> StateBehavior<Event, Headphones>.OnMainActor {
      .task("note") { headphones, _ in headphones.lines.append(line) }
    }
  }

  private let headphones = Headphones()
  private let clock = ManualClock()
  private let machine: StateMachine<Device, Event, Headphones>

  init() {
    machine = StateMachine(schema: Headphones.schema, subject: headphones)
    machine.clock = clock
  }

  @Test func runsATimeoutOnWhileAnotherRegionChanges() async throws {
    machine.start()
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(150))
    machine.handle(.turnDial)
    clock.advance(by: .milliseconds(149))
    for _ in 1...10 { await Task.yield() }
    #expect(machine.state.playback == .paused)
    clock.advance(by: .milliseconds(1))
    try await expectEventually { machine.state.playback == .stopped }
    #expect(machine.state.noise == .cancelling)
    #expect(clock.sleeperCount == 0)
  }

  @Test func beginsATimeoutAnewIfItsRegionIsNamed() async throws {
    machine.start()
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(150))
    machine.handle(.restart)
    try await expectEventually { clock.sleeperCount == 1 && clock.earliest == .milliseconds(450) }
    #expect(machine.state.playback == .paused)
  }

  @Test func beginsTheTasksOfWhatChangesInDeclaredOrder() async throws {
    machine.start()
    try await expectEventually { headphones.lines.count == 2 }
    #expect(headphones.lines == ["playback paused", "noise off"])
    headphones.lines = []
    machine.handle(.turnDial)
    try await expectEventually { headphones.lines.count == 1 }
    #expect(headphones.lines == ["noise cancelling"])
    machine.handle(.turnDial)
    machine.handle(.play)
    try await expectEventually { headphones.lines.count >= 4 }
    #expect(
      headphones.lines == [
        "noise cancelling", "noise off", "playback playing", "noise cancelling",
      ])
    #expect(machine.state.playback == .playing)
  }

  @Test func listsTheTimeoutsOfAllRegions() {
    let more = Headphones.schema.states(in: \.noise) { _ in .after(.seconds(1), send: .play) }
    #expect(
      more.timeouts(in: Device()).map(\.timeout.sender) == [
        .timeout(.milliseconds(300)), .timeout(.seconds(1)),
      ])
    #expect(
      more.timeouts(in: Device(playback: .stopped)).map(\.timeout.sender) == [.timeout(.seconds(1))]
    )
  }
}
