/// A reader of pictures in plain text, which knows nothing but the text.
struct TextPictureReader {
  /// An arrow, an event that leaves its state as it is, or one that is refused.
  struct Row: Hashable, CustomStringConvertible {
    var source: String
    let event: String
    let `guard`: String
    let effect: String
    let change: String
    /// The name of a state, `stays`, or an empty text for an event that is refused.
    var target: String

    var description: String {
      "\(source) -> \(target): \(event) [\(`guard`)] / \(effect) {\(change)}"
    }
  }

  private struct Box {
    var title: String
    let parent: Int?
    /// The number of lines with the names of regions before the box, inside its parent.
    let region: Int
    var rows: [String] = []

    var name: String {
      var title = title
      if isInitial { title.removeFirst(2) }
      if isFinal || isComplete { title.removeLast(2) }
      return title
    }
    var isInitial: Bool { title.hasPrefix("● ") }
    var isFinal: Bool { title.hasSuffix(" ◉") }
    var isComplete: Bool { title.hasSuffix(" ◎") }
  }

  private var boxes: [Box] = []

  init(_ text: String) {
    var open: [Int] = []
    var regions: [Int] = [0]
    var continuesTitle = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = line
      var depth = 0
      while rest.hasPrefix("│ ") {
        rest = rest.dropFirst(2).dropLast(2)
        depth += 1
      }
      if rest.hasPrefix("┌ ") {
        let title = Self.title(rest, fill: "─")
        boxes.append(Box(title: title, parent: open.last, region: regions[depth]))
        open.append(boxes.count - 1)
        regions.append(0)
        continuesTitle = true
      } else if rest.hasPrefix("└") {
        open.removeLast()
        regions.removeLast()
      } else if rest.hasPrefix("├ ") || rest.hasPrefix("╌ ") {
        regions[regions.count - 1] += 1
        continuesTitle = false
      } else if let box = open.last {
        let text = rest.drop { $0 == " " }.trimmingSuffix { $0 == " " }
        if !rest.hasPrefix("    ") {
          boxes[box].rows.append(text)
          continuesTitle = false
        } else if continuesTitle {
          boxes[box].title += " " + text
        } else {
          boxes[box].rows[boxes[box].rows.count - 1] += " " + text
        }
      }
    }
  }

  private static func title(_ line: Substring, fill: Character) -> String {
    String(line.dropFirst(2).dropLast().trimmingSuffix { $0 == fill }.dropLast())
  }

  var names: [String] { boxes.map(\.name) }

  /// The states in which the machine, a region or a composite state starts.
  var starts: Set<String> {
    Set(boxes.indices.filter { boxes[$0].isInitial }.map { boxes[leaf($0)].name })
  }

  /// The rows that have no arrow: entry, exit and tasks.
  var behaviors: Set<String> {
    Set(
      boxes.flatMap { box in
        box.rows.filter { Self.parts(of: $0) == nil }.map { "\(box.name): \($0)" }
      })
  }

  /// The rows with the rules of the graph: one for each source state and event.
  var rules: Set<Row> {
    var rules: Set<Row> = []
    for (index, box) in boxes.enumerated() {
      for row in box.rows.compactMap(Self.rows).flatMap(\.self) {
        for source in sources(of: row, leaving: index) {
          var rule = row
          rule.source = boxes[source].name
          rule.target = target(row.target)
          rules.insert(rule)
        }
      }
    }
    return rules
  }

  // MARK: Boxes

  /// Returns the boxes of the states inside a composite state; a state of regions is none.
  private func children(_ box: Int) -> [Int] {
    boxes.indices.filter { boxes[$0].parent == box && boxes[$0].region == 0 }
  }

  private func sources(of row: Row, leaving box: Int) -> [Int] {
    let inside = children(box)
    if inside.isEmpty { return [box] }
    if row.event == "completion" { return inside.filter { boxes[$0].isComplete } }
    func leaves(_ box: Int) -> [Int] {
      let inside = children(box)
      return inside.isEmpty ? (boxes[box].isFinal ? [] : [box]) : inside.flatMap(leaves)
    }
    return leaves(box)
  }

  /// Returns the state that is entered with a box.
  private func leaf(_ box: Int) -> Int {
    var inside = children(box)
    while !inside.isEmpty {
      if let start = inside.first(where: { boxes[$0].isInitial }) { return leaf(start) }
      inside = inside.flatMap(children)
    }
    return box
  }

  private func target(_ text: String) -> String {
    boxes.firstIndex { $0.name == text }.map { boxes[leaf($0)].name } ?? text
  }

  // MARK: Rows

  private static func parts(of row: String) -> (label: String, mark: String, target: String)? {
    guard let match = row.firstMatch(of: #/^(.*?) +(──▶|╌╌▶|↺|✗) +(.*)$/#) else { return nil }
    return (String(match.1), String(match.2), String(match.3))
  }

  private static func rows(in row: String) -> [Row]? {
    guard let (label, mark, target) = parts(of: row),
      let match = label.wholeMatch(of: #/(.*?)(?: \[(.*)\])?(?: / (.*?))?(?: \{(.*)\})?/#)
    else { return nil }
    return events(in: String(match.1)).map { event in
      Row(
        source: "", event: event, guard: String(match.2 ?? ""),
        effect: mark == "✗" ? target : String(match.3 ?? ""), change: String(match.4 ?? ""),
        target: mark == "✗" ? "" : target)
    }
  }

  /// Divides a text at commas that are not in parentheses.
  private static func events(in text: String) -> [String] {
    var (events, depth) = ([""], 0)
    for part in text.split(separator: ", ", omittingEmptySubsequences: false) {
      events[events.count - 1] += (depth > 0 ? ", " : "") + part
      depth += part.count { $0 == "(" } - part.count { $0 == ")" }
      if depth == 0 { events.append("") }
    }
    return events.dropLast()
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(_ isCut: (Character) -> Bool) -> String {
    String(String(reversed().drop(while: isCut)).reversed())
  }
}
