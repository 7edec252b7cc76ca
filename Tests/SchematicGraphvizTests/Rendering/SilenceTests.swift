import Foundation
import SchematicGraphviz
import Testing

@Suite(.enabled(if: Graphviz.isBuilt)) struct SilenceTests {
  /// What a piece of work writes to standard error, and whatever other tests write meanwhile.
  private func standardError(during work: () -> Void) throws -> String {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let original = dup(STDERR_FILENO)
    dup2(fileno(file), STDERR_FILENO)
    work()
    dup2(original, STDERR_FILENO)
    close(original)
    rewind(file)
    var text: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { text.append(UInt8(byte)) }
    return String(decoding: text, as: UTF8.self)
  }

  @Test func writesNothingToStandardError() throws {
    let written = try standardError {
      _ = try? Graphviz.render(dot: "digraph { marker -> ]", as: .svg)
      _ = try? Graphviz.render(dot: "digraph { a [shape=marker, label=<<b>>] }", as: .svg)
      _ = try? Graphviz.render(dot: Sample.turnstile, as: ImageFormat(name: "marker"))
      _ = try? Graphviz.render(dot: "digraph { layout=marker; a }", as: .svg)
      _ = try? DOTDocument(parsing: "digraph { 1marker }")
    }
    #expect(!written.contains("marker"))
    #expect(!written.contains("Warning:"))
    #expect(!written.contains("syntax error"))
  }
}
