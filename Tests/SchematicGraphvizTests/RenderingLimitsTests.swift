import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite(.enabled(if: Graphviz.isBuilt)) struct RenderingLimitsTests {
  @Test func drawingRefusesWhatIsLargerThanAllowed() throws {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "a", target: "b", event: "go"), .init(source: "b", target: "c", event: "go"),
      ], initialState: "a")
    for limits in [RenderingLimits(nodes: 3), RenderingLimits(edges: 2)] {
      let error = try failure { try graph.render(.svg, limits: limits) }
      #expect(error.code == .tooLarge)
      #expect(
        error.message.contains(
          "4 nodes and 3 edges, and at most \(limits.nodes) and \(limits.edges)"))
      #expect(error.message.contains("raise `nodes` or `edges`"))
    }
    #expect(try !graph.render(.svg, limits: RenderingLimits(nodes: 4, edges: 3)).isEmpty)
  }

  /// Drawn with all effort, this takes far longer than a test may.
  @Test func drawingEndsAtTheDeadline() throws {
    let text = Sample.tangle(of: 500, edges: 3_000, "splines=true nslimit=1000 nslimit1=1000")
    for (deadline, words) in [
      (Duration.milliseconds(1_500), "1500 ms"), (.milliseconds(1), "1 ms"), (.zero, "1 ms"),
    ] {
      let error = try failure {
        try Graphviz.render(
          dot: text, nodes: 500, edges: 3_000, as: .svg,
          limits: RenderingLimits(deadline: deadline))
      }
      // A copy of the process was drawing, so the library is free again after a deadline.
      #if os(Linux)
        #expect(error.code == .timedOut)
        #expect(error.message.contains("500 nodes and 3000 edges"))
        #expect(error.message.contains("after \(words): raise"))
        #expect(try !Graphviz.render(dot: Sample.turnstile, as: .svg).isEmpty)
      #else
        #expect(error.code == .timedOut || error.code == .busy)
      #endif
    }
  }

  @Test(arguments: [Duration?.none, .seconds(1 << 40)])
  func drawingNeedsNoDeadline(deadline: Duration?) throws {
    let limits = RenderingLimits(deadline: deadline)
    for outOfProcess in [true, false] {
      #expect(
        try !Graphviz.render(
          dot: Sample.turnstile, as: .svg, limits: limits, outOfProcess: outOfProcess
        ).isEmpty)
    }
  }

  #if os(Linux)
    /// In a process of its own, since the library is occupied meanwhile.
    @Test func libraryDrawsAgainOnceItIsDone() async {
      await #expect(processExitsWith: .success) {
        try passADeadlineAndDrawAgain()
      }
    }
  #endif
}

/// Leaves the library to a drawing that passed its deadline, and draws until it does so again.
private func passADeadlineAndDrawAgain() throws {
  let before = try Graphviz.render(dot: Sample.turnstile, as: .svg)
  let late = try failure {
    try Graphviz.render(
      dot: Sample.tangle(of: 60, edges: 250, ""), as: .svg,
      limits: RenderingLimits(deadline: .milliseconds(1)), outOfProcess: false)
  }
  precondition(late.code == .timedOut, "\(late)")
  var refusals = 0
  var after = Result { try Graphviz.render(dot: Sample.turnstile, as: .svg) }
  while case .failure(let error) = after, (error as? GraphvizError)?.code == .busy {
    refusals += 1
    usleep(10_000)
    after = Result { try Graphviz.render(dot: Sample.turnstile, as: .svg) }
  }
  precondition(refusals > 0, "never busy")
  let image = try after.get()
  precondition(image == before, "another drawing")
}

@Suite(.enabled(if: Graphviz.isBuilt)) struct DrawingEffortTests {
  @Test func smallGraphsAreDrawnWithAllEffort() {
    for effort in [DrawingEffort(nodes: 150, edges: 0), DrawingEffort(nodes: 2, edges: 300)] {
      #expect(effort.lines == .curved)
      #expect(effort.improvements == nil && effort.isFull)
      #expect(effort.description.hasSuffix("drawn with all effort"))
    }
  }

  @Test(arguments: [
    (151, 0, DrawingEffort.Lines.curved, 149), (1_000, 300, .curved, 150),
    (100_000, 0, .curved, 2_000), (2, 301, .straight, 2), (300, 301, .straight, 150),
  ])
  func largeGraphsAreDrawnWithLessEffort(
    nodes: Int, edges: Int, lines: DrawingEffort.Lines, improvements: Int
  ) {
    let effort = DrawingEffort(nodes: nodes, edges: edges)
    #expect(effort.lines == lines)
    #expect(effort.improvements == improvements && !effort.isFull)
  }

  @Test func effortSaysWhatIsChosenAndWhy() {
    #expect(
      DrawingEffort(nodes: 157, edges: 969).description
        == "157 nodes and 969 edges, drawn in straight lines, improved at most 149 times: more "
        + "than 150 nodes or 300 edges are drawn with less effort")
  }

  /// What the value says is what Graphviz is told.
  @Test func effortIsWhatIsDrawn() throws {
    let nodes = 310
    let edges = (0..<nodes).map { "s\($0) -> s\($0 / 2 + $0 % 7 * 3) [label=go];" }.joined()
    let (image, effort, _) = try Graphviz.draw(
      DOTPicture("digraph { \(edges) }", nodes: nodes, edges: nodes), as: .svg,
      outOfProcess: false)
    #expect(effort == DrawingEffort(nodes: nodes, edges: nodes))
    #expect(effort.lines == .straight && effort.improvements == 149)
    let chosen = "nslimit=0.483 nslimit1=0.483 mclimit=0.1 splines=line"
    #expect(try Graphviz.render(dot: "digraph { \(chosen) \(edges) }", as: .svg) == image)
    #expect(try Graphviz.render(dot: "digraph { splines=true \(edges) }", as: .svg) != image)
  }

  /// The limits of a drawing, and where it is made, decide whether there is one, and nothing about it.
  @Test(arguments: [(30, 180, DrawingEffort.Lines.curved), (30, 320, .straight)])
  func drawingIsTheSameWhateverTheTime(
    nodes: Int, edges: Int, lines: DrawingEffort.Lines
  ) throws {
    let text = DOTPicture(Sample.tangle(of: nodes, edges: edges, ""), nodes: nodes, edges: edges)
    let here = try Graphviz.draw(
      text, as: .svg, limits: RenderingLimits(deadline: nil), outOfProcess: false)
    #expect(here.effort.lines == lines)
    // From where every drawing is late to where none is.
    for milliseconds in [1, 10, 100, 1_000, 600_000] {
      let limits = RenderingLimits(deadline: .milliseconds(milliseconds))
      do {
        let there = try Graphviz.draw(text, as: .svg, limits: limits, outOfProcess: true)
        #expect(there.image == here.image, "in \(milliseconds) ms")
        #expect(there.effort == here.effort)
      } catch {
        #expect([.timedOut, .busy].contains(error.code), "\(error)")
      }
    }
  }
}
