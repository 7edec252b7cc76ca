import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct PlantUMLDocumentTests {
  /// The statements that the printer uses, a line each.
  private let statement =
    #/
    \s*(?: state\ \w+ (\ {)?
      | state\ "[^"\n]+"\ as\ \w+ (\ {)?
      | \w+\ :\ [^\n]+
      | (\w+|\[\*\])\ (-->|-\[dotted\]->)\ (\w+|\[\*\]) (\ :\ [^\n]+)?
      | '\ [^\n]+
      | @startuml | @enduml | hide\ empty\ description
      | } )
    /#

  @Test func plantUMLIsMadeOfKnownStatements() {
    AdversarialText.each(plantUMLIsMadeOfKnownStatements(text:))
  }

  private func plantUMLIsMadeOfKnownStatements(text: String) {
    for line in StateGraph.everywhere(text).plantUML().split(separator: "\n") {
      #expect(line.wholeMatch(of: statement.matchingSemantics(.unicodeScalar)) != nil, "\(line)")
    }
  }

  @Test func plantUMLOpensAndClosesEveryCompositeState() {
    Seeds.each(100, plantUMLOpensAndClosesEveryCompositeState(seed:))
  }

  private func plantUMLOpensAndClosesEveryCompositeState(seed: UInt64) {
    let graph = StateGraph.randomNested(seed: seed)
    let lines = graph.plantUML().split(separator: "\n")
    #expect(lines.filter { $0.hasSuffix("{") }.count == graph.composites.count, "SEED=\(seed)")
    #expect(lines.filter { $0.hasSuffix("}") }.count == graph.composites.count, "SEED=\(seed)")
  }

  @Test func commandsAreKeptOutOfNames() {
    let graph = StateGraph(
      states: ["state", "title"].map { .init(identifier: $0) },
      transitions: [.init(source: "state", target: "title", event: "x")], initialState: "state")
    #expect(graph.plantUML().contains("state_2 --> title_2 : x\n"))
  }

  @Test func internalTransitionThatLeadsElsewhereIsDotted() {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "x", isInternal: true)],
      initialState: "a")
    #expect(graph.plantUML().contains("a -[dotted]-> b : x\n"))
  }
}

@Suite struct PlantUMLTextTests {
  /// What PlantUML shows for an encoded text.
  private func decode(_ encoded: String) -> String {
    encoded.putting("\n", for: /\\n/).decoding(/<U\+([0-9A-F]+)>/, radix: 16)
  }

  /// Whether nothing of a text means something to the grammar or to Creole.
  private func isInert(_ encoded: String) -> Bool {
    let rest = encoded.putting("\n", for: /\\n/).putting("x", for: /<U\+[0-9A-F]+>/)
    return !rest.finds(/[<>"\\\[\]{}%$!&|*#'~^@]|--|__|==|\/\/|\.\.|^[-=_.\/]/)
  }

  @Test(arguments: [
    ("start spinner", "start spinner"), ("say \"no\"", "say <U+0022>no<U+0022>"),
    ("a\\nb", "a<U+005C>nb"), ("two\nlines", "two\\nlines"), ("a - b", "a - b"),
    ("--", "<U+002D><U+002D>"), ("**x**", "<U+002A><U+002A>x<U+002A><U+002A>"),
    (" x ", "<U+0020>x<U+0020>"), ("", "<U+200B>"), ("a: b; c", "a: b; c"),
    ("%n()", "<U+0025>n()"), ("\u{E100}", "<U+E100>"), ("🙂 é", "🙂 é"), ("v1.5", "v1.5"),
    // Numbers have at most five digits.
    ("\u{10FFFD}", "\u{10FFFD}"),
  ])
  func markupIsCharacterNumbers(text: String, encoded: String) {
    #expect(PlantUMLText.encode(text) == encoded)
  }

  @Test(arguments: 0x20...0x7E)
  func signsOfASCIIAreReadBack(value: UInt8) {
    let sign = String(Unicode.Scalar(value))
    for text in [sign, "\(sign)x\(sign)", "x\(sign)\(sign)x", "x \(sign) x"] {
      textIsReadBackAsWhatItShows(text: text)
    }
  }

  @Test func textIsReadBackAsWhatItShows() {
    AdversarialText.each(textIsReadBackAsWhatItShows(text:))
  }

  private func textIsReadBackAsWhatItShows(text: String) {
    let encoded = PlantUMLText.encode(text)
    #expect(decode(encoded).scalars == (text.isEmpty ? "\u{200B}".scalars : text.visible()))
    #expect(isInert(encoded))
  }

  @Test func textIsInertWhateverItIs() { Seeds.each(100, textIsInertWhateverItIs(seed:)) }

  private func textIsInertWhateverItIs(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AdversarialText.random(using: &random) + "x"
    #expect(decode(PlantUMLText.encode(text)).scalars == text.visible(), "SEED=\(seed)")
    #expect(isInert(PlantUMLText.encode(text)), "SEED=\(seed)")
  }
}
