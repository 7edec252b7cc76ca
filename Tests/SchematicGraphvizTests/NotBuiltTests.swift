import SchematicGraphviz
import Testing

@Suite(.disabled(if: Graphviz.isBuilt)) struct NotBuiltTests {
  @Test func refusesToDraw() throws {
    let error = try #require(throws: GraphvizError.self) {
      try Graphviz.render(dot: Sample.turnstile, as: .svg)
    }
    #expect(error.code == .notBuilt)
    #expect(error.message.contains("trait"))
  }

  @Test func refusesToRead() throws {
    let error = try #require(throws: GraphvizError.self) {
      try DOTDocument(parsing: Sample.turnstile)
    }
    #expect(error.code == .notBuilt)
  }

  @Test func hasNoVersion() {
    #expect(Graphviz.version.isEmpty)
  }
}
