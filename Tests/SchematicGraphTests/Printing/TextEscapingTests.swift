import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct UniqueNamesTests {
  private func names(of texts: [String], reserved: Set<String> = []) -> [String] {
    var names = UniqueNames<String>(reserved: reserved, fallback: "state")
    for text in texts { names.add(text, like: text) }
    return texts.map { names[$0] }
  }

  @Test(arguments: [
    ("locked", "locked"), ("active.playing", "active_playing"), ("after 30 s", "after_30_s"),
    ("a \"b\"", "a_b"), ("1a", "state_1a"), ("", "state"), ("قفل", "state"), ("Café", "Caf"),
    ("__x__", "x"), ("-->", "state"),
  ])
  func nameKeepsLettersAndDigits(text: String, name: String) {
    #expect(names(of: [text]) == [name])
  }

  @Test func nameThatIsTakenGetsANumber() {
    #expect(names(of: ["a b", "a.b", "A_B", "a_b_2"]) == ["a_b", "a_b_2", "A_B_3", "a_b_2_2"])
  }

  @Test func wordOfTheGrammarGetsANumber() {
    #expect(
      names(of: ["State", "end", "ending"], reserved: ["state", "end"]) == [
        "State_2", "end_2", "ending",
      ])
  }

  @Test func keyKeepsItsName() {
    #expect(names(of: ["a", "b", "a"]) == ["a", "b", "a"])
  }

  @Test func whatAGrammarAppendsStaysFree() {
    var names = UniqueNames<String>(fallback: "state")
    names.add("run_start", like: "run_start")
    names.add("run", like: "run", reserving: ["_start"])
    names.add("walk", like: "walk", reserving: ["_start"])
    names.add("walk_start", like: "walk_start")
    #expect(["run", "walk", "walk_start"].map { names[$0] } == ["run_2", "walk", "walk_start_2"])
  }

  @Test func namesAreUniqueWordsWhateverTheText() {
    Seeds.each(50, namesAreUniqueWordsWhateverTheText(seed:))
  }

  private func namesAreUniqueWordsWhateverTheText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let texts = Set((0..<200).map { _ in AdversarialText.random(using: &random) })
    let names = names(of: Array(texts))
    #expect(Set(names.map { $0.lowercased() }).count == texts.count, "SEED=\(seed)")
    #expect(names.allSatisfy { $0.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil })
  }
}

@Suite struct LogTextTests {
  @Test(arguments: [
    "a\nb": "a\nb", "\u{1B}[31m": "␛[31m", "a\r::b": "a␍::b",
    "\u{7F}\u{85}\u{2028}": "␡\u{FFFD}\u{FFFD}",
    "::error::x": "\\::error::x", "a\n \u{A0}::error::x": "a\n \u{A0}\\::error::x", "a::b": "a::b",
    "\u{1B}::b": "␛::b", "##[error]x": "#\\#[error]x", "a ##vso[task.x]": "a #\\#vso[task.x]",
    "###[x]": "##\\#[x]", "## Title [x]": "## Title [x]", "😀 é": "😀 é",
  ])
  func logShowsWhatWouldBeObeyed(text: String, shown: String) {
    #expect(LogText.escaped(text) == shown)
    #expect(LogText.escaped(shown) == shown)
  }

  @Test func logLeavesTheValuesOfJSON() {
    let text = "{\n  \"a\": \"##[error]\u{7F}\u{85}\u{2028} ::\"\n}"
    let escaped = LogText.escaped(json: text)
    #expect(escaped == "{\n  \"a\": \"\\u0023#[error]\\u007f\\u0085\\u2028 ::\"\n}")
    #expect(JSONValue(escaped) == JSONValue(text))
  }

  @Test func logHoldsNoCommandWhateverTheText() {
    Seeds.each(50, logHoldsNoCommandWhateverTheText(seed:))
  }

  private func logHoldsNoCommandWhateverTheText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let parts = ["::error::", "##[error]", "##", "vso[", "\n", "\r", "\u{1B}", " ", ":", "#"]
      let text = (0..<6).map { _ in
        Bool.random(using: &random)
          ? parts.randomElement(using: &random)! : AdversarialText.random(using: &random)
      }.joined()
      let shown = LogText.escaped(text)
      let lines = shown.unicodeScalars.split(separator: "\n")
      #expect(
        !lines.contains {
          $0.drop(while: \.properties.isWhitespace).starts(with: "::".unicodeScalars)
        },
        "SEED=\(seed): \(text.debugDescription)")
      #expect(
        shown.firstMatch(of: /##[a-zA-Z]*\[/) == nil, "SEED=\(seed): \(text.debugDescription)")
      #expect(
        shown.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }
  }
}
