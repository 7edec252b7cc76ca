@testable import Examples
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct MediaPlayerTests {
  private let player = MediaPlayer()

  private func send(_ events: PlayerEvent...) {
    for event in events { player.machine.handle(event) }
  }

  @Test func playerPlaysADisc() {
    send(.power, .insert, .discRead, .play)
    #expect(player.machine.state.graphIdentifier == "on.loaded.playing")
    #expect(player.commands == [.spinUp, .read])
  }

  @Test(arguments: Playback.allCases)
  func playerEjectsFromEveryStateWithADisc(playback: Playback) {
    let machine = StateMachine(
      schema: MediaPlayer.schema, subject: player, state: .on(.loaded(playback)))
    #expect(machine.handle(.eject) == .moved)
    #expect(machine.state.graphIdentifier == "on.empty")
    #expect(player.commands == [.open])
  }

  @Test(arguments: Session.graphCases)
  func playerLosesPowerInEveryState(session: Session) {
    let machine = StateMachine(schema: MediaPlayer.schema, subject: player, state: .on(session))
    #expect(machine.handle(.power) == .moved)
    #expect(machine.state.graphIdentifier == "off")
    #expect(player.commands == [.spinDown])
  }

  @Test func playerJumpsAgainWhileItSeeks() {
    send(.power, .insert, .discRead, .play, .seek)
    #expect(player.machine.handle(.seek) == .stayed)
    #expect(player.machine.state.graphIdentifier == "on.loaded.seeking")
    #expect(player.commands == [.spinUp, .read, .jump, .jump])
  }

  @Test func statechartShowsWhatAllStatesShareOnce() {
    let graph = StateGraph(MediaPlayer.schema)
    let chart = Statechart(of: graph)
    #expect(graph.transitions.count == 25)
    #expect(chart.transitions.count == 17)
    #expect(
      chart.transitions.filter { $0.source == .composite("on") }.map(\.event) == ["power"])
    #expect(
      chart.transitions.filter { $0.source == .composite("on.loaded") }.map(\.event) == ["eject"])
  }
}

@MainActor @Suite struct HeadphonesTests {
  @Test func headphonesSoundWhileTheyPlay() {
    let headphones = Headphones()
    let machine = StateMachine(schema: Headphones.schema, subject: headphones)
    #expect(machine.handle(.press) == .moved)
    #expect(headphones.isSounding)
    #expect(machine.handle(.turnDial) == .moved)
    #expect(headphones.isSounding)
    #expect(machine.state == HeadphoneState(playback: .playing, noise: .cancelling))
    #expect(machine.handle(.takeOff) == .moved)
    #expect(!headphones.isSounding)
    #expect(machine.state == HeadphoneState(playback: .stopped, noise: .cancelling))
    #expect(machine.handle(.hold) == .ignored)
  }

  @Test func headphonesSavePowerThoughTheDialIsTurned() async throws {
    let headphones = Headphones()
    let clock = ManualClock()
    let machine = StateMachine(schema: Headphones.schema, subject: headphones)
    machine.clock = clock
    machine.handle(.press)
    machine.handle(.press)
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(150))
    machine.handle(.turnDial)
    #expect(machine.state == HeadphoneState(playback: .paused, noise: .cancelling))
    clock.advance(by: .seconds(150))
    try await expectEventually { machine.state.playback == .stopped }
    #expect(machine.state.noise == .cancelling)
  }

  @Test func headphonesListenAsTheDialSays() async throws {
    var heard: [HeadphoneState.Noise] = []
    let headphones = Headphones { heard.append($0) }
    let machine = StateMachine(schema: Headphones.schema, subject: headphones)
    machine.handle(.turnDial)
    machine.handle(.press)
    try await expectEventually { heard == [.cancelling] }
    machine.handle(.turnDial)
    try await expectEventually { heard == [.cancelling, .transparent] }
    #expect(machine.state == HeadphoneState(playback: .playing, noise: .transparent))
  }

  @Test func headphonesAreTwoMachinesSideBySide() {
    let graph = StateGraph(Headphones.schema)
    #expect(graph.states.count == 6)
    #expect(graph.transitions.count == 11)
    #expect(graph.regions.map(\.name) == ["playback", "noise"])
    #expect(graph.machines.map(\.graph.transitions.count) == [8, 3])
    #expect(
      graph.machines.map { $0.graph.states.map { $0.behaviors.map(\.description) } } == [
        [[], ["entry / sound", "exit / silence"], []], [[], ["do / listen"], ["do / listen"]],
      ])
    #expect(graph.findings.isEmpty)
  }
}
