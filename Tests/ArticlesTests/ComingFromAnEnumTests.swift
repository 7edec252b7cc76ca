import Schematic
import SchematicAnalysis
import SchematicGraph
import Testing

private enum Before {
  final class Player {
    enum State { case stopped, playing, paused }

    var isAudible = false
    var position = 0

    var state = State.stopped {
      didSet {
        isAudible = state == .playing
        if state == .stopped { position = 0 }
      }
    }

    func play() {
      if state != .playing { state = .playing }
    }
    func pause() {
      if state == .playing { state = .paused }
    }
    func stop() {
      state = .stopped
    }
  }
}

enum PlayerState: CaseIterable, Graphable { case stopped, playing, paused }
enum PlayerEvent: CaseIterable, Graphable { case play, pause, stop }

final class Player {
  var isAudible = false
  var position = 0

  static let schema = StateMachineSchema<PlayerState, PlayerEvent, Player>(
    initialState: .stopped
  ) { state, event in
    switch state {
    case .stopped:
      switch event {
      case .play: return .to(.playing)
      case .pause, .stop: return .ignored
      }
    case .playing:
      switch event {
      case .pause: return .to(.paused)
      case .stop: return .to(.stopped, "rewind") { $0.position = 0 }
      case .play: return .ignored
      }
    case .paused:
      switch event {
      case .play: return .to(.playing)
      case .stop: return .to(.stopped, "rewind") { $0.position = 0 }
      case .pause: return .ignored
      }
    }
  }
  .states { state in
    switch state {
    case .playing:
      return .entry("unmute") { $0.isAudible = true }.exit("mute") { $0.isAudible = false }
    case .stopped, .paused: return .none
    }
  }

  lazy var machine = StateMachine(schema: Self.schema, subject: self)

  func play() { machine.handle(.play) }
  func pause() { machine.handle(.pause) }
  func stop() { machine.handle(.stop) }
}

@Suite struct ComingFromAnEnumTests {
  @Test(arguments: StateGraph(Player.schema).walks())
  func newPlayerDoesWhatTheEnumDid(walk: Walk) throws {
    let old = Before.Player()
    let new = Player()
    for step in walk.steps {
      old.position += 1
      new.position += 1
      switch step.event {
      case "play":
        old.play()
        new.play()
      case "pause":
        old.pause()
        new.pause()
      default:
        old.stop()
        new.stop()
      }
      #expect("\(old.state)" == "\(new.machine.state)")
      #expect(old.isAudible == new.isAudible)
      #expect(old.position == new.position)
    }
  }
}
