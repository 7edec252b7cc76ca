import SchematicGraph

/// Where a player is in a game.
enum NavigationState: Hashable {
  case introduction
  case help
  case choosingEpisode
  case choosingLevel(episode: Int)
  case playing(episode: Int, level: Int)
  case finished(episode: Int, level: Int, score: Int)
}

extension NavigationState: Graphable {
  static var graphCases: [NavigationState] {
    [
      .introduction, .help, .choosingEpisode, .choosingLevel(episode: 1),
      .playing(episode: 1, level: 1), .finished(episode: 1, level: 1, score: 100),
    ]
  }

  var graphLabel: String {
    switch self {
    case .introduction, .help, .playing, .finished: graphIdentifier
    case .choosingEpisode: "choosing episode"
    case .choosingLevel: "choosing level"
    }
  }
}
