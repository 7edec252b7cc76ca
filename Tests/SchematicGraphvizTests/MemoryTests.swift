import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

// Memory is measured as the kernel of Linux reports it.
#if os(Linux)
  /// Each in a process of its own, so that no other test's memory is measured.
  ///
  /// `RENDERS=10000` draws more often; the figures are printed.
  @Suite struct MemoryTests {
    @Test func memoryStaysFlatHoweverOftenAGraphIsDrawn() async throws {
      let output = ProcessOutput()
      await #expect(processExitsWith: .success) { [path = output.path as String] in
        try await ProcessOutput.collect(at: path) { try draw(machine(), allowing: 0) }
      }
      print(try output.take())
    }

    /// Graphviz 2.43 copies the text of each compartment once too often and loses the copy: two
    /// blocks of malloc's smallest size for this graph.
    @Test func memoryLosesNoMoreThanGraphvizDoesForCompartments() async throws {
      let output = ProcessOutput()
      await #expect(processExitsWith: .success) { [path = output.path as String] in
        let inside = StateGraph.Rule(
          source: "b", target: "b", event: "stay", isInternal: true)
        try await ProcessOutput.collect(at: path) { try draw(machine(inside), allowing: 100) }
      }
      print(try output.take())
    }
  }

  private func machine(_ more: StateGraph.Rule...) -> StateGraph {
    StateGraph(
      states: [],
      transitions: [
        StateGraph.Rule(source: "a", target: "b", event: "go", guard: "paid"),
        StateGraph.Rule(source: "b", target: "a", event: "back", action: "lock"),
        StateGraph.Rule(source: "b", target: "c", event: "end"),
      ] + more,
      initialState: "a")
  }

  /// Draws again and again, and stops the program where memory grows by more than a number of bytes
  /// for each drawing.
  private func draw(_ graph: StateGraph, allowing bytes: Int) throws {
    let renders = ProcessInfo.processInfo.environment["RENDERS"].flatMap { Int($0) } ?? 2_000
    var early = 0
    for count in 1...renders {
      let image = try graph.render(.svg)
      precondition(image.count > 1_000, "an SVG of \(image.count) bytes")
      if count == renders / 10 { early = try residentKilobytes() }
    }
    let late = try residentKilobytes()
    print("resident: \(early) KB after \(renders / 10) drawings, \(late) KB after \(renders)")
    // Some hundred kilobytes are taken once, however often it draws.
    let slack = 1_024
    precondition(
      late - early <= slack + renders * bytes / 1_024,
      "\(late - early) KB more after \(renders) drawings")
  }
#endif
