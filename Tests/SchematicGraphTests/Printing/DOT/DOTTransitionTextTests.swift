import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct DOTTransitionTextTests {
  /// Writes lines one above the other as a label, and expects to read them back from it.
  private func expectRoundTrip(_ texts: [DOTTransitionText], _ comment: Comment? = nil) throws {
    let stacked = texts.map { ($0.encoded.isEmpty ? " " : $0.encoded) + "\\l" }.joined()
    let written = DOTLabel.quoted(encoded: stacked)
    let scanned = try #require(ScannedDOT(written), comment)
    #expect(!written.hasControls, comment)
    #expect(scanned.outside.isEmpty && scanned.strings.count == 1, comment)
    let read = DOTLabel.lines(of: scanned.strings.joined(), endedBy: ["l"])
      .map(DOTTransitionText.init)
    #expect(read.map(spelling) == texts.map(spelling), comment)
    #expect(
      texts.map { spelling(DOTTransitionText(decoding: unquoted($0.encoded))) }
        == texts.map(spelling),
      comment
    )
  }

  private func unquoted(_ encoded: String) -> String {
    ScannedDOT("\"\(encoded)\"")?.strings.first ?? ""
  }

  /// The parts of a line without normalization; `nil` where one is missing.
  private func spelling(_ text: DOTTransitionText) -> [[Unicode.Scalar]?] {
    switch text.effect {
    case nil: [text.event.scalars, text.guard?.scalars, nil, nil]
    case .action(let label): [text.event.scalars, text.guard?.scalars, label.scalars, nil]
    case .rejection(let reason): [text.event.scalars, text.guard?.scalars, nil, reason.scalars]
    }
  }

  @Test(arguments: AdversarialText.all)
  func readsBackATextInEveryPosition(text: String) throws {
    try expectRoundTrip([
      DOTTransitionText(event: text, guard: nil, effect: nil),
      DOTTransitionText(event: "coin", guard: text, effect: nil),
      DOTTransitionText(event: "coin", guard: nil, effect: .action(text)),
      DOTTransitionText(event: "coin", guard: nil, effect: .rejection(reason: text)),
      DOTTransitionText(event: text, guard: text, effect: .action(text)),
      DOTTransitionText(event: text, guard: text, effect: .rejection(reason: text)),
    ])
  }

  @Test(arguments: AdversarialText.short)
  func readsBackTextsInPairsOfPositions(first: String) throws {
    try expectRoundTrip(
      AdversarialText.short.flatMap { second in
        [
          DOTTransitionText(event: first, guard: second, effect: nil),
          DOTTransitionText(event: first, guard: nil, effect: .action(second)),
          DOTTransitionText(event: first, guard: nil, effect: .rejection(reason: second)),
          DOTTransitionText(event: "coin", guard: first, effect: .action(second)),
          DOTTransitionText(event: "coin", guard: first, effect: .rejection(reason: second)),
        ]
      }
    )
  }

  @Test(arguments: Seeds.first(50))
  func readsBackRandomTexts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let texts = (1...100).map { _ in
      let isGuarded = Bool.random(using: &random)
      let effects: [DOTTransitionText.Effect?] = [
        nil,
        .action(AdversarialText.random(using: &random)),
        .rejection(reason: AdversarialText.random(using: &random)),
      ]
      return DOTTransitionText(
        event: AdversarialText.random(using: &random),
        guard: isGuarded ? AdversarialText.random(using: &random) : nil,
        effect: effects.randomElement(using: &random)!
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
  ])
  func writesOrdinaryNamesAsTheyAre(event: String, guard: String?, action: String?, line: String) {
    let text = DOTTransitionText(event: event, guard: `guard`, effect: action.map { .action($0) })
    #expect(text.encoded == line)
  }
}
