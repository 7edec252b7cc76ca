import Schematic
import SchematicTestKit
import Testing

/// Timeouts and tasks of the regions of a state.
@MainActor @Suite(.timeLimit(.minutes(30))) struct RegionActivityTests {
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
      initialState: Device(),
      regions: .region(\.playback, on: MainActor.self) { playback, event in
        switch event {
        case .turnDial: return .ignored
        case .powerSave: return .to(.stopped)
        case .play: return .to(.playing)
        case .restart: return .to(playback)
        }
      } states: { playback in
        let answer = task("playback \(playback)")
        return playback == .paused ? answer.after(.milliseconds(300), send: .powerSave) : answer
      },
      .region(\.noise, on: MainActor.self) { noise, event in
        switch event {
        case .turnDial: return .to(noise == .off ? .cancelling : .off)
        case .play: return .to(.cancelling)
        case .powerSave, .restart: return .ignored
        }
      } states: { noise in
        task("noise \(noise)")
      })

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

  @Test func aTimeoutRunsOnWhileAnotherRegionMoves() async throws {
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

  @Test func aRegionThatIsEnteredAgainBeginsItsTimeoutAnew() async throws {
    machine.start()
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(150))
    machine.handle(.restart)
    try await expectEventually { clock.sleeperCount == 1 && clock.earliest == .milliseconds(450) }
    #expect(machine.state.playback == .paused)
  }

  @Test func theTasksOfRegionsThatMoveBeginInOrder() async throws {
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

  @Test func theTimeoutsOfARegionAreKnownByItsName() async throws {
    machine.start()
    clock.advance(by: .milliseconds(100))
    let saved = machine.timeoutProgress.map(\.progress)
    #expect(saved.map(\.region) == ["playback"])
    #expect(saved.map(\.elapsed) == [.milliseconds(100)])
    // Another version of the program has its regions in another order.
    struct Other { var noise = Noise.off, playback = Playback.paused }
    let other = StateMachineSchema<Other, Event, Headphones>(
      initialState: Other(),
      regions: .region(\.noise, on: MainActor.self) { _, _ in
        .ignored
      } states: { _ in
        .after(.seconds(9), send: .play)
      },
      .region(\.playback, on: MainActor.self) { _, _ in
        .ignored
      } states: { _ in
        .after(.milliseconds(300), send: .powerSave)
      })
    let resumed = StateMachine(schema: other, subject: headphones)
    resumed.clock = clock
    _ = resumed.resume(saved, after: .zero)
    #expect(resumed.pendingTimeouts.map(\.remaining) == [.seconds(9), .milliseconds(200)])
  }
}
