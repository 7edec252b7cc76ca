import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct ViewTests {
  private let player = StateGraph(
    states: [
      .init(identifier: "off"), .init(identifier: "on.playing", parent: "on"),
      .init(identifier: "on.paused", parent: "on"), .init(identifier: "broken"),
    ],
    composites: [.init(identifier: "on", label: "On")],
    rules: [
      .init(source: "off", target: "on.paused", event: "power"),
      .init(source: "on.paused", target: "on.playing", event: "play"),
      .init(source: "on.playing", target: "on.paused", event: "pause"),
      .init(source: "on.paused", target: "off", event: "power"),
      .init(source: "on.playing", target: "off", event: "power"),
      .init(source: "on.playing", target: "broken", event: "hit"),
      .init(state: "off", event: "play", effect: .rejected(reason: "no power")),
      .init(state: "broken", event: "play", effect: .traps()),
    ], initialState: "off")

  @Test func viewShowsWhatLiesAroundAState() throws {
    let part = try player.around("broken")
    #expect(part.states.map(\.identifier) == ["off", "on.playing", "broken"])
    #expect(
      part.rules.map(\.description) == [
        "off: play / rejected: no power", "on.playing -> off: power", "on.playing -> broken: hit",
        "broken: play / traps",
      ])
    #expect(
      part.omission?.description == "around broken; not shown: 1 state, 4 transitions")
    #expect(try player.around("broken", steps: 5) == player)
    #expect(try player.around("on").states.count == 4)
  }

  @Test func viewCollapsesACompositeState() throws {
    let part = try player.collapsing("on")
    #expect(part.states.map(\.identifier) == ["off", "on", "broken"])
    #expect(
      part.rules.map(\.description) == [
        "off -> on: power", "off: play / rejected: no power", "on -> off: power",
        "on -> broken: hit [On = playing]", "broken: play / traps",
      ])
    #expect(part.states[1].label == "On" && part.composites.isEmpty)
    #expect(part.omission?.states == 1 && part.omission?.transitions == 3)
  }

  @Test func arrowThatHoldsOnlyInSomeStatesInsideIsDashed() throws {
    let part = try player.collapsing("on")
    #expect(part.collapsedStates == ["on"] && player.collapsedStates.isEmpty)
    let dashed = part.dot().split(separator: "\n").filter { $0.contains("style=dashed") }
    #expect(dashed.count == 1 && dashed[0].contains("hit [On = playing]"), "\(dashed)")
    #expect(part.plantUML().contains("on -[dashed]-> broken : hit"))
    #expect(part.plantUML().contains("on --> off : power"))
    let read = try StateGraph(dot: part.dot())
    #expect(read == part && read.dot() == part.dot())
    #expect(read.collapsedStates == ["on"])
    #expect(!player.dot().contains("style=dashed"))
  }

  /// A machine that returns to where its regions were left.
  private let returning = StateGraph(
    states: [
      .init(identifier: "on"), .init(identifier: "off"),
      .init(identifier: "on/lamp/dark", parent: "on/lamp"),
      .init(identifier: "on/lamp/lit", parent: "on/lamp"),
    ],
    regions: [.init(identifier: "on/lamp", in: "on", initialState: "on/lamp/dark")],
    rules: [
      .init(source: "on", target: "off", event: "hide"),
      .init(source: "off", target: "on", trigger: "show", entry: .history),
      .init(source: "on/lamp/dark", target: "on/lamp/lit", event: "press"),
    ], initialState: "on")

  @Test func viewThatLeavesOutRegionsKeepsTheHistoryOfThem() throws {
    for part in [try returning.around("off"), try returning.collapsing("on")] {
      #expect(part.regions.isEmpty)
      #expect(part.rules.map(\.description) == ["on -> off: hide", "off -> on [H*]: show"])
      #expect(try StateGraph(dot: part.dot()) == part)
      let texts = [
        part.dot(), part.mermaid(), part.plantUML(), part.markdownTable(), part.textPicture(),
      ]
      for text in texts { #expect(text.contains("→ H"), "\(text)") }
    }
    #expect(returning.plantUML().contains("off --> on[H*] : show"))
  }

  @Test func viewOfAStateWithoutItsRegionsSaysWhereAnArrowBegan() throws {
    let graph = StateGraph(
      states: returning.states, regions: returning.regions,
      rules: returning.rules + [
        .init(source: "on/lamp/lit", target: "off", event: "break", guard: "hot")
      ], initialState: "on")
    #expect(
      try graph.collapsing("on").rules.map(\.description) == [
        "on -> off: hide", "on -> off: break [hot and in lamp.lit]", "off -> on [H*]: show",
      ])
  }

  /// A chain of states, of which a rule in the middle has a mark.
  @Test func viewOfChangesIsAsSmallAsItMustBe() {
    let names = (1...8).map { "s\($0)" }
    let chain = StateGraph(
      states: names.map { .init(identifier: $0) },
      rules: zip(names, names.dropFirst()).flatMap { one, next in
        [
          .init(source: one, target: next, trigger: "on"),
          .init(source: next, target: one, trigger: "back"),
        ]
      }, initialState: "s5", isCommitting: true)
    let marks = DiagramMarks(rules: [chain.rules[4]: .added])
    #expect("\(chain.rules[4])" == "s3 -> s4: on")
    let views = [(4, 8), (4, 6), (3, 4), (3, 3), (3, 1), (2, 1)].map {
      chain.around(marks, most: (states: $0.0, transitions: $0.1))
    }
    #expect(
      views.map { $0?.omission?.description } == [
        "around the changes; not shown: 4 states, 8 transitions",
        "around the changes; not shown: 4 states, 8 transitions",
        "around the changes; not shown: 5 states, 10 transitions",
        "around the changes, only the changes; not shown: 5 states, 13 transitions",
        "around the changes, only the changes; not shown: 5 states, 13 transitions", nil,
      ])
    #expect(views.compactMap(\.self).allSatisfy { $0.isCommitting })
  }

  @Test func viewOfChangesShowsStatesWithWhatIsInside() {
    let all = (states: 9, transitions: 9)
    let show = DiagramMarks(rules: [returning.rules[1]: .changed])
    #expect("\(returning.rules[1])" == "off -> on [H*]: show")
    #expect(returning.around(show, most: all) == returning)
    var marks = DiagramMarks()
    marks.behaviors[.init(state: "on", behavior: .init(.entry, "beep"))] = .added
    #expect(player.around(marks, most: all) == player)
  }

  @Test func viewLeavesOutEventsAndRejections() throws {
    let part = try player.withoutRejections().without(events: ["hit"])
    #expect(part.rules.allSatisfy { !$0.effect.isRefusal && $0.event != "hit" })
    #expect(
      part.omission?.description
        == "without rejections, without hit; not shown: 1 transition, 2 rejections")
    #expect(try player.without(events: []) == player)
  }

  /// Numbers that were not counted are not calculated with.
  @Test(arguments: ["\(Int.max)", "\(Int.min)", "-1", "9223372036854775808"])
  func readerRefusesANumberOfPartsThatCannotBe(number: String) throws {
    let part = try player.around("broken")
    for member in ["states 1", "transitions 4", "refusals 0"] {
      #expect(part.dot().contains(member))
      let word = member.prefix { $0 != " " }
      let text = part.dot().replacing(member, with: "\(word) \(number)")
      #expect(throws: DOTError.self) { try StateGraph(dot: text) }
    }
  }

  @Test func errorNamesWhatTheGraphDoesNotHave() {
    #expect(throws: UnknownNameError.self) { try player.around("of") }
    #expect(throws: UnknownNameError.self) { try player.without(events: ["kick"]) }
    #expect(throws: UnknownNameError.self) { try player.collapsing("off") }
  }

  /// What nobody sees makes no picture out of date; how much it is, is seen.
  @Test func viewIsNeverTakenForTheWhole() throws {
    var rules = player.rules
    let hidden = try #require(rules.firstIndex { $0.description == "on.paused -> off: power" })
    rules[hidden].effect = .external(action: "beep")
    let changed = StateGraph(
      states: player.states, composites: player.composites, rules: rules, initialState: "off")
    let (part, other) = (try player.around("broken"), try changed.around("broken"))
    #expect(player != changed && part == other)
    #expect(part.fingerprint == other.fingerprint && part.dot() == other.dot())
    #expect(other.diff(from: part).isEmpty)
    rules.remove(at: hidden)
    let smaller = StateGraph(
      states: player.states, composites: player.composites, rules: rules, initialState: "off")
    let summaries = try smaller.around("broken").diff(from: part).edits.map(\.summary)
    #expect(
      summaries == [
        "shows a part: around broken; not shown: 1 state, 3 transitions, was a part: around broken; "
          + "not shown: 1 state, 4 transitions"
      ])
    let whole = StateGraph(
      states: part.states, composites: part.composites, rules: part.rules, initialState: "off")
    #expect(part != whole && !part.diff(from: whole).isEmpty)
    let summary = whole.diff(from: part).edits.map(\.summary)
    #expect(summary.count == 1)
    #expect(summary.first?.hasPrefix("shows the whole graph, was a part: around broken") == true)
  }

  /// A state whose ways out are left out is not one that cannot be left.
  @Test func viewShowsNoDeadEndIfAWayOutIsLeftOut() throws {
    let part = try player.without(events: ["power"])
    #expect(player.deadEnds == ["broken"] && part.deadEnds == ["broken"])
    #expect(part.omission?.exits == ["off"])
    #expect(part.withoutRejections().dot().components(separatedBy: "peripheries=2").count == 2)
    let again = try player.without(events: ["power", "hit"]).collapsing("on")
    #expect(again.omission?.exits == ["off", "on"] && again.deadEnds == ["broken"])
    let closed = StateGraph(
      states: [.init(identifier: "on.a", parent: "on"), .init(identifier: "on.b", parent: "on")],
      transitions: [.init(source: "on.a", target: "on.b", event: "go")], initialState: "on.a")
    #expect(try closed.collapsing("on").deadEnds == ["on"])
  }

  @Test func everyNotationSaysWhatIsMissing() throws {
    let part = try player.around("broken")
    let words = "not shown"
    let texts = [
      part.dot(), part.mermaid(), part.plantUML(), part.markdownTable(), part.json(),
    ]
    for text in texts { #expect(text.contains(words) || text.contains("\"omission\"")) }
    #expect(part.mermaid().hasPrefix("---\ntitle: \"around broken; not shown: 1 state"))
    let data = try JSONEncoder().encode(part)
    #expect(try JSONDecoder().decode(StateGraph.self, from: data) == part)
    #expect(!player.dot().contains(words) && !player.json().contains("omission"))
  }
}

@Suite struct SampleNoteTests {
  private enum Text: Graphable {
    case empty, content([Character])
    static var graphCases: [Text] { [.empty, .content(["a"])] }
  }
  private enum Key: CaseIterable, Graphable { case delete }

  private func graph(_ cases: [Text]) -> StateGraph {
    StateGraph(initial: cases.last!, events: [Key.delete]) { text, _ -> Text? in
      guard case .content(let characters) = text else { return nil }
      return characters.count == 1 ? .empty : .content(Array(characters.dropLast()))
    }
  }

  @Test func noteSaysThatOneSampleShowsNoCondition() {
    let lone = graph([.content(["a"])])
    #expect(lone.lines == ["content → empty: delete"])
    #expect(lone.notes.map(\.name) == ["few samples: content"])
    let more = graph([.content(["a", "b"])])
    #expect(more.notes.isEmpty)
    #expect(more.transitions.allSatisfy { $0.guard != nil })
  }

  private struct Lamp: GraphableProduct {
    enum Power: CaseIterable, Graphable { case on, off }
    enum Glow: Graphable, Hashable {
      case dim, bright(Int)
      static var graphCases: [Glow] { [.dim, .bright(3)] }
    }
    var power = Power.off
    var glow: Glow
    static var graphCases: [Lamp] { graphSamples(of: Self.init(power:glow:)) }
  }

  /// Parts are no samples, and what a machine becomes by its events is none either.
  @Test func onlyWhatStandsForOthersIsASample() {
    let lamp = StateGraph(initial: Lamp(glow: .dim), events: Key.allCases) { lamp, _ -> Lamp? in
      Lamp(power: lamp.power == .on ? .off : .on, glow: lamp.glow)
    }
    #expect(lamp.notes.map(\.state) == ["on+bright", "off+bright"])
    struct Counter { var count = 0 }
    let machine = StateGraph(
      .value(Counter()) { _ in Key.delete }, steps: [.step("reset") { $0.count = 1 }])
    #expect(machine.notes.isEmpty)
  }

  @Test func noteAdvisesWhatTheMachineCanDo() {
    struct Counter { var count = 0 }
    enum Place: CaseIterable, Graphable { case here }
    let graph = StateGraph(
      .value(Counter()) { _ in Place.here },
      steps: [.step("add") { $0.count += 1 }, .step("isLate") { $0.count == 3 ? "late" : nil }],
      options: .init(bounds: ExplorationBounds(values: 3)))
    let finding = graph.findings.first { $0.kind == .valueBound }
    #expect(finding?.description.contains("subject") == false)
    #expect(finding?.description.contains("raise the bound") == true)
  }
}
