import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct DiagramOutlineTests {
  private let graph = StateGraph(
    states: [
      .init(identifier: "off"), .init(identifier: "slow", label: "Slow", parent: "on"),
      .init(identifier: "fast", parent: "on"), .init(identifier: "broken", isFinal: true),
    ],
    composites: [.init(identifier: "on", label: "On")],
    transitions: [
      .init(source: "off", target: "slow", event: "press"),
      .init(source: "off", target: "slow", event: "hold", guard: "charged", action: "click"),
      .init(source: "slow", target: "off", event: "press"),
      .init(source: "fast", target: "off", event: "press"),
      .init(source: "slow", target: "fast", event: "turn"),
      .init(source: "fast", target: "fast", event: "turn", action: "whir", isInternal: true),
    ],
    rejections: [
      .init(state: "fast", event: "hold", reason: "let go"), .init(state: "off", event: "turn"),
    ],
    initialState: "off")

  /// All states, each before those in it.
  private func states(of outline: DiagramOutline) -> [DiagramOutline.State] {
    func all(_ states: [DiagramOutline.State]) -> [DiagramOutline.State] {
      states.flatMap { [$0] + all($0.substates) }
    }
    return all(outline.states)
  }

  @Test func outlineNestsStates() {
    let outline = DiagramOutline(of: graph)
    #expect(outline.states.map(\.label) == ["off", "On", "broken"])
    #expect(outline.states[1].substates.map(\.label) == ["Slow", "fast"])
    #expect(outline.states[1].initialSubstate == .state("slow"))
    #expect(states(of: outline).filter(\.isFinal).map(\.identifier) == ["broken"])
    #expect(states(of: outline).filter(\.isEnd).map(\.identifier) == ["broken"])
  }

  @Test func outlineStacksLinesOnOneArrow() {
    let outline = DiagramOutline(of: graph)
    #expect(outline.arrows.map(\.source) == [.state("off"), .composite("on"), .state("slow")])
    #expect(
      outline.arrows.map { $0.lines.map { $0.label.text() } } == [
        ["press", "hold [charged] / click"], ["press"], ["turn"],
      ])
  }

  @Test func outlineListsInCompartments() {
    let fast = states(of: DiagramOutline(of: graph)).first { $0.identifier == "fast" }
    #expect(fast?.listed.map { $0.label.text() } == ["turn / whir", "hold / rejected: let go"])
    #expect(fast?.silentRejections.isEmpty == true)
  }

  @Test func outlineKeepsSilentRejectionsApart() {
    let off = states(of: DiagramOutline(of: graph)).first { $0.identifier == "off" }
    #expect(off?.listed.isEmpty == true)
    #expect(off?.silentRejections.map { $0.label.occasion() } == ["turn"])
  }

  @Test func outlineKeepsTransitionsApartThatMarksTellApart() {
    let counts = [graph.transitions[0]: 2]
    let outline = DiagramOutline(of: graph, marks: .taken(counts, in: graph))
    #expect(
      outline.arrows.map(\.mark) == [.taken(times: 1)] + Array(repeating: .neverTaken, count: 3))
    #expect(
      outline.arrows.map(\.source) == [
        .state("off"), .state("off"), .composite("on"), .state("slow"),
      ])
  }

  /// What a composite state shares leaves its border as in the diagram, and what was never taken its own
  /// state.
  @Test func outlineKeepsTheArrowAtABorderOfWhichAPartWasTaken() {
    let counts = [graph.transitions[2]: 3]
    let outline = DiagramOutline(of: graph, marks: .taken(counts, in: graph))
    let presses = outline.arrows.filter { $0.target == .state("off") }
    #expect(presses.map(\.source) == [.composite("on"), .state("fast")])
    #expect(presses.map(\.mark) == [.taken(times: 1), .neverTaken])
    #expect(presses.flatMap(\.lines).map(\.mark) == [.taken(times: 3), .neverTaken])
  }

  @Test func outlineKeepsTheArrowAtABorderBesideWhatIsNewAndGone() {
    let states =
      graph.states + [.init(identifier: "idle", parent: "on")]
    let changed = StateGraph(
      states: states, composites: graph.composites,
      transitions: graph.transitions.filter { $0.source != "fast" }
        + [.init(source: "idle", target: "off", event: "press")],
      rejections: graph.rejections, initialState: "off")
    let (both, marks) = changed.comparison(with: graph)
    let arrows = DiagramOutline(of: both, marks: marks).arrows.filter { $0.target == .state("off") }
    #expect(arrows.map(\.source) == [.composite("on"), .state("fast"), .state("idle")])
    #expect(arrows.map(\.mark) == [nil, .removed, .added])
  }

  @Test func outlineShowsEverythingOnce() { Seeds.each(200, outlineShowsEverythingOnce(seed:)) }

  private func outlineShowsEverythingOnce(seed: UInt64) {
    let outline = DiagramOutline(of: .randomNested(seed: seed))
    let states = states(of: outline)
    let lines = outline.arrows.flatMap(\.lines) + states.flatMap(\.internalTransitions)
    #expect(
      states.map(\.identifier).sorted()
        == (outline.graph.states.map(\.identifier) + outline.graph.composites.map(\.identifier))
        .sorted(), "SEED=\(seed)")
    #expect(lines.count == outline.chart.transitions.count, "SEED=\(seed)")
    let vertices = Set(states.map(\.vertex))
    #expect(outline.chart.transitions.allSatisfy { vertices.contains($0.source) }, "SEED=\(seed)")
    #expect(states.flatMap(\.rejections).count == outline.graph.rejections.count)
  }
}
