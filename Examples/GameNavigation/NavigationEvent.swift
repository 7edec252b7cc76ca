import SchematicGraph

/// What takes a player from one place of a game to another.
enum NavigationEvent: Hashable {
  case start
  case showHelp
  case chooseEpisode(Int)
  case chooseLevel(Int)
  case finish(score: Int)
  case timeUp
  case playAgain
  case back
}

extension NavigationEvent: Graphable {
  static var graphCases: [NavigationEvent] {
    [
      .start, .showHelp, .chooseEpisode(1), .chooseLevel(1), .finish(score: 100), .timeUp,
      .playAgain, .back,
    ]
  }

  var graphLabel: String {
    switch self {
    case .start, .finish, .back: graphIdentifier
    case .showHelp: "show help"
    case .chooseEpisode: "choose episode"
    case .chooseLevel: "choose level"
    case .timeUp: "time is up"
    case .playAgain: "play again"
    }
  }
}
