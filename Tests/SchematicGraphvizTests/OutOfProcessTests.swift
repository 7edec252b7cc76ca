import Foundation
import SchematicGraphviz
import Testing

/// Drawings in a process of its own.
@Suite(.enabled(if: Graphviz.isBuilt)) struct OutOfProcessTests {
  @Test(arguments: [Sample.turnstile, Sample.clusters, Sample.tangle(of: 40, edges: 90, "")])
  func processOfItsOwnDrawsTheSame(text: String) throws {
    for format in [ImageFormat.svg, .png] {
      let here = try Graphviz.render(dot: text, as: format, outOfProcess: false)
      #expect(try Graphviz.render(dot: text, as: format, outOfProcess: true) == here)
    }
  }

  @Test func processOfItsOwnReportsTheSameFailures() throws {
    for (text, format) in [
      ("digraph { a [label=<<b>open>] }", ImageFormat.svg), ("digraph {", .svg),
      (Sample.turnstile, ImageFormat(name: "nothing")), ("digraph { layout=nothing; a }", .svg),
    ] {
      let errors = try [true, false].map { outOfProcess in
        try failure { try Graphviz.render(dot: text, as: format, outOfProcess: outOfProcess) }
      }
      #expect(errors[0].code == errors[1].code)
      #expect(errors[0].description == errors[1].description)
    }
  }

  @Test func manyTasksDrawAtOnce() async throws {
    let text = Sample.tangle(of: 20, edges: 40, "")
    let alone = try Graphviz.render(dot: text, as: .svg, outOfProcess: false)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          try (0..<10).allSatisfy { round in
            try Graphviz.render(dot: text, as: .svg, outOfProcess: (task + round) % 2 == 0) == alone
          }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  // Other systems draw in this process.
  #if os(Linux)
    /// Each ends the process of the `dot` program of one version of Graphviz or another.
    @Test(arguments: Sample.breakdowns)
    func programSurvivesABreakdown(text: String) throws {
      for _ in 0..<3 {
        let drawing = Result { try Graphviz.render(dot: text, as: .svg, outOfProcess: true) }
        if case .failure(let error as GraphvizError) = drawing {
          guard case .crashed(let signal) = error.code else { throw error }
          #expect(signal > 0 && error.message.contains("(signal \(signal))"))
        } else {
          #expect(String(decoding: try drawing.get(), as: UTF8.self).contains("</svg>"))
        }
      }
      #expect(try !Graphviz.render(dot: Sample.turnstile, as: .svg, outOfProcess: false).isEmpty)
    }

    /// A limit of six leaves no file but those that the copy needs.
    @Test(arguments: [16, 6]) func fewOpenFilesAreEnough(count: Int) async {
      await #expect(processExitsWith: .success) { [count] in
        let text = Sample.tangle(of: 40, edges: 90, "")
        let before = try Graphviz.render(dot: text, as: .svg, outOfProcess: true)
        var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let after = try Graphviz.render(dot: text, as: .svg, outOfProcess: true)
        precondition(after == before, "another drawing")
      }
    }

    /// German numbers have a comma, and Graphviz reads those of some attributes by the locale.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/localedef")))
    func anotherLocaleDrawsTheSame() async {
      await #expect(processExitsWith: .success) {
        let text = "digraph { pad=0.15 nodesep=0.37 a -> b; a -> c; edge [penwidth=1.25] c -> b }"
        let before = try Graphviz.render(dot: text, as: .svg, outOfProcess: false)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let localedef = try Process.run(
          URL(filePath: "/usr/bin/localedef"),
          arguments: ["-i", "de_DE", "-f", "UTF-8", folder.path() + "/de_DE.UTF-8"])
        localedef.waitUntilExit()
        setenv("LOCPATH", folder.path(), 1)
        // Without the sources of locales there is nothing to try.
        guard setlocale(LC_ALL, "de_DE.UTF-8") != nil else { return }
        precondition(strtod("0,5", nil) == 0.5, "no German numbers")
        for outOfProcess in [false, true] {
          let after = try Graphviz.render(dot: text, as: .svg, outOfProcess: outOfProcess)
          precondition(after == before, "another drawing")
        }
        precondition(strtod("0,5", nil) == 0.5, "no German numbers any more")
      }
    }

    /// The copy has what is not yet written of it, too.
    @Test func outputIsNotWrittenTwice() async {
      let printing = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        print("marker", terminator: "")
        _ = try Graphviz.render(dot: Sample.turnstile, as: .svg, outOfProcess: true)
      }
      let output = String(decoding: printing?.standardOutputContent ?? [], as: UTF8.self)
      #expect(output.components(separatedBy: "marker").count == 2)
    }

    /// Whoever waits for the program to close a file does not wait for the copy, too.
    @Test func copyClosesTheFilesOfTheProgram() async {
      await #expect(processExitsWith: .success) {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0, "no pipe")
        Thread.detachNewThread {
          let endless = "splines=true nslimit=1000 nslimit1=1000"
          let text = Sample.tangle(of: 500, edges: 3_000, endless)
          _ = try? Graphviz.render(dot: text, as: .svg, outOfProcess: true)
        }
        while waitpid(-1, nil, WNOHANG) == -1 { usleep(1_000) }
        close(ends[1])
        var byte: UInt8 = 0
        precondition(read(ends[0], &byte, 1) == 0, "not the end of the file")
        precondition(waitpid(-1, nil, WNOHANG) == 0, "the copy has ended")
      }
    }

    /// Neither processes nor files are left over.
    @Test func drawingLeavesNothingBehind() async {
      await #expect(processExitsWith: .success) {
        func openFiles() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let limits = RenderingLimits(deadline: .milliseconds(30))
        _ = try Graphviz.render(dot: Sample.turnstile, as: .svg, outOfProcess: true)
        let before = try openFiles()
        for text in Sample.breakdowns + [Sample.turnstile, Sample.tangle(of: 300, edges: 900, "")] {
          _ = try? Graphviz.render(dot: text, as: .svg, limits: limits, outOfProcess: true)
        }
        let after = try openFiles()
        precondition(after == before, "files were left open")
        precondition(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD, "processes were left")
      }
    }
  #endif
}
