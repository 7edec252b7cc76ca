#if Macros
  import SchematicMacros
  import Testing

  @Suite struct PlayerTests {
    nonisolated private static func identifiers<Value: Graphable>(_ type: Value.Type) -> [String] {
      Value.graphCases.map(\.graphIdentifier)
    }

    @Test func macroConformsOutsideTheMainActor() async {
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

    @Test func playerDrawsItsMachine() {
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

    @Test func playerRunsItsMachine() {
      let player = Player()
      let machine = StateMachine(schema: Player.schema, subject: player)
      machine.handle(.playTrack(number: 7))
      #expect(player.track == 7)
      #expect(machine.state.graphIdentifier == "playing.slow")
    }
  }

  // This module isolates everything to the main actor by default: nothing below says so.

  @Graphable enum Playback { case stopped, playing(Speed) }
  @Graphable enum Speed { case slow, fast }
  @Graphable(labels: .words) enum Command: Equatable {
    case playTrack(number: Int), stop, shift(Speed)
  }
  @Graphable enum Box<Value> { case empty, full(Value) }

  struct Tape: GraphSampled {
    let name: String
    static var graphSamples: [Tape] { [Tape(name: "A")] }
  }
  @Graphable enum Slot { case empty, holds(Tape) }

  final class Player {
    private(set) var track = 0

    static let schema = StateMachineSchema<Playback, Command, Player>(
      initialState: .stopped,
      on: MainActor.self
    ) { playback, command in
      switch playback {
      case .stopped:
        switch command {
        case .playTrack(let number): return .to(.playing(.slow), "play") { $0.track = number }
        case .stop, .shift: return .ignored
        }
      case .playing:
        switch command {
        case .playTrack: return .ignored
        case .stop: return .to(.stopped)
        case .shift(let speed): return .to(.playing(speed))
        }
      }
    }
  }
#endif
