import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite struct LabelTests {
  /// The seed of the random labels.
  private static let seed: UInt64 = 2026

  @Test(arguments: DifficultText.samples)
  func drawsEveryLabelAsItIs(label: String) throws {
    try expectFaithfulDrawing(of: [label])
  }

  @Test(arguments: DifficultText.samples)
  func readsBackWhatItWrote(text: String) throws {
    let graph = graph(labelled: [text], identifiers: [text, "other"])
    #expect(try StateGraph(dot: graph.dot(name: text)) == graph)
  }

  @Test func drawsRandomLabelsAsTheyAre() throws {
    var generator = SplitMix64(seed: Self.seed)
    for _ in 0..<100 {
      let labels = (0..<20).map { _ in DifficultText.random(using: &generator) }
      try expectFaithfulDrawing(of: labels, "seed \(Self.seed)")
    }
  }

  @Test func readsBackRandomTexts() throws {
    var generator = SplitMix64(seed: Self.seed)
    for _ in 0..<500 {
      let texts = (0..<4).map { _ in DifficultText.random(using: &generator) }
      let identifiers = texts + ["\(texts)"]
      let graph = graph(labelled: texts, identifiers: identifiers.map { "\($0)" })
      #expect(try StateGraph(dot: graph.dot()) == graph, "seed \(Self.seed)")
    }
  }

  /// A chain of states with one label each, and transitions that bear it in every place.
  private func graph(labelled labels: [String], identifiers: [String]) -> StateGraph {
    StateGraph(
      states: zip(identifiers, labels).map { StateGraph.State(identifier: $0, label: $1) },
      transitions: labels.indices.map { index in
        StateGraph.Transition(
          source: identifiers[index], target: identifiers[index + 1],
          event: labels[index], guard: labels[index], action: labels[index])
      },
      rejections: labels.indices.flatMap { index in
        [labels[index], nil].map {
          StateGraph.Rejection(
            state: identifiers[index], event: labels[index], guard: labels[index], reason: $0)
        }
      },
      initialState: identifiers[0])
  }

  private func expectFaithfulDrawing(
    of labels: [String], _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let identifiers = (0...labels.count).map { "s\($0)" }
    let image = try graph(labelled: labels, identifiers: identifiers).render(.svg)
    let svg = try #require(
      SVGText(image), "the SVG is not XML", sourceLocation: sourceLocation)
    // From top to bottom, a no-break space keeps a label off its edge.
    let padding = identifiers.count > 6 ? " " : ""
    for (index, label) in labels.enumerated() {
      let name = SVGText.expected(label)
      let event = (name.isEmpty ? "" : name + " ") + "[\(name)]"
      let texts = [
        // A compartment without text has a space.
        "s\(index)": "\(name.isEmpty ? " " : name)\n\(event) / rejected: \(name)",
        "s\(index)->s\(index + 1)": "\(padding)\(event) / \(name)",
      ]
      for (title, text) in texts {
        #expect(
          svg.text(of: title).unicodeScalars.elementsEqual(text.unicodeScalars), comment,
          sourceLocation: sourceLocation)
      }
    }
  }
}
