import SchematicGraph
import SchematicGraphviz
import Testing

/// Texts that are refused before they are written are those that are refused when they are read.
@Suite(.enabled(if: Graphviz.isBuilt)) struct ReadableTextTests {
  private func graph(label: String) -> StateGraph {
    StateGraph(
      states: [.init(identifier: "locked", label: label), .init(identifier: "open")],
      transitions: [.init(source: "locked", target: "open", event: "push")],
      initialState: "locked")
  }

  private func error(_ work: () throws -> Void) -> GraphvizError? {
    do {
      try work()
      return nil
    } catch {
      return error as? GraphvizError
    }
  }

  /// A label is written in pieces of 4,000 characters, each in quotes.
  @Test(arguments: [0, 1_000_000, 1_048_049, 1_048_050, 1_048_051, 1_050_000, 4_200_000])
  func areThoseThatAreRead(length: Int) {
    let text = graph(label: String(repeating: "x", count: length)).dot()
    let refusal = error { try Graphviz.checkIsReadable(text) }
    let failure = error { _ = try StateGraph(dot: text) }
    #expect(refusal?.code == failure?.code)
    #expect(refusal?.line == failure?.line)
    #expect((refusal == nil) == (length <= 1_048_050))
  }

  @Test func areRefusedWithTheBeginningOfTheLine() throws {
    let text = graph(label: "line \n" + String(repeating: "x", count: 1_100_000)).dot()
    let refusal = try #require(error { try Graphviz.checkIsReadable(text) })
    #expect(refusal.code == .tooLarge)
    #expect(refusal.message.contains("more than 1048576 bytes"))
    #expect(
      refusal.message.contains(#"The line begins: "locked" [label="line \nxxx"#), "\(refusal)")
    #expect(refusal.message.utf8.count < 400)
    let line = try #require(refusal.line)
    #expect(text.split(separator: "\n")[line - 1].contains("locked"))
  }

  @Test func areRefusedWhereStatesLieTooDeep() {
    let path = (0..<300).map { "c\($0)" }
    let graph = StateGraph(
      states: [.init(identifier: "a", parent: path.last)],
      composites: path.indices.map {
        .init(identifier: path[$0], parent: $0 > 0 ? path[$0 - 1] : nil)
      }, transitions: [], initialState: "a")
    let text = graph.dot()
    #expect(error { try Graphviz.checkIsReadable(text) }?.code == .unsupported)
    #expect(error { _ = try StateGraph(dot: text) }?.code == .unsupported)
  }
}
