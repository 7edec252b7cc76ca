@testable import SchematicGraph

/// A reader of pictures in plain text.
struct PictureReader {
  private(set) var rows: [ShownRow] = []
  /// The paths of the boxes that are open, outer ones first; a region counts as a box.
  private var boxes: [(path: String, isRegion: Bool)] = []
  /// The lines of the row that is being read.
  private var pending: [String] = []

  /// Returns the rows that a picture shows.
  static func rows(of picture: String) -> [ShownRow] {
    var reader = PictureReader()
    for line in picture.split(separator: "\n") { reader.read(String(line)) }
    let paths = reader.rows.filter { $0.text == ShownRow.inside }.map(\.source)
    return reader.rows.map { row in
      guard row.isArrow else { return row }
      // An arrow names as much of a path as tells it from others.
      let name = row.target.prefix { $0 != " " }
      let path = paths.first { $0 == name || $0.hasSuffix(".\(name)") }
      var row = row
      row.target = (path ?? String(name)) + row.target.dropFirst(name.count)
      return row
    }
  }

  private mutating func read(_ line: String) {
    let text = line.trimmingSides()
    // What follows a row with more indentation continues the row.
    if text.hasPrefix("    "), !pending.isEmpty {
      pending.append(text)
      return
    }
    finishRow()
    if let match = text.wholeMatch(of: /┌ (● )?(.*?)( [◉◎])? ─*┐/) {
      let path = open(match.2, isRegion: false)
      if match.1 != nil { rows.append(ShownRow(source: path, text: ShownRow.start)) }
      if match.3 != nil { rows.append(ShownRow(source: path, text: ShownRow.end)) }
    } else if let match = text.wholeMatch(of: /[├╌] (.*?) ╌*[┤╌]/) {
      if boxes.last?.isRegion == true { boxes.removeLast() }
      _ = open(match.1, isRegion: true)
    } else if text.hasPrefix("└") {
      if boxes.last?.isRegion == true { boxes.removeLast() }
      boxes.removeLast()
    } else {
      pending = [text]
    }
  }

  /// Opens a box, and returns its path.
  private mutating func open(_ title: Substring, isRegion: Bool) -> String {
    let label = title.split(separator: ".").last ?? title
    let box = boxes.last?.path ?? ""
    let path = box.isEmpty ? String(label) : "\(box).\(label)"
    rows.append(ShownRow(source: path, text: ShownRow.inside, target: box))
    boxes.append((path, isRegion))
    return path
  }

  /// Adds the rows of the lines that were read: one for each of the events that they list.
  private mutating func finishRow() {
    defer { pending = [] }
    guard !pending.isEmpty, let state = boxes.last?.path else { return }
    var (label, target, mark): ([String], [String], String?) = ([], [], nil)
    for line in pending {
      if mark == nil, let match = line.firstMatch(of: /(?:^|\s)(──▶|╌╌▶|↺|✗)(?:\s|$)/) {
        mark = String(match.1)
        label.append(String(line[..<match.range.lowerBound]))
        target.append(String(line[match.range.upperBound...]))
      } else if mark == nil {
        label.append(line)
      } else {
        target.append(line)
      }
    }
    let text = label.joinedWords
    let end = target.joinedWords
    guard let mark else {
      rows.append(ShownRow(source: state, text: text))
      return
    }
    // Events that share a row are divided by commas, before the guard and the effect.
    let rest = text.firstMatch(of: /\s[\[\/{]/).map { String(text[$0.range.lowerBound...]) } ?? ""
    for event in text.dropLast(rest.count).split(separator: ", ", omittingEmptySubsequences: false)
    {
      rows.append(
        ShownRow(
          source: state, text: event + rest + (mark == "✗" ? " / \(end)" : ""),
          target: mark == "✗" ? "" : end))
    }
  }
}

extension ShownRow {
  /// Whether the row leads to a state.
  fileprivate var isArrow: Bool {
    !target.isEmpty && target != Self.stays && text != Self.inside
  }
}

extension String {
  /// The text inside all boxes: without the sides, and without the spaces before the right ones.
  fileprivate func trimmingSides() -> String {
    var text = Substring(self)
    while text.hasPrefix("│ ") { text = text.dropFirst(2) }
    while text.hasSuffix(" │") { text = text.dropLast(2) }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}

extension [String] {
  /// The words of all lines, with single spaces between them.
  fileprivate var joinedWords: String {
    flatMap { $0.split(separator: " ") }.joined(separator: " ")
  }
}
