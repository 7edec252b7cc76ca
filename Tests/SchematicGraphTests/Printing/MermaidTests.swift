import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct MermaidDocumentTests {
  /// The statements that the printer uses, a line each.
  private let statement =
    #/
    \s*(?: state\ "[^"\n]+"\ as\ \w+ (\ {)?
      | \w+\ :\ [^:\n]+
      | (\w+|\[\*\])\ -->\ (\w+|\[\*\]) (\ :\ [^:\n]+)?
      | %%\ [^\n]+
      | stateDiagram-v2
      | accTitle:\ [^\n]+
      | accDescr\ {
      | } )
    /#

  @Test func mermaidIsMadeOfKnownStatements() {
    AdversarialText.each(mermaidIsMadeOfKnownStatements(text:))
  }

  private func mermaidIsMadeOfKnownStatements(text: String) {
    let lines = StateGraph.everywhere(text).mermaid(name: text).split(separator: "\n")
    let start = lines.firstIndex { $0.hasSuffix("accDescr {") } ?? lines.endIndex
    let end = lines[start...].firstIndex { $0.contains("}") } ?? lines.endIndex
    #expect(lines[end] == "  }")
    for (index, line) in lines.enumerated() where !(start + 1..<end).contains(index) {
      #expect(line.wholeMatch(of: statement.matchingSemantics(.unicodeScalar)) != nil, "\(line)")
    }
  }

  @Test func mermaidDescribesItselfToThoseWhoDoNotSeeIt() {
    let text = TinyMachine.guards.graph.mermaid(name: "Tiny: {a}; direction LR")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[1] == "  accTitle: Tiny: #123;a#125;; #100;irection LR")
    #expect(lines[2] == "  accDescr {")
    let sentences = DiagramDescription.sentences(
      about: TinyMachine.guards.graph, DiagramStyle())
    #expect(lines[3] == "    \(sentences[0])")
    #expect(lines[3 + sentences.count] == "  }")
  }

  @Test func mermaidOpensAndClosesEveryCompositeState() {
    Seeds.each(100, mermaidOpensAndClosesEveryCompositeState(seed:))
  }

  private func mermaidOpensAndClosesEveryCompositeState(seed: UInt64) {
    let graph = StateGraph.randomNested(seed: seed)
    let lines = graph.mermaid().split(separator: "\n")
    // The description has braces, too.
    let count = graph.composites.count + 1
    #expect(lines.filter { $0.hasSuffix("{") }.count == count, "SEED=\(seed)")
    #expect(lines.filter { $0.hasSuffix("}") }.count == count, "SEED=\(seed)")
  }

  @Test func mermaidNamesEveryStateInQuotes() {
    Seeds.each(100, mermaidNamesEveryStateInQuotes(seed:))
  }

  private func mermaidNamesEveryStateInQuotes(seed: UInt64) {
    // Mermaid takes the first line that describes a state without a title for its name.
    let graph = StateGraph.randomNested(seed: seed)
    let lines = graph.mermaid().split(separator: "\n")
    let declared = lines.filter { $0.wholeMatch(of: /\s*state "[^"]+" as \w+( \{)?/) != nil }
    #expect(declared.count == graph.states.count + graph.composites.count, "SEED=\(seed)")
  }

  @Test func stateThatListsSomethingKeepsItsName() {
    let lines = TinyMachine.internal.graph.mermaid().split(separator: "\n")
    let described = lines.compactMap { $0.wholeMatch(of: /\s*(\w+) : .+/)?.output.1 }
    #expect(!described.isEmpty)
    for name in described {
      #expect(lines.contains { $0.hasSuffix(" as \(name)") }, "\(name)")
    }
  }

  @Test func wordsOfTheGrammarAreKeptOutOfNames() {
    let graph = StateGraph(
      states: ["state", "note", "end", "root", "default"].map { .init(identifier: $0) },
      transitions: [], initialState: "state")
    #expect(graph.mermaid().contains("  state \"state\" as state_2\n"))
    #expect(graph.mermaid().contains("  state \"end\" as end_2\n"))
    #expect(graph.mermaid().contains("  [*] --> state_2\n"))
  }

  /// Mermaid names the pseudostates of a box that consists of regions itself.
  @Test func namesOfPseudostatesAreKeptOutOfNames() {
    let graph = StateGraph(
      states: ["on", "off", "on_start", "off_start"].map { .init(identifier: $0) },
      regions: [.init(name: "fan", in: "on", initialState: "on/fan/low")], rules: [],
      initialState: "off")
    let text = graph.mermaid()
    #expect(text.contains("state \"on_start\" as on_start_2\n"))
    #expect(text.contains("state \"off_start\" as off_start\n"))
  }

  @Test func internalTransitionThatLeadsElsewhereIsRemarkedOn() {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "x", isInternal: true)],
      initialState: "a")
    #expect(graph.mermaid().contains("  a --> b : x (internal)\n"))
  }
}

@Suite struct MermaidTextTests {
  /// What Mermaid shows for an encoded text.
  private func decode(_ encoded: String) -> String {
    encoded.putting("\n", for: /<br\/>/).decoding(/#([0-9]+);/, radix: 10)
  }

  /// Whether nothing of a text means something to the grammar, to Markdown or to HTML.
  private func isInert(_ encoded: String) -> Bool {
    let rest = encoded.putting("", for: /<br\/>/).putting("", for: /#[0-9]+;/)
    return !rest.finds(/[:;#"<>{}\[\]%&\\|*`~^$\n]/)
      && !rest.finds(/(?i)direction\s+(TB|BT|LR|RL)/)
  }

  @Test(arguments: [
    ("start spinner", "start spinner"), ("a: b; c", "a#58; b#59; c"), ("#35;", "#35;35#59;"),
    ("say \"no\"", "say #34;no#34;"), ("50 %% off", "50 #37;#37; off"), ("{x}", "#123;x#125;"),
    ("two\nlines", "two<br/>lines"), ("a_b", "a_b"), ("_b_", "#95;b#95;"), ("- x", "#45; x"),
    ("1. x", "1#46; x"), ("x-y, v1.5 (ok)", "x-y, v1.5 (ok)"), (" x ", "#32;x#32;"),
    ("direction LR", "#100;irection LR"), ("", "#8203;"), ("end note", "end note"),
    ("Tür ¶", "Tür #182;"), ("&amp;", "#38;amp#59;"), ("<<fork>>", "#60;#60;fork#62;#62;"),
  ])
  func charactersThatMeanSomethingAreNumbers(text: String, encoded: String) {
    #expect(MermaidText.encode(text) == encoded)
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
    let encoded = MermaidText.encode(text)
    #expect(decode(encoded).scalars == (text.isEmpty ? "\u{200B}".scalars : text.visible()))
    #expect(isInert(encoded))
  }

  @Test func textIsInertWhateverItIs() { Seeds.each(100, textIsInertWhateverItIs(seed:)) }

  private func textIsInertWhateverItIs(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AdversarialText.random(using: &random) + "x"
    #expect(decode(MermaidText.encode(text)).scalars == text.visible(), "SEED=\(seed)")
    #expect(isInert(MermaidText.encode(text)), "SEED=\(seed)")
  }
}
