import Foundation
import Testing

/// The text of a finding as the sources have it.
struct FindingText: Sendable, CustomTestStringConvertible {
  /// The text, with a gap in place of each value.
  let text: String
  static let gap = "\u{FFFC}"

  var testDescription: String { text.replacing(Self.gap, with: "…") }

  /// The code that the text marks.
  var codes: [String] { text.matches(of: #/`([^`]*)`/#).map { String($0.1) } }
  var withoutCode: String { text.replacing(#/`[^`]*`/#, with: "") }

  /// The regular expression of all descriptions that the text can make.
  var pattern: String { Self.pattern(of: text) }

  /// The regular expression of a text with something in each gap.
  static func pattern(of text: String) -> String {
    text.components(separatedBy: gap).map(NSRegularExpression.escapedPattern)
      .joined(separator: ".*")
  }

  /// The texts of all findings that any module makes.
  static let all: [FindingText] = {
    var sources = URL(filePath: #filePath)
    while sources.lastPathComponent != "Tests" { sources.deleteLastPathComponent() }
    sources = sources.deletingLastPathComponent().appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let texts = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    return texts.flatMap { text in
      text.replacing(#/\\\((?:[^()]|\([^()]*\))*\)/#, with: gap)
        .components(separatedBy: "GraphFinding(").dropFirst().compactMap(first)
    }
  }()

  /// Returns the text in a call that creates a finding; `nil` if it isn't one.
  private static func first(in code: String) -> FindingText? {
    guard code.firstMatch(of: #/^\s*\.\w+,/#) != nil,
      let literal = code.firstMatch(of: #/"{3}\n(.*?)\n *"{3}|"([^"\n]*)"/#.dotMatchesNewlines())
    else { return nil }
    return FindingText(
      text: String(literal.1 ?? literal.2 ?? "").replacing(#/\\\n */#, with: "")
        .replacing(#/^ +/#, with: ""))
  }
}
