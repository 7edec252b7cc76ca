import Schematic
import SchematicGraph

// This module isolates everything to the main actor by default: nothing below says so.

enum Playback: CaseIterable, Graphable { case stopped, playing }

enum Command: Graphable {
  case play(track: Int), stop

  static var graphCases: [Command] { [.play(track: 1), .stop] }
}

enum Volume: Graphable {
  case level(Int), muted

  static var graphCases: [Volume] { [.level(0), .muted] }
}

// A type whose declaration says `Graphable`, as a struct of regions does, isn't isolated.
struct Deck: GraphableRegions {
  var playback = Playback.stopped
  var lamp = Lamp.dark
}

enum Lamp: CaseIterable, Graphable { case dark, lit }

enum Button: CaseIterable, Graphable { case play, light }

final class Player {
  var hasTracks = true
  private(set) var track: Int?

  private(set) var visits: [String] = []

  private func play(_ number: Int) { track = number }
  private func stop() { track = nil }

  static let schema = StateMachineSchema<Playback, Command, Player>(
    initialState: .stopped,
    on: MainActor.self
  ) { playback, command, when in
    switch command {
    case .play(let track):
      return when("has tracks") { $0.hasTracks }
        ? .to(.playing, "play") { $0.play(track) } : .rejected("no tracks")
    case .stop:
      switch playback {
      case .playing: return .to(.stopped, "stop") { $0.stop() }
      case .stopped: return .ignored
      }
    }
  }

  static let visitedSchema = schema.states(on: MainActor.self) { state in
    .entry("note") { $0.visits.append("enter \(state)") }
      .exit("note") { $0.visits.append("exit \(state)") }
  }

  static let finalSchema = schema.states(on: MainActor.self) { state in
    switch state {
    case .stopped: .final
    case .playing: .after(.seconds(5), send: .stop)
    }
  }

  static let deckSchema = StateMachineSchema<Deck, Button, Player>(
    initialState: Deck(),
    regions: .region(\.playback, on: MainActor.self) { playback, button in
      button == .play ? .to(playback == .stopped ? .playing : .stopped) : .ignored
    } states: { playback in
      let entered = StateBehavior<Button, Player>.OnMainActor
        .entry("note") { $0.visits.append("enter \(playback)") }
      return playback == .playing ? entered.task("spin") { _, _ in } : entered
    },
    .region(\.lamp, on: MainActor.self) { lamp, button in
      button == .light ? .to(lamp == .dark ? .lit : .dark) : .ignored
    } states: { lamp in
      let left = StateBehavior<Button, Player>.OnMainActor
        .exit("note") { $0.visits.append("exit \(lamp)") }
      return lamp == .lit ? left.after(.seconds(5), send: .light) : left
    })

  static let volumeSchema = StateMachineSchema<Volume, Playback, Player>(
    initialState: .level(0),
    on: MainActor.self
  ) { volume, _ in
    switch volume {
    case .level(let level): return level < 2 ? .stay(as: .level(level + 1)) : .to(.muted)
    case .muted: return nil
    }
  }
}
