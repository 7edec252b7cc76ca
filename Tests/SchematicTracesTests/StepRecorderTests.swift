import SchematicGraph
import SchematicTestKit
import SchematicTraces
import Synchronization
import Testing

/// Traces of machines that have a method for each event.
@Suite struct StepRecorderTests {
  /// A door that breaks on the third slam.
  private struct Door {
    enum State: CaseIterable, Graphable { case closed, opened, locked, broken }
    enum Problem: Error { case blocked, broken }

    var state = State.closed
    var slams = 0

    mutating func open() throws -> String? {
      switch state {
      case .closed: state = .opened
      case .locked: throw Problem.blocked
      case .opened, .broken: break
      }
      return nil
    }

    mutating func close() throws(Problem) -> String? {
      guard state == .opened else { return nil }
      slams += 1
      state = slams == 3 ? .broken : .closed
      if state == .broken { throw .broken }
      return "slam"
    }

    mutating func knock() { slams = min(1, slams + 1) }
    mutating func lock() { if state == .closed { state = .locked } }
  }

  private static let graph = StateGraph(
    .value(Door(), state: \.state),
    steps: [
      .step("open") { try $0.open() }, .step("close") { try $0.close() },
      .step("lock") { $0.lock() }, .step("knock") { $0.knock() },
    ], options: .init(reason: { "\($0)" }))

  /// The lines of a trace.
  private final class Lines: Sendable {
    private let stored = Mutex<[String]>([])
    var all: [String] { stored.withLock(\.self) }
    var entries: [TraceEntry] { get throws { try all.map { try TraceEntry(line: $0) } } }
    func recorder(
      includingValues: Bool = false, time: (@Sendable () -> String)? = nil
    ) -> TraceRecorder {
      TraceRecorder(includingValues: includingValues, time: time) { line in
        self.stored.withLock { $0.append(line) }
      }
    }
  }

  @Test func aLineSaysWhatTheDiagramSays() throws {
    let lines = Lines()
    var door = Door()
    var steps = lines.recorder().watch(door, named: "Door", id: "1", reason: { "\($0)" }) {
      $0.state
    }
    steps.step("lock", on: &door) { $0.lock() }
    #expect(throws: Door.Problem.blocked) { try steps.step("open", on: &door) { try $0.open() } }
    steps.step("lock", on: &door) { $0.lock() }
    door.state = .opened
    #expect(
      try steps.step("close", on: &door) { (door) throws(Door.Problem) in try door.close() }
        == "slam")
    door = Door(state: .opened, slams: 2)
    _ = try? steps.step("close", on: &door) { try $0.close() }
    door.slams = 0
    steps.step("knock", on: &door) { $0.knock() }
    #expect(
      lines.all == [
        #"{"trace":1,"machine":"Door","id":"1","number":0,"state":"closed"}"#,
        #"{"trace":1,"machine":"Door","id":"1","number":1,"state":"closed","event":"lock","outcome":"moved","target":"locked"}"#,
        #"{"trace":1,"machine":"Door","id":"1","number":2,"state":"locked","event":"open","outcome":"rejected","target":"locked","reason":"blocked"}"#,
        #"{"trace":1,"machine":"Door","id":"1","number":3,"state":"locked","event":"lock","outcome":"ignored","target":"locked"}"#,
        #"{"trace":1,"machine":"Door","id":"1","number":4,"state":"opened","event":"close","outcome":"moved","target":"closed","action":"slam"}"#,
        #"{"trace":1,"machine":"Door","id":"1","number":5,"state":"opened","event":"close","outcome":"moved","target":"broken","action":"throws: broken"}"#,
        #"{"trace":1,"machine":"Door","id":"1","number":6,"state":"broken","event":"knock","outcome":"stayed","target":"broken"}"#,
      ])
    #expect(door.state == .broken)
    #expect(door.slams == 1)
  }

  @Test func aTraceIsAWalkThroughTheDiagram() throws {
    try Seeds.each(20) { seed in
      var random = SplitMix64(seed: seed)
      let lines = Lines()
      var door = Door()
      var steps = lines.recorder().watch(door, named: "Door", reason: { "\($0)" }) { $0.state }
      for _ in 0..<50 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: steps.step("lock", on: &door) { $0.lock() }
        case 1: steps.step("knock", on: &door) { $0.knock() }
        case 2...4: _ = try? steps.step("close", on: &door) { try $0.close() }
        default: _ = try? steps.step("open", on: &door) { try $0.open() }
        }
      }
      let entries = try lines.entries
      #expect(entries.count == 51)
      #expect(Self.graph.violations(of: entries).isEmpty)
      // A machine with another rule isn't in the diagram.
      var other = Door(state: .locked)
      var wrong = lines.recorder().watch(other, named: "Door", id: "2") { $0.state }
      wrong.step("knock", on: &other) { $0.state = .closed }
      let more = try lines.entries
      #expect(Self.graph.violations(of: more).count == 1)
    }
  }

  /// A parcel that ignores one event and rejects another when it has been delivered.
  private struct Parcel {
    enum State: CaseIterable, Graphable { case packed, delivered }
    enum Event: CaseIterable, Graphable { case deliver, track, open }
    struct AlreadyThere: Error {}
    var state = State.packed

    mutating func handle(_ event: Event) throws {
      switch (state, event) {
      case (.packed, .deliver): state = .delivered
      case (.delivered, .deliver): throw AlreadyThere()
      default: break
      }
    }
  }

  @Test func whatARecorderWritesOfAFinalStateIsInTheDiagram() throws {
    let graph = StateGraph(
      .value(Parcel(), state: \.state),
      options: .init(isFinal: { $0 == .delivered }, reason: { "\($0)" })
    ) { try $0.handle($1) }
    let lines = Lines()
    var parcel = Parcel()
    var steps = lines.recorder().watch(parcel, named: "Parcel", reason: { "\($0)" }) { $0.state }
    for event in [Parcel.Event.track, .deliver, .track, .deliver] {
      try? steps.step(event.graphIdentifier, on: &parcel) { try $0.handle(event) }
    }
    #expect(graph.states.last?.isFinal == true)
    #expect(graph.violations(of: try lines.entries).map(\.description) == [])
    // A parcel that rejects what the diagram's ignores, and one that opens, aren't in the diagram.
    for problem in [Parcel.AlreadyThere(), nil] {
      var other = Parcel(state: .delivered)
      var wrong = lines.recorder().watch(other, named: "Parcel", reason: { "\($0)" }) { $0.state }
      try? wrong.step("open", on: &other) { parcel in
        if let problem { throw problem }
        parcel.state = .packed
      }
    }
    #expect(graph.violations(of: try lines.entries).count == 2)
  }

  @Test func valuesAreRecordedOnRequestOnly() throws {
    let lines = Lines()
    var door = Door()
    var steps = lines.recorder(includingValues: true, time: { "noon" })
      .watch(door, named: "Door", id: "1") { $0.state }
    steps.step("lock", on: &door) { $0.lock() }
    #expect(lines.all[1].contains(#""values":{"state":"closed","event":"lock","target":"locked"}"#))
    #expect(lines.all[1].contains(#""time":"noon""#))
  }
}
