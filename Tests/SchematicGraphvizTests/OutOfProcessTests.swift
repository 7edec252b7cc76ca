import Foundation
import SchematicGraphviz
import Testing

/// Drawings in a process of its own.
@Suite(.enabled(if: Graphviz.isBuilt)) struct ApartTests {
  @Test(arguments: [Sample.turnstile, Sample.clusters, Sample.tangle(of: 40, edges: 90, "")])
  func drawsTheSame(text: String) throws {
    for format in [ImageFormat.svg, .png] {
      let here = try Graphviz.render(dot: text, as: format, apart: false)
      #expect(try Graphviz.render(dot: text, as: format, apart: true) == here)
    }
  }

  @Test func reportsTheSameFailures() throws {
    for (text, format, engine) in [
      ("digraph { a [label=<<b>open>] }", ImageFormat.svg, "dot"),
      (Sample.turnstile, ImageFormat(name: "nothing"), "dot"),
      (Sample.turnstile, .svg, "nothing"), ("digraph { layout=nothing; a }", .svg, "dot"),
    ] {
      let errors = try [true, false].map { apart in
        try failure { try Graphviz.render(dot: text, as: format, engine: engine, apart: apart) }
      }
      #expect(errors[0].code == errors[1].code)
      #expect(errors[0].description == errors[1].description)
    }
  }

  @Test func drawsFromManyTasks() async throws {
    let text = Sample.tangle(of: 40, edges: 90, "")
    let alone = try Graphviz.render(dot: text, as: .svg, apart: false)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          try (0..<10).allSatisfy { round in
            try Graphviz.render(dot: text, as: .svg, apart: (task + round) % 2 == 0) == alone
          }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  #if os(Linux)
    /// Each ends the process of the `dot` program of one version of Graphviz or another.
    @Test(arguments: Sample.breakdowns)
    func survivesABreakdown(text: String) throws {
      for _ in 0..<3 {
        let drawing = Result { try Graphviz.render(dot: text, as: .svg, apart: true) }
        if case .failure(let error as GraphvizError) = drawing {
          #expect(error.code == .crashed)
          #expect(error.message.contains("(signal "))
        } else {
          #expect(String(decoding: try drawing.get(), as: UTF8.self).contains("</svg>"))
        }
      }
      #expect(try !Graphviz.render(dot: Sample.turnstile, as: .svg, apart: false).isEmpty)
    }

    /// The copy has what is not yet written of it, too.
    @Test func writesNothingTwice() async {
      let printing = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        print("marker", terminator: "")
        _ = try Graphviz.render(dot: Sample.turnstile, as: .svg, apart: true)
      }
      let output = String(decoding: printing?.standardOutputContent ?? [], as: UTF8.self)
      #expect(output.components(separatedBy: "marker").count == 2)
    }

    /// Neither processes nor files are left over.
    @Test func leavesNothingBehind() async {
      await #expect(processExitsWith: .success) {
        func openFiles() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let limits = RenderingLimits(deadline: .milliseconds(30))
        _ = try Graphviz.render(dot: Sample.turnstile, as: .svg, apart: true)
        let before = try openFiles()
        for text in Sample.breakdowns + [Sample.turnstile, Sample.tangle(of: 300, edges: 900, "")] {
          _ = try? Graphviz.render(dot: text, as: .svg, limits: limits, apart: true)
        }
        let after = try openFiles()
        precondition(after == before, "files were left open")
        precondition(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD, "processes were left")
      }
    }
  #endif
}
