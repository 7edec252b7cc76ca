extension StateGraph {
  /// Returns the graph as a state diagram of PlantUML.
  ///
  /// States come in the order of the graph, each composite state around the states inside, then the
  /// arrows. Transitions between the same two states share one arrow, whose label has a line for
  /// each. A transition that all states of a composite state share is one arrow, which leaves the
  /// composite state.
  ///
  /// ```swift
  /// StateGraph(Turnstile.schema).plantUML()
  /// // @startuml
  /// // hide empty description
  /// // state locked
  /// // state unlocked
  /// // [*] --> locked
  /// // locked --> unlocked : coin [paid] / open
  /// // @enduml
  /// ```
  ///
  /// Entry, exit and tasks, internal transitions, and events that are rejected for a reason are
  /// listed inside their state; events that are rejected without a reason are in comments. An arrow
  /// leads from a final state to `[*]`. The names of states are their identifiers as far as the
  /// grammar allows, and their labels are shown. An arrow to the history of `trip` ends at `trip[H]`
  /// or `trip[H*]`. Regions are side by side in their state, each in its own box.
  ///
  /// The grammar is described at <https://plantuml.com/state-diagram>.
  ///
  /// - Parameter style: The look of the diagram; this notation uses only the style of labels.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func plantUML(style: DiagramStyle = DiagramStyle()) -> String {
    PlantUMLDocument.lines(of: self, style.labelStyle).map { $0 + "\n" }.joined()
  }
}

/// The statements of a PlantUML state diagram.
private struct PlantUMLDocument: StateDiagram {
  static let comment = "'"
  static let lineBreak = PlantUMLText.lineBreak
  let outline: DiagramOutline
  let names: UniqueNames<Statechart.Vertex>

  static func encode(_ text: String) -> String { PlantUMLText.encode(text) }

  static func lines(of graph: StateGraph, _ labels: GraphLabelStyle) -> [String] {
    let document = PlantUMLDocument(of: graph, labels, reserved: PlantUMLText.reservedNames)
    let captions =
      (graph.isCommitting ? [StateGraph.commitCaption] : [])
      + (graph.omission.map { [PlantUMLText.encode("\($0)")] } ?? [])
    // PlantUML shows only one caption.
    let caption = captions.isEmpty ? [] : ["caption \(captions.joined(separator: "; "))"]
    return ["@startuml", "hide empty description"] + caption + document.statements + ["@enduml"]
  }

  func block(for state: DiagramOutline.State, around inside: [String]) -> [String] {
    block(declaration(of: names[state.vertex], title: title(of: state)), inside)
      + descriptions(of: state)
  }

  func declaration(of name: String, title: String) -> String {
    title == name ? "state \(name)" : "state \"\(title)\" as \(name)"
  }

  /// Returns a text without a mark, because no marked picture is in this notation.
  func marked(_ text: String, _ mark: DiagramMark?) -> String { text }

  func statements(for arrows: [DiagramOutline.Arrow]) -> [String] { arrows.map(statement) }

  private func statement(for arrow: DiagramOutline.Arrow) -> String {
    let lines = arrow.lines.map { $0.label.arrowText(PlantUMLText.encode) }
    let source = names[arrow.source]
    let target =
      arrow.target.symbol.map { "\(stateAround(arrow.target.identifier))[\($0)]" }
      ?? names[arrow.target]
    let line = arrow.isInternal ? "-[dotted]->" : arrow.isUncertain ? "-[dashed]->" : "-->"
    return self.arrow("\(source) \(line) \(target)", labeled: lines + entered(by: arrow))
  }

  /// Returns the name of a state with a history: of a composite state, or else of a state that consists of regions.
  private func stateAround(_ identifier: String) -> String {
    let name = names[.composite(identifier)]
    return name.isEmpty ? names[.state(identifier)] : name
  }
}

/// The escaping rules of PlantUML's state diagrams.
///
/// A text is between double quotes or after a colon, on one line, and is read as Creole markup when
/// it is drawn (PlantUML Language Reference Guide, chapters *State Diagram* and *Creole*;
/// <https://plantuml.com/creole>). No step mistakes the form `<U+0022>` for markup, so every
/// character with a meaning is written like that. A line break is `\n`.
enum PlantUMLText {
  /// Words that can't be the name of a state: the commands with which a line can begin.
  static let reservedNames: Set<String> = [
    "allow_mixing", "as", "begin", "bottom", "caption", "center", "end", "endfooter", "endheader",
    "endlegend", "endtitle", "endnote", "floating", "footer", "frame", "header", "hide", "ignore",
    "json", "left", "legend", "mainframe", "minwidth", "newpage", "note", "page", "remove",
    "restore", "right", "rotate", "scale", "set", "show", "skin", "skinparam", "sprite", "state",
    "style", "title", "together", "top", "unset", "url", "yaml",
  ]

  /// Breaks a line inside a label.
  static let lineBreak = "\\n"

  /// Represents an empty text, which the grammar doesn't allow.
  private static let empty = "<U+200B>"

  /// The punctuation that PlantUML never takes for markup.
  private static let plain = Set(",();?:+".unicodeScalars)

  /// The punctuation that means something when doubled or at the beginning of a line.
  private static let plainAlone = Set("-=_./".unicodeScalars)

  /// Returns a text encoded for a label or for double quotes.
  static func encode(_ text: String) -> String {
    let scalars = VisibleCharacter.scalars(of: text)
    guard !scalars.isEmpty else { return empty }
    return VisibleCharacter.encode(scalars, lineBreak: lineBreak, entity: entity) {
      isPlain(at: $0, of: scalars)
    }
  }

  private static func isPlain(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[index]
    let (previous, next) = (
      index > 0 ? scalars[index - 1] : "\n", index + 1 < scalars.count ? scalars[index + 1] : "\n"
    )
    if scalar == " " || plainAlone.contains(scalar) {
      // Spaces at the ends of a line are trimmed.
      let isAtEnd = previous == "\n" || next == "\n"
      return !isAtEnd && (scalar == " " || (previous != scalar && next != scalar))
    }
    if scalar.isASCII { return scalar.isPlainWord || plain.contains(scalar) }
    // PlantUML uses Unicode's first area for private use for marks of its own.
    let isMark = ("\u{E000}"..."\u{F8FF}").contains(scalar)
    return !scalar.properties.isWhitespace && !isMark && scalar != "\u{FEFF}"
  }

  private static func entity(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
  }
}
