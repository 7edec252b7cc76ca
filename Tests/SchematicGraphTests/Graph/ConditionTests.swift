import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct ConditionTests {
  private typealias Condition = StateGraph.Condition

  private static let guards: [(text: String, conditions: [StateGraph.Condition])] = [
    ("paid", [.guard("paid")]),
    ("not paid", [.guard("paid", holds: false)]),
    ("paid and not late", [.guard("paid"), .guard("late", holds: false)]),
    ("attempt = 3 and paid", [.payload("attempt = 3"), .guard("paid")]),
    ("attempt in 0…2", [.payload("attempt in 0…2")]),
    ("size not in {1, 2}", [.payload("size not in {1, 2}")]),
    ("a = 1 or b = 2", [.payload("a = 1 or b = 2")]),
    ("(a = 1 or b = 2) and paid", [.payload("a = 1 or b = 2"), .guard("paid")]),
    ("some values", [.payload("some values")]),
    ("\"salt and pepper\"", [.guard("salt and pepper")]),
    ("not \"this or that\" and x", [.guard("this or that", holds: false), .guard("x")]),
    ("\"attempt = 3\"", [.guard("attempt = 3")]),
    ("isPaid() and not f(a)", [.guard("isPaid()"), .guard("f(a)", holds: false)]),
    ("card in slot", [.guard("card in slot")]),
    ("(\"odd (\")", [.payload("odd (")]),
    ("not \"= 1\"", [.guard("= 1", holds: false)]),
  ]

  @Test(arguments: guards)
  func conditionIsWrittenInEachFormOfTheGrammar(text: String, conditions: [StateGraph.Condition]) {
    #expect(Condition.text(of: conditions) == text)
  }

  @Test func emptyConditionIsNotWritten() {
    #expect(Condition.text(of: []) == nil)
  }

  private static let texts = [
    "paid", "salt and pepper", "this or that", "not ready", "(x)", "(a) and (b)", "f(x)", "and",
    "or", "not", "nothing", "android", "a  and b", "not (a and b)", "((a or b))", "", " and ",
    "e\u{301} and a", "a = 1", "a = 1 or b = 2", "not a = 1", "(a = 1)", "a in 3…4", "a in b",
    "f(", "x)", "\"", "\\", "\"x\"", "say \"hi\"", "g(\") and x", "a = \"b or c = 1", "( or )", " ",
    "a = x and", "or a = x", "and a = 1", "= 1", "in 3", "in {1}",
  ]

  /// Every condition beside every other text, and random ones of up to five.
  @Test func noTwoListsOfConditionsHaveTheSameText() {
    var known: [String: [Condition]] = [:]
    func expectOne(_ conditions: [Condition]) {
      // By scalars: the same character can be written in two ways.
      let text = (Condition.text(of: conditions) ?? "").unicodeScalars.map { "\($0.value) " }
        .joined()
      let other = known.updateValue(conditions, forKey: text)
      #expect(other == nil || other == conditions)
    }
    let all = Self.texts.flatMap { text in
      [Condition.guard(text), .guard(text, holds: false), .payload(text)]
    }
    for first in all {
      expectOne([first])
      for text in Self.texts { expectOne([first, .guard(text), .payload(text)]) }
    }
    Seeds.each(2_000) { seed in
      var random = SplitMix64(seed: seed)
      expectOne(
        (0..<Int.random(in: 3...5, using: &random)).map { _ in
          let text = AdversarialText.random(using: &random)
          return [all.randomElement(using: &random) ?? .guard(""), .guard(text), .payload(text)]
            .randomElement(using: &random) ?? .payload("")
        })
    }
  }
}
