import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

@testable import Examples

private nonisolated let graph = StateGraph(Recorder.schema)

@MainActor @Suite struct RecorderTests {
  private let microphone = TestMicrophone()
  private let server = TestServer()
  private let clock = ManualClock()
  private let recorder: Recorder

  private var state: RecorderState { recorder.machine.state }

  init() {
    recorder = Recorder(microphone: microphone, server: server)
    recorder.machine.clock = clock
  }

  private func send(_ events: RecorderEvent...) {
    for event in events { recorder.machine.handle(event) }
  }

  /// Records a take, and waits until it is on its way.
  private func recordTake(_ number: Int) async throws {
    send(.record, .permission(granted: true), .stop)
    try await expectEventually { server.received == [Take(number: number)] }
  }

  @Test func recorderIsThreeSmallMachinesSideBySide() {
    #expect(graph.findings.filter { $0.severity != .note }.isEmpty, "\(graph.findings)")
    #expect(graph.regions.map(\.name) == ["capture", "upload", "scene"])
    #expect(graph.states.count <= 16)
    #expect(graph.transitions.count <= 35)
  }

  @Test func recorderDoesWhatItsDiagramShows() {
    for walk in graph.walks() {
      #expect(walk.steps.count <= 30)
      expectWalk(
        walk, of: Recorder.schema, subject: { Recorder(microphone: microphone, server: server) }
      ) { step, recorder in
        server.isOnline = step.guards["online"] ?? true
        recorder.queue = step.guards["more takes"] == true ? [Take(number: 1)] : []
        recorder.queue.append(Take(number: 2))
      }
    }
  }

  @Test func recorderRecordsAfterAPermission() async throws {
    microphone.isAllowed = true
    send(.record)
    #expect(state.capture == .asking)
    try await expectEventually { state.capture == .live(.recording) }
    #expect(microphone.log == ["start"])
  }

  @Test func recorderRecordsNothingWithoutAPermission() async throws {
    microphone.isAllowed = false
    send(.record)
    try await expectEventually { state.capture == .denied }
    #expect(microphone.log.isEmpty)
    microphone.isAllowed = true
    send(.record)
    try await expectEventually { state.capture == .live(.recording) }
    #expect(microphone.log == ["start"])
  }

  @Test func recorderRecordsATakeWhileItUploadsAnother() async throws {
    try await recordTake(1)
    send(.record, .permission(granted: true), .enterBackground)
    #expect(
      state
        == RecorderState(
          capture: .live(.recording), upload: .sending(attempt: 1), scene: .background))
    #expect(recorder.isKeptAwake)
    send(.stop, .enterForeground)
    #expect(!recorder.isKeptAwake)
    #expect(recorder.queue == [Take(number: 1), Take(number: 2)])
    #expect(state == RecorderState(capture: .idle, upload: .sending(attempt: 1)))
    server.answer(true)
    try await expectEventually { server.received == [Take(number: 1), Take(number: 2)] }
    #expect(recorder.queue == [Take(number: 2)])
    server.answer(true)
    try await expectEventually { state.upload == .nothing }
    #expect(recorder.queue.isEmpty)
  }

  @Test(arguments: Live.allCases)
  func recorderIsAfterACallAsItWasBefore(live: Live) {
    send(.record, .permission(granted: true))
    if live == .paused { send(.pause) }
    let log = microphone.log
    send(.callBegan)
    #expect(state.capture == .interrupted(before: live))
    #expect(microphone.log == ["start", "pause"])
    send(.callEnded)
    #expect(state.capture == .live(live))
    #expect(microphone.log == (live == .recording ? ["start", "pause", "start"] : log))
  }

  @Test func recorderSavesWhatACallInterrupted() async throws {
    send(.record, .permission(granted: true), .callBegan, .stop)
    #expect(state.capture == .idle)
    #expect(microphone.log == ["start", "pause", "finish"])
    try await expectEventually { server.received == [Take(number: 1)] }
  }

  @Test func recorderRecordsNoLongerThanTheMaximum() async throws {
    microphone.recorded = .seconds(400)
    send(.record, .permission(granted: true))
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(199))
    #expect(state.capture == .live(.recording))
    clock.advance(by: .seconds(1))
    try await expectEventually { state.capture == .idle }
    #expect(microphone.log == ["start", "pause", "finish"])
    #expect(recorder.queue == [Take(number: 1)])
  }

  @Test func recorderSendsWhenThereIsANetworkAgain() async throws {
    server.isOnline = false
    send(.record, .permission(granted: true), .stop)
    #expect(state.upload == .offline)
    server.goOnline()
    try await expectEventually { server.received == [Take(number: 1)] }
    #expect(state.upload == .sending(attempt: 1))
  }

  @Test func recorderWaitsLongerAfterEachFailureAndGivesUp() async throws {
    try await recordTake(1)
    for (attempt, seconds) in [(1, 2), (2, 4)] {
      server.answer(false)
      try await expectEventually { state.upload == .waiting(attempt: attempt) }
      try await expectEventually { clock.sleeperCount == 1 }
      #expect(recorder.machine.timeUntilNextTimeout == .seconds(seconds))
      clock.advance(by: .seconds(seconds))
      try await expectEventually { server.received.count == attempt + 1 }
      #expect(state.upload == .sending(attempt: attempt + 1))
    }
    server.answer(false)
    try await expectEventually { state.upload == .gaveUp }
    #expect(recorder.queue == [Take(number: 1)])
    send(.retry)
    try await expectEventually { server.received.count == 4 }
    #expect(state.upload == .sending(attempt: 1))
  }
}

/// A microphone that takes down what it is told.
@MainActor final class TestMicrophone: Microphone {
  /// What the user answers; `nil` for nothing.
  var isAllowed: Bool?
  var recorded = Duration.zero
  private(set) var log: [String] = []
  private var takeCount = 0
  private let silence = AsyncStream.makeStream(of: Bool.self)

  func askPermission() async -> Bool {
    if let isAllowed { return isAllowed }
    for await answer in silence.stream { return answer }
    return false
  }

  func start() { log.append("start") }

  func pause() { log.append("pause") }

  func finish() -> Take {
    log.append("finish")
    takeCount += 1
    return Take(number: takeCount)
  }
}

/// A server that answers when a test says so.
@MainActor final class TestServer: TakeServer {
  var isOnline = true
  private(set) var received: [Take] = []
  private let answers = AsyncStream.makeStream(of: Bool.self)
  private let network = AsyncStream.makeStream(of: Void.self)

  /// Answers the take that is being sent.
  func answer(_ isReceived: Bool) { answers.continuation.yield(isReceived) }

  func goOnline() {
    isOnline = true
    network.continuation.yield()
  }

  func waitForNetwork() async {
    for await _ in network.stream { return }
  }

  func send(_ take: Take) async -> Bool {
    received.append(take)
    for await answer in answers.stream { return answer }
    return false
  }
}
