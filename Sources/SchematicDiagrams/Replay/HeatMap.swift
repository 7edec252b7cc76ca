import Foundation
import SchematicGraph

/// The styling and legend of a picture that shows how often each transition was taken.
///
/// Graphviz writes the counts as text and dots transitions that were never taken. The heat map
/// makes arrows thicker with their counts, on a logarithmic scale. Readers can see that in print
/// and without colors.
struct HeatMap {
  /// The classes of counts, each with its lowest count and the width of its arrows.
  private let classes: [(least: Int, width: String)]

  init(of counts: [StateGraph.Rule: Int], in graph: StateGraph) {
    let most = counts.values.max() ?? 0
    var least = 1
    var classes: [(Int, String)] = []
    for width in ["1.2", "2.4", "3.6", "4.8", "6.0"] where least <= max(1, most) {
      classes.append((least, width))
      least *= 10
    }
    self.classes = classes
  }

  /// Returns an SVG with arrows as thick as their counts are high, and a legend below the picture.
  func applied(to svg: [UInt8]) -> [UInt8] {
    let text = String(decoding: svg, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(withLegend(withWidths(lines)).joined(separator: "\n").utf8)
  }

  /// Each edge is a group of lines.
  ///
  /// Its path comes first, and then its text, which contains the count.
  private func withWidths(_ lines: [String]) -> [String] {
    var lines = lines
    var path: Int?
    var most = 0
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("<g ") { (path, most) = (nil, 0) }
      if line.hasPrefix("<path fill=\"none\""), lines[..<index].last?.hasPrefix("<title>") == true {
        path = index
      }
      guard let path, let count = Self.count(in: line), count > most,
        let width = width(of: count)
      else { continue }
      most = count
      lines[path] = lines[path].replacing(
        /stroke-width="[0-9.]+"/, with: "stroke-width=\"\(width)\"")
    }
    return lines
  }

  /// Returns the count at the end of an arrow's text: `coin / open (12×)`.
  private static func count(in line: String) -> Int? {
    guard line.hasPrefix("<text"), let match = line.firstMatch(of: /\((\d+)×\)<\/text>/) else {
      return nil
    }
    return Int(match.1)
  }

  private func width(of count: Int) -> String? { classes.last { count >= $0.least }?.width }

  /// Returns the lines with a legend in its own strip at the bottom.
  private func withLegend(_ lines: [String]) -> [String] {
    let text = lines.joined(separator: "\n")
    guard
      let size = text.firstMatch(of: /<svg width="(\d+)pt" height="(\d+)pt"/),
      let box = text.firstMatch(of: /viewBox="0\.00 0\.00 ([0-9.]+) ([0-9.]+)"/),
      let width = Double(box.1), let height = Double(box.2), let outer = Int(size.1),
      let tall = Int(size.2), let end = lines.lastIndex(where: { $0.hasPrefix("</svg>") })
    else { return lines }
    let rows =
      classes.enumerated().map { index, row in
        let next =
          index + 1 < classes.count
          ? "\(row.least) to \(classes[index + 1].least - 1)" : "\(row.least) or more"
        return ("stroke=\"#15803d\" stroke-width=\"\(row.width)\"", "taken \(next)×")
      } + [("stroke=\"#475569\" stroke-width=\"1.1\" stroke-dasharray=\"1,5\"", "never taken")]
    let strip = 16.0 * Double(rows.count) + 12
    let legend = rows.enumerated().map { index, row in
      let y = height + 12 + 16 * Double(index)
      return "<path fill=\"none\" \(row.0) d=\"M12,\(y)L52,\(y)\"/>"
        + "<text x=\"60\" y=\"\(y + 3.5)\" font-family=\"Helvetica,Arial,sans-serif\" "
        + "font-size=\"10.00\" fill=\"#475569\">\(row.1)</text>"
    }
    let wide = max(width, 200)
    // The same class as Graphviz's own background, which changes color on dark pages.
    let corners = "0,\(height) \(wide),\(height) \(wide),\(height + strip) 0,\(height + strip)"
    let background = "<polygon fill=\"#ffffff\" stroke=\"none\" points=\"\(corners)\"/>"
    var lines = lines
    lines.insert(contentsOf: ["<g class=\"graph\">", background] + legend + ["</g>"], at: end)
    return lines.joined(separator: "\n")
      .replacing(
        size.0, with: "<svg width=\"\(max(outer, 200))pt\" height=\"\(tall + Int(strip))pt\""
      )
      .replacing(box.0, with: "viewBox=\"0.00 0.00 \(wide) \(height + strip)\"")
      .components(separatedBy: "\n")
  }
}
