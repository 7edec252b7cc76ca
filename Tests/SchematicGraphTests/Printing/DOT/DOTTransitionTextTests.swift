import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct DOTTransitionTextTests {
  /// Writes lines one above the other as a label, and expects to read them back from it.
  private func expectRoundTrip(_ texts: [RuleLabel], _ comment: Comment? = nil) throws {
    let lines = texts.map(DOTTransitionText.encode)
    let stacked = lines.map { ($0.isEmpty ? " " : $0) + "\\l" }.joined()
    let written = DOTLabel.quoted(encoded: stacked)
    let scanned = try #require(ScannedDOT(written), comment)
    #expect(!written.hasControls, comment)
    #expect(scanned.outside.isEmpty && scanned.strings.count == 1, comment)
    let read = DOTLabel.lines(of: scanned.strings.joined(), endedBy: ["l"])
      .map(DOTTransitionText.decode)
    #expect(read.map(spelling) == texts.map(spelling), comment)
    #expect(
      lines.map { spelling(DOTTransitionText.decode(unquoted($0))) } == texts.map(spelling),
      comment
    )
  }

  private func unquoted(_ encoded: String) -> String {
    ScannedDOT("\"\(encoded)\"")?.strings.first ?? ""
  }

  /// The parts of a line without normalization; `nil` where one is missing.
  private func spelling(_ label: RuleLabel) -> [[Unicode.Scalar]?] {
    [
      "\(label.trigger)".scalars, label.guard?.scalars, label.effect.action?.scalars,
      label.effect.reason?.scalars, label.change?.scalars,
    ]
  }

  @Test func readsBackATextInEveryPosition() throws {
    try AdversarialText.each(readsBackATextInEveryPosition(text:))
  }

  private func readsBackATextInEveryPosition(text: String) throws {
    try expectRoundTrip([
      RuleLabel(event: text, guard: nil, effect: .external(action: nil)),
      RuleLabel(event: "coin", guard: text, effect: .external(action: nil)),
      RuleLabel(event: "coin", guard: nil, effect: .external(action: text)),
      RuleLabel(event: "coin", guard: nil, effect: .rejected(reason: text)),
      RuleLabel(event: text, guard: text, effect: .external(action: text)),
      RuleLabel(event: text, guard: text, effect: .rejected(reason: text)),
      RuleLabel(event: text, guard: nil, effect: .external(action: nil), change: text),
      RuleLabel(event: text, guard: text, effect: .external(action: text), change: text),
    ])
  }

  @Test(arguments: AdversarialText.short)
  func readsBackTextsInPairsOfPositions(first: String) throws {
    try expectRoundTrip(
      AdversarialText.short.flatMap { second in
        [
          RuleLabel(event: first, guard: second, effect: .external(action: nil)),
          RuleLabel(event: first, guard: nil, effect: .external(action: second)),
          RuleLabel(event: first, guard: nil, effect: .rejected(reason: second)),
          RuleLabel(event: "coin", guard: first, effect: .external(action: second)),
          RuleLabel(event: "coin", guard: first, effect: .rejected(reason: second)),
          RuleLabel(
            event: first, guard: nil, effect: .external(action: nil), change: second),
          RuleLabel(
            event: "coin", guard: first, effect: .external(action: nil), change: second),
          RuleLabel(
            event: "coin", guard: nil, effect: .external(action: first), change: second),
        ]
      }
    )
  }

  @Test func readsBackRandomTexts() throws { try Seeds.each(50, readsBackRandomTexts(seed:)) }

  private func readsBackRandomTexts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let texts = (1...100).map { _ in
      let isGuarded = Bool.random(using: &random)
      let effects: [StateGraph.Effect] = [
        .external(action: nil),
        .external(action: AdversarialText.random(using: &random)),
        .rejected(reason: AdversarialText.random(using: &random)),
      ]
      return RuleLabel(
        event: AdversarialText.random(using: &random),
        guard: isGuarded ? AdversarialText.random(using: &random) : nil,
        effect: effects.randomElement(using: &random)!,
        change: Int.random(in: 0..<3, using: &random) == 0
          ? AdversarialText.random(using: &random) : nil
      )
    }
    try expectRoundTrip(texts, "SEED=\(seed)")
  }

  @Test(arguments: [
    ("coin", nil, nil, "coin"),
    ("coin", "paid", nil, "coin [paid]"),
    ("coin", nil, "open", "coin / open"),
    ("coin", "not paid", "count", "coin [not paid] / count"),
    ("a/b", "x[1]", "c / d", "a/b [x[1]] / c / d"),
    ("", "paid", "open", "[paid] / open"),
    ("a {b} c", "n in {1, 3}", "d {e} f", "a {b} c [n in {1, 3}] / d {e} f"),
  ])
  func writesOrdinaryNamesAsTheyAre(event: String, guard: String?, action: String?, line: String) {
    let label = RuleLabel(event: event, guard: `guard`, effect: .external(action: action))
    #expect(DOTTransitionText.encode(label) == line)
  }
}
