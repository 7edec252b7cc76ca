import Testing

@testable import SchematicTesting

/// What a score says while its tests run.
@Suite struct ScoreProgressTests {
  /// Returns what is written about 24 mutants, of which each takes four seconds.
  private func words(onTerminal isTerminal: Bool) -> [String] {
    var words: [String] = []
    let start = ContinuousClock.now
    var progress = ScoreProgress(of: 24, at: start, isTerminal: isTerminal) { words.append($0) }
    for number in 0..<6 { progress.tell(at: start + .seconds(4 * number)) }
    progress.end()
    return words
  }

  @Test func scoreSaysEachTenSecondsHowFarItIs() {
    #expect(
      words(onTerminal: false) == [
        "mutation score: 3 of 24 mutants tried, about 84 s to go\n"
      ])
  }

  @Test func scoreRewritesOneLineOfATerminal() {
    let words = words(onTerminal: true)
    #expect(words.count == 6)
    #expect(words.first == "\r\u{1B}[Kmutation score: 1 of 24 mutants tried, about 92 s to go")
    #expect(words.last == "\r\u{1B}[K")
  }

  @Test func shortScoreSaysNothing() {
    var words: [String] = []
    let start = ContinuousClock.now
    var progress = ScoreProgress(of: 24, at: start, isTerminal: false) { words.append($0) }
    for _ in 0..<24 { progress.tell(at: start + .seconds(9)) }
    progress.end()
    #expect(words.isEmpty)
  }
}
