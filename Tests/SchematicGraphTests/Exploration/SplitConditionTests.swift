import SchematicGraph
import Testing

/// Conditions of hand-written machines for which several fields decide.
@Suite struct SplitConditionTests {
  @Test func severalClearConditionsReplaceOneThatOnlyNamesFields() {
    let graph = StateGraph(
      .value(Frames()) { ReflectedState(of: $0, flags: ["isText"]) },
      steps: [
        .step("add", with: Frame.all) { $0.add($1) }
      ])
    let whole = graph.lines.filter { $0.hasPrefix("none ⇢ none") && $0.hasSuffix("/ whole") }
    #expect(
      whole == [
        "none ⇢ none: add [count = 0 and kind = binary and isLast = true] / whole",
        "none ⇢ none: add [count in 1…2 and kind = part and isLast = true] / whole",
      ])
    #expect(!graph.lines.contains { $0.contains("decided by") || $0.contains(" or ") })
  }
}

private struct Frame {
  enum Kind: CaseIterable { case text, binary, part }
  let kind: Kind
  let isLast: Bool

  static var all: [Frame] {
    Kind.allCases.flatMap { kind in [false, true].map { Frame(kind: kind, isLast: $0) } }
  }
}

private struct Frames {
  private var isText = false
  private var count = 0

  mutating func add(_ frame: Frame) -> String {
    guard (count == 0) != (frame.kind == .part) else { return "refused" }
    if count == 0 { isText = frame.kind == .text }
    count = frame.isLast ? 0 : min(count + 1, 2)
    return frame.isLast ? "whole" : "kept"
  }
}
