import Schematic
import SchematicGraph

/// The places of a game.
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

/// The events that take a player from one place of a game to another.
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

/// The navigation of a game, from the introduction to the score.
final class GameNavigation {
  /// The time limit of a level.
  static let playingTime = Duration.seconds(60)
  /// The time that a score stays on screen.
  static let scoreTime = Duration.seconds(5)

  /// The machine; it rejects events that do not fit the place that the player is in.
  private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self)

  /// The countdown of the current state; it ends with that state.
  private var countdown: Countdown?
  private let scheduler: Countdown.Scheduler
  private let loadLevel: (_ episode: Int, _ level: Int) throws -> Void

  /// Creates a navigation that starts at the introduction.
  init(
    scheduler: @escaping Countdown.Scheduler,
    loadLevel: @escaping (_ episode: Int, _ level: Int) throws -> Void
  ) {
    self.scheduler = scheduler
    self.loadLevel = loadLevel
  }

  private func startCountdown(_ duration: Duration) {
    countdown = Countdown(duration, on: scheduler) { [weak self] in self?.machine.handle(.timeUp) }
  }
}

extension GameNavigation {
  /// The rules.
  static let schema = StateMachineSchema<NavigationState, NavigationEvent, GameNavigation>(
    initialState: .introduction
  ) { state, event in
    switch state {
    case .introduction:
      switch event {
      case .start: return .to(.choosingEpisode)
      case .showHelp: return .to(.help)
      default: return .rejected
      }
    case .help:
      switch event {
      case .back: return .to(.introduction)
      default: return .rejected
      }
    case .choosingEpisode:
      switch event {
      case .chooseEpisode(let episode): return .to(.choosingLevel(episode: episode))
      case .back: return .to(.introduction)
      default: return .rejected
      }
    case .choosingLevel(let episode):
      switch event {
      case .chooseLevel(let level):
        return .to(.playing(episode: episode, level: level), "load level") {
          try $0.loadLevel(episode, level)
        }
      case .back: return .to(.choosingEpisode)
      default: return .rejected
      }
    case .playing(let episode, let level):
      switch event {
      case .finish(let score): return .to(.finished(episode: episode, level: level, score: score))
      case .timeUp: return .to(.finished(episode: episode, level: level, score: 0))
      case .back: return .to(.choosingLevel(episode: episode))
      default: return .rejected
      }
    case .finished(let episode, let level, _):
      switch event {
      case .playAgain:
        return .to(.playing(episode: episode, level: level), "load level") {
          try $0.loadLevel(episode, level)
        }
      case .timeUp, .back: return .to(.choosingLevel(episode: episode))
      default: return .rejected
      }
    }
  }
  .states { state in
    switch state {
    case .playing: return counting(playingTime)
    case .finished: return counting(scoreTime)
    case .introduction, .help, .choosingEpisode, .choosingLevel: return .none
    }
  }

  private static func counting(
    _ time: Duration
  ) -> StateBehavior<NavigationEvent, GameNavigation> {
    .entry("start countdown") { $0.startCountdown(time) }
      .exit("stop countdown") { $0.countdown = nil }
  }
}

/// A countdown that runs an action when it is over, unless it is released before.
final class Countdown {
  /// Runs an action once a time has passed.
  typealias Scheduler = (_ delay: Duration, _ action: @escaping () -> Void) -> Void

  /// Starts a countdown.
  init(_ duration: Duration, on scheduler: Scheduler, whenOver action: @escaping () -> Void) {
    // Held weakly, so that releasing the countdown cancels it.
    scheduler(duration) { [weak self] in
      if self != nil { action() }
    }
  }
}
