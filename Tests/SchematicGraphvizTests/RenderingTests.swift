import SchematicGraphviz
import Testing

@Suite(.enabled(if: Graphviz.isBuilt)) struct RenderingTests {
  @Test(arguments: [
    (ImageFormat.svg, Array("<?xml".utf8)),
    (ImageFormat.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    (ImageFormat.pdf, Array("%PDF-".utf8)),
  ])
  func imageBeginsWithTheSignatureOfItsFormat(format: ImageFormat, signature: [UInt8]) throws {
    let image = try Graphviz.render(dot: Sample.turnstile, as: format)
    #expect(image.starts(with: signature))
  }

  @Test func imageShowsEveryState() throws {
    let image = String(
      decoding: try Graphviz.render(dot: Sample.turnstile, as: .svg), as: UTF8.self)
    #expect(image.contains("<title>locked</title>"))
    #expect(image.contains("<title>unlocked</title>"))
    #expect(image.contains(">coin</text>"))
  }

  @Test func emptyGraphIsDrawn() throws {
    #expect(try !Graphviz.render(dot: "digraph {}", as: .svg).isEmpty)
  }

  /// Graphviz 2.x frees the ranks of this graph twice.
  @Test(arguments: ["", "concentrate=true ", "newrank=true compound=true "])
  func labeledEdgesWithinARankAreDrawn(settings: String) throws {
    let text = "digraph { rankdir=LR \(settings)\(Sample.flatEdges) }"
    let first = try Graphviz.render(dot: text, as: .svg)
    for _ in 0..<20 {
      #expect(try Graphviz.render(dot: text, as: .svg) == first)
    }
  }

  @Test func layoutOfALargeGraphEndsSooner() throws {
    let edges = (0..<200).map { "s\($0) -> s\($0 / 2 + $0 % 7 * 3) [label=go];" }.joined()
    func image(_ setting: String) throws -> [UInt8] {
      try Graphviz.render(
        dot: "digraph { \(setting) \(edges) }", nodes: 200, edges: 200, as: .svg)
    }
    #expect(try image("nslimit=0.750") == image(""))
    #expect(try image("nslimit=100") != image(""))
  }

  /// The layout recurses once for each of them, and 8,000 overflow a stack of 512 KiB.
  @Test func eightThousandStatesInARowAreDrawn() async throws {
    let text = "digraph { splines=line \(Sample.row(of: 8_000)) }"
    let limits = RenderingLimits(deadline: nil)
    let image = try await Task.detached {
      try Graphviz.render(dot: text, as: .svg, limits: limits)
    }.value
    #expect(image.count > 8_000)
  }

  @Test func labelMayBeHTML() throws {
    let text = "digraph { a [label=<<b>bold</b> &amp; plain>] }"
    let image = String(decoding: try Graphviz.render(dot: text, as: .svg), as: UTF8.self)
    #expect(image.contains("font-weight=\"bold\""))
  }
}

@Suite(.enabled(if: Graphviz.isBuilt)) struct RepeatabilityTests {
  @Test func clustersAreDrawnTheSameEveryTime() throws {
    let first = try Graphviz.render(dot: Sample.clusters, as: .svg)
    for _ in 0..<300 {
      #expect(try Graphviz.render(dot: Sample.clusters, as: .svg) == first)
    }
  }

  @Test func manyTasksDrawTheSame() async throws {
    let texts = [Sample.turnstile, Sample.clusters, "digraph { \(Sample.flatEdges) }"]
    let alone = try texts.map { try Graphviz.render(dot: $0, as: .svg) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          try (0..<25).allSatisfy { round in
            let choice = (task + round) % texts.count
            return try Graphviz.render(dot: texts[choice], as: .svg) == alone[choice]
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func drawingIsTheSameAfterAFailure() throws {
    let before = try Graphviz.render(dot: Sample.clusters, as: .svg)
    #expect(throws: GraphvizError.self) { try Graphviz.render(dot: "digraph {", as: .svg) }
    #expect(throws: GraphvizError.self) {
      try Graphviz.render(dot: "digraph { layout=nonsense; a }", as: .svg, outOfProcess: false)
    }
    #expect(try Graphviz.render(dot: Sample.clusters, as: .svg) == before)
  }
}
