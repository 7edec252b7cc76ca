import SchematicGraphviz
import Testing

@Suite(.enabled(if: Graphviz.isBuilt)) struct RepeatabilityTests {
  @Test func drawsClustersTheSameEveryTime() throws {
    let first = try Graphviz.render(dot: Sample.clusters, as: .svg)
    for _ in 0..<300 {
      #expect(try Graphviz.render(dot: Sample.clusters, as: .svg) == first)
    }
  }

  @Test func drawsTheSameFromManyTasks() async throws {
    let texts = [Sample.turnstile, Sample.clusters, "digraph { \(Sample.flatEdges) }"]
    let alone = try texts.map { try Graphviz.render(dot: $0, as: .svg) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          try (0..<25).allSatisfy { round in
            let choice = (task + round) % texts.count
            _ = try DOTDocument(parsing: texts[choice])
            return try Graphviz.render(dot: texts[choice], as: .svg) == alone[choice]
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func drawsTheSameAfterAFailure() throws {
    let before = try Graphviz.render(dot: Sample.clusters, as: .svg)
    #expect(throws: GraphvizError.self) { try Graphviz.render(dot: "digraph {", as: .svg) }
    #expect(throws: GraphvizError.self) {
      try Graphviz.render(dot: "digraph { layout=nonsense; a }", as: .svg)
    }
    #expect(try Graphviz.render(dot: Sample.clusters, as: .svg) == before)
  }
}
