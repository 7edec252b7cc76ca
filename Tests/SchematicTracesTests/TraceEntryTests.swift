import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTraces
import Testing

/// Lines of traces are written and read without loss.
@Suite struct TraceEntryTests {
  @Test func entryReadsWhatItWrote() throws { try Seeds.each(200, entryReadsWhatItWrote(seed:)) }

  private func entryReadsWhatItWrote(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func text() -> String {
      let some = AdversarialText.short.randomElement(using: &random)!
      return Bool.random(using: &random) ? some : AdversarialText.random(using: &random)
    }
    func maybe() -> String? { Bool.random(using: &random) ? text() : nil }
    let step = TraceEntry.Step(
      event: text(), outcome: TraceEntry.Outcome.allCases.randomElement(using: &random)!,
      target: text(), action: maybe(), reason: maybe(),
      guards: (0..<Int.random(in: 0...3, using: &random)).map { number in
        .init(name: text() + "\(number)", holds: Bool.random(using: &random))
      },
      sender: [nil, .task(nil), .task(text()), .timeout(after: text())].randomElement(
        using: &random)!)
    let entry = TraceEntry(
      machine: text(), id: text(), number: Int.random(in: 0...1_000_000, using: &random),
      state: text(), step: Bool.random(using: &random) ? step : nil, time: maybe(),
      values: Bool.random(using: &random)
        ? .init(state: text(), event: maybe(), target: maybe()) : nil)
    let read = try TraceEntry(line: entry.line)
    #expect(read.line.unicodeScalars.elementsEqual(entry.line.unicodeScalars), "SEED=\(seed)")
    #expect(read == entry, "SEED=\(seed)")
    #expect(entry.line.allSatisfy { !$0.isNewline })
    let object = try JSONSerialization.jsonObject(with: Data(entry.line.utf8)) as? [String: Any]
    let state = try #require(object?["state"] as? String)
    #expect(state.unicodeScalars.elementsEqual(entry.state.unicodeScalars), "SEED=\(seed)")
  }

  /// A line that was cut off anywhere is refused, and so is one of another kind.
  @Test func entryRefusesWhatIsNoLine() throws {
    let line = TraceEntry(
      machine: "Gate", id: "1", number: 3, state: "locked",
      step: .init(event: "coin", outcome: .moved, target: "unlocked")
    ).line
    for count in 0..<line.count {
      #expect(throws: TraceLineError.self) { try TraceEntry(line: String(line.prefix(count))) }
    }
    for other in ["", "[]", "1", "{}", "nul", line + "}", line.replacing("moved", with: "flew")] {
      #expect(throws: TraceLineError.self) { try TraceEntry(line: other) }
    }
    let later = #expect(throws: TraceLineError.self) {
      try TraceEntry(line: line.replacing("\"trace\":1", with: "\"trace\":2"))
    }
    #expect(later?.description == "version 2 is not known here, only 1")
    let longer = line.dropLast() + #","new":[{"a":[1,-2.5e3,"\u00e9\ud83d\ude42"]}]}"#
    #expect(try TraceEntry(line: String(longer)).line == line)
  }

  private static let schemaFile = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/SchematicTraces/trace-1.schema.json")

  /// Every member that is written is described, and everything that is required is written.
  @Test func entryWritesWhatTheSchemaDescribes() throws {
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: Self.schemaFile)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    let entry = TraceEntry(
      machine: "Gate", id: "1", number: 3, state: "a",
      step: .init(
        event: "e", outcome: .moved, target: "b", action: "x", reason: "y",
        guards: [.init(name: "g", holds: true)], sender: .timeout(after: "30 s")),
      time: "now", values: .init(state: "a", event: "e", target: "b"))
    let others = [TraceEntry.Sender.task(nil), .completion].map { sender in
      var other = entry
      other.step?.sender = sender
      return other
    }
    let written = try ([entry] + others).map {
      try #require(JSONSerialization.jsonObject(with: Data($0.line.utf8)) as? [String: Any])
    }
    #expect(Set(written.flatMap(\.keys)) == Set(properties.keys))
    #expect(Set(try #require(schema["required"] as? [String])).isSubset(of: written[0].keys))
    let outcomes = try #require(properties["outcome"]?["enum"] as? [String])
    #expect(Set(outcomes) == Set(TraceEntry.Outcome.allCases.map(\.rawValue)))
  }
}
