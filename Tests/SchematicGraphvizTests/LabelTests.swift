import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite struct LabelTests {
  @Test func everyLabelIsDrawnAsItIs() throws {
    try AdversarialText.each(everyLabelIsDrawnAsItIs(label:))
  }

  private func everyLabelIsDrawnAsItIs(label: String) throws {
    try expectFaithfulDrawing(of: [label])
  }

  @Test func labelIsReadBackAsItWasWritten() throws {
    try AdversarialText.each(labelIsReadBackAsItWasWritten(text:))
  }

  private func labelIsReadBackAsItWasWritten(text: String) throws {
    let graph = graph(labeled: [text], identifiers: [text, "other"])
    #expect(try StateGraph(dot: graph.dot(name: text)) == graph)
  }

  /// Identifiers become titles, and must not spoil the XML.
  @Test func everyIdentifierIsDrawn() throws {
    try AdversarialText.each(everyIdentifierIsDrawn(identifier:))
  }

  private func everyIdentifierIsDrawn(identifier: String) throws {
    let image = try graph(labeled: ["label"], identifiers: [identifier, "other"])
      .render(.svg, name: identifier)
    let svg = try #require(SVGText(image), "the SVG is not XML")
    #expect(svg.lines.values.contains { $0.first == "label" })
  }

  /// Many states are drawn from top to bottom, unless a text is too long for that.
  @Test func longTextIsDrawnAmongManyStates() throws {
    let long = String(repeating: "long ", count: 4_000)
    try expectFaithfulDrawing(of: Array(repeating: "short", count: 10) + [long], from: "LR")
  }

  /// Twenty labels for each seed.
  @Test func randomLabelsAreDrawnAsTheyAre() throws {
    try Seeds.each(40, randomLabelsAreDrawnAsTheyAre(seed:))
  }

  private func randomLabelsAreDrawnAsTheyAre(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let labels = (0..<20).map { _ in AdversarialText.random(using: &generator) }
    try expectFaithfulDrawing(of: labels, "SEED=\(seed)")
  }

  @Test func randomTextsAreReadBack() throws { try Seeds.each(200, randomTextsAreReadBack(seed:)) }

  private func randomTextsAreReadBack(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let texts = (0..<4).map { _ in AdversarialText.random(using: &generator) }
    let graph = graph(labeled: texts, identifiers: texts + ["\(texts)"])
    #expect(try StateGraph(dot: graph.dot()) == graph, "SEED=\(seed)")
  }

  /// A chain of states with one label each, and transitions that bear it in every place.
  private func graph(labeled labels: [String], identifiers: [String]) -> StateGraph {
    StateGraph(
      states: zip(identifiers, labels).map { StateGraph.State(identifier: $0, label: $1) },
      transitions: labels.indices.flatMap { index in
        [(index, true), (index + 1, false)].map { target, isInternal in
          StateGraph.Rule(
            source: identifiers[index], target: identifiers[target],
            trigger: .event(labels[index]), conditions: [.guard(labels[index])],
            effect: isInternal
              ? .internal(action: labels[index]) : .external(action: labels[index]))
        }
      },
      rejections: labels.indices.flatMap { index in
        [labels[index], nil].map {
          StateGraph.Rule(
            source: identifiers[index], trigger: .event(labels[index]),
            conditions: [.guard(labels[index])], effect: .rejected(reason: $0))
        }
      },
      initialState: identifiers[0])
  }

  private func expectFaithfulDrawing(
    of labels: [String], _ comment: Comment? = nil, from direction: String = "TB",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let identifiers = (0...labels.count).map { "s\($0)" }
    let graph = graph(labeled: labels, identifiers: identifiers)
    let image = try graph.render(.svg)
    let svg = try #require(
      SVGText(image), "the SVG is not XML", sourceLocation: sourceLocation)
    // From top to bottom, a no-break space on either side keeps a label off the edges.
    let isFromTop = graph.dot().contains("rankdir=TB")
    if identifiers.count > 6 {
      #expect(isFromTop == (direction == "TB"), comment, sourceLocation: sourceLocation)
    }
    let padding = isFromTop ? " " : ""
    for (index, label) in labels.enumerated() {
      let name = SVGText.expected(label)
      let reason = SVGText.expected("rejected: \(label)")
      // A name that reads like anything else has quotes.
      let condition = SVGText.expected("\(StateGraph.Condition.guard(label))")
      let trigger = SVGText.expected("\(StateGraph.Trigger.event(label))")
      let event = (trigger.isEmpty ? "" : trigger + " ") + "[\(condition)]"
      let texts = [
        // A compartment without text has a space.
        "s\(index)":
          "\(name.isEmpty ? " " : name)\n\(event) / \(name)\n\(event) / \(reason)",
        "s\(index)->s\(index + 1)": "\(padding)\(event) / \(name)\(padding)",
      ]
      for (title, text) in texts {
        // Further lines of a long text are indented.
        let side = title.contains("->") ? padding : ""
        let indent = String(repeating: " ", count: 4)
        let drawn = svg.text(of: title)
        let joined = drawn.replacing("\(side)\n\(side)\(indent)", with: " ")
        #expect(
          [drawn, joined].contains { $0.unicodeScalars.elementsEqual(text.unicodeScalars) },
          comment, sourceLocation: sourceLocation)
      }
    }
  }
}
