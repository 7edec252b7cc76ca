import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// What machines do because of a state, as graphs show it.
@Suite struct BehaviorTests {
  private enum Load: Graphable, Hashable {
    case idle, loading(Int), failed
    static var graphCases: [Load] { [.idle, .loading(0), .loading(1), .failed] }
  }
  private enum Step: CaseIterable, Graphable { case next }

  private enum Mode: CaseIterable, Graphable { case playing, paused, done }
  private enum Player: Graphable {
    case off, active(Mode)
    static var graphCases: [Player] { [.off] + Mode.allCases.map { .active($0) } }
  }

  private static var loads: StateMachineSchema<Load, Step, Void> {
    StateMachineSchema(initialState: .idle) { load, _ in
      switch load {
      case .idle: return .to(.loading(0))
      case .loading: return .to(.idle)
      case .failed: return .to(.idle)
      }
    }
  }

  private static var players: StateMachineSchema<Player, Step, Void> {
    StateMachineSchema(initialState: .off) { player, _ in
      switch player {
      case .off: return .to(.active(.playing))
      case .active(.playing): return .to(.active(.paused))
      case .active: return .to(.active(.done))
      }
    }
  }

  private func lines(_ behaviors: [StateGraph.StateBehavior]?) -> [String]? {
    behaviors?.map(\.description)
  }

  @Test func stateListsItsEntryThenItsExitThenItsTask() {
    let graph = StateGraph(
      Self.loads
        .states { $0 == .idle ? .task("download") { _, _ in } : .none }
        .states { $0 == .idle ? .exit("stop") { _ in } : .none }
        .states { $0 == .idle ? .entry("b") { _ in } : .none }
        .states { $0 == .idle ? .entry("a") { _ in } : .none })
    #expect(
      lines(graph.states.first?.behaviors) == [
        "entry / b", "entry / a", "exit / stop", "do / download",
      ])
    #expect(graph.states.dropFirst().allSatisfy { $0.behaviors.isEmpty })
  }

  @Test func drawingRunsNoBehavior() {
    let graph = StateGraph(
      Self.loads.states { _ in .entry("a") { _ in Issue.record("an action ran") } })
    #expect(graph.states.allSatisfy { $0.behaviors.count == 1 })
  }

  @Test func behaviorsAreShownInTheStateOfTheirLevel() {
    let graph = StateGraph(
      Self.players
        .states(level: 1) { if case .off = $0 { .none } else { .entry("light") { _ in } } }
        .states(level: 2) { _ in .entry("spin") { _ in } })
    #expect(graph.composites.map { lines($0.behaviors) } == [["entry / light"]])
    #expect(
      graph.states.map { lines($0.behaviors) } == [
        [], ["entry / spin"], ["entry / spin"], ["entry / spin"],
      ])
  }

  @Test func finalStateShowsItsEntryAlone() {
    let schema = Self.players
      .states { _ in .entry("in") { _ in } }
      .states { _ in .exit("out") { _ in } }
      .states(level: 1) { _ in .exit("leave") { _ in } }
      .states { _ in .task("spin") { _, _ in } }
      .states { if case .active(.done) = $0 { .final } else { .none } }
    let graph = StateGraph(schema)
    #expect(lines(graph.states.last?.behaviors) == ["entry / in"])
    #expect(lines(graph.composites.first?.behaviors) == ["exit / leave"])
    #expect(!graph.findings.contains { $0.kind == .innerStateDecides })
  }

  @Test func behaviorsOfValuesOfOneCaseAreMerged() {
    let graph = StateGraph(
      Self.loads.states { load in
        switch load {
        case .loading(0): .entry("first") { _ in }
        case .loading: .entry("again") { _ in }
        default: .none
        }
      })
    #expect(
      lines(graph.states[1].behaviors) == [
        "entry [loading = 0] / first", "entry [loading = 1] / again",
      ])
    #expect(graph.notes.map(\.name) == ["behaviors disagree: loading"])
  }

  /// A value of which a diagram can tell nothing.
  private struct Sealed: Graphable, Hashable, CustomReflectable {
    var isLit = false
    var casePath: [String] { ["sealed"] }
    var customMirror: Mirror { Mirror(self, children: []) }
    static let graphCases = [Sealed(), Sealed(isLit: true)]
  }

  @Test func valuesThatLookTheSameAndAnswerDifferentlyAreReported() {
    let schema = StateMachineSchema<Sealed, Step, Void>(initialState: Sealed()) { state, _ in
      .to(state)
    }
    let graph = StateGraph(schema.states { $0.isLit ? .entry("light") { _ in } : .none })
    #expect(graph.findingLines == ["payload values disagree: sealed"])
    #expect(graph.states.first?.behaviors.first?.conditions.isEmpty == false)
  }

  @Test func innerStateThatDecidesIsReported() {
    let graph = StateGraph(
      Self.players.states(level: 1) {
        if case .active(.playing) = $0 { .task("spin") { _, _ in } } else { .none }
      })
    #expect(lines(graph.composites.first?.behaviors) == ["do / spin"])
    #expect(graph.findings.map(\.name).contains("inner state decides: active"))
  }

  @Test func innerStateThatDecidesOnATimeoutIsReported() {
    let graph = StateGraph(
      Self.players.states(level: 1) {
        if case .active(.playing) = $0 { .after(.seconds(1), send: .next) } else { .none }
      })
    #expect(graph.findings.map(\.name).contains("inner state decides: active"))
    let whole = StateGraph(
      Self.players.states(level: 1) {
        if case .active = $0 { .after(.seconds(1), send: .next) } else { .none }
      })
    #expect(!whole.findings.contains { $0.kind == .innerStateDecides })
  }

  @Test func actionWithoutALabelIsReported() {
    let graph = StateGraph(Self.loads.states { $0 == .idle ? .exit { _ in } : .none })
    #expect(lines(graph.states.first?.behaviors) == ["exit / (unnamed)"])
    #expect(graph.findings.map(\.name).contains("unnamed behavior: idle"))
  }

  @Test(arguments: StateGraph.StateBehavior.Kind.allCases)
  func labelIsAskedForIfABehaviorCanHaveOne(kind: StateGraph.StateBehavior.Kind) {
    let answer: @Sendable () -> StateBehavior<Step, Void> = {
      switch kind {
      case .entry: .entry { _ in }
      case .exit: .exit { _ in }
      case .task: .task { _, _ in nil }
      case .timeout: .after(.seconds(1), send: .next)
      }
    }
    for level in [1, nil] {
      let graph = StateGraph(
        Self.players.states(level: level) { if case .active = $0 { answer() } else { .none } })
      #expect(
        graph.findings.contains { $0.kind == .unnamedBehavior } == (kind != .timeout), "\(graph)")
    }
  }

  @Test func actionOfAStateThatIsNeverEnteredIsReported() {
    let graph = StateGraph(Self.loads.states { _ in .entry("note") { _ in } })
    #expect(
      graph.findings.filter { $0.kind == .behaviorNeverRuns }.map(\.description) == [
        """
        state failed has "entry / note", but is never entered; lead a transition there, or remove it
        """
      ])
  }

  @Test func behaviorsAreNotReportedWithoutNeed() {
    let plain = StateGraph(Self.players).findings
    let graph = StateGraph(
      Self.players.states { _ in .entry("in") { _ in } }
        .states(level: 1) { _ in .entry("light") { _ in } })
    #expect(graph.findings == plain)
  }

  @Test func behaviorIsOneLineWhateverItsText() {
    AdversarialText.each(behaviorIsOneLineWhateverItsText(text:))
  }

  private func behaviorIsOneLineWhateverItsText(text: String) {
    func graph(_ text: String) -> StateGraph {
      StateGraph(
        states: [.init(identifier: "a", parent: "c", behaviors: [.init(.entry, text)])],
        composites: [.init(identifier: "c", behaviors: [.init(.task, text), .init(.exit)])],
        transitions: [], initialState: "a")
    }
    // The picture as text breaks long lines.
    for notation in Notation.allCases where notation != .text {
      let (plain, written) = (notation.text(of: graph("x")), notation.text(of: graph(text)))
      #expect(plain.filter(\.isNewline).count == written.filter(\.isNewline).count)
      #expect(!written.split(separator: "\n").joined().unicodeScalars.contains { $0.value < 32 })
    }
  }
}
