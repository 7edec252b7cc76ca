#if Macros
  import SchematicMacros

  // This module isolates everything to the main actor by default: nothing below says so.

  @Graphable enum Playback { case stopped, playing(Speed) }
  @Graphable enum Speed { case slow, fast }
  @Graphable(labels: .words) enum Command: Equatable {
    case playTrack(number: Int), stop, shift(Speed)
  }
  @Graphable enum Box<Value> { case empty, full(Value) }

  struct Tape: GraphPayload {
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
