#if Macros
  import SchematicMacros
  import Testing

  @Suite struct PlayerTests {
    nonisolated private static func identifiers<Value: Graphable>(_ type: Value.Type) -> [String] {
      Value.graphCases.map(\.graphIdentifier)
    }

    @Test func conformsOutsideTheMainActor() async {
      let identifiers = await Task.detached {
        (
          Self.identifiers(Playback.self), Self.identifiers(Box<Bool>.self),
          Self.identifiers(Slot.self)
        )
      }.value
      #expect(identifiers.0 == ["stopped", "playing.slow", "playing.fast"])
      #expect(identifiers.1 == ["empty", "full", "full"])
      #expect(identifiers.2 == ["empty", "holds"])
    }

    @Test func drawsItsMachine() {
      let graph = StateGraph(Player.schema)
      #expect(graph.states.map(\.identifier) == ["stopped", "playing.slow", "playing.fast"])
      #expect(
        graph.transitions.map { "\($0.source) \($0.event) \($0.target)" } == [
          "stopped play track playing.slow", "playing.slow stop stopped",
          "playing.slow shift.slow playing.slow", "playing.slow shift.fast playing.fast",
          "playing.fast stop stopped", "playing.fast shift.slow playing.slow",
          "playing.fast shift.fast playing.fast",
        ])
    }

    @Test func runsItsMachine() {
      let player = Player()
      let machine = StateMachine(schema: Player.schema, subject: player)
      machine.handle(.playTrack(number: 7))
      #expect(player.track == 7)
      #expect(machine.state.graphIdentifier == "playing.slow")
    }
  }
#endif
