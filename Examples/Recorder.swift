import Schematic
import SchematicGraph

/// A voice memo.
struct Take: Equatable, Sendable { let number: Int }

/// The states of a recorder: the microphone, the upload and the app are regions.
struct RecorderState: GraphableRegions, Equatable, Sendable {
  var capture = Capture.idle
  var upload = Upload.nothing
  var scene = Scene.foreground
}

/// The states of the microphone.
enum Capture: Graphable, Equatable, Sendable {
  case idle, asking, denied
  case live(Live)
  /// A call has taken the microphone away, and gives it back.
  case interrupted(before: Live)

  static let graphCases: [Capture] =
    [.idle, .asking, .denied] + graphSamples(of: live)
    + Live.graphCases.map { .interrupted(before: $0) }
}

/// The states of a recording.
enum Live: CaseIterable, Graphable, Sendable { case recording, paused }

extension RecorderState {
  /// The states of the upload, which tries again with longer and longer breaks.
  enum Upload: Graphable, Equatable, Sendable {
    case nothing, offline
    case sending(attempt: Int)
    case waiting(attempt: Int)
    case gaveUp

    /// The number of attempts before the upload gives up.
    static let mostAttempts = 3

    static let graphCases: [Upload] =
      [.nothing, .offline, .gaveUp] + (1...mostAttempts).map { .sending(attempt: $0) }
      + (1..<mostAttempts).map { .waiting(attempt: $0) }
  }
}

/// The states of the app.
enum Scene: CaseIterable, Graphable, Sendable { case foreground, background }

/// The events of a recorder.
enum RecorderEvent: Graphable, Equatable, Sendable {
  case record, permission(granted: Bool), pause, resume, stop, tooLong
  case callBegan, callEnded
  case enqueued, online, sent, failed, retry
  case enterBackground, enterForeground

  static var graphCases: [RecorderEvent] {
    [.record] + graphSamples(of: permission)
      + [.pause, .resume, .stop, .tooLong, .callBegan, .callEnded, .enqueued, .online, .sent]
      + [.failed, .retry, .enterBackground, .enterForeground]
  }
}

/// The microphone of a recorder.
@MainActor protocol Microphone: AnyObject {
  func askPermission() async -> Bool
  func start()
  func pause()
  func finish() -> Take
  var recorded: Duration { get }
}

/// The server that a recorder sends its takes to.
@MainActor protocol TakeServer: AnyObject {
  var isOnline: Bool { get }
  func waitForNetwork() async
  func send(_ take: Take) async -> Bool
}

/// A recorder that records and uploads at the same time.
///
/// When a take is finished, the upload gets an event. Apart from that, no region knows of the others.
@MainActor final class Recorder {
  /// The takes that wait to be sent.
  var queue: [Take] = []
  let maximumLength = Duration.seconds(600)
  private let microphone: any Microphone
  private let server: any TakeServer
  private(set) var isKeptAwake = false

  private(set) lazy var machine: StateMachine<RecorderState, RecorderEvent, Recorder> =
    StateMachine(schema: Self.schema, subject: self)

  init(microphone: any Microphone, server: any TakeServer) {
    self.microphone = microphone
    self.server = server
  }

  private func save() {
    queue.append(microphone.finish())
    machine.handle(.enqueued)
  }

  private func removeSent() {
    if !queue.isEmpty { queue.removeFirst() }
  }
}

extension Recorder {
  private typealias Rules<State> = StateMachineSchema<State, RecorderEvent, Recorder>

  /// The rules.
  nonisolated static let schema = StateMachineSchema<RecorderState, RecorderEvent, Recorder>(
    initialState: RecorderState(),
    regions: .region(\.capture, capture), .region(\.upload, upload), .region(\.scene, scene))

  private nonisolated static let capture = Rules<Capture>(
    initialState: .idle, on: MainActor.self
  ) { capture, event in
    switch (capture, event) {
    case (.idle, .record), (.denied, .record): return .to(.asking)
    case (.asking, .permission(let granted)): return .to(granted ? .live(.recording) : .denied)
    case (.live(.recording), .pause): return .to(.live(.paused))
    case (.live(.paused), .resume): return .to(.live(.recording))
    case (.live, .stop), (.interrupted, .stop), (.live(.recording), .tooLong):
      return .to(.idle, "save") { $0.save() }
    case (.live(let live), .callBegan): return .to(.interrupted(before: live))
    case (.interrupted(let live), .callEnded): return .to(.live(live))
    default: return .ignored
    }
  } states: { capture in
    switch capture {
    case .asking:
      return .task("ask permission") { recorder, _ in
        .permission(granted: await recorder.microphone.askPermission())
      }
    case .live(.recording):
      return .entry("start microphone") { $0.microphone.start() }
        .exit("pause microphone") { $0.microphone.pause() }
        .after(
          "rest of maximum length", { $0.maximumLength - $0.microphone.recorded }, send: .tooLong)
    case .idle, .denied, .live(.paused), .interrupted: return .none
    }
  }

  private nonisolated static let upload = Rules<RecorderState.Upload>(
    initialState: .nothing, on: MainActor.self
  ) { upload, event, when in
    switch (upload, event) {
    case (.nothing, .enqueued):
      return .to(when("online") { $0.server.isOnline } ? .sending(attempt: 1) : .offline)
    case (.offline, .online), (.gaveUp, .retry): return .to(.sending(attempt: 1))
    case (.sending, .sent):
      let next =
        when("more takes") { $0.queue.count > 1 }
        ? RecorderState.Upload.sending(attempt: 1) : .nothing
      return .to(next, "dequeue") { $0.removeSent() }
    case (.sending(let attempt), .failed):
      return .to(attempt < RecorderState.Upload.mostAttempts ? .waiting(attempt: attempt) : .gaveUp)
    case (.waiting(let attempt), .retry): return .to(.sending(attempt: attempt + 1))
    default: return .ignored
    }
  } states: { upload in
    switch upload {
    case .offline:
      return .task("wait for network") { recorder, _ in
        await recorder.server.waitForNetwork()
        return .online
      }
    case .sending:
      return .task("send") { recorder, _ in
        guard let take = recorder.queue.first else { return .sent }
        return await recorder.server.send(take) ? .sent : .failed
      }
    case .waiting(let attempt): return .after(.seconds(1 << attempt), send: .retry)
    case .nothing, .gaveUp: return .none
    }
  }

  private nonisolated static let scene = Rules<Scene>(
    initialState: .foreground, on: MainActor.self
  ) { scene, event in
    switch (scene, event) {
    case (.foreground, .enterBackground): return .to(.background)
    case (.background, .enterForeground): return .to(.foreground)
    default: return .ignored
    }
  } states: { scene in
    scene == .background
      ? .entry("stay awake") { $0.isKeptAwake = true }.exit("rest") { $0.isKeptAwake = false }
      : .none
  }
}
