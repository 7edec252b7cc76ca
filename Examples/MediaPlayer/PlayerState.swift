import Schematic
import SchematicGraph

/// What a media player is doing; each type is inside the one above it.
enum PlayerState: Graphable, Sendable {
  case off
  case on(Session)

  static var graphCases: [PlayerState] { [.off] + Session.graphCases.map(PlayerState.on) }
}

/// What a player does while it has power.
enum Session: Graphable, Sendable {
  case empty
  case loading
  case loaded(Playback)

  static var graphCases: [Session] {
    [.empty, .loading] + Playback.graphCases.map(Session.loaded)
  }
}

/// What a player does with the disc in it.
enum Playback: CaseIterable, Graphable, Sendable {
  case stopped, playing, paused, seeking
}
