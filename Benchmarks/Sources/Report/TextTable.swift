import Foundation

/// A table as Markdown, which also reads well in a terminal.
struct TextTable {
  /// The first column is aligned to the left, the others to the right.
  let header: [String]
  var rows: [[String]] = []

  /// The lines of the table.
  var text: String {
    let widths = header.indices.map { column in
      max(3, ([header] + rows).map { $0[column].count }.max() ?? 0)
    }
    let rule = widths.indices.map { column in
      column == 0
        ? String(repeating: "-", count: widths[column])
        : String(repeating: "-", count: widths[column] - 1) + ":"
    }
    return ([header, rule] + rows).map { row in
      "| "
        + row.indices.map { pad(row[$0], to: widths[$0], isFirst: $0 == 0) }
        .joined(separator: " | ") + " |"
    }
    .joined(separator: "\n")
  }

  private func pad(_ text: String, to width: Int, isFirst: Bool) -> String {
    let spaces = String(repeating: " ", count: width - text.count)
    return isFirst ? text + spaces : spaces + text
  }
}

extension Double {
  /// The number with so many digits behind the point.
  func digits(_ count: Int) -> String {
    String(format: "%.\(count)f", self)
  }
}
