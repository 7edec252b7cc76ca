import Schematic
import SchematicGraph
import Testing

@Suite struct PlayerTests {
  @Test func rulesOnTheMainActorDriveAMachine() {
    let player = Player()
    let machine = StateMachine(schema: Player.schema, subject: player)
    machine.handle(.play(track: 7))
    #expect(machine.state == .playing)
    #expect(player.track == 7)
    machine.handle(.stop)
    #expect(machine.state == .stopped)
    #expect(player.track == nil)
  }

  @Test func entriesAndExitsRunOnTheMainActor() {
    let player = Player()
    let machine = StateMachine(schema: Player.visitedSchema, subject: player)
    machine.handle(.play(track: 7))
    #expect(player.visits == ["exit stopped", "enter playing"])
    #expect(player.track == 7)
    #expect(machine.state == .playing)
  }

  @Test func regionsAreLeftAndEnteredOnTheMainActor() {
    let player = Player()
    let machine = StateMachine(schema: Player.deckSchema, subject: player)
    machine.handle(.play)
    #expect(player.visits == ["enter playing"])
    machine.handle(.light)
    #expect(player.visits == ["enter playing", "exit dark"])
    #expect(machine.state.playback == .playing)
    #expect(machine.state.lamp == .lit)
  }

  @Test func graphOfRulesOnTheMainActorShowsRegions() {
    let graph = StateGraph(Player.deckSchema)
    #expect(graph.regions.map(\.name) == ["playback", "lamp"])
    #expect(
      graph.transitions.map(\.event) == ["play", "play", "light", "light", "after 5 s"])
    #expect(graph.findings.isEmpty)
  }

  @Test func rulesOnTheMainActorAskGuards() {
    let player = Player()
    player.hasTracks = false
    let machine = StateMachine(schema: Player.schema, subject: player)
    #expect(throws: RejectedEventError.self) { try machine.handle(.play(track: 7)).get() }
    #expect(machine.state == .stopped)
    #expect(player.track == nil)
    #expect(machine.permittedEvents.isEmpty)
  }

  @Test func graphShowsCasesThatComeForFree() {
    let graph = StateGraph(Player.schema)
    #expect(graph.states.map(\.identifier) == ["stopped", "playing"])
    #expect(graph.transitions.map(\.event) == ["play", "play", "stop"])
    #expect(graph.rejections.map(\.effect.reason) == ["no tracks", "no tracks"])
    #expect(graph.findings.allSatisfy { $0.severity == .note })
  }

  @Test func graphShowsCasesWrittenByHand() {
    let graph = StateGraph(Player.volumeSchema)
    #expect(graph.states.map(\.identifier) == ["level", "muted"])
    #expect(
      graph.transitions.map(\.description) == [
        "level -> level: stopped [level in 0…1] {level + 1} (internal)",
        "level -> muted: stopped [level = 2]",
        "level -> level: playing [level in 0…1] {level + 1} (internal)",
        "level -> muted: playing [level = 2]",
      ]
    )
    #expect(graph.findings.map(\.kind) == [.handlesNothing])
  }

  @Test func schemaListsFinalStatesAndTimeoutsOnTheMainActor() {
    #expect(Player.finalSchema.isFinal(.stopped))
    #expect(!Player.finalSchema.isFinal(.playing))
    #expect(
      Player.finalSchema.timeouts(in: .playing).map(\.timeout.sender) == [.timeout(.seconds(5))])
    #expect(Player.finalSchema.timeouts(in: .stopped).isEmpty)
  }
}
