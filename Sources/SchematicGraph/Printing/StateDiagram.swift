/// A diagram in a notation of statements that names states, puts boxes around them, and draws arrows with `-->`.
///
/// All states are declared before the arrows between states, because readers of such notations put a state into the
/// composite state in which the state is mentioned first.
protocol StateDiagram {
  /// The beginning of a comment.
  static var comment: String { get }
  /// Breaks a line inside a label.
  static var lineBreak: String { get }
  /// Returns a text encoded for a label.
  static func encode(_ text: String) -> String

  var outline: DiagramOutline { get }
  var names: UniqueNames<Statechart.Vertex> { get }
  init(outline: DiagramOutline, names: UniqueNames<Statechart.Vertex>)

  /// Returns the declaration of a state; the title is encoded.
  func declaration(of name: String, title: String) -> String
  /// Returns the statements for a state around the statements for what is inside.
  func block(for state: DiagramOutline.State, around inside: [String]) -> [String]
  /// Returns the statements for arrows.
  func statements(for arrows: [DiagramOutline.Arrow]) -> [String]
  /// Returns an encoded text with its mark, if the notation shows marks.
  func marked(_ text: String, _ mark: DiagramMark?) -> String
}

extension StateDiagram {
  /// The name of the state that is drawn around the regions of a whole machine.
  private static var root: String { "regions" }

  /// Creates the diagram of a graph.
  ///
  /// `reserved` are the words that can't be names, and `suffixes` those that the notation appends to names.
  init(
    of graph: StateGraph, _ labels: GraphLabelStyle, _ marks: DiagramMarks = DiagramMarks(),
    reserved: Set<String>, reserving suffixes: [String] = []
  ) {
    let outline = DiagramOutline(of: graph, marks: marks, labels: labels)
    let roots = outline.regions.isEmpty ? [] : ([""] + suffixes).map { Self.root + $0 }
    self.init(
      outline: outline,
      names: UniqueNames(of: outline, reserved: reserved.union(roots), reserving: suffixes))
  }

  /// The statements of the whole diagram; the regions of a whole machine are side by side in one composite state.
  var statements: [String] {
    guard !outline.regions.isEmpty else { return lines }
    return block(declaration(of: Self.root, title: Self.root), blocks(of: outline.regions))
      + [arrow(from: "[*]", to: Self.root)]
  }

  /// The statements for one machine.
  private var lines: [String] {
    outline.states.flatMap(statements) + [start(outline.initial)]
      + statements(for: outline.arrows)
  }

  private func statements(for state: DiagramOutline.State) -> [String] {
    let start = state.initialSubstate.map { [self.start($0)] } ?? []
    let inside = state.substates.flatMap(statements) + start + blocks(of: state.regions)
    let own =
      state.substates.isEmpty && state.regions.isEmpty
      ? [declaration(of: names[state.vertex], title: title(of: state))] + descriptions(of: state)
      : block(for: state, around: inside)
    return own + ending(of: state)
  }

  /// Returns the statements for regions, each in its own box.
  private func blocks(of regions: [DiagramOutline.Region]) -> [String] {
    let blocks = regions.map { region in
      block(
        declaration(of: names[.composite(region.identifier)], title: Self.encode(region.label)),
        Self(outline: region.outline, names: names).lines)
    }
    return Array(blocks.joined(separator: ["--"]))
  }

  /// Returns a declaration with a box around statements.
  func block(_ declaration: String, _ inside: [String]) -> [String] {
    ["\(declaration) {"] + inside.map { "  " + $0 } + ["}"]
  }

  /// Returns the arrow to the state in which a machine or a composite state starts.
  private func start(_ vertex: Statechart.Vertex) -> String {
    arrow(from: "[*]", to: names[vertex])
  }

  /// Returns the comments about events that are rejected without a reason, and the arrow from a final or
  /// completing state to `[*]`.
  private func ending(of state: DiagramOutline.State) -> [String] {
    let name = names[state.vertex]
    return (outline.marks.isEmpty ? state.silentRejections : []).map { line in
      "\(Self.comment) \(name) rejects \(line.label.occasion(Self.encode))"
    } + (state.isFinal || state.completion != nil ? [arrow(from: name, to: "[*]")] : [])
  }

  // MARK: Texts

  func title(of state: DiagramOutline.State) -> String {
    marked(Self.encode(state.label), state.mark)
  }

  /// Returns the rows of a state: its behaviors, and the lines in its compartment.
  func rows(of state: DiagramOutline.State) -> [String] {
    state.behaviors.map { marked($0.text(Self.encode), outline.mark(of: $0, in: state)) }
      + state.listed.map { marked($0.label.listed.text(Self.encode), $0.mark) }
  }

  /// Returns the statements with the rows of a state.
  func descriptions(of state: DiagramOutline.State) -> [String] {
    rows(of: state).map { "\(names[state.vertex]) : \($0)" }
  }

  /// Returns the text at the end of an arrow, if there is one: see `StateGraph.Entry.label(at:)`.
  func entered(by arrow: DiagramOutline.Arrow) -> [String] {
    arrow.entry.label(at: arrow.target).map { [Self.encode($0)] } ?? []
  }

  func arrow(from source: String, to target: String) -> String { "\(source) --> \(target)" }

  /// Returns an arrow with lines of text.
  func arrow(_ ends: String, labeled lines: [String]) -> String {
    let label = lines.joined(separator: Self.lineBreak)
    return ends + (label.isEmpty ? "" : " : \(label)")
  }
}
