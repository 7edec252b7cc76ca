import Examples
import SchematicTestKit
import Testing

@testable import SchematicDiagrams
@testable import SchematicGraph

@MainActor
@Suite struct TextPictureTests {
  @Test func everyArrowOfTheCatalogIsRecoveredFromTheText() throws {
    let diagrams = try exampleDiagrams.diagrams()
    #expect(diagrams.count > 10)
    for diagram in diagrams { expectRecovery(of: diagram.graph, "\(diagram.name)") }
  }

  @Test func everyArrowOfARandomGraphIsRecoveredFromTheText() {
    Seeds.each(200) { expectRecovery(of: .randomNested(seed: $0), "SEED=\($0)") }
  }

  @Test func everyArrowOfRandomRegionsIsRecoveredFromTheText() {
    Seeds.each(50) { seed in
      let machines = (0..<3).map { number in
        (name: "r\(number)", graph: StateGraph.randomNested(seed: 3 * seed + number))
      }
      let regions = machines.map { (name: $0.name, graph: $0.graph) }
      expectRecovery(of: .sideBySide(regions), "SEED=\(seed)")
    }
  }

  @Test func longTextsAreWrappedAndRecovered() {
    Seeds.each(100) { seed in
      let graph = StateGraph.randomNested(seed: seed).talkative(seed: seed)
      expectRecovery(of: graph, "SEED=\(seed)")
    }
  }

  @Test func asciiIsEnoughForTheCatalog() throws {
    var style = DiagramStyle()
    style.usesASCII = true
    for diagram in try exampleDiagrams.diagrams() {
      let text = diagram.graph.textPicture(style: style)
      #expect(text.unicodeScalars.allSatisfy { $0.isASCII }, "\(diagram.name)")
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(diagram.name)")
    }
  }

  /// Compares the rules and behaviors that the text tells with the graph, and counts columns.
  private func expectRecovery(
    of graph: StateGraph, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = graph.textPicture()
    let read = TextPictureReader(text)
    let comment = Comment(rawValue: "\(name)\n\(text)")
    let names = TextNames(of: DiagramOutline(of: graph), .unicode)
    var rules: Set<TextPictureReader.Row> = []
    var behaviors: Set<String> = []
    for (_, machine) in graph.machines {
      let folded = FoldedHistories(of: machine)
      for rule in folded.graph.rules { rules.insert(Self.row(for: rule, folded, names)) }
      for placed in folded.graph.placedBehaviors {
        let state = names.name(of: .state(placed.state))
        behaviors.insert("\(state): \(placed.behavior)")
      }
      #expect(
        read.starts.contains(names.name(of: .state(machine.initialState))), comment,
        sourceLocation: sourceLocation)
    }
    #expect(Set(read.names).count == read.names.count, comment, sourceLocation: sourceLocation)
    #expect(read.rules == rules, comment, sourceLocation: sourceLocation)
    #expect(read.behaviors == behaviors, comment, sourceLocation: sourceLocation)
    let widths = Set(text.split(separator: "\n").map(\.count))
    #expect(
      widths.count <= 1 && widths.allSatisfy { $0 <= 100 }, comment, sourceLocation: sourceLocation)
    #expect(graph.textPicture() == text, comment, sourceLocation: sourceLocation)
  }

  private static func row(
    for rule: StateGraph.Rule, _ folded: FoldedHistories, _ names: TextNames
  ) -> TextPictureReader.Row {
    var target = names.name(of: .state(rule.target))
    if rule.effect.isRefusal {
      target = ""
    } else if rule.isInternal, rule.source == rule.target {
      target = "stays"
    } else if let history = folded.history(enteredBy: rule) {
      target = "\(names.name(of: history.vertex)) \(history.symbol)"
    } else if rule.entry.states.count == 1 {
      target = names.name(of: .state(rule.entry.states[0]))
    } else if let entered = rule.entry.label(at: .state(rule.target)) {
      target += " " + entered
    }
    return TextPictureReader.Row(
      source: names.name(of: .state(rule.source)), event: "\(rule.label.listed.trigger)",
      guard: rule.guard ?? "", effect: rule.effect.text ?? "", change: rule.change ?? "",
      target: target)
  }
}

extension StateGraph {
  /// The graph with events, guards, actions and reasons of up to thirty words.
  fileprivate func talkative(seed: UInt64) -> StateGraph {
    var random = SplitMix64(seed: seed)
    func words() -> String {
      (0..<Int.random(in: 1...30, using: &random)).map { _ in
        ["until", "everybody", "in", "the", "garden", "sleeps", "again"]
          .randomElement(using: &random) ?? ""
      }.joined(separator: " ")
    }
    var texts: [String: String] = [:]
    func long(_ text: String) -> String {
      if texts[text] == nil { texts[text] = "\(text) \(words())" }
      return texts[text] ?? text
    }
    let rules = rules.map { rule in
      var rule = rule
      if case .event(let event) = rule.trigger { rule.trigger = .event(long(event)) }
      if rule.conditions == [.guard("paid")] { rule.conditions = [.guard(long("paid"))] }
      switch rule.effect {
      case .external(let action): rule.effect = .external(action: action.map(long))
      case .rejected: rule.effect = .rejected(reason: long("too late"))
      default: break
      }
      return rule
    }
    return StateGraph(
      states: states, composites: composites, rules: rules, initialState: initialState)
  }
}
