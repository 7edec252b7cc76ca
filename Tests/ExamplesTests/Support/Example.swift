@testable import Examples
import MainActorExamples
import Schematic
import SchematicGraph
import SchematicTestKit

/// The machines that the package is shown on.
enum Example: CaseIterable {
  case turnstile
  case screen
  case stencilDownload
  case itemList
  case networkRequest
  case gameNavigation
  case headphones
  case signIn
  case mediaPlayer
  case washingMachine
  case scooter
  case recorder
  case tcpConnection
  case inviteTransaction
  case ppp

  /// Returns a machine of this kind in the middle of its work.
  @MainActor
  func live() -> LiveExample {
    switch self {
    case .turnstile:
      LiveExample(Turnstile.schema, Turnstile(), after: .coin)
    case .screen:
      LiveExample(Screen.schema, Screen(), after: .refresh)
    case .stencilDownload:
      LiveExample(
        StencilDownload.schema,
        StencilDownload(fetch: { _ in }, download: { _ in }),
        after: .beginFetch
      )
    case .itemList:
      LiveExample(ItemList.schema, ItemList { _ in }, after: .loaded(.success(["apple"])))
    case .networkRequest:
      LiveExample(
        NetworkRequest.schema,
        NetworkRequest(fetch: { _ in }, save: { _ in }),
        after: .fetching
      )
    case .gameNavigation:
      LiveExample(
        GameNavigation.schema,
        GameNavigation(scheduler: { _, _ in }, loadLevel: { _, _ in }),
        after: .start
      )
    case .headphones:
      LiveExample(Headphones.schema, Headphones(), after: .press)
    case .signIn:
      LiveExample(
        SignIn.schema,
        SignIn(
          services: SignInServices(
            isFaceSetUp: { true }, scanFace: { nil }, isRight: { _ in nil }, waitForNetwork: {})),
        after: .useFace
      )
    case .mediaPlayer:
      LiveExample(MediaPlayer.schema, MediaPlayer(), after: .power, .insert)
    case .washingMachine:
      LiveExample(WashingMachine.schema, WashingMachine(), after: .start, .full)
    case .scooter:
      LiveExample(Scooter.schema, Scooter(), after: .scan, .accept)
    case .recorder:
      LiveExample(
        Recorder.schema, Recorder(microphone: TestMicrophone(), server: TestServer()),
        after: .record, .permission(granted: true))
    case .tcpConnection:
      LiveExample(TCPConnection.schema, TCPConnection(), after: .activeOpen)
    case .inviteTransaction:
      LiveExample(InviteTransaction.schema, InviteTransaction(), after: .provisional)
    case .ppp:
      LiveExample(PPP.schema, PPP(), after: .open, .up)
    }
  }
}

/// A machine at work and the diagram of its rules.
@MainActor
struct LiveExample {
  /// Everything that the machine and its subject hold, as text.
  var text: String { read() }
  /// Draws the rules that the machine follows.
  let draw: () -> StateGraph
  /// Sends random events to a new machine over the same subject, and returns what became of each.
  let walk: (_ count: Int, _ seed: UInt64) -> [PageWalk.Step]

  private let read: () -> String

  /// Creates a machine for a subject and lets it handle some events.
  init<State: Graphable, Event: Graphable, Subject: AnyObject>(
    _ schema: StateMachineSchema<State, Event, Subject>,
    _ subject: Subject,
    after events: Event...
  ) {
    let machine = StateMachine(schema: schema, subject: subject)
    for event in events { machine.handle(event) }
    draw = { StateGraph(machine.schema) }
    walk = { count, seed in
      let machine = StateMachine(schema: schema, owning: subject)
      let log = WalkLog(machine)
      var random = SplitMix64(seed: seed)
      let events = Event.graphCases
      for _ in 0..<count {
        machine.handle(events[Int.random(in: events.indices, using: &random)])
      }
      return log.entries.map { .init(entry: $0, performed: nil) }
    }
    read = {
      var text = "\(machine.state)\n"
      dump(subject, to: &text)
      return text
    }
  }
}

extension Outcome {
  /// True where the event was rejected, with or without a reason.
  var isRejected: Bool {
    if case .rejected = self { true } else { false }
  }
}
