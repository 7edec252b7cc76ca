@testable import SchematicGraph

/// A reader of the tables and sentences in Markdown.
enum TableReader {
  /// Returns the rows that the tables of a document show.
  static func rows(of document: String) -> [ShownRow] {
    var (rows, region, inside): ([ShownRow], String, Set<ShownRow>) = ([], "", [])
    for line in document.split(separator: "\n") {
      if line.hasPrefix("| State |") || line.hasPrefix("| :--") { continue }
      if line.hasPrefix("|") {
        let cells = MarkdownRows.cells(in: line).map(MarkdownRows.decode)
        var path = cells[0]
        while !path.isEmpty {
          let outer = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
          inside.insert(ShownRow(source: path, text: ShownRow.inside, target: outer))
          path = outer
        }
        if cells[1].isEmpty && cells[4].isEmpty { continue }
        rows.append(row(cells, in: cells[0]))
      } else {
        (region, rows) = ("", rows + sentences(String(line), &region))
      }
    }
    return rows + inside
  }

  /// Returns the rows that the sentences before a table say.
  private static func sentences(_ line: String, _ region: inout String) -> [ShownRow] {
    line.dropLast().split(separator: ". ").flatMap { sentence -> [ShownRow] in
      let sentence = MarkdownRows.decode(String(sentence))
      if let match = sentence.wholeMatch(of: /Region (\S+)/) { region = String(match.1) }
      if let match = sentence.wholeMatch(of: /(?:(\S+) s|S)tarts in (\S+)/) {
        let box = match.1.map(String.init) ?? region
        return [ShownRow(source: box, text: ShownRow.start, target: String(match.2))]
      }
      if let match = sentence.wholeMatch(of: /Ends in (.*)/) {
        return match.1.split(separator: ", ").map {
          ShownRow(source: String($0), text: ShownRow.end)
        }
      }
      if let match = sentence.wholeMatch(of: /\S+ is complete in (\S+)/) {
        return [ShownRow(source: String(match.1), text: ShownRow.end)]
      }
      return []
    }
  }

  private static func row(_ cells: [String], in state: String) -> ShownRow {
    let (event, condition, action, next) = (cells[1], cells[2], cells[3], cells[4])
    let guarded = condition.isEmpty ? "" : " [\(condition)]"
    if let match = event.wholeMatch(of: /\*(\w+)\*/) {
      let label = action == "*unnamed*" ? "(unnamed)" : action
      let sign = match.1 == "after" ? "" : " /"
      return ShownRow(source: state, text: "\(match.1)\(guarded)\(sign) \(label)")
    }
    let effect = action.isEmpty ? "" : action.hasPrefix("{") ? " \(action)" : " / \(action)"
    let text = (event == "completion" ? "" : event) + guarded
    if let match = next.wholeMatch(of: /\*(\w+):?\*(?: (.*))?/) {
      if match.1 == ShownRow.stays {
        return ShownRow(source: state, text: event + guarded + effect, target: ShownRow.stays)
      }
      let reason = match.2.map { ": \($0)" } ?? ""
      return ShownRow(source: state, text: "\(event)\(guarded) / \(match.1)\(reason)")
    }
    let label = (text + effect).drop { $0 == " " }
    return ShownRow(source: state, text: String(label), target: target(next))
  }

  private static func target(_ cell: String) -> String {
    if let match = cell.wholeMatch(of: /where (\S+) was left/) { return "\(match.1) H*" }
    if let match = cell.wholeMatch(of: /(\S+)( → .*)?/) { return "\(match.1)\(match.2 ?? "")" }
    let name = cell.prefix { $0 != " " }
    let rest = cell.dropFirst(name.count).replacing("*(internal)*", with: "(internal)")
    return "\(name)\(rest)"
  }
}
