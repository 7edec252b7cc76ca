/// A part of a picture in plain text.
enum TextItem {
  case row(TextRow)
  /// The line before the states of a region.
  case region(String)
  case box(String, DiagramMark?, [TextItem])
}

/// A row of a box: `coin [paid] / unlock ──▶ unlocked`.
struct TextRow {
  /// The parts of the label, which stay on one line if they are not longer than a line.
  let label: [String]
  /// The mark between the label and the target, with the target; `nil` for a row without an arrow.
  let end: (mark: String, target: String)?

  let mark: DiagramMark?

  init(_ label: [String], _ end: (mark: String, target: String)? = nil, _ mark: DiagramMark? = nil)
  {
    self.label = label
    self.end = end
    self.mark = mark
  }
}

/// The lines of a picture in plain text, with a maximum number of columns.
struct TextLayout {
  /// The column up to which labels move the arrows of all rows to the right; longer ones are wrapped.
  private static let lastArrow = 58
  /// The fewest columns inside a box, however deep it is nested.
  private static let narrowest = 38
  /// The number of columns by which the next lines of a row are indented.
  private static let hanging = 4
  /// The columns of a mark and the blank behind it.
  private static let mark = 4

  private let glyphs: TextGlyphs
  private(set) var lines: [String] = []
  /// The columns between a label's first and the arrow, if no box is around.
  private var arrow = 0
  private var width = 0
  private let hasMargin: Bool
  /// The most columns of a line, without its mark.
  private let widest: Int
  /// The characters before the next line.
  private var margin = ""

  /// Lays out a picture.
  ///
  /// - Parameters:
  ///   - items: The boxes and rows.
  ///   - glyphs: The characters to draw with.
  ///   - columns: The most columns of a line.
  ///   - hasMargin: `true` if two columns before each line tell what was added, removed or changed.
  init(of items: [TextItem], _ glyphs: TextGlyphs, columns: Int, hasMargin: Bool) {
    self.glyphs = glyphs
    self.hasMargin = hasMargin
    widest = columns - (hasMargin ? 2 : 0)
    let rows = Self.rows(in: items, depth: 0)
    let labels = rows.filter { $0.row.end != nil }.map { row, depth in
      2 * depth + max(row.label.columns + 1, Self.hanging)
    }
    arrow =
      labels.filter { $0 <= Self.lastArrow }.max() ?? labels.min().map { min($0, Self.lastArrow) }
      ?? 0
    let needed = rows.map { row, depth in
      guard let end = row.end else { return row.label.columns + 4 * depth }
      return max(arrow, 2 * depth + row.label.columns + 1) + Self.mark + end.target.columns
        + 2 * depth
    }
    width = min(widest, (needed + Self.titles(in: items, depth: 0)).max() ?? 0)
    add(items, depth: 0)
  }

  /// Returns all rows, each with the number of boxes around it.
  private static func rows(in items: [TextItem], depth: Int) -> [(row: TextRow, depth: Int)] {
    items.flatMap { item -> [(row: TextRow, depth: Int)] in
      switch item {
      case .row(let row): [(row, depth)]
      case .region: []
      case .box(_, _, let items): rows(in: items, depth: depth + 1)
      }
    }
  }

  /// Returns the widths that titles need.
  private static func titles(in items: [TextItem], depth: Int) -> [Int] {
    items.flatMap { item -> [Int] in
      switch item {
      case .row: []
      case .region(let title): [4 * depth + title.columns + 5]
      case .box(let title, _, let items):
        [4 * depth + title.columns + 5] + titles(in: items, depth: depth + 1)
      }
    }
  }

  // MARK: Lines

  private func margin(_ mark: DiagramMark?) -> String {
    guard hasMargin else { return "" }
    return switch mark {
    case .added?: "+ "
    case .removed?: "- "
    case .changed?: "~ "
    default: "  "
    }
  }

  /// Returns the columns inside a number of boxes.
  private func room(_ depth: Int) -> Int {
    max(width - 4 * depth, width < widest ? 0 : Self.narrowest)
  }

  private mutating func add(_ items: [TextItem], depth: Int) {
    for item in items {
      switch item {
      case .row(let row):
        margin = margin(row.mark)
        for line in lines(of: row, depth) { add(line, depth: depth) }
      case .region(let title):
        margin = margin(nil)
        add(title, glyphs.division, glyphs.joints, depth: depth - 1)
      case .box(let title, let mark, let items):
        margin = margin(mark)
        add(title, glyphs.horizontal, Array(glyphs.corners[..<2]), depth: depth)
        add(items, depth: depth + 1)
        margin = margin(mark)
        let line = String(repeating: glyphs.horizontal, count: room(depth) - 2)
        add(glyphs.corners[2] + line + glyphs.corners[3], depth: depth)
      }
    }
  }

  /// Adds a line with a title, between two characters on the sides of a box.
  ///
  /// The title of a region of a whole machine has no box around it.
  private mutating func add(_ title: String, _ fill: String, _ ends: [String], depth: Int) {
    let ends = depth < 0 ? [fill, fill] : ends
    let depth = max(depth, 0)
    let room = room(depth)
    let parts = [title].wrapped(to: room - 5, indent: Self.hanging)
    let line = "\(ends[0]) \(parts[0]) "
    let rest = String(repeating: fill, count: max(1, room - line.columns - 1))
    add(line + rest + ends[1], depth: depth)
    for part in parts.dropFirst() { add(part, depth: depth + 1) }
  }

  /// Adds a line inside a number of boxes.
  private mutating func add(_ text: String, depth: Int) {
    let side = glyphs.vertical
    let line = String(repeating: "\(side) ", count: depth) + text
    guard depth > 0 else {
      lines.append(margin + line)
      return
    }
    lines.append(
      margin + line.padded(to: 2 * depth + room(depth))
        + String(repeating: " \(side)", count: depth))
  }

  private func lines(of row: TextRow, _ depth: Int) -> [String] {
    let room = room(depth)
    guard let end = row.end else { return row.label.wrapped(to: room, indent: Self.hanging) }
    let longest = end.target.words.map(\.columns).max() ?? 0
    let column = max(arrow - 2 * depth, Self.hanging)
    // A long name is below its label, if the column of arrows has no room for it.
    let start = column + Self.mark + longest > room ? Self.hanging : column
    let longestOfLabel = row.label.flatMap(\.words).map(\.columns).max() ?? 0
    let isNarrow = longestOfLabel + Self.hanging >= column || column < room / 3
    var lines = row.label.wrapped(to: isNarrow ? room : min(column - 1, room), indent: Self.hanging)
    let target = [end.target].wrapped(to: room - start - Self.mark, indent: 0)
    let indent = String(repeating: " ", count: start)
    let mark = end.mark.padded(to: Self.mark)
    if let last = lines.last, last.columns < start {
      lines[lines.count - 1] = last.padded(to: start) + mark + target[0]
    } else {
      lines.append(indent + mark + target[0])
    }
    let hanging = indent + String(repeating: " ", count: Self.mark)
    return lines + target.dropFirst().map { hanging + $0 }
  }
}
