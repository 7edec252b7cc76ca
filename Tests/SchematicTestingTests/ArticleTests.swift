import Foundation
import Schematic
import SchematicGraph
@testable import SchematicTesting
import Testing

/// The claims of the article, checked.
@Suite struct ArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// What the article says that tests and the command print.
  private static func messages() throws -> [String] {
    let article = root.appending(
      path: "Sources/SchematicTesting/SchematicTesting.docc/Articles/TestingFromThePicture.md")
    let lines = try String(contentsOf: article, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard lines[index] == "<!-- message -->" else { return nil }
      return lines[(index + 2)...].prefix { $0 != "```" }.joined(separator: "\n")
    }
  }

  @Test func articleQuotesWhatAFailureSays() throws {
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
    #expect(try Self.messages().contains(#require(texts.first)), "\(texts)")
  }

  @Test func articleNamesAWalk() {
    let walks = StateGraph(Hatch.schema).walks(taking: .everyTransitionAndRejection)
    #expect(walks.map(\.purpose).contains("open: turnKey, push"))
  }

  @Test func articleQuotesThePropertiesOfTheHatch() throws {
    let graph = StateGraph(Hatch.schema)
    let properties = graph.suggestedProperties
    for property in properties { #expect(try graph.check(property) == nil) }
    let lines = ["Hatch"] + properties.map { "  holds:   \($0)" }
    #expect(try Self.messages().contains(lines.joined(separator: "\n")))
  }

  @Test func articleQuotesWhatATableThatDiffersSays() throws {
    let table = try TransitionTable(
      csv: """
        Event,0 open,1 closed,2 locked
        push,squeak/1,squeak/0,2
        turnKey,-,2k; rattle/1n,1k; rattle/2n
        """,
      notes: ["k": "has key", "n": "not has key"])
    let failure = try #require(try StateGraph(Hatch.schema).difference(from: table))
    #expect(try Self.messages().contains(failure))
  }
}
