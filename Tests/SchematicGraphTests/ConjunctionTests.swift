import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct ConjunctionTests {
  @Test(arguments: [
    ("paid", ["paid"], [true]),
    ("paid and not oiled and x = 3", ["paid", "oiled", "x = 3"], [true, false, true]),
    (
      "(salt and pepper) and not (this or that)", ["salt and pepper", "this or that"],
      [true, false]
    ),
    ("(a and b) or (c and d)", ["(a and b) or (c and d)"], [true]),
    (
      "((a = 1 and b = 2) or (a = 2 and b = 1)) and paid",
      ["(a = 1 and b = 2) or (a = 2 and b = 1)", "paid"], [true, true]
    ),
    ("not (not ready)", ["not ready"], [false]),
    ("isPaid() and not f(a and b)", ["isPaid()", "f(a and b)"], [true, false]),
  ])
  func isTakenApart(text: String, names: [String], answers: [Bool]) {
    let terms = Conjunction(text).terms
    #expect(terms.map(\.name) == names)
    #expect(terms.map(\.holds) == answers)
  }

  private static let names = [
    "paid", "salt and pepper", "this or that", "not ready", "(x)", "(a) and (b)", "f(x)", "and",
    "or",
    "not", "nothing", "android", "a  and b", "not (a and b)", "((a or b))", "", " and ",
    "e\u{301} and a",
  ]

  @Test(arguments: names, [true, false])
  func readsAnAnswerBack(name: String, holds: Bool) {
    let answer = GuardAnswer(name: name, holds: holds)
    #expect(GuardAnswer(condition: answer.condition) == answer)
    #expect(Conjunction(answer.condition).terms == [answer])
  }

  @Test(arguments: Seeds.first(500))
  func readsAnswersBack(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let answers = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      GuardAnswer(
        name: Self.names.randomElement(using: &random)!, holds: Bool.random(using: &random))
    }
    let text = try #require(Conjunction.text(of: answers.map(\.condition)))
    #expect(Conjunction(text).terms == answers, "\(text), SEED=\(seed)")
  }

  @Test func tellsOneGuardFromTwoInADiagram() {
    enum Meal: CaseIterable, Graphable { case raw, done }
    enum Step: CaseIterable, Graphable { case season, taste }
    let schema = StateMachineSchema<Meal, Step, Void>(initialState: .raw) { _, step, when in
      switch step {
      case .season: return when("salt and pepper") { true } ? .to(.done) : .ignored
      case .taste: return when("salt") { true } && when("pepper") { true } ? .to(.done) : .ignored
      }
    }
    let guards = StateGraph(schema).transitions.filter { $0.source == "raw" }.map(\.guard)
    #expect(guards == ["(salt and pepper)", "salt and pepper"])
  }
}
