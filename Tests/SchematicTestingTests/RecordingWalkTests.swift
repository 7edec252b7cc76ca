import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

/// Walks with a recorder: three regions, a history, and retries that count.
@MainActor @Suite struct RecordingWalkTests {
  enum Live: CaseIterable, Graphable { case recording, paused }

  enum Capture: Graphable, Equatable {
    case idle, live(Live), interrupted(before: Live)

    static let graphCases: [Capture] =
      [.idle] + graphSamples(of: live) + Live.graphCases.map { .interrupted(before: $0) }
  }

  enum Upload: Graphable, Equatable {
    case nothing, sending(attempt: Int), backingOff(attempt: Int)

    static let graphCases: [Upload] =
      [.nothing] + (0...3).map { .sending(attempt: $0) } + (0...2).map { .backingOff(attempt: $0) }
  }

  enum Scene: CaseIterable, Graphable { case foreground, background }

  enum Event: CaseIterable, Graphable {
    case record, pause, resume, stop, callBegan, callEnded, enqueued, sent, failed, retry, flip
  }

  struct Recording: GraphableRegions, Equatable {
    var capture = Capture.idle
    var upload = Upload.nothing
    var scene = Scene.foreground
  }

  final class Model {}

  /// What the states of the upload answer.
  struct Answers: Sendable, CustomTestStringConvertible {
    enum Sending: CaseIterable { case nothing, entry, task }
    let sending: Sending
    let hasTimeout: Bool
    /// The last attempt that is followed by another.
    let last: Int

    var testDescription: String { "\(sending), \(hasTimeout ? "timeout, " : "")n in 0…\(last)" }

    static let all = Sending.allCases.flatMap { sending in
      // A timeout is drawn for each declared value, and only the last attempt reaches all of them.
      (0...2).map { Answers(sending: sending, hasTimeout: false, last: $0) }
        + [Answers(sending: sending, hasTimeout: true, last: 2)]
    }
  }

  private static func schema(
    _ answers: Answers
  ) -> StateMachineSchema<Recording, Event, Model> {
    StateMachineSchema(
      initialState: Recording(), on: MainActor.self,
      regions: .region(\.capture, on: MainActor.self) { capture, event in
        switch (capture, event) {
        case (.idle, .record): .to(.live(.recording))
        case (.live(.recording), .pause): .to(.live(.paused))
        case (.live(.paused), .resume): .to(.live(.recording))
        case (.live, .stop), (.interrupted, .stop): .to(.idle, "save")
        case (.live(let live), .callBegan): .to(.interrupted(before: live))
        case (.interrupted(let live), .callEnded): .to(.live(live))
        default: .ignored
        }
      } states: { capture in
        capture == .live(.recording) ? .entry("start") { _ in }.exit("pause") { _ in } : .none
      },
      .region(\.upload, on: MainActor.self) { upload, event in
        switch (upload, event) {
        case (.nothing, .enqueued): .to(.sending(attempt: 0))
        case (.sending, .sent): .to(.nothing)
        case (.sending(let attempt), .failed):
          attempt <= answers.last ? .to(.backingOff(attempt: attempt)) : .to(.nothing, "give up")
        case (.backingOff(let attempt), .retry): .to(.sending(attempt: attempt + 1))
        default: .ignored
        }
      } states: { upload in
        switch (upload, answers.sending) {
        case (.sending, .entry): .entry("send") { _ in }
        case (.sending, .task): .task("send") { _, _ in }
        case (.backingOff(let attempt), _) where answers.hasTimeout:
          .after(.seconds(2 << attempt), send: .retry)
        default: .none
        }
      },
      .region(\.scene, on: MainActor.self) { scene, event in
        event == .flip ? .to(scene == .foreground ? .background : .foreground) : .ignored
      })
  }

  @Test(arguments: Answers.all)
  func walksAreShortAndTakeEveryArrow(answers: Answers) {
    let schema = Self.schema(answers)
    let graph = StateGraph(schema)
    let walks = graph.walks()
    #expect(walks.allSatisfy { $0.steps.count <= 30 })
    #expect(Set(walks.map(\.purpose)).count == walks.count)
    let coverage = CoverageRecorder("Recording", of: graph)
    for walk in walks {
      expectWalk(
        walk, of: schema,
        machine: {
          let machine = StateMachine(schema: schema, owning: Model())
          coverage.watch(machine)
          return machine
        })
    }
    // An arrow of a region counts once, whatever the other regions are in.
    expectCoverage(coverage)
  }

  @Test(arguments: Answers.all.filter(\.hasTimeout))
  func walksPassOnAClock(answers: Answers) async {
    let schema = Self.schema(answers)
    for walk in StateGraph(schema).walks() {
      await expectWalk(walk, of: schema, on: ManualClock(), subject: { Model() })
    }
  }

  @Test func walkIsAboutOneStateOfOneRegion() {
    let graph = StateGraph(Self.schema(Answers(sending: .task, hasTimeout: false, last: 2)))
    let purposes = graph.walks().compactMap(\.purpose)
    #expect(purposes.contains("scene/foreground: flip"), "\(purposes)")
    #expect(purposes.contains("capture/live.paused: resume, stop, callBegan"), "\(purposes)")
  }

  @Test func failureOfARegionPrintsItsArrowsAndTheCallThatRepeatsIt() throws {
    let schema = Self.schema(Answers(sending: .task, hasTimeout: false, last: 2))
    let graph = StateGraph(schema)
    let walk = try graph.walk(sending: ["record", "flip", "enqueued", "failed [attempt in 0…2]"])
    let report = WalkReport(
      walk, of: schema,
      machine: {
        StateMachine(
          schema: Self.schema(Answers(sending: .entry, hasTimeout: false, last: 2)), owning: Model()
        )
      })
    #expect(
      report?.description == """
        the walk fails at step 3, enqueued -> upload/sending: upload/nothing -> upload/sending: \
        enqueued {attempt = 0} performs do / send by the diagram, but entry / send was performed
        shortest failing walk found:
          1  capture/idle -> capture/live.recording: record (SchematicTestingTests/RecordingWalkTests.swift:63)
          2  scene/foreground -> scene/background: flip (SchematicTestingTests/RecordingWalkTests.swift:93)
        > 3  upload/nothing -> upload/sending: enqueued {attempt = 0} \
        (SchematicTestingTests/RecordingWalkTests.swift:76)
        to repeat it: expectWalk(try graph.walk(sending: ["record", "flip", "enqueued"]), …)
        """)
  }
}
