extension StateGraph {
  /// Returns the graph as a transition table in GitHub Flavored Markdown.
  ///
  /// Sentences say in which states the machine starts and ends. A row follows for each transition
  /// and for each event that is rejected, in the order of states. A composite state comes before
  /// the states inside. A transition that all states inside share, except final ones, has one row, with
  /// the composite state as the state.
  ///
  /// ```swift
  /// StateGraph(Turnstile.schema).markdownTable()
  /// // Starts in locked.
  /// //
  /// // | State | Event | Guard | Action | Next state |
  /// // | :-- | :-- | :-- | :-- | :-- |
  /// // | locked | coin | paid | open | unlocked |
  /// // | locked | coin | not paid | count | *stays* |
  /// // | unlocked | push |  |  | locked |
  /// ```
  ///
  /// *stays* marks an internal transition, and *rejected* an event that is a mistake, with the
  /// reason if there is one. Entry, exit and tasks of a state have the first rows, with *entry*,
  /// *exit* or *do* in place of an event. A state without substates has at least one row.
  /// A nested state is written as `active.playing`; if two states would be written the same, the
  /// identifier follows in parentheses.
  ///
  /// Tables are described at <https://github.github.com/gfm/#tables-extension->.
  ///
  /// Each region has a table of its own, and an arrow that leads out of a region is a row of the state in which
  /// it begins. A sentence names each state that remembers in which state a composite state was left.
  ///
  /// - Parameter style: The look of the diagram; a table uses only the style of labels.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  public func markdownTable(style: DiagramStyle = DiagramStyle()) -> String {
    let labels = style.labelStyle
    let outline = DiagramOutline(of: self, labels: labels)
    let names = MarkdownTable.names(of: outline)
    let transitions = Dictionary(
      grouping: outline.machines.flatMap(\.chart.transitions), by: \.source)
    func tables(_ outline: DiagramOutline, _ region: String?) -> [[String]] {
      // A machine that consists of regions has no rows of its own.
      (outline.regions.isEmpty
        ? [
          MarkdownTable(
            outline: outline, labels: labels, names: names, transitions: transitions, region: region
          ).lines
        ] : [])
        + outline.innerRegions.flatMap {
          tables($0.outline, names[.composite($0.identifier), default: $0.label])
        }
    }
    return tables(outline, nil).joined(separator: [""]).map { $0 + "\n" }.joined()
  }
}

/// The lines of a transition table.
private struct MarkdownTable {
  let outline: DiagramOutline
  let labels: GraphLabelStyle
  let names: [Statechart.Vertex: String]
  /// The transitions of all machines, by the states in which they begin.
  let transitions: [Statechart.Vertex: [Statechart.Transition]]
  /// The name of the region that the table is about; `nil` for a whole machine.
  let region: String?

  var lines: [String] {
    [
      sentences, "",
      row(["State", "Event", "Guard", "Action", "Next state"]),
      row(Array(repeating: ":--", count: 5)),
    ] + outline.states.flatMap(rows)
  }

  /// The sentences before the table.
  private var sentences: String {
    let starts = outline.graph.composites.compactMap { composite in
      outline.chart.initialSubstates[composite.identifier].map {
        "\(name(.composite(composite.identifier))) starts in \(name($0))."
      }
    }
    let final = outline.graph.states.filter(\.isFinal).map { name(.state($0.identifier)) }
    let completing = outline.graph.states.filter { $0.completion != nil }
    let completions = completing.map { state in
      "\(name(.composite(state.parent ?? ""))) is complete in \(name(.state(state.identifier)))."
    }
    let returns = outline.chart.histories.map { history in
      "\(name(identifier: history.rememberingState)) remembers where \(name(identifier: history.composite)) was left."
    }
    return
      ((region.map { ["Region \($0)."] } ?? [])
      + ["Starts in \(name(outline.initial))."] + starts
      + (final.isEmpty ? [] : ["Ends in \(final.joined(separator: ", "))."])
      + completions + returns
      + (outline.graph.isCommitting ? ["Each transition is committed."] : [])
      + (outline.graph.omission.map { ["Shows \(MarkdownText.encode("\($0)"))."] } ?? []))
      .joined(separator: " ")
  }

  private func rows(for state: DiagramOutline.State) -> [String] {
    let name = name(state.vertex)
    let rows =
      state.behaviors.map { behavior in
        let label = behavior.shownLabel.map(MarkdownText.encode)
        let condition = StateGraph.Condition.text(of: behavior.conditions) ?? ""
        return row([
          name, "*\(behavior.kind.rawValue)*", MarkdownText.encode(condition), label ?? "*unnamed*",
          "",
        ])
      }
      + transitions[state.vertex, default: []].map {
        row(for: labels.label($0.label), in: name, target(of: $0))
      }
      + state.rejections.map { row(for: $0.label, in: name, refusal($0.label)) }
    if case .composite = state.vertex { return rows + state.substates.flatMap(self.rows) }
    return rows.isEmpty ? [row([name, "", "", "", ""])] : rows
  }

  private func refusal(_ label: RuleLabel) -> String {
    if label.effect == .ignored { return "*ignored*" }
    let word = label.effect.isTrap ? "traps" : "rejected"
    return label.effect.reason.map { "*\(word):* \(MarkdownText.encode($0))" } ?? "*\(word)*"
  }

  private func target(of transition: Statechart.Transition) -> String {
    if transition.isListed { return "*stays*" }
    let entered =
      transition.entry.label(at: transition.target).map { " " + MarkdownText.encode($0) } ?? ""
    if case .history(let state, _) = transition.target {
      return "where \(name(identifier: state)) was left"
    }
    return name(transition.target) + entered + (transition.isInternal ? " *(internal)*" : "")
  }

  private func row(for label: RuleLabel, in state: String, _ target: String) -> String {
    let effect = [label.effect.action, label.change.map { "{\($0)}" }].compactMap { $0 }
    let cells = ["\(label.trigger)", label.guard ?? "", effect.joined(separator: " ")]
      .map(MarkdownText.encode)
    return row([state] + cells + [target])
  }

  private func row(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }

  private func name(_ vertex: Statechart.Vertex) -> String { names[vertex, default: ""] }

  private func name(identifier: String) -> String {
    names[.state(identifier)] ?? names[.composite(identifier), default: ""]
  }

  /// Returns the names of states in cells.
  ///
  /// They are paths, because a table has no boxes that show nesting.
  static func names(of outline: DiagramOutline) -> [Statechart.Vertex: String] {
    let paths = outline.paths.map { (vertex: $0.vertex, path: $0.path.joined(separator: ".")) }
    let uses = Dictionary(grouping: paths, by: \.path).mapValues(\.count)
    let names = paths.map { vertex, path in
      let isClear = uses[path] == 1 && !path.isEmpty
      return (
        vertex,
        MarkdownText.encode(
          isClear ? path : "\(path)\(path.isEmpty ? "" : " ")(\(vertex.identifier))")
      )
    }
    return Dictionary(firstOf: names)
  }
}

/// The escaping rules of a cell in a Markdown table.
///
/// A row is one line, and each bar in it divides cells, even in code. A cell is trimmed and then read as
/// inline Markdown (GitHub Flavored Markdown 0.29, §4.10; CommonMark 0.31, §2.4 backslash escapes
/// and §2.5 entities, <https://spec.commonmark.org/0.31.2/>). Markup is escaped with a backslash.
/// Spaces that would be trimmed, and separators that some readers mistake for the end of a line,
/// are written as entities. A line break is `<br>`, which sites that sanitize HTML accept.
enum MarkdownText {
  /// Breaks a line inside a cell.
  static let lineBreak = "<br>"

  /// The punctuation that begins or ends inline markup, including the math and footnotes of some sites.
  private static let markup = Set("\\`*_[]|~$!^".unicodeScalars)

  /// Returns a text encoded for a cell.
  static func encode(_ text: String) -> String {
    let scalars = VisibleCharacter.scalars(of: text)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isAtEnd = index == 0 || index == scalars.count - 1
      switch scalar {
      case "\n": result += lineBreak
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\u{2028}", "\u{2029}", "\u{FEFF}": result += entity(scalar)
      case _ where scalar.properties.isWhitespace && isAtEnd: result += entity(scalar)
      case _ where markup.contains(scalar): result += "\\\(scalar)"
      default:
        result.unicodeScalars.append(VisibleCharacter.replacement(of: scalar) ?? scalar)
      }
    }
    return result
  }

  private static func entity(_ scalar: Unicode.Scalar) -> String {
    // HTML would read the number of a control character as another character.
    guard let visible = VisibleCharacter.replacement(of: scalar), scalar != "\t" else {
      return "&#\(scalar.value);"
    }
    return String(visible)
  }
}
