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
///
/// All states are declared before the arrows, because PlantUML puts a state into the composite state in
/// which the state is mentioned first.
private struct PlantUMLDocument {
  private let outline: DiagramOutline
  private let names: UniqueNames<Statechart.Vertex>

  static func lines(of graph: StateGraph, _ labels: GraphLabelStyle) -> [String] {
    let outline = DiagramOutline(of: graph, labels: labels)
    let reserved = PlantUMLText.reservedNames.union(outline.regions.isEmpty ? [] : [root])
    let document = PlantUMLDocument(
      outline: outline, names: UniqueNames(of: outline, reserved: reserved))
    let body = outline.regions.isEmpty ? document.lines : document.linesOfRegions
    let captions =
      (graph.isCommitting ? [StateGraph.commitCaption] : [])
      + (graph.omission.map { [PlantUMLText.encode("\($0)")] } ?? [])
    // PlantUML shows only one caption.
    let caption = captions.isEmpty ? [] : ["caption \(captions.joined(separator: "; "))"]
    return ["@startuml", "hide empty description"] + caption + body + ["@enduml"]
  }

  /// The name of the state that is drawn around the regions of a whole machine.
  private static let root = "regions"

  /// The statements for the regions of a whole machine, side by side in one composite state.
  private var linesOfRegions: [String] {
    ["state \(Self.root) {"] + blocks(of: outline.regions).map { "  " + $0 }
      + ["}", "[*] --> \(Self.root)"]
  }

  /// The lines for one machine.
  private var lines: [String] {
    outline.states.flatMap(statements) + [start(outline.initial)]
      + outline.arrows.map(statement)
  }

  private func statements(for state: DiagramOutline.State) -> [String] {
    state.substates.isEmpty && state.regions.isEmpty ? declaration(of: state) : block(for: state)
  }

  private func block(for state: DiagramOutline.State) -> [String] {
    let start = state.initialSubstate.map { [self.start($0)] } ?? []
    let statements = state.substates.flatMap(statements) + start + blocks(of: state.regions)
    return ["\(declaration(of: names[state.vertex], state.label)) {"]
      + statements.map { "  " + $0 } + ["}"] + descriptions(of: state) + ending(of: state)
  }

  /// Returns the lines that describe a state: its behaviors, then its internal transitions, then the
  /// rejections that aren't silent.
  private func descriptions(of state: DiagramOutline.State) -> [String] {
    let lines =
      state.behaviors.map { $0.text(PlantUMLText.encode) }
      + state.listed.map { $0.label.listed.text(PlantUMLText.encode) }
    return lines.map { "\(names[state.vertex]) : \($0)" }
  }

  /// Returns the statements for regions, each in its own box.
  private func blocks(of regions: [DiagramOutline.Region]) -> [String] {
    let blocks = regions.map { region -> [String] in
      let name = names[.composite(region.identifier)]
      let document = PlantUMLDocument(outline: region.outline, names: names)
      return ["\(document.declaration(of: name, region.label)) {"]
        + document.lines.map { "  " + $0 } + ["}"]
    }
    return Array(blocks.joined(separator: ["--"]))
  }

  /// Returns the arrow to the state in which a machine or a composite state starts.
  private func start(_ vertex: Statechart.Vertex) -> String {
    arrow(from: "[*]", to: names[vertex])
  }

  private func declaration(of state: DiagramOutline.State) -> [String] {
    [declaration(of: names[state.vertex], state.label)] + descriptions(of: state)
      + ending(of: state)
  }

  /// Returns the comments about events that are rejected without a reason, and the arrow from a final or
  /// completing state to `[*]`.
  private func ending(of state: DiagramOutline.State) -> [String] {
    let name = names[state.vertex]
    return state.silentRejections.map { line in
      "' \(name) rejects \(line.label.occasion(PlantUMLText.encode))"
    } + (state.isFinal || state.completion != nil ? [arrow(from: name, to: "[*]")] : [])
  }

  private func declaration(of name: String, _ label: String) -> String {
    label == name ? "state \(name)" : "state \"\(PlantUMLText.encode(label))\" as \(name)"
  }

  private func statement(for arrow: DiagramOutline.Arrow) -> String {
    let lines = arrow.lines.map { $0.label.arrowText(PlantUMLText.encode) }
    let entered = arrow.entry.label(at: arrow.target).map { [PlantUMLText.encode($0)] } ?? []
    let label = (lines + entered).joined(separator: PlantUMLText.lineBreak)
    let source = names[arrow.source]
    let target =
      arrow.target.symbol.map { "\(stateAround(arrow.target.identifier))[\($0)]" }
      ?? names[arrow.target]
    let line = arrow.isInternal ? "-[dotted]->" : arrow.isUncertain ? "-[dashed]->" : "-->"
    return "\(source) \(line) \(target)" + (label.isEmpty ? "" : " : \(label)")
  }

  /// Returns the name of a state with a history: of a composite state, or else of a state that consists of regions.
  private func stateAround(_ identifier: String) -> String {
    let name = names[.composite(identifier)]
    return name.isEmpty ? names[.state(identifier)] : name
  }

  private func arrow(from source: String, to target: String) -> String {
    "\(source) --> \(target)"
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
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\n" {
        result += lineBreak
      } else if let visible = VisibleCharacter.replacement(of: scalar), scalar != "\t" {
        result.unicodeScalars.append(visible)
      } else if isPlain(at: index, of: scalars) {
        result.unicodeScalars.append(scalar)
      } else {
        result += entity(scalar)
      }
    }
    return result
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
    if scalar.isASCII {
      return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || plain.contains(scalar)
    }
    // PlantUML uses Unicode's first area for private use for marks of its own.
    let isMark = ("\u{E000}"..."\u{F8FF}").contains(scalar)
    return !scalar.properties.isWhitespace && !isMark && scalar != "\u{FEFF}"
  }

  private static func entity(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
  }
}
