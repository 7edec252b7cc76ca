import Foundation
import Schematic
import SchematicGraph
@testable import SchematicTesting
import Testing

/// The claims of the article, checked.
@Suite struct ArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The blocks of the article, each with what the comment before it names.
  private static func blocks() throws -> [(source: String, text: String)] {
    let article = root.appending(
      path: "Sources/SchematicTesting/SchematicTesting.docc/Articles/TestingFromThePicture.md")
    let lines = try String(contentsOf: article, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard let source = lines[index].wholeMatch(of: #/<!-- (.+) -->/#)?.output.1 else {
        return nil
      }
      let content = lines[(index + 2)...].prefix { $0 != "```" }
      return (String(source), content.joined(separator: "\n"))
    }
  }

  @Test func quotesWhatAFailureSays() throws {
    let careless = StateMachineSchema<Hatch.State, Hatch.Event, Hatch>(initialState: .closed) {
      state, event, when in
      if state == .open, event == .push { return .to(.locked, "squeak") { $0.squeaks += 1 } }
      return Hatch.schema.transition(from: state, on: event) { when($0) { $0.hasKey } }
    }
    let graph = StateGraph(Hatch.schema)
    let texts = graph.walks().compactMap { walk in
      WalkReport(
        walk, of: Hatch.schema,
        machine: { StateMachine(schema: careless, owning: Hatch()) },
        prepare: { $1.subject?.hasKey = $0.guards["has key"] ?? false })?.description
    }
    let message = try Self.blocks().first { $0.source == "message" }
    #expect(texts == [message?.text])
  }

  @Test func quotesWhatATrapLeavesInTheLog() throws {
    let pushes = StateGraph(Hatch.schema).transitions.filter {
      $0.event == "push" && $0.source != "locked"
    }
    let walk = try Walk(from: "closed", taking: pushes.reversed())
    let message = try Self.blocks().last { $0.source == "message" }
    #expect(StepAnnouncement.sentence(about: 1, of: walk.steps) == message?.text)
  }
}
