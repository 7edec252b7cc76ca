@testable import Diagrams

/// Which events fit in which place of the game.
enum NavigationTable {
  /// Returns whether a player may do that there.
  static func fits(_ event: NavigationEvent, in state: NavigationState) -> Bool {
    let events: [NavigationEvent] =
      switch state {
      case .introduction: [.start, .showHelp]
      case .help: [.back]
      case .choosingEpisode: [.chooseEpisode(1), .back]
      case .choosingLevel: [.chooseLevel(1), .back]
      case .playing: [.finish(score: 100), .timeUp, .back]
      case .finished: [.playAgain, .timeUp, .back]
      }
    return events.contains(event)
  }
}
