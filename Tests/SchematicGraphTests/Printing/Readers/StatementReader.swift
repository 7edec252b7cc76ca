@testable import SchematicGraph

/// A reader of the state diagrams of Mermaid and PlantUML, which have the same statements in other clothes.
struct StatementReader {
  private let notation: Notation
  private(set) var rows: [ShownRow] = []
  /// The paths of states, by their names in the text.
  private var paths: [Substring: String] = [:]
  /// The names of the boxes that are open.
  private var boxes: [Substring] = []
  private var closedBoxes: Set<Substring> = []
  private var arrows: [(source: Substring, target: Substring, lines: [String], box: Substring)] = []

  /// Returns the rows that a text in a notation shows.
  static func rows(of text: String, in notation: Notation) -> [ShownRow] {
    var reader = StatementReader(notation: notation)
    var isDescribing = false
    for line in text.split(separator: "\n") {
      let line = Substring(line.drop { $0 == " " })
      // A description for those who don't see the picture repeats what the statements say.
      if line == "accDescr {" { isDescribing = true }
      if !isDescribing { reader.read(line) }
      if line == "}" { isDescribing = false }
    }
    return reader.rows + reader.arrows.flatMap(reader.rows)
  }

  private init(notation: Notation) { self.notation = notation }

  private mutating func read(_ line: Substring) {
    if let match = line.wholeMatch(of: /state (?:"(.*)" as )?(\w+)( \{)?/) {
      declare(match.2, match.1 ?? match.2, isBox: match.3 != nil)
    } else if line == "}" {
      closedBoxes.insert(boxes.removeLast())
    } else if let match = line.wholeMatch(of: /(?:%%|') (\w+) rejects (.*)/) {
      rows.append(ShownRow(source: path(match.1), text: "\(decoded(match.2)) / rejected"))
    } else if let match = line.wholeMatch(
      of: /(\S+) (?:-->|-\[dotted\]->|-\[dashed\]->) (\S+)(?: : (.*))?/)
    {
      let isInternal = line.contains("-[dotted]->")
      arrows.append(
        (
          match.1, match.2,
          lines(of: match.3 ?? "").map { isInternal ? "\($0) (internal)" : $0 },
          boxes.last ?? ""
        ))
    } else if let match = line.wholeMatch(of: /(\w+) : (.*)/) {
      rows.append(
        listed(decoded(match.2), in: path(match.1), isBox: closedBoxes.contains(match.1)))
    }
  }

  private mutating func declare(_ name: Substring, _ title: Substring, isBox: Bool) {
    // A box has its rows below its name.
    let lines = lines(of: title)
    let box = boxes.last.map(path) ?? ""
    if ["H", "H*"].contains(lines[0]) {
      paths[name] = "\(box) \(lines[0])"
    } else if name == "regions" {
      // A box around the regions of a whole machine is no state.
      paths[name] = ""
    } else {
      let path = box.isEmpty ? lines[0] : "\(box).\(lines[0])"
      paths[name] = path
      rows.append(ShownRow(source: path, text: ShownRow.inside, target: box))
      rows += lines.dropFirst().map { listed($0, in: path, isBox: isBox) }
    }
    if isBox { boxes.append(name) }
  }

  private func path(_ name: Substring) -> String { paths[name, default: String(name)] }

  private func listed(_ text: String, in state: String, isBox: Bool) -> ShownRow {
    let isBehavior = ["entry", "exit", "do"].contains { text.hasPrefix("\($0) ") }
    // A box has a timeout beside the rules that it causes.
    let isTimeout =
      isBox && text.hasPrefix("after ") && !text.contains(" / ") && !text.contains(" {")
    let isRefusal =
      ["/ rejected", "/ traps", "/ ignored"].contains(where: text.contains)
    return ShownRow(
      source: state, text: text, target: isBehavior || isTimeout || isRefusal ? "" : ShownRow.stays)
  }

  /// Returns the rows of an arrow, whose last line may say which states it enters.
  private func rows(
    of arrow: (source: Substring, target: Substring, lines: [String], box: Substring)
  ) -> [ShownRow] {
    if arrow.source == "[*]" {
      guard arrow.target != "regions" else { return [] }
      return [
        ShownRow(
          source: arrow.box.isEmpty ? "" : path(arrow.box), text: ShownRow.start,
          target: path(arrow.target))
      ]
    }
    if arrow.target == "[*]" { return [ShownRow(source: path(arrow.source), text: ShownRow.end)] }
    var (lines, target) = (arrow.lines, target(arrow.target))
    if let last = lines.last, last.hasPrefix("→ ") {
      target += " \(last)"
      lines.removeLast()
    }
    return lines.map { line in
      let mistake = " (internal)"
      let isInternal = line.hasSuffix(mistake)
      return ShownRow(
        source: path(arrow.source), text: isInternal ? String(line.dropLast(mistake.count)) : line,
        target: target + (isInternal ? mistake : ""))
    }
  }

  private func target(_ name: Substring) -> String {
    guard let match = name.wholeMatch(of: /(\w+)\[(H\*?)\]/) else { return path(name) }
    return "\(path(match.1)) \(match.2)"
  }

  private func lines(of text: Substring) -> [String] {
    text.split(
      separator: notation == .mermaid ? "<br/>" : "\\n", omittingEmptySubsequences: false
    ).map(decoded)
  }

  private func decoded(_ text: Substring) -> String {
    notation == .mermaid
      ? String(text).decoding(/#([0-9]+);/, radix: 10)
      : String(text).decoding(/<U\+([0-9A-F]+)>/, radix: 16)
  }
}
