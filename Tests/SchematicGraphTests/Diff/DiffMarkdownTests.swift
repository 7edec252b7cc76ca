import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct DiffMarkdownTests {
  private func graph(event: String, to target: String) -> StateGraph {
    StateGraph(
      states: [.init(identifier: "locked"), .init(identifier: "unlocked")],
      transitions: [.init(source: "locked", target: target, event: event)], initialState: "locked")
  }

  @Test func isATableForAPullRequest() {
    let diff = graph(event: "coin", to: "broken").diff(from: graph(event: "coin", to: "unlocked"))
    #expect(
      diff.markdown(title: "Turnstile (v2)") == """
        ### Turnstile &#40;v2&#41;

        | | State | Before | After |
        | --- | --- | --- | --- |
        | changed | `locked` | `coin -> unlocked` | `coin -> broken` |
        | added | `broken` | | `state broken` |

        """)
  }

  @Test func saysThatThereIsNoDifference() {
    let graph = graph(event: "coin", to: "unlocked")
    #expect(graph.diff(from: graph).markdown() == "No differences.\n")
  }

  /// Whatever a name holds, a row has its four cells on one line, and nothing in it is markup.
  @Test(arguments: NastyText.all)
  func keepsEveryNameInItsCell(name: String) throws {
    let diff = graph(event: name, to: "unlocked").diff(from: graph(event: "+", to: "locked"))
    let lines = diff.markdown(title: name).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4 + diff.edits.count + 1)
    for line in lines.dropFirst(4).dropLast() {
      #expect(line.unicodeScalars.filter { $0 == "|" }.count == 5)
      #expect(line.unicodeScalars.filter { $0 == "`" }.count.isMultiple(of: 2))
      #expect(!line.unicodeScalars.contains("\\"))
    }
    #expect(lines[0].unicodeScalars.starts(with: "### ".unicodeScalars))
    #expect(
      !lines[0].unicodeScalars.dropFirst(4).contains { "*_[]<>`|\\@".unicodeScalars.contains($0) })
  }
}
