import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// Arrows to the state in which a composite state was left, which the rules say with values.
@Suite struct HistoryTests {
  private static let graphs: [StateGraph] = [
    StateGraph(Kiosk.schema), StateGraph(Reader.schema), StateGraph(Cart.schema),
  ]

  private func histories(of graph: StateGraph) -> [History] { FoldedHistories(of: graph).histories }

  private func arrows(_ graph: StateGraph) -> [String] {
    graph.dot().split(separator: "\n").filter { $0.contains(" -> ") && $0.contains("label=") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Expects that the diagram of a graph says all of it.
  private func expectReadable(
    _ graph: StateGraph, _ seed: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = graph.dot()
    let read = try StateGraph(dot: text)
    // Graphs are too large to be printed.
    let isSame = read == graph && read.fingerprint == graph.fingerprint
    #expect(isSame, "\(seed)", sourceLocation: sourceLocation)
    #expect(read.dot() == text, "\(seed)", sourceLocation: sourceLocation)
    #expect(graph.diff(from: read).isEmpty, "\(seed)", sourceLocation: sourceLocation)
    #expect(histories(of: read) == histories(of: graph), "\(seed)", sourceLocation: sourceLocation)
  }

  @Test func historyIsFoundIfAStateCarriesTheStateToReturnTo() throws {
    let graph = StateGraph(Kiosk.schema)
    #expect(
      histories(of: graph).map { [$0.rememberingState, $0.composite] } == [["dark", "serving"]])
    #expect(histories(of: graph).map(\.isDeep) == [true])
    #expect(graph.states.count == 7, "the graph keeps every state and row")
    #expect(graph.transitions.count { $0.event == "wake" } == 3)
    #expect(
      arrows(graph) == [
        #""idle" -> "serving.browsing" [label="&nbsp;touch&nbsp;"];"#,
        #""serving.browsing" -> "serving.paying.card" [label="&nbsp;choose&nbsp;"];"#,
        #""serving.paying.pin" -> "dark" [label="&nbsp;sleep / dim&nbsp;" ltail=cluster_serving];"#,
        #""serving.browsing" -> "idle" [label="&nbsp;cancel&nbsp;" ltail=cluster_serving];"#,
        #""serving.paying.card" -> "serving.paying.pin" [label="&nbsp;insert&nbsp;"];"#,
        #""dark" -> "&#8203;H*&#8203;serving" [label="&nbsp;touch&nbsp;\l&nbsp;wake [by day] / light up&nbsp;\l"];"#,
        #""dark" -> "idle" [label="&nbsp;cancel&nbsp;"];"#,
      ])
  }

  @Test func historyIsFoundIfAValueNamesTheStateToReturnTo() throws {
    let graph = StateGraph(Reader.schema)
    #expect(
      histories(of: graph).map { [$0.rememberingState, $0.composite] } == [["aside", "open"]])
    #expect(histories(of: graph).map(\.isDeep) == [false])
    #expect(
      graph.transitions.filter { $0.source == "aside" && $0.event == "resume" }.map(\.description)
        == [
          "aside -> open.text: resume [last = atText] / take up",
          "aside -> open.notes: resume [last = atNotes] / take up",
          "aside -> open.index: resume [last = atIndex] / take up",
        ])
    let drawn = arrows(graph).filter { $0.contains("take up") || $0.contains("put down") }
    #expect(
      drawn == [
        #""open.index" -> "aside" [label="&nbsp;lay / put down {dimmed = false}&nbsp;" ltail=cluster_open];"#,
        #""aside" -> "&#8203;H&#8203;open" [label="&nbsp;resume / take up&nbsp;"];"#,
      ])
  }

  /// The state that is left consists of regions, all of which are entered again.
  @Test func historyIsDeepIfRegionsAreRemembered() throws {
    let graph = StateGraph(Cart.schema)
    #expect(
      histories(of: graph).map { [$0.rememberingState, $0.composite] } == [["off", "touring"]])
    #expect(histories(of: graph).map(\.isDeep) == [true])
    #expect(graph.regions.map(\.identifier) == ["touring/motor", "touring/light"])
    #expect(graph.findings.isEmpty)
    #expect(arrows(graph).count == 9)
  }

  @Test(arguments: Self.graphs) func historyIsReadBackFromItsDiagram(graph: StateGraph) throws {
    try expectReadable(graph)
  }

  @Test(arguments: Self.graphs) func historyIsStoredWithItsGraph(graph: StateGraph) throws {
    let stored = try JSONDecoder().decode(StateGraph.self, from: JSONEncoder().encode(graph))
    let isSame = stored == graph && stored.dot() == graph.dot()
    #expect(isSame)
  }

  @Test func historyIsInEveryNotation() {
    let graph = StateGraph(Kiosk.schema)
    #expect(graph.plantUML().contains("dark --> serving[H*] : touch"))
    let mermaid = graph.mermaid()
    #expect(mermaid.contains("    state \"H#42;\" as serving_history\n"), "Mermaid has no history")
    #expect(mermaid.contains("dark --> serving_history : touch"))
    #expect(graph.markdownTable().contains("dark remembers where serving was left."))
  }

  /// What each copy does alike, the state in place of the copies does once.
  @Test func historyKeepsWhatAllCopiesDo() throws {
    let schema = Kiosk.schema { state, event, _ in
      switch (state, event) {
      case (.dark, .choose): .stay("click")
      case (.dark(let last), .insert): .to(.dark(last: last), "flash")
      default: nil
      }
    }
    let graph = StateGraph(schema)
    try expectReadable(graph)
    let folded = FoldedHistories(of: graph).graph.rules.filter { $0.source == "dark" }
    #expect(
      folded.map(\.description) == [
        "dark -> serving [H*]: touch", "dark -> dark: choose / click (internal)",
        "dark -> dark: insert / flash", "dark -> serving [H*]: wake [by day] / light up",
        "dark -> idle: cancel",
      ])
  }

  // MARK: What isn't one

  enum Change: CaseIterable {
    case missing, elsewhere, otherEffect, setOtherwise, setOutside, moved, initial
  }

  @Test(arguments: Change.allCases)
  func historyIsNotFoundIfCopiesDoMoreThanRemember(change: Change) throws {
    let initial = change == .initial ? Kiosk.dark(last: .paying(.card)) : .idle
    let schema = Kiosk.schema(from: initial) { state, event, when in
      switch (change, state, event) {
      case (.missing, .dark(.paying(.card)), .touch), (.missing, .dark(.paying(.card)), .wake):
        .ignored
      case (.elsewhere, .dark(.paying(.pin)), .touch): .to(.serving(.browsing))
      case (.otherEffect, .dark(.paying(.pin)), .wake): .to(.serving(.paying(.pin)), "greet")
      case (.setOtherwise, .serving(.paying(.pin)), .sleep): .to(.dark(last: .browsing), "dim")
      case (.setOutside, .idle, .sleep): .to(.dark(last: .paying(.card)))
      case (.moved, .dark(.browsing), .choose): .to(.dark(last: .paying(.card)))
      default: nil
      }
    }
    let graph = StateGraph(schema)
    #expect(histories(of: graph).isEmpty)
    #expect(!graph.dot().contains("remembers"))
    try expectReadable(graph)
  }

  @Test(arguments: Change.allCases)
  func historyIsNotFoundIfValuesDoMoreThanRemember(change: Change) throws {
    let initial = change == .initial ? Reader.aside(last: .atText, dimmed: false) : .shelf
    let schema = Reader.schema(from: initial) { state, event in
      switch (change, state, event) {
      case (.missing, .aside(.atNotes, _), .resume): .ignored
      case (.elsewhere, .aside(.atNotes, _), .resume): .to(.open(.text), "take up")
      case (.otherEffect, .aside(.atNotes, _), .resume): .to(.open(.notes), "look up")
      case (.setOtherwise, .open(.notes), .lay): .to(.aside(last: .atText, dimmed: false))
      case (.setOutside, .shelf, .lay): .to(.aside(last: .atText, dimmed: false))
      case (.moved, .aside(.atText, let dimmed), .turn):
        .stay(as: .aside(last: .atNotes, dimmed: dimmed))
      default: nil
      }
    }
    let graph = StateGraph(schema)
    #expect(histories(of: graph).isEmpty)
    #expect(!graph.dot().contains("remembers"))
    try expectReadable(graph)
  }

  /// One substate goes another way: the review names that arrow, whatever the picture folds.
  @Test func historyIsReviewedArrowByArrow() {
    let schema = Reader.schema { state, event in
      if case (.aside(.atNotes, _), .resume) = (state, event) {
        return .to(.open(.text), "take up")
      }
      return nil
    }
    let diff = StateGraph(schema).diff(from: StateGraph(Reader.schema))
    #expect(diff.description.contains("aside: resume [last"))
    #expect(diff.edits.count <= 3, "\(diff)")
    let other = Kiosk.schema { state, event, when in
      if case (.dark(.paying(.pin)), .touch) = (state, event) { return .to(.idle) }
      return nil
    }
    let copies = StateGraph(other).diff(from: StateGraph(Kiosk.schema))
    #expect(
      copies.description == "~ dark.paying.pin: touch leads to idle, was serving.paying.pin")
  }

  // MARK: Texts

  /// The parts of names and values that would be mistaken for notation.
  @Test func historyMayHaveAnyNames() throws {
    var found = 0
    for seed in Seeds.first(100) {
      var random = SplitMix64(seed: seed)
      let graph = Self.randomGraph(using: &random)
      found += histories(of: graph).count
      try expectReadable(graph, "SEED=\(seed)")
    }
    guard Seeds.first(2).count == 2 else { return }
    #expect(found > 30)
  }

  private static func name(using random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: AdversarialText.random(using: &random)
    case 1:
      ["H", "H*", "{H}", "a, H", " and ", " = ", "after 3 s", ""].randomElement(using: &random)!
    default: AdversarialText.short.randomElement(using: &random) ?? ""
    }
  }

  private static func randomGraph(using random: inout SplitMix64) -> StateGraph {
    let (home, keeper, field) = (name(using: &random), name(using: &random), name(using: &random))
    let isCopy = Bool.random(using: &random)
    let names = (0..<Int.random(in: 2...4, using: &random)).map { "\($0)" + name(using: &random) }
    let labels = (0..<2).map { _ in name(using: &random) }
    func state(_ index: Int) -> String { "\(home).\(names[index])" }
    func kept(_ index: Int) -> String { isCopy ? "\(keeper).\(names[index])" : keeper }
    func memory(_ index: Int) -> String { "\(field) = \(names[index])" }
    var states = names.indices.map {
      StateGraph.State(identifier: state($0), label: names[$0], parent: home)
    }
    if isCopy {
      states += names.indices.map {
        StateGraph.State(identifier: kept($0), label: names[$0], parent: keeper)
      }
    }
    var rules: [StateGraph.Rule] = []
    for index in names.indices {
      rules.append(
        StateGraph.Rule(
          source: state(index), target: kept(index), trigger: .event(labels[0]),
          effect: .external(action: labels[1]),
          change: isCopy ? nil : memory(index) + (Bool.random(using: &random) ? "" : ", a = 1")))
      rules.append(
        StateGraph.Rule(
          source: kept(index), target: state(index), trigger: .event(labels[1]),
          conditions: (isCopy ? [] : [.payload(memory(index))]) + [.guard(labels[0])]))
    }
    return StateGraph(
      states: [.init(identifier: "start")] + states,
      composites: [.init(identifier: home)] + (isCopy ? [.init(identifier: keeper)] : []),
      rules: [.init(source: "start", target: state(0), trigger: "begin")] + rules,
      initialState: "start")
  }
}
