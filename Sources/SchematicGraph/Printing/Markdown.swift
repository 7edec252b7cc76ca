/// Writes a graph as a transition table in GitHub Flavored Markdown.
///
/// A sentence says where the machine starts and ends. A row follows for each transition of the
/// graph's ``Statechart`` and for each event that is rejected, in the order of states; a composite
/// state stands before the states inside, and its rows hold for all of them that are not final.
///
/// ```swift
/// MarkdownTablePrinter().text(of: StateGraph(Turnstile.schema))
/// // Starts in locked.
/// //
/// // | State | Event | Guard | Action | Next state |
/// // | :-- | :-- | :-- | :-- | :-- |
/// // | locked | coin | paid | open | unlocked |
/// // | locked | coin | not paid | count | *stays* |
/// // | unlocked | push |  |  | locked |
/// ```
///
/// *stays* marks an internal transition, *rejected* an event that is a mistake, with the reason where
/// there is one. A state that nothing happens in has a row without an event. A state inside another
/// is written with it, `active.playing`; where two states would be written alike, the identifier
/// follows in parentheses.
///
/// Tables are described at <https://github.github.com/gfm/#tables-extension->.
public struct MarkdownTablePrinter: GraphPrinter {
  /// Creates a printer.
  public init() {}

  /// Returns the Markdown text that shows a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  public func text(of graph: StateGraph) -> String {
    MarkdownTable(of: graph).lines.map { $0 + "\n" }.joined()
  }
}

extension StateGraph {
  /// Returns the graph as a transition table in GitHub Flavored Markdown.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).markdownTable())
  /// ```
  ///
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  public func markdownTable() -> String {
    MarkdownTablePrinter().text(of: self)
  }
}

/// The lines of a transition table.
private struct MarkdownTable {
  private let chart: Statechart
  private let tree: DOTStateTree
  private let names: MarkdownNames
  private let transitions: [Statechart.Vertex: [Statechart.Transition]]
  private let rejections: [String: [StateGraph.Rejection]]

  init(of graph: StateGraph) {
    chart = Statechart(of: graph)
    tree = DOTStateTree(of: graph)
    names = MarkdownNames(of: graph)
    transitions = Dictionary(grouping: chart.transitions, by: \.source)
    rejections = Dictionary(grouping: graph.rejections, by: \.state)
  }

  /// The lines.
  var lines: [String] {
    [
      sentences, "",
      row(["State", "Event", "Guard", "Action", "Next state"]),
      row(Array(repeating: ":--", count: 5)),
    ] + rows(in: nil)
  }

  /// What no row says: where the machine and composite states start, and where it ends.
  private var sentences: String {
    let starts = chart.graph.composites.compactMap { composite in
      chart.starts[composite.identifier].map {
        "\(names[.composite(composite.identifier)]) starts in \(names[$0])."
      }
    }
    let final = chart.graph.states.filter(\.isFinal).map { names[.state($0.identifier)] }
    return
      (["Starts in \(names[chart.initial])."] + starts
      + (final.isEmpty ? [] : ["Ends in \(final.joined(separator: ", "))."]))
      .joined(separator: " ")
  }

  private func rows(in composite: String?) -> [String] {
    tree.items(in: composite).flatMap { item -> [String] in
      switch item {
      case .state(let state):
        let vertex = Statechart.Vertex.state(state.identifier)
        let rows =
          rows(from: vertex) + rejections[state.identifier, default: []].map(self.row)
        return rows.isEmpty ? [row([names[vertex], "", "", "", ""])] : rows
      case .composite(let composite):
        return rows(from: .composite(composite.identifier)) + rows(in: composite.identifier)
      }
    }
  }

  private func rows(from vertex: Statechart.Vertex) -> [String] {
    transitions[vertex, default: []].map { transition in
      row(
        [names[vertex]]
          + [transition.event, transition.guard ?? "", transition.action ?? ""]
          .map(MarkdownText.encode)
          + [target(of: transition)])
    }
  }

  private func target(of transition: Statechart.Transition) -> String {
    if transition.isInside { return "*stays*" }
    return names[transition.target] + (transition.isInternal ? " *(internal)*" : "")
  }

  private func row(for rejection: StateGraph.Rejection) -> String {
    row([
      names[.state(rejection.state)],
      MarkdownText.encode(rejection.event),
      MarkdownText.encode(rejection.guard ?? ""),
      "",
      rejection.reason.map { "*rejected:* \(MarkdownText.encode($0))" } ?? "*rejected*",
    ])
  }

  private func row(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }
}

/// How the states of a graph are called in a table, where no box shows what lies in what.
private struct MarkdownNames {
  private var names: [Statechart.Vertex: String] = [:]

  init(of graph: StateGraph) {
    let nesting = Nesting(of: graph)
    let labels = Dictionary(
      graph.composites.map { ($0.identifier, $0.label) }, uniquingKeysWith: { first, _ in first })
    let path = { (composites: [String], own: [String]) in
      (composites.map { labels[$0, default: $0] } + own).joined(separator: ".")
    }
    var paths: [(vertex: Statechart.Vertex, identifier: String, path: String)] = []
    for composite in graph.composites {
      let vertex = Statechart.Vertex.composite(composite.identifier)
      paths.append((vertex, composite.identifier, path(nesting.composites(around: vertex), [])))
    }
    for state in graph.states {
      let vertex = Statechart.Vertex.state(state.identifier)
      let around = nesting.composites(around: vertex)
      paths.append((vertex, state.identifier, path(around, [state.label])))
    }
    let uses = Dictionary(grouping: paths, by: \.path).mapValues(\.count)
    for (vertex, identifier, path) in paths {
      let isClear = uses[path] == 1 && !path.isEmpty
      let name = isClear ? path : "\(path)\(path.isEmpty ? "" : " ")(\(identifier))"
      names[vertex] = MarkdownText.encode(name)
    }
  }

  /// Returns the name of a state or composite state, as it stands in a cell.
  subscript(vertex: Statechart.Vertex) -> String { names[vertex, default: ""] }
}

/// The escaping rules of a cell in a Markdown table.
///
/// A row is one line, a bar divides cells wherever it stands, and a cell is trimmed and then read as
/// inline Markdown (GitHub Flavored Markdown 0.29, §4.10; CommonMark 0.31, §2.4 backslash escapes
/// and §2.5 entities, <https://spec.commonmark.org/0.31.2/>). Markup is escaped by a backslash,
/// spaces that would be trimmed and separators that some readers take for the end of a line by an
/// entity, and a line break is `<br>`, which sites that clean HTML let pass.
enum MarkdownText {
  /// Breaks a line inside a cell.
  static let lineBreak = "<br>"

  /// The punctuation that begins or ends some inline markup, math and footnotes of some sites
  /// included.
  private static let markup = Set("\\`*_[]|~$!^".unicodeScalars)

  /// Returns a text as it stands in a cell.
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
    // Numbers of this range are read as characters of another set.
    guard let visible = VisibleCharacter.replacement(of: scalar), scalar != "\t" else {
      return "&#\(scalar.value);"
    }
    return String(visible)
  }
}
