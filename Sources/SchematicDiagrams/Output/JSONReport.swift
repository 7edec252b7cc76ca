import Foundation
import Schematic
import SchematicGraph
import SchematicGraphviz

/// A report for programs.
///
/// Keys keep their meanings, and later versions may add keys. A change that breaks readers
/// increases `version`.
protocol JSONReport: Encodable {}

extension JSONReport {
  /// The version of the format, which every report contains.
  static var version: Int { 1 }

  /// The report as one JSON document with keys in alphabetical order, escaped so that logs don't
  /// interpret any of it.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return LogText.escaped(json: String(decoding: try encoder.encode(self), as: UTF8.self))
    }
  }
}

/// An edit of a graph, for programs.
struct EditEntry: Encodable {
  let kind: String
  let state: String?
  let before: String?
  let after: String?
  let summary: String
  let source: SourceEntry?

  init(_ edit: GraphEdit) {
    kind = edit.kind.rawValue
    state = edit.state
    before = edit.before
    after = edit.after
    summary = edit.summary
    source = SourceEntry(edit.lines)
  }
}

/// A line of code, for programs.
struct SourceEntry: Encodable {
  let file: String
  let line: Int
  /// `true` if the exact line isn't known, and this one is near it.
  let isNear: Bool

  init?(_ lines: SourceLines, in files: SourceFiles = .current) {
    guard let first = lines.all.first else { return nil }
    file = files.path(of: first)
    line = first.line
    isNear = lines.isNear
  }
}

/// A line of a file, as a person or an editor names it: `Turnstile.swift:24`.
struct SourcePosition {
  /// The path or the name of the file.
  let file: String
  let line: Int

  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...])
    else { return nil }
    file = String(text[..<colon])
    self.line = line
  }

  /// Returns whether a line of code is in the file.
  func isInFile(_ other: SourceLine, _ files: SourceFiles) -> Bool {
    let path = "/" + files.path(of: other)
    let name = "/" + (file.hasPrefix("./") ? String(file.dropFirst(2)) : file)
    // An editor names a file by its absolute path.
    return path.hasSuffix(name) || name.hasSuffix(path) || "/" + other.fileID == name
  }
}
