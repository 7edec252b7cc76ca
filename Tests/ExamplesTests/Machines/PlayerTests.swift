@testable import Examples
import Schematic
import SchematicGraph
import Testing

@Suite struct MediaPlayerTests {
  private let player = MediaPlayer()

  private func send(_ events: PlayerEvent...) {
    for event in events { player.machine.handle(event) }
  }

  @Test func playsADisc() {
    send(.power, .insert, .discRead, .play)
    #expect(player.machine.state.graphIdentifier == "on.loaded.playing")
    #expect(player.commands == [.spinUp, .read])
  }

  @Test(arguments: Playback.allCases)
  func ejectsFromEveryStateWithADisc(playback: Playback) {
    let machine = StateMachine(
      schema: MediaPlayer.schema, subject: player, state: .on(.loaded(playback)))
    #expect(machine.handle(.eject) == .moved)
    #expect(machine.state.graphIdentifier == "on.empty")
    #expect(player.commands == [.open])
  }

  @Test(arguments: Session.graphCases)
  func losesPowerInEveryState(session: Session) {
    let machine = StateMachine(schema: MediaPlayer.schema, subject: player, state: .on(session))
    #expect(machine.handle(.power) == .moved)
    #expect(machine.state.graphIdentifier == "off")
    #expect(player.commands == [.spinDown])
  }

  @Test func jumpsAgainWhileItSeeks() {
    send(.power, .insert, .discRead, .play, .seek)
    #expect(player.machine.handle(.seek) == .stayed)
    #expect(player.machine.state.graphIdentifier == "on.loaded.seeking")
    #expect(player.commands == [.spinUp, .read, .jump, .jump])
  }

  @Test func drawsWhatAllStatesShareOnce() {
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

@Suite struct HeadphonesTests {
  @Test func soundsWhileItPlays() {
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

  @Test func isTwoMachinesSideBySide() {
    let graph = StateGraph(Headphones.schema)
    #expect(graph.states.count == 9)
    #expect(graph.transitions.count == 30)
    #expect(graph.regions.map(\.name) == ["playback", "noise"])
    #expect(graph.regions.map(\.graph.transitions.count) == [7, 3])
    #expect(graph.findings.isEmpty)
  }
}
