import Schematic
import SchematicTestKit
import Testing

/// Timeouts and work of the parts of a state.
@MainActor @Suite(.timeLimit(.minutes(5))) struct PartActivityTests {
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
    .timeouts(in: \.playback) { playback in
      playback == .paused ? .after(.milliseconds(300), send: .powerSave) : nil
    }
    .work(in: \.noise, on: MainActor.self) { noise in work("noise \(noise)") }
    .work(in: \.playback, on: MainActor.self) { playback in work("playback \(playback)") }

    private static func work(_ name: String) -> StateWork<Event, Headphones> {
      StateWork("note") { headphones, _ in
        headphones.lines.append(name)
        return nil
      }
    }
  }

  private let headphones = Headphones()
  private let clock = ManualClock()
  private let machine: StateMachine<Device, Event, Headphones>

  init() {
    machine = StateMachine(schema: Headphones.schema, subject: headphones)
    machine.clock = clock
  }

  @Test func runsATimeoutOnWhileAnotherPartChanges() async throws {
    machine.enter()
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

  @Test func beginsATimeoutAnewWhereItsPartIsNamed() async throws {
    machine.enter()
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(150))
    machine.handle(.restart)
    try await expectEventually { clock.sleeperCount == 1 && clock.earliest == .milliseconds(450) }
    #expect(machine.state.playback == .paused)
  }

  @Test func beginsTheWorkOfWhatChangesInDeclaredOrder() async throws {
    machine.enter()
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

  @Test func listsTheTimeoutsOfAllParts() {
    let more = Headphones.schema.timeouts(in: \.noise) { _ in .after(.seconds(1), send: .play) }
    #expect(more.timeouts(in: Device()).map(\.duration) == [.milliseconds(300), .seconds(1)])
    #expect(more.timeouts(in: Device(playback: .stopped)).map(\.duration) == [.seconds(1)])
  }
}
