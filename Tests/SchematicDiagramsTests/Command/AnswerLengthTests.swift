import Testing

@testable import SchematicDiagrams

/// Answers are short unless somebody asks for every line.
@Suite struct AnswerLengthTests {
  @Test func shortAnswerIsWhole() {
    var answer = Answer(isWhole: false)
    #expect(answer.fitting(["one", "two"]) == ["one", "two"])
  }

  @Test func longAnswerSaysHowManyLinesAreLeft() {
    let lines = (1...100).map {
      "Sources/Doors/Door.swift:\($0): ~ a state: an event leads to another"
    }
    var answer = Answer(isWhole: false)
    let shown = answer.fitting(lines)
    #expect(shown.joined(separator: "\n").utf8.count < 1_600)
    #expect(shown.count > 10)
    #expect(shown.last == "and \(101 - shown.count) more; --all")
    #expect(Array(shown.dropLast()) == Array(lines.prefix(shown.count - 1)))
    // What comes second has what the first left.
    #expect(answer.fitting(lines).joined().utf8.count < 200)
    var whole = Answer(isWhole: true)
    #expect(whole.fitting(lines) == lines)
  }

  @Test func longLineIsCut() {
    var answer = Answer(isWhole: false)
    let shown = answer.fitting([String(repeating: "x", count: 5_000), "next"])
    #expect(shown.map(\.count) == [400, 4])
  }
}
