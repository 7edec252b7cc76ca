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
  func keepsLettersAndDigits(text: String, name: String) {
    #expect(names(of: [text]) == [name])
  }

  @Test func numbersNamesThatAreTaken() {
    #expect(names(of: ["a b", "a.b", "A_B", "a_b_2"]) == ["a_b", "a_b_2", "A_B_3", "a_b_2_2"])
  }

  @Test func numbersWordsOfTheGrammar() {
    #expect(
      names(of: ["State", "end", "ending"], reserved: ["state", "end"]) == [
        "State_2", "end_2", "ending",
      ])
  }

  @Test func keepsTheNameOfAKey() {
    #expect(names(of: ["a", "b", "a"]) == ["a", "b", "a"])
  }

  @Test func keepsFreeWhatAGrammarAppends() {
    var names = UniqueNames<String>(fallback: "state")
    names.add("run_start", like: "run_start")
    names.add("run", like: "run", reserving: ["_start"])
    names.add("walk", like: "walk", reserving: ["_start"])
    names.add("walk_start", like: "walk_start")
    #expect(["run", "walk", "walk_start"].map { names[$0] } == ["run_2", "walk", "walk_start_2"])
  }

  @Test(arguments: Seeds.first(50))
  func areUniqueWordsWhateverTheText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let texts = Set((0..<200).map { _ in AdversarialText.random(using: &random) })
    let names = names(of: Array(texts))
    #expect(Set(names.map { $0.lowercased() }).count == texts.count, "SEED=\(seed)")
    #expect(names.allSatisfy { $0.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil })
  }
}
