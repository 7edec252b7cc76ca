import Foundation
import Testing

/// What pages deny is true: each such sentence has a row in `Denials.md` with a test, a script, a page or a
/// source that shows it, so that no page denies what another one teaches.
@Suite struct DenialTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let articles = "Sources/Schematic/Schematic.docc/Articles/"
  private static let pages = [
    "README.md", articles + "Cookbook.md", articles + "Scope.md", articles + "HowItCompares.md",
  ]

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the sentences and cells of a page that deny something, without code.
  private static func denials(in page: String) throws -> [String] {
    let text = try text(page)
      .replacing(#/```.*?```/#.dotMatchesNewlines(), with: "")
      .replacing(#/<!--.*?-->|!\[[^\]]*\]\([^)]*\)/#, with: "")
      .replacing(#/\n(?=\n|[-|#])/#, with: "\u{0}")
    return text.split(separator: "\u{0}").flatMap { paragraph in
      paragraph.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .replacing(#/([.:;!?]) | \| /#) { ($0.output.1 ?? "") + "\u{0}" }
        .split(separator: "\u{0}").map(String.init)
    }.filter { sentence in
      sentence.replacing(#/`[^`]*`/#, with: "").contains(
        #/\b(no|not|none|nothing|nobody|never|cannot|without|\w+n't)\b/#.ignoresCase())
    }
  }

  private static func rows() throws -> [(sentence: String, evidence: String)] {
    try text("Tests/ArticlesTests/Denials.md").matches(of: #/(?m)^\| (.+) \| (\S+) \|$/#).map {
      (String($0.output.1), String($0.output.2))
    }
  }

  @Test(arguments: pages)
  func eachDenialOfAPageHasItsEvidence(page: String) throws {
    let known = try Self.rows().map(\.sentence)
    for sentence in try Self.denials(in: page) where !known.contains(where: sentence.contains) {
      Issue.record(
        """
        \(page) says: \(sentence)
        Is that so? Then add a row to Tests/ArticlesTests/Denials.md, with a test, a script, a page or a source.
        """)
    }
  }

  @Test func eachRowIsStillSaid() throws {
    let said = try Self.pages.flatMap(Self.denials)
    for row in try Self.rows() {
      #expect(said.contains { $0.contains(row.sentence) }, "nobody says: \(row.sentence)")
    }
  }

  @Test func eachEvidenceIsThere() throws {
    let names = FileManager.default.enumerator(atPath: Self.root.appending(path: "Tests").path)
    let tests = try (names?.compactMap { $0 as? String } ?? []).filter {
      $0.hasSuffix("Tests.swift")
    }
    .map { try Self.text("Tests/" + $0) }
    for (sentence, evidence) in try Self.rows() where !evidence.hasPrefix("https://") {
      guard evidence.hasPrefix("`") else {
        #expect(
          FileManager.default.fileExists(atPath: Self.root.appending(path: evidence).path),
          "\(sentence): there is no \(evidence)")
        continue
      }
      let path = evidence.dropFirst().dropLast().split(separator: "/")
      #expect(
        tests.contains { test in
          test.contains("struct \(path[0])")
            && (path.count == 1 || test.contains("func \(path[1])("))
        }, "\(sentence): there is no test \(evidence)")
    }
  }
}
