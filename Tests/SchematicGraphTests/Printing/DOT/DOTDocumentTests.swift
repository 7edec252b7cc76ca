import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct DOTDocumentTests {
  /// A graph in which a text stands wherever text may stand.
  private func graph(of text: String) -> StateGraph {
    StateGraph(
      states: [.init(identifier: text, label: text), .init(identifier: "other", label: text)],
      transitions: [
        .init(source: text, target: "other", event: text, guard: text, action: text),
        .init(source: "other", target: text, event: text),
        .init(source: text, target: text, event: text, isInternal: true),
      ],
      rejections: [
        .init(state: text, event: text, guard: text, reason: text),
        .init(state: "other", event: text),
      ],
      initialState: text
    )
  }

  @Test func everyTextStaysInsideItsQuotes() throws {
    try AdversarialText.each(everyTextStaysInsideItsQuotes(text:))
  }

  private func everyTextStaysInsideItsQuotes(text: String) throws {
    let document = DOTPrinter(name: text).text(of: graph(of: text))
    let scanned = try #require(ScannedDOT(document))
    let plain = try #require(ScannedDOT(DOTPrinter(name: "plain").text(of: graph(of: "plain"))))
    // A state has a label only where its identifier would not be drawn as it is.
    let label = " [label=]"
    #expect(scanned.outside.replacing(label, with: "") == plain.outside.replacing(label, with: ""))
    #expect(!document.split(separator: "\n").joined().hasControls)
  }

  /// Nodes with equal names would be one node, and states with equal labels look like one state.
  @Test func textsThatDifferAreWrittenDifferently() {
    let texts = AdversarialText.short.flatMap { text in
      ["", "\\", "\"", " "].flatMap { [text + $0, $0 + text] }
    }
    let different = Set(texts.map(\.scalars))
    for encode in [DOTIdentifier.quoted, { DOTLabel.quoted($0) }] as [(String) -> String] {
      #expect(Set(texts.map { encode($0).scalars }).count == different.count)
    }
    #expect(!texts.map(DOTIdentifier.quoted).contains(DOTNames.initial))
  }

  @Test func dotIsTheSameBytesTwice() { AdversarialText.each(dotIsTheSameBytesTwice(text:)) }

  private func dotIsTheSameBytesTwice(text: String) {
    #expect(graph(of: text).dot(name: text).scalars == graph(of: text).dot(name: text).scalars)
  }

  @Test func dotHasNoControlsWhateverTheText() throws {
    try Seeds.each(50, dotHasNoControlsWhateverTheText(seed:))
  }

  private func dotHasNoControlsWhateverTheText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 1...5 {
      let graph = graph(of: AdversarialText.random(using: &random))
      #expect(ScannedDOT(DOTPrinter().text(of: graph)) != nil, "SEED=\(seed)")
      #expect(!graph.dot().split(separator: "\n").joined().hasControls, "SEED=\(seed)")
    }
  }
}
