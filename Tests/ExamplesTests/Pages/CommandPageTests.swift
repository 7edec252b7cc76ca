import Foundation
import Schematic
import SchematicGraph
import Testing

@testable import Examples
@testable import SchematicDiagrams
@testable import SchematicTesting

/// The documents that the page of the command shows, with a turnstile that forgets to lock.
///
/// With `RECORD_GOLDENS=1` in the environment, the test writes them.
@MainActor @Suite struct CommandPageTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Sources/SchematicDiagrams/SchematicDiagrams.docc/Command.md")

  private static func documents() throws -> [(verb: String, json: String)] {
    let old = StateGraph(Turnstile.schema)
    let rule = try #require(old.rules.last { $0.action == "lock" })
    let new = StateGraph(Turnstile.schema.mutated(by: .silenced(rule)))
    let diff = new.diff(from: old)
    let problem = DiagramProblem(file: "Diagrams/Turnstile.dot", kind: .outOfDate(diff))
    let check = CheckReport(
      isClean: false, passed: false, checked: ["Turnstile"], problems: [.init(problem)],
      findings: [], histories: nil, repair: "swift run Diagrams generate --prune")
    let comparison = DiagramComparison(
      name: "Turnstile", outcome: .changed(diff, from: old, to: new))
    return [
      ("list", try ListReport(of: [Diagram("Turnstile", of: Turnstile.schema)]).json),
      ("check", try check.json),
      (
        "diff",
        try DiffReport(from: "Diagrams", to: "the code", comparisons: [comparison]).json
      ),
      (
        "generate",
        try GenerateReport(
          passed: true, written: ["Diagrams/Turnstile.dot"], removed: [], upToDate: 2, findings: []
        ).json
      ),
    ]
  }

  @Test func pageShowsWhatTheCommandPrints() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let (start, end) = ("<!-- documents -->\n", "<!-- /documents -->\n")
    let first = try #require(text.range(of: start)?.upperBound)
    let last = try #require(text.range(of: end)?.lowerBound)
    let shown = try Self.documents().map { verb, json in
      "\n`\(verb) --json`:\n\n```json\n\(json.replacing(/\[\n\s*\n\s*\]/, with: "[]"))\n```\n"
    }.joined()
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      let page = text[..<first] + shown + "\n" + text[last...]
      try Data(page.utf8).write(to: Self.page)
    }
    #expect(text[first..<last] == shown + "\n")
  }
}
