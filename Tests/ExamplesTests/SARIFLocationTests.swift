import Foundation
import MainActorExamples
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@testable import Examples
@testable import SchematicDiagrams
@testable import SchematicTesting

/// Fifty arrows of the examples are changed; code scanning shows each on its line of code.
@MainActor @Suite struct SARIFLocationTests {
  /// A changed arrow: the answer that a machine gives, and what SARIF says about it.
  private struct Change {
    let mutation: Mutation
    let rule: StateGraph.Rule
    let result: SARIFDocument.Result
  }

  /// Plants mistakes in single arrows, and returns what a check says about each.
  private func changes<State: Graphable, Event: Graphable, Subject>(
    of schema: StateMachineSchema<State, Event, Subject>, named name: String, _ count: Int,
    gone: Bool = false
  ) throws -> [Change] {
    let graph = StateGraph(schema)
    var changes: [Change] = []
    var rules: Set<StateGraph.Rule> = []
    for mutation in Mutation.all(in: graph) where changes.count < count {
      let rule: StateGraph.Rule
      switch mutation {
      case .retargeted(let changed, _) where !gone, .silenced(let changed) where !gone:
        rule = changed
      case .lost(let changed) where gone: rule = changed
      default: continue
      }
      // Arrows of answers without a call, such as `.ignored`, have no line of their own.
      guard !rule.lines.isNear, rule.lines.all.count == 1, !rules.contains(rule) else { continue }
      let diff = StateGraph(schema.mutated(by: mutation)).diff(from: graph)
      guard diff.edits.count == 1 else { continue }
      let problem = DiagramProblem(file: "Diagrams/\(name).dot", kind: .outOfDate(diff))
      let document = try SARIFDocument(SARIFLog(problem.results(isReported: false)).json)
      #expect(document.mistakes == [], "\(mutation)")
      rules.insert(rule)
      changes.append(
        Change(
          mutation: mutation, rule: rule,
          result: try #require(document.results.first, "\(mutation)")))
    }
    return changes
  }

  /// The text of a line of the repository.
  private func code(at place: String) throws -> String {
    let parts = place.split(separator: ":")
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = try String(contentsOf: root.appending(path: parts[0]), encoding: .utf8)
    return file.components(separatedBy: "\n")[try #require(Int(parts[1])) - 1]
  }

  @Test func fiftyChangedArrowsAreOnTheirLines() throws {
    var all: [Change] = []
    all += try changes(of: Turnstile.schema, named: "Turnstile", 4)
    all += try changes(of: Screen.schema, named: "Screen", 5)
    all += try changes(of: StencilDownload.schema, named: "StencilDownload", 6)
    all += try changes(of: ItemList.schema, named: "ItemList", 6)
    all += try changes(of: InviteTransaction.schema, named: "InviteTransaction", 6)
    all += try changes(of: GameNavigation.schema, named: "GameNavigation", 6)
    all += try changes(of: Scooter.schema, named: "Scooter", 5)
    all += try changes(of: SignIn.schema, named: "SignIn", 5)
    all += try changes(of: Recorder.schema, named: "Recorder", 5)
    all += try changes(of: TCPConnection.schema, named: "TCPConnection", 6)
    all += try changes(of: PPP.schema, named: "PPP", 6)
    #expect(all.count >= 50)
    for change in all {
      let (rule, result) = (change.rule, change.result)
      #expect(result.ruleId == "changed-arrow", "\(change.mutation)")
      #expect(result.level == "error")
      #expect(!result.message.text.hasSuffix("(near this line)"), "\(change.mutation)")
      let line = try #require(rule.lines.all.first)
      let file = line.fileID.split(separator: "/")[1]
      #expect(result.place.hasSuffix("/\(file):\(line.line)"), "\(change.mutation)")
      // The file has the answer there, as its author wrote it.
      let code = try code(at: result.place)
      let words = [
        rule.action?.components(separatedBy: ";").first,
        rule.target.split(whereSeparator: "./".contains).last.map(String.init),
      ]
      #expect(
        words.compactMap(\.self).contains { code.contains($0) },
        "\(change.mutation) at \(result.place): \(code)")
    }
  }

  @Test func goneArrowsAreNearALineOfTheirFile() throws {
    let all =
      try changes(of: Turnstile.schema, named: "Turnstile", 4, gone: true)
      + changes(of: TCPConnection.schema, named: "TCPConnection", 6, gone: true)
      + changes(of: PPP.schema, named: "PPP", 6, gone: true)
    #expect(all.count == 16)
    for change in all {
      #expect(change.result.ruleId == "gone-arrow", "\(change.mutation)")
      #expect(change.result.message.text.hasSuffix(" (near this line)"), "\(change.mutation)")
      let file = try #require(change.rule.lines.all.first).fileID
      #expect(change.result.place.hasPrefix("\(file):"), "\(change.mutation)")
    }
  }
}
