import SchematicGraph

/// What happens to a media player.
enum PlayerEvent: CaseIterable, Graphable, Sendable {
  case power, insert, discRead, readError, eject, play, pause, stop, seek, arrived

  var graphLabel: String {
    switch self {
    case .discRead: "disc read"
    case .readError: "read error"
    default: graphIdentifier
    }
  }
}
