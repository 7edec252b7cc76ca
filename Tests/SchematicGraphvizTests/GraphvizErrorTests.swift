import Foundation
import SchematicGraphviz
import Testing

@Suite(.enabled(if: Graphviz.isBuilt)) struct FailureTests {
  private func failure(of text: String, as format: ImageFormat = .svg) throws -> GraphvizError {
    try SchematicGraphvizTests.failure { try Graphviz.render(dot: text, as: format) }
  }

  @Test(arguments: [
    "digraph {\n  a -> b\n  b ->\n}\n", "digraph {\n  a [label=\"two\nlines\"]\n  b [\n  ->\n}",
    "digraph {\n# 400 \"elsewhere\"\n  -> }", "graph {\n a -> b }", "flowchart LR",
    "digraph {\n a [label=\"open", "digraph {\n /* open", "digraph {\n a [label=<open",
    "digraph {\n @ }", "digraph {\n\n", "digraph {\n a \0 }",
    "", " \n\t\r\n", "// only\n# comments\n/* here */", "/* never closed",
  ])
  func textThatIsNoGraphIsRefused(text: String) throws {
    #expect(try failure(of: text).code == .syntax)
    #expect(throws: Never.self) { try Graphviz.render(dot: Sample.turnstile, as: .svg) }
  }

  @Test func errorHasTheLibrarysOwnMessage() throws {
    for _ in 0..<3 {
      let error = try failure(of: "digraph {\n  a -> b\n  b -> ]\n}")
      #expect(error.libraryMessage?.contains("syntax error in line 3 near ']'") == true)
      #expect(error.description == "\(error.message)\nGraphviz says: \(error.libraryMessage ?? "")")
    }
  }

  /// Graphviz 2.x loses the words of a message of more than 1,024 bytes.
  @Test func errorHasALongMessage() throws {
    let name = String(repeating: "x", count: 100_000)
    let error = try failure(of: "digraph a \(name) {}")
    #expect(error.code == .syntax)
    #expect(error.libraryMessage?.contains(name) == true)
  }

  @Test(arguments: [
    "digraph {}\n\ndigraph {}", "digraph { a }\n}", "digraph { \"}\" } /* fine */ \"more\"",
    "digraph {};", "digraph {} digraph {} digraph {}",
  ])
  func textAfterTheGraphIsRefused(text: String) throws {
    #expect(try failure(of: text).code == .trailingInput)
    #expect(throws: Never.self) { try Graphviz.render(dot: Sample.turnstile, as: .svg) }
  }

  @Test(arguments: ["digraph {}\n// done\n# really\n/* yes */ \r\n", "digraph {} //"])
  func commentAfterTheGraphIsAllowed(text: String) throws {
    _ = try Graphviz.render(dot: text, as: .svg)
    _ = try Graphviz.render(dot: Sample.turnstile, as: .svg)
  }

  @Test(arguments: ["tiff of another kind", "", "xlib", "svg2", "png:nothing"])
  func graphvizDrawsAfterAnUnknownFormat(name: String) throws {
    let error = try failure(of: Sample.turnstile, as: ImageFormat(name: name))
    #expect(error.code == (name.contains(":") ? .renderFailed : .unknownFormat))
    #expect(try !Graphviz.render(dot: Sample.turnstile, as: .svg).isEmpty)
  }

  /// Plug-ins that write nothing, and say nothing: an icon has at most 256 pixels.
  @Test(arguments: ["ico", "gd", "ismap"]) func emptyImageIsRefused(format: String) throws {
    let text = "digraph { rankdir=LR \(Sample.row(of: 60)) }"
    let error = try failure(of: text, as: ImageFormat(name: format))
    #expect([.renderFailed, .unknownFormat].contains(error.code))
  }

  @Test func graphThatIsTooLargeIsRefused() throws {
    let count = RenderingLimits().nodes + 1
    let error = try SchematicGraphvizTests.failure {
      try Graphviz.render(dot: "digraph { \(Sample.row(of: count)) }", nodes: count, as: .svg)
    }
    #expect(error.code == .tooLarge)
    #expect(error.message.contains("10001 nodes"))
  }

  @Test func drawingFailsIfALabelIsNotDrawn() throws {
    let error = try failure(of: "digraph { a [label=<<b>open>] }")
    #expect(error.code == .layoutFailed || error.code == .syntax)
    #expect(error.libraryMessage?.isEmpty == false)
  }
}

@Suite(.enabled(if: Graphviz.isBuilt)) struct SilenceTests {
  // Other tests draw in this process, and what their libraries write is not meant.
  @Test func drawingWritesNothingToStandardError() async {
    let drawing = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      _ = try? Graphviz.render(dot: "digraph { marker -> ]", as: .svg)
      _ = try? Graphviz.render(dot: "digraph { a [shape=marker, label=<<b>>] }", as: .svg)
      _ = try? Graphviz.render(dot: Sample.turnstile, as: ImageFormat(name: "marker"))
      _ = try? Graphviz.render(dot: "digraph { 1marker }", as: .svg)
    }
    #expect(String(decoding: drawing?.standardErrorContent ?? [], as: UTF8.self) == "")
  }

  // What libraries below Graphviz write of invisible characters.
  #if os(Linux)
    /// The libraries that draw text complain of it, past Graphviz.
    @Test func drawingWritesNothingAboutInvisibleCharacters() async {
      let drawing = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        for value: UInt32 in [0x200B, 0x2028, 0x2060, 0xFDD0, 0xFFFC, 0x1FFFE, 0xE0006] {
          let text = Unicode.Scalar(value).map { String($0) } ?? ""
          for format in [ImageFormat.png, .pdf] {
            _ = try? Graphviz.render(dot: "digraph { a [label=\"\(text)\"] }", as: format)
          }
        }
      }
      #expect(String(decoding: drawing?.standardErrorContent ?? [], as: UTF8.self) == "")
    }
  #endif
}
