extension StateGraph {
  /// Returns the graph as a state diagram of Mermaid, which many sites draw inside Markdown.
  ///
  /// States come in the order of the graph, each composite state around the states inside, then the
  /// arrows. Transitions between the same two states share one arrow, whose label has a line for
  /// each. A transition that all states of a composite state share is one arrow, which leaves the
  /// composite state.
  ///
  /// ```swift
  /// StateGraph(Turnstile.schema).mermaid()
  /// // stateDiagram-v2
  /// //   accTitle: StateMachine
  /// //   accDescr {
  /// //     Starts in locked.
  /// //     locked: coin [paid] / open, to unlocked.
  /// //   }
  /// //   state "locked" as locked
  /// //   state "unlocked" as unlocked
  /// //   [*] --> locked
  /// //   locked --> unlocked : coin [paid] / open
  /// ```
  ///
  /// Entry, exit and tasks, internal transitions, and events that are rejected for a reason are
  /// listed inside their state; entry, exit and tasks of a composite state are below its name;
  /// events that are rejected without a reason are in comments. An arrow leads from a final state
  /// to `[*]`; if the final state completes a composite state, `[*]` is inside the composite state.
  /// The names of states are their identifiers as far as the grammar allows, and their labels are
  /// shown. Regions are side by side in their state, each in its own box. A history is drawn as a
  /// state with the text `H` or `H*`, because the notation has none. Readers who don't see the
  /// diagram get its name and a description in sentences (`accTitle`, `accDescr`).
  ///
  /// The grammar is described at <https://mermaid.js.org/syntax/stateDiagram.html>. Mermaid refuses
  /// texts of more than 50,000 characters unless it is configured otherwise (`maxTextSize`).
  ///
  /// - Parameters:
  ///   - name: The name of the diagram for readers who don't see it.
  ///   - style: The look of the diagram; this notation uses only the style of labels.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func mermaid(
    name: String = "StateMachine", style: DiagramStyle = DiagramStyle()
  ) -> String {
    mermaid(name: name, style: style, marks: DiagramMarks())
  }

  /// Returns the graph as a state diagram of Mermaid, with marks of what is new, gone and different.
  ///
  /// A word and a square say so on arrows, which can't have colors in state diagrams of Mermaid, and in rows and
  /// names. The borders of states have the colors of other pictures, and those of states that are gone are
  /// dashed.
  package func mermaid(
    name: String, style: DiagramStyle = DiagramStyle(), marks: DiagramMarks
  ) -> String {
    MermaidDocument.lines(of: self, named: name, style, marks).map { $0 + "\n" }.joined()
  }
}

/// The statements of a Mermaid state diagram.
private struct MermaidDocument: StateDiagram {
  static let comment = "%%"
  static let lineBreak = MermaidText.lineBreak
  let outline: DiagramOutline
  let names: UniqueNames<Statechart.Vertex>

  static func encode(_ text: String) -> String { MermaidText.encode(text) }

  static func lines(
    of graph: StateGraph, named name: String, _ style: DiagramStyle, _ marks: DiagramMarks
  ) -> [String] {
    let document = MermaidDocument(
      of: graph, style.labelStyle, marks, reserved: MermaidText.reservedNames,
      reserving: MermaidText.nameSuffixes)
    return title(of: graph) + ["stateDiagram-v2"]
      + (words(of: graph, named: name, style, marks) + document.statements
      + document.classes(of: graph, style.palette)).map { "  " + $0 }
  }

  /// Returns the statements that color the borders of marked states.
  private func classes(of graph: StateGraph, _ palette: DiagramPalette) -> [String] {
    let looks: [(mark: DiagramMark, look: String)] = [
      (.added, "stroke:\(palette.positive),stroke-width:3px"),
      (.removed, "stroke:\(palette.negative),stroke-width:2px,stroke-dasharray:6 4"),
      (.changed, "stroke:\(palette.changed),stroke-width:2px"),
    ]
    return looks.flatMap { mark, look -> [String] in
      let marked = graph.states.filter { outline.marks.states[$0.identifier] == mark }
      guard let word = mark.word, !marked.isEmpty else { return [] }
      let names = marked.map { self.names[.state($0.identifier)] }.joined(separator: ",")
      return ["classDef \(word) \(look)", "class \(names) \(word)"]
    }
  }

  /// Returns an encoded text after its mark, if it has one: `🟩 added: coin`.
  func marked(_ text: String, _ mark: DiagramMark?) -> String {
    let square = mark == .added ? "🟩" : mark == .removed ? "🟥" : "🟧"
    return mark?.word.map { MermaidText.encode("\(square) \($0): ") + text } ?? text
  }

  /// Returns the statements for readers who don't see the diagram.
  ///
  /// A title ends with its line, and a description at a closing brace
  /// (<https://mermaid.js.org/config/accessibility.html>).
  private static func words(
    of graph: StateGraph, named name: String, _ style: DiagramStyle, _ marks: DiagramMarks
  ) -> [String] {
    let title = "accTitle: \(MermaidText.encodeSentence(name))"
    // The sentences would tell what is gone as if it were there; a table lists the differences.
    guard marks.isEmpty else { return [title] }
    return [title, "accDescr {"]
      + DiagramDescription.sentences(about: graph, style).map {
        "  " + MermaidText.encodeSentence($0)
      } + ["}"]
  }

  /// Returns the front matter: a title that says what the graph leaves out, and whether transitions are
  /// committed.
  private static func title(of graph: StateGraph) -> [String] {
    let commitment = graph.isCommitting ? [StateGraph.commitCaption] : []
    // In YAML, a text with a colon must be quoted; the quotes of JSON will do.
    let title =
      graph.omission.map { JSONText.quoted((commitment + ["\($0)"]).joined(separator: "; ")) }
      ?? commitment.first
    return title.map { ["---", "title: \($0)", "---"] } ?? []
  }

  func block(for state: DiagramOutline.State, around inside: [String]) -> [String] {
    let histories = state.histories.map { history in
      declaration(of: names[history.vertex], title: MermaidText.encode(history.symbol))
    }
    // A description of a composite state would take the place of its name.
    let title = ([title(of: state)] + rows(of: state)).joined(separator: Self.lineBreak)
    return block(declaration(of: names[state.vertex], title: title), histories + inside)
  }

  /// Returns the declaration of a state.
  ///
  /// The title is in quotes even if it is the name. Otherwise the first line that describes the
  /// state would replace its name.
  func declaration(of name: String, title: String) -> String {
    "state \"\(title)\" as \(name)"
  }

  /// Returns the statements for arrows; arrows that differ only in their marks share one, because Mermaid
  /// would draw their labels over each other.
  func statements(for arrows: [DiagramOutline.Arrow]) -> [String] {
    var labels: [(ends: String, lines: [String], entered: [String])] = []
    for arrow in arrows {
      // Mermaid draws all arrows alike, so the text says which are internal.
      let remark = arrow.isInternal ? " (internal)" : ""
      let lines = arrow.lines.map {
        marked($0.label.arrowText(MermaidText.encode) + remark, $0.mark)
      }
      let entered = entered(by: arrow)
      let ends = self.arrow(from: names[arrow.source], to: names[arrow.target])
      let isShared = !outline.marks.isEmpty
      if isShared,
        let index = labels.firstIndex(where: { $0.ends == ends && $0.entered == entered })
      {
        labels[index].lines += lines
      } else {
        labels.append((ends, lines, entered))
      }
    }
    return labels.map { ends, lines, entered in arrow(ends, labeled: lines + entered) }
  }
}

/// The escaping rules of Mermaid's state diagrams.
///
/// A label ends at a colon, a semicolon or the end of the line, and is then read as Markdown and as
/// HTML. Before that, comments, directives and the statement `direction LR` are recognized, even inside a
/// label (<https://mermaid.js.org/syntax/stateDiagram.html>, and the grammar `stateDiagram.jison`). Only
/// an entity code, such as `#59;`, survives all these steps. Every character that has a meaning in one
/// of the steps is therefore written as an entity code. Its number is decimal, because names and
/// hexadecimal digits aren't recognized.
package enum MermaidText {
  /// Words that can't be the name of a state: keywords of the grammar, and names that Mermaid
  /// generates itself.
  static let reservedNames: Set<String> = [
    "accdescr", "acctitle", "as", "choice", "class", "classdef", "click", "constructor", "default",
    "direction", "end", "fork", "hide", "href", "join", "note", "prototype", "root", "root_end",
    "root_start", "scale", "state", "statediagram", "style",
  ]

  /// The suffixes with which Mermaid names the pseudostates of a composite state.
  static let nameSuffixes = ["_start", "_end"]

  /// Breaks a line inside a label.
  static let lineBreak = "<br/>"

  /// Represents an empty text, which the grammar doesn't allow.
  private static let empty = "#8203;"

  /// The punctuation that has no meaning to Mermaid.
  private static let plain = Set(",()/=!?'@".unicodeScalars)

  /// The characters that Mermaid puts in place of entity codes while it reads.
  ///
  /// In a label, Mermaid would turn them into entity codes.
  private static let placeholders: Set<Unicode.Scalar> = ["\u{FB02}", "\u{B0}", "\u{B6}", "\u{DF}"]

  /// Returns a text encoded for a label or for double quotes.
  package static func encode(_ text: String) -> String { encode(text, forSentence: false) }

  /// Returns a text encoded for the title or the description, which aren't drawn.
  static func encodeSentence(_ text: String) -> String { encode(text, forSentence: true) }

  private static func encode(_ text: String, forSentence isSentence: Bool) -> String {
    let scalars = VisibleCharacter.scalars(of: text)
    guard !scalars.isEmpty else { return empty }
    let directions = directionWords(in: scalars)
    return VisibleCharacter.encode(
      scalars, lineBreak: isSentence ? " " : lineBreak, entity: { "#\($0.value);" }
    ) { index in
      isSentence && isPunctuation(at: index, of: scalars)
        || isPlain(at: index, of: scalars) && !directions.contains(index)
    }
  }

  /// Returns whether a character is punctuation that means nothing in a sentence.
  ///
  /// A colon or semicolon must have a space behind it: Mermaid searches any text for `style`, then a colon,
  /// then a number sign without a space after the colon.
  private static func isPunctuation(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    switch scalars[index] {
    case "[", "]", ".": true
    case ":", ";": index + 1 < scalars.count && scalars[index + 1] == " "
    default: false
    }
  }

  private static func isPlain(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let (previous, next) = (
      index > 0 ? scalars[index - 1] : nil, index + 1 < scalars.count ? scalars[index + 1] : nil
    )
    switch scalars[index] {
    // Spaces at the ends of a line are trimmed.
    case " ": return previous != nil && next != nil && previous != "\n" && next != "\n"
    // A list of Markdown begins with `-` or `1.`, a word in italics with `_`.
    case "-", "_", ".": return isWord(previous) && isWord(next)
    case let scalar where scalar.isASCII: return isWord(scalar) || plain.contains(scalar)
    case let scalar:
      return !scalar.properties.isWhitespace && !placeholders.contains(scalar)
        && scalar != "\u{FEFF}"
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar.properties.isAlphabetic || scalar.isDigit
  }

  /// Returns the positions of the word `direction`, which would make the line a statement.
  private static func directionWords(in scalars: [Unicode.Scalar]) -> Set<Int> {
    let word = Array("direction".unicodeScalars)
    let lowercase = scalars.map { $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 }
    return Set(scalars.indices.filter { lowercase[$0...].starts(with: word) })
  }
}
