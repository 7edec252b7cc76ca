import Schematic
import SchematicGraph
import SchematicGraphviz

extension SourceFiles {
  /// Returns a line of text that begins with the place of its subject, as compilers write it:
  /// `Sources/Turnstiles/Turnstile.swift:24: …`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - lines: The lines of code; the first one counts.
  /// - Returns: The text, indented if no line is known.
  func located(_ text: String, at lines: SourceLines) -> String {
    guard let line = lines.all.first else { return "  \(text)" }
    return "\(path(of: line)):\(line.line): \(text)\(lines.isNear ? " (near this line)" : "")"
  }
}

/// A line of code for programs.
struct SourceEntry: Encodable {
  let file: String
  let line: Int
  /// `true` if the line is near the place that is meant.
  let isNear: Bool

  init?(_ lines: SourceLines, in files: SourceFiles = .current) {
    guard let first = lines.all.first else { return nil }
    file = files.path(of: first)
    line = first.line
    isNear = lines.isNear
  }
}
