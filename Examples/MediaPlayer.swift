import Schematic
import SchematicGraph

/// The states of a media player; each type is nested in the one above it.
enum PlayerState: Graphable, Sendable {
  case off
  case on(Session)

  static var graphCases: [PlayerState] { [.off] + graphSamples(of: on) }
}

/// The states of a player that is switched on.
enum Session: Graphable, Sendable {
  case empty
  case loading
  case loaded(Playback)

  static var graphCases: [Session] { [.empty, .loading] + graphSamples(of: loaded) }
}

/// The states of a player with a disc.
enum Playback: CaseIterable, Graphable, Sendable {
  case stopped, playing, paused, seeking
}

/// The events of a media player.
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

/// A media player with nested states, and events that all states inside share.
///
/// Each level is a machine of its own, embedded in the one around it. Power and eject fall through to
/// the outer levels, so every state inside has them; the diagram shows each as one arrow from the
/// border.
final class MediaPlayer {
  /// The commands given to motor and laser, oldest first.
  private(set) var commands: [Command] = []

  private(set) lazy var machine: StateMachine<PlayerState, PlayerEvent, MediaPlayer> =
    StateMachine(schema: Self.schema, subject: self)

  init() {}

  /// The commands of motor and laser.
  enum Command {
    case spinUp, spinDown, read, hold, jump, open
  }

  private func perform(_ command: Command) { commands.append(command) }
}

extension MediaPlayer {
  /// The rules; power concerns all states inside, too.
  static let schema = StateMachineSchema<PlayerState, PlayerEvent, MediaPlayer>(
    initialState: .off
  ) { state, event in
    guard event == .power else { return .ignored }
    switch state {
    case .off: return .to(.on(.empty))
    case .on: return .to(.off, "spin down") { $0.perform(.spinDown) }
    }
  }
  .embedding(session, in: PlayerState.on)

  /// The rules of a player that is switched on; eject concerns all states with a disc.
  private static let session = StateMachineSchema<Session, PlayerEvent, MediaPlayer>(
    initialState: .empty
  ) { session, event in
    switch session {
    case .empty:
      return event == .insert ? .to(.loading, "spin up") { $0.perform(.spinUp) } : .ignored
    case .loading:
      switch event {
      case .discRead: return .to(.loaded(.stopped))
      case .readError, .eject: return .to(.empty, "open") { $0.perform(.open) }
      default: return .ignored
      }
    case .loaded:
      return event == .eject ? .to(.empty, "open") { $0.perform(.open) } : .ignored
    }
  }
  .embedding(playback, in: Session.loaded)

  /// The rules of a player with a disc.
  private static let playback = StateMachineSchema<Playback, PlayerEvent, MediaPlayer>(
    initialState: .stopped
  ) { playback, event in
    switch playback {
    case .stopped:
      return event == .play ? .to(.playing, "read") { $0.perform(.read) } : .ignored
    case .playing:
      switch event {
      case .pause: return .to(.paused, "hold") { $0.perform(.hold) }
      case .seek: return .to(.seeking, "jump") { $0.perform(.jump) }
      case .stop: return .to(.stopped)
      default: return .ignored
      }
    case .paused:
      switch event {
      case .play: return .to(.playing, "read") { $0.perform(.read) }
      case .seek: return .to(.seeking, "jump") { $0.perform(.jump) }
      case .stop: return .to(.stopped)
      default: return .ignored
      }
    case .seeking:
      switch event {
      case .arrived: return .to(.playing, "read") { $0.perform(.read) }
      case .seek: return .stay("jump") { $0.perform(.jump) }
      case .stop: return .to(.stopped)
      default: return .ignored
      }
    }
  }
}
