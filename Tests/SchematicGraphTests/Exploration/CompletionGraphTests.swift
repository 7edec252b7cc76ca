import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import SchematicTraces
import Testing

/// Pictures of states that are complete if the machine embedded in them is final.
@Suite struct CompletionGraphTests {
  enum Tape: String, CaseIterable, Graphable { case playing, paused, ended, torn }
  enum Player: Graphable {
    case off, broken, on(Tape)
    static let graphCases: [Player] = [.off, .broken] + Tape.allCases.map { .on($0) }
  }
  enum Button: CaseIterable, Graphable { case power, play, pause, end, rip }

  typealias Completion =
    @Sendable (Tape, Guard<Void>) -> Transition<Player, Void>

  private static let tape = StateMachineSchema<Tape, Button, Void>(initialState: .playing) {
    tape, button in
    switch (tape, button) {
    case (.playing, .pause): return .to(.paused)
    case (.paused, .play): return .to(.playing)
    case (.playing, .end): return .to(.ended)
    case (_, .rip): return .to(.torn)
    default: return .ignored
    }
  } states: { tape in
    tape == .ended || tape == .torn ? .final.entry("stop") { _ in } : .none
  }

  private static func schema(
    completion: Completion? = { _, _ in .to(.off, "eject") { _ in } }
  ) -> StateMachineSchema<Player, Button, Void> {
    StateMachineSchema<Player, Button, Void>(initialState: .off) { player, button in
      switch (player, button) {
      case (.off, .power): return .to(.on(.playing))
      case (.on, .power): return .to(.off)
      default: return .ignored
      }
    }
    .embedding(tape, in: Player.on, completion: completion)
  }

  private static let graph = StateGraph(schema())

  private static func completions(of graph: StateGraph) -> [String] {
    graph.rules.filter { $0.trigger == .completion }.map(\.description)
  }

  private static func completion(of state: String, in graph: StateGraph)
    -> StateGraph.State.Completion?
  {
    graph.states.first { $0.identifier == state }?.completion
  }

  @Test func completionLeadsFromEachFinalState() {
    let graph = Self.graph
    #expect(
      Self.completions(of: graph) == [
        "on.ended -> off: completion / eject", "on.torn -> off: completion / eject",
      ])
    #expect(Self.completion(of: "on.ended", in: graph) == .passed)
    #expect(Self.completion(of: "on.playing", in: graph) == nil)
    #expect(!graph.states.contains { $0.isFinal })
    // The rules around apply there, and those of the tape no longer do.
    #expect(
      graph.rules.filter { $0.source == "on.ended" }.map(\.event) == ["power", "completion"])
    #expect(Set(graph.findings.compactMap(\.state)) == ["broken"], "\(graph.findings)")
    #expect(graph.rules.first { $0.trigger == .completion }?.sourceLines.isEmpty == false)
  }

  @Test func completionLeavesTheBorderOnceWithoutAName() throws {
    let graph = Self.graph
    let dot = graph.dot()
    let edges = dot.split(separator: "\n").filter { $0.contains("/ eject&nbsp;\"") }
    #expect(edges.count == 1)
    #expect(
      edges.first?.contains(#""on.ended" -> "off" [label="&nbsp;/ eject&nbsp;" ltail="#) == true,
      "\(edges)")
    let read = try StateGraph(dot: dot)
    #expect(read == graph)
    #expect(read.dot() == dot)
    #expect(read.fingerprint == graph.fingerprint)
  }

  @Test func completionIsWrittenInEveryNotation() throws {
    let graph = Self.graph
    let mermaid = graph.mermaid()
    #expect(mermaid.contains("  on --> off : / eject\n"), "\(mermaid)")
    #expect(mermaid.contains("    on_ended --> [*]\n"), "\(mermaid)")
    let plantUML = graph.plantUML()
    #expect(plantUML.contains("on --> off : / eject\n"), "\(plantUML)")
    let markdown = graph.markdownTable()
    #expect(markdown.contains("| on | completion |  | eject | off |"), "\(markdown)")
    #expect(markdown.contains("on is complete in on.ended."), "\(markdown)")
    let json = graph.json()
    #expect(
      json.contains(
        #"{"source":"on.ended","target":"off","completion":true,"effect":"external","action":"eject"}"#
      ),
      "\(json)"
    )
    #expect(json.contains(#""completion":"passed""#), "\(json)")
  }

  @Test func completionWithoutAnActionHasNoLabel() {
    let graph = StateGraph(Self.schema { _, _ in .to(.off) })
    let edge = graph.dot().split(separator: "\n").first { $0.contains("completion") }
    #expect(edge?.contains("label=") == false, "\(edge ?? "")")
    #expect(graph.mermaid().contains("  on --> off\n"))
    #expect(graph.plantUML().contains("on --> off\n"))
  }

  @Test func completionDependsOnGuards() throws {
    let graph = StateGraph(
      Self.schema { tape, when in
        guard tape == .ended else {
          return when("glued") { _ in true } ? .to(.off) : .rejected("torn")
        }
        return when("on repeat") { _ in true } ? .to(.on(.playing), "rewind") { _ in } : .ignored
      })
    #expect(
      Self.completions(of: graph) == [
        "on.ended -> on.playing: completion [on repeat] / rewind",
        "on.torn -> off: completion [glued]",
        "on.torn: completion [not glued] / rejected: torn",
      ])
    // A machine may stay in either of them.
    #expect(Self.completion(of: "on.ended", in: graph) == .complete)
    #expect(Self.completion(of: "on.torn", in: graph) == .complete)
    #expect(try StateGraph(dot: graph.dot()) == graph)
  }

  @Test func completionWithoutAnAnswerIsAFinding() {
    let schema = StateMachineSchema<Player, Button, Void>(initialState: .off) { player, button in
      if case .off = player { .to(.on(.playing)) } else { .ignored }
    }.embedding(Self.tape, in: Player.on)
    let findings = StateGraph(schema).findings.filter { $0.kind == .noWayOut }
    #expect(findings.map(\.state) == ["on.ended", "on.torn"])
    #expect(findings.first?.description.contains("answer the completion") == true)
  }

  /// Answers that differ from the first one.
  private static let changes: [Completion?] = [
    nil, { _, _ in .to(.broken, "eject") { _ in } }, { _, _ in .to(.off) },
    { tape, _ in tape == .ended ? .to(.off, "eject") { _ in } : .ignored },
    { _, when in when("paid") { _ in true } ? .to(.off, "eject") { _ in } : .ignored },
    { _, _ in .stay("eject") { _ in } }, { _, _ in .rejected("eject") },
    { tape, _ in tape == .ended ? .to(.on(.playing), "rewind") { _ in } : .to(.off) },
  ]

  @Test(arguments: changes.indices)
  func changedCompletionIsNoticed(change: Int) {
    let changed = StateGraph(Self.schema(completion: Self.changes[change]))
    #expect(changed != Self.graph)
    #expect(changed.dot() != Self.graph.dot())
    #expect(changed.fingerprint != Self.graph.fingerprint)
    #expect(!changed.diff(from: Self.graph).isEmpty)
  }

  @Test func completionIsAStepThatNeedsNoEvent() throws {
    let schema = Self.schema()
    let walks = Self.graph.walks()
    #expect(Set(walks.flatMap(\.steps).map(\.rule)) == Set(Self.graph.takeableTransitions))
    // Nobody can send `power` to a state that is left at once.
    #expect(!walks.flatMap(\.steps).contains { $0.source == "on.ended" && $0.event == "power" })
    #expect(!walks.flatMap(\.events).contains("completion"))
    for walk in walks {
      #expect(!["on.ended", "on.torn"].contains(walk.end))
      for planned in try schema.plan(for: walk) where planned.isCompletion {
        #expect(planned.event == (planned.source.graphIdentifier == "on.ended" ? .end : .rip))
      }
    }
    #expect(Self.graph.shortestWalk(to: "off", from: "on.ended")?.steps.count == 1)
  }

  @Test func completionIsCountedAndTraced() {
    let machine = StateMachine(schema: Self.schema())
    var coverage = TransitionCoverage(of: Self.graph)
    var lines: [String] = []
    let recorder = Lines()
    TraceRecorder { recorder.lines.append($0) }.watch(machine, named: "Player", id: "1")
    machine.observe { coverage.record($0, of: machine.schema) }
    machine.handle(.power)
    machine.handle(.end)
    lines = recorder.lines
    #expect(lines.count == 4)
    #expect(
      lines.last == #"{"trace":1,"machine":"Player","id":"1","number":3,"state":"on.ended","#
        + #""event":"end","outcome":"moved","target":"off","action":"eject","completion":true}"#)
    let entries = lines.compactMap { try? TraceEntry(line: $0) }
    #expect(entries.map(\.line) == lines)
    #expect(Self.graph.violations(of: entries).isEmpty)
    var check = TraceCheck(of: Self.graph)
    for entry in entries { _ = check.checkLine(entry) }
    for coverage in [coverage, check.coverage] {
      #expect(coverage.unexpected.isEmpty)
      #expect(
        coverage.neverTaken.filter { $0.trigger == .completion }.map(\.source) == ["on.torn"])
      #expect(!coverage.neverTaken.contains { $0.source == "on.ended" })
    }
    let other = StateGraph(Self.schema { _, _ in .to(.broken) })
    #expect(
      other.violations(of: entries).map(\.description).first?.contains(
        "the diagram has no step on.ended -> off: completion / eject") == true)
  }

  private final class Lines: @unchecked Sendable { var lines: [String] = [] }

  @Test func eventThatReadsLikeACompletionIsQuoted() {
    for label in ["completion", "\"completion\""] {
      let trigger = StateGraph.Trigger.event(label)
      #expect(trigger.description != StateGraph.Trigger.completion.description)
      #expect(StateGraph.Trigger(notation: trigger.description) == trigger)
    }
    #expect(StateGraph.Trigger(notation: "completion") == .completion)
  }

  @Test func completionOfARandomGraphIsReadBack() throws {
    for seed in Seeds.first(400) {
      let graph = StateGraph.randomNested(seed: seed)
      let read = try StateGraph(dot: graph.dot())
      #expect(read == graph, "SEED=\(seed)")
      #expect(
        Set(Statechart(of: graph).transitions.flatMap(\.rules)) == Set(graph.transitions),
        "SEED=\(seed)")
    }
  }
}
