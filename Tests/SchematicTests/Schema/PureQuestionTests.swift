import Schematic
import Testing

@Suite struct PureQuestionTests {
  private enum Gate: CaseIterable { case locked, unlocked }
  private enum Visitor { case coin }

  private static let schema = StateMachineSchema<Gate, Visitor, Void>(initialState: .locked) {
    _, _, when in
    let isPaid = when("paid") { isNeverAsked() }
    let isLate = when("late") { isNeverAsked() }
    switch (isPaid, isLate) {
    case (true, false): return .to(.unlocked, "open") { Issue.record("an action ran") }
    case (true, true): return .stay("refund") { Issue.record("an action ran") }
    case (false, true): return .rejected("closed")
    case (false, false): return .ignored
    }
  }

  private static func isNeverAsked() -> Bool {
    Issue.record("a condition ran")
    return false
  }

  @Test(arguments: [
    (["paid"], TransitionKind.external, "open" as String?),
    (["paid", "late"], .internal, "refund"),
    (["late"], .rejected, "closed"),
    ([String](), .ignored, nil),
  ])
  func questionAnswersGuardsByName(holding: [String], kind: TransitionKind, text: String?) {
    let transition = Self.schema.transition(from: .locked, on: .coin) { holding.contains($0) }
    #expect(transition.kind == kind)
    #expect((transition.label ?? transition.reason) == text)
    #expect(transition.target == (kind == .external ? .unlocked : nil))
  }

  @Test func questionTakesEveryGuardToHoldUnlessToldOtherwise() {
    #expect(Self.schema.transition(from: .locked, on: .coin).label == "refund")
  }
}
