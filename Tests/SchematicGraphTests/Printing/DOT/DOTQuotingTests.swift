import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct DOTIdentifierTests {
  private func expectRoundTrip(_ text: String, _ comment: Comment? = nil) throws {
    let written = DOTIdentifier.quoted(text)
    let scanned = try #require(ScannedDOT(written), comment)
    #expect(!written.hasControls, comment)
    #expect(scanned.outside.isEmpty, comment)
    #expect(scanned.strings.map { DOTIdentifier.decode($0).scalars } == [text.scalars], comment)
    #expect(scanned.strings != [DOTIdentifier.initial], comment)
  }

  @Test func readsBackWhatItWrote() throws { try AdversarialText.each(readsBackWhatItWrote(text:)) }

  private func readsBackWhatItWrote(text: String) throws {
    try expectRoundTrip(text)
  }

  @Test func readsBackRandomText() throws { try Seeds.each(50, readsBackRandomText(seed:)) }

  private func readsBackRandomText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 1...100 { try expectRoundTrip(AdversarialText.random(using: &random), "SEED=\(seed)") }
  }

  @Test(arguments: ["locked", "active.playing", "game over", "a\\b", "قفل", "<b>"])
  func writesOrdinaryNamesAsTheyAre(name: String) {
    #expect(DOTIdentifier.quoted(name) == "\"\(name)\"")
  }
}

@Suite struct DOTLabelTests {
  private func expectRoundTrip(_ text: String, _ comment: Comment? = nil) throws {
    let written = DOTLabel.quoted(text)
    let scanned = try #require(ScannedDOT(written), comment)
    #expect(!written.hasControls, comment)
    #expect(scanned.outside.isEmpty, comment)
    #expect(scanned.strings.map { DOTLabel.decode($0).scalars } == [text.scalars], comment)
  }

  @Test func readsBackWhatItWrote() throws { try AdversarialText.each(readsBackWhatItWrote(text:)) }

  private func readsBackWhatItWrote(text: String) throws {
    try expectRoundTrip(text)
  }

  @Test func readsBackRandomText() throws { try Seeds.each(50, readsBackRandomText(seed:)) }

  private func readsBackRandomText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 1...100 { try expectRoundTrip(AdversarialText.random(using: &random), "SEED=\(seed)") }
  }

  @Test(arguments: [
    ("a\\lb\\l", "a\nb"), ("a\\l", "a"), ("a\\n", "a"), ("\\l", ""),
    ("a\\\\l", "a\\l"), ("\\x", "x"), ("a\\", "a\\"), ("&quot;&gt;", "\">"),
    ("&unknown;", "&unknown;"),
  ])
  func readsWhatOthersWrite(label: String, text: String) {
    #expect(DOTLabel.decode(label) == text)
  }
}

@Suite struct DOTRecordTests {
  @Test(arguments: [DOTDirection.leftToRight, .topToBottom])
  func readsBackTheCompartmentsItWrote(direction: DOTDirection) throws {
    try AdversarialText.each { try readsBackTheCompartmentsItWrote(direction: direction, text: $0) }
  }

  private func readsBackTheCompartmentsItWrote(direction: DOTDirection, text: String) throws {
    let (name, inside) = (DOTLabel.encode(text), DOTLabel.encode("inside " + text))
    let label = DOTRecord.encode(name: name, inside: inside, direction)
    let compartments = try #require(DOTRecord.decode(label))
    #expect(compartments.name.unicodeScalars.elementsEqual(name.unicodeScalars))
    #expect(compartments.inside.unicodeScalars.elementsEqual(inside.unicodeScalars))
  }

  @Test(arguments: ["", "one", "a|b|c", "{a|{b|c}}"])
  func leavesTheRecordsOfOthersAlone(label: String) {
    #expect(DOTRecord.decode(label) == nil)
  }
}
