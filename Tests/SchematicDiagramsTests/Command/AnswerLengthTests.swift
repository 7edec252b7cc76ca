import ArgumentParser
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

  @Test func replayOfManyViolationsIsBelowTwoKilobytes() {
    let report = ReplayReport(
      machines: (1...40).map {
        .init(
          name: "Door \($0)", lines: 9, gaps: 0, violations: 3, transitions: 8, neverTaken: [])
      },
      violations: (1...100).map {
        .init(file: "app.jsonl", line: $0, machine: "Door 1", message: "the state is another one")
      },
      unreadableLines: 1, unknownMachines: [], otherUnknownLines: 0)
    let lines = report.text(in: Answer(isWhole: false)).split(separator: "\n")
    #expect(lines.joined(separator: "\n").utf8.count < 2_000)
    #expect(lines.first == "app.jsonl:1: the state is another one")
    #expect(lines.count { $0.hasSuffix(" more; --all") } == 2)
    #expect(report.text.split(separator: "\n").count == 142)
  }

  @Test func textOfManyLinesIsBelowTwoKilobytes() throws {
    let text = (1...200).map { "Door \($0): 3 states, 4 transitions" }.joined(separator: "\n")
    #expect(try AnswerOptions.parse([]).text(of: text).utf8.count < 2_000)
    #expect(try AnswerOptions.parse(["--all"]).text(of: text) == text)
  }

  @Test func longLineIsCut() {
    var answer = Answer(isWhole: false)
    let shown = answer.fitting([String(repeating: "x", count: 5_000), "next"])
    #expect(shown.map(\.count) == [400, 4])
  }
}
