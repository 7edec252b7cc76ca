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

  @Test(arguments: NastyText.all)
  func readsBackWhatItWrote(text: String) throws {
    try expectRoundTrip(text)
  }

  @Test(arguments: Seeds.first(50))
  func readsBackRandomText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 1...100 { try expectRoundTrip(NastyText.random(using: &random), "SEED=\(seed)") }
  }

  @Test(arguments: ["locked", "active.playing", "game over", "a\\b", "قفل", "<b>"])
  func writesOrdinaryNamesAsTheyAre(name: String) {
    #expect(DOTIdentifier.quoted(name) == "\"\(name)\"")
  }
}
