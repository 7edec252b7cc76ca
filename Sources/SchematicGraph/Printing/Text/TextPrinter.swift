extension StateGraph {
  /// Returns the graph as a picture in plain text, for terminals, reviews and comments.
  ///
  /// Each state is a box. Its rows are entry, exit and tasks, then the arrows that leave the state, target by
  /// target, then the events that leave it as it is, and the events that it refuses. Events with the same
  /// guard, effect and target share a row. The arrows of all boxes begin in the same column.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).textPicture())
  /// // ┌ ● locked ────────────────────────────┐
  /// // │ coin [paid] / open      ──▶ unlocked │
  /// // │ coin [not paid] / count ↺   stays    │
  /// // └──────────────────────────────────────┘
  /// // ┌ unlocked ────────────────────────────┐
  /// // │ push                    ──▶ locked   │
  /// // └──────────────────────────────────────┘
  /// ```
  ///
  /// A composite state is a box around the states inside, and its rows are the arrows that these states
  /// share. A line with the name of a region comes before the states of the region, whose rows also are the
  /// arrows that lead out of the region. `●` marks the state in
  /// which a machine, a region or a composite state starts, `◉` a final state, and `◎` a state in which an
  /// embedded machine is complete. `H` and `H*` after a target mean that the machine returns to the state
  /// that it left last. A name has as much of its path as tells it from others: `light.off`.
  ///
  /// No line has more than 100 columns, unless a word is longer than its box is wide, or states are nested
  /// more than 15 deep. Rows that are longer continue on the next line, indented by four more columns.
  ///
  /// - Parameter style: The look of the picture; a text uses the style of labels and
  ///   ``DiagramStyle/usesASCII``.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  public func textPicture(style: DiagramStyle = DiagramStyle()) -> String {
    TextPrinter(style: style).text(of: self)
  }
}

/// A printer of pictures in plain text: see ``StateGraph/textPicture(style:)``.
package struct TextPrinter: GraphPrinter {
  private let style: DiagramStyle
  private let marks: DiagramMarks
  private let glyphs: TextGlyphs
  private let columns: Int

  /// Creates a printer of lines with at most a number of columns.
  ///
  /// If there are marks, each line begins with `+`, `-` or `~` if it was added, removed or changed.
  package init(
    style: DiagramStyle = DiagramStyle(), marks: DiagramMarks = DiagramMarks(), columns: Int = 100
  ) {
    self.style = style
    self.marks = marks
    self.columns = columns
    glyphs = style.usesASCII ? .ascii : .unicode
  }

  package func text(of graph: StateGraph) -> String {
    let outline = DiagramOutline(of: graph, marks: marks, labels: style.labelStyle)
    let names = TextNames(of: outline, glyphs)
    let captions =
      (graph.isCommitting ? [StateGraph.commitCaption] : [])
      + (graph.omission.map { ["shows \($0)"] } ?? [])
    let arrows = Dictionary(grouping: outline.machines.flatMap(\.arrows), by: \.source)
    let items = TextItems(outline: outline, names: names, glyphs: glyphs, arrows: arrows).all
    return TextLayout(
      of: captions.map { .row(TextRow([glyphs.encode($0)])) } + items, glyphs,
      columns: columns, hasMargin: !marks.isEmpty
    ).lines.map { $0 + "\n" }.joined()
  }
}

/// The boxes and rows that show one machine.
private struct TextItems {
  let outline: DiagramOutline
  let names: TextNames
  let glyphs: TextGlyphs
  /// The arrows of all machines, by the states in which they begin.
  let arrows: [Statechart.Vertex: [DiagramOutline.Arrow]]

  var all: [TextItem] {
    boxes(for: outline.states, starting: outline.initial) + items(for: outline.regions)
  }

  private func boxes(
    for states: [DiagramOutline.State], starting initial: Statechart.Vertex?
  ) -> [TextItem] {
    states.map { state in
      // A machine or a composite state may start in a state that is nested more than one deep.
      let start = state.initialSubstate ?? initial
      let rows =
        state.behaviors.map {
          TextRow([$0.text(glyphs.encode)], nil, outline.mark(of: $0, in: state))
        }
        + arrows[state.vertex, default: []].flatMap(rows)
        + Self.grouped(state.internalTransitions).map { row(for: $0, glyphs.stays, "stays") }
        + Self.grouped(state.rejections).map(refusal)
      return .box(
        title(of: state, isInitial: state.vertex == initial), state.mark,
        rows.map(TextItem.row) + boxes(for: state.substates, starting: start)
          + items(for: state.regions))
    }
  }

  private func items(for regions: [DiagramOutline.Region]) -> [TextItem] {
    regions.flatMap { region in
      [.region(names.name(of: .composite(region.identifier)))]
        + TextItems(outline: region.outline, names: names, glyphs: glyphs, arrows: arrows).all
    }
  }

  private func title(of state: DiagramOutline.State, isInitial: Bool) -> String {
    let end = state.isFinal ? glyphs.final : state.completion == nil ? nil : glyphs.complete
    let parts = [isInitial ? glyphs.initial : nil, names.name(of: state.vertex), end]
    return parts.compactMap { $0 }.joined(separator: " ")
  }

  // MARK: Rows

  private func rows(for arrow: DiagramOutline.Arrow) -> [TextRow] {
    let notes = [
      arrow.target.symbol, arrow.entry.label(at: arrow.target).map(glyphs.encode),
      arrow.isInternal ? "(internal)" : nil,
    ]
    let target = ([names.name(of: arrow.target)] + notes.compactMap { $0 }).joined(separator: " ")
    return Self.grouped(arrow.lines).map {
      row(for: $0, arrow.isUncertain ? glyphs.uncertainArrow : glyphs.arrow, target)
    }
  }

  private func row(for group: Group, _ mark: String, _ target: String) -> TextRow {
    let effect = group.rest.effect.text.map { glyphs.encode("/ \($0)") }
    let change = group.rest.change.map { glyphs.encode("{\($0)}") }
    let label = occasion(of: group) + [effect, change].compactMap { $0 }
    return TextRow(label, (mark, target), group.mark)
  }

  private func refusal(of group: Group) -> TextRow {
    let effect = group.rest.effect.text.map(glyphs.encode) ?? ""
    return TextRow(occasion(of: group), (glyphs.refused, effect), group.mark)
  }

  /// Returns the events of a group and the guard that they have in common.
  private func occasion(of group: Group) -> [String] {
    let events = group.events.map(glyphs.encode)
    return events.dropLast().map { "\($0)," } + events.suffix(1)
      + (group.rest.guard.map { [glyphs.encode("[\($0)]")] } ?? [])
  }

  /// Returns the event of a label, in quotes if it could be read as several ones or as part of the row.
  private static func event(of label: RuleLabel) -> String {
    let event = "\(label.listed.trigger)"
    let isClear =
      !event.isEmpty && event.first != " " && event.last != " "
      && StateGraph.Condition.parts(of: event, at: ", ").count == 1
    return isClear ? event : QuotedText.quoted(event)
  }

  /// Lines that differ only in their events.
  private struct Group {
    /// What the lines have in common.
    struct Key: Hashable {
      /// The label without its event.
      let rest: RuleLabel
      let mark: DiagramMark?
    }
    let key: Key
    var events: [String]

    var rest: RuleLabel { key.rest }
    var mark: DiagramMark? { key.mark }
  }

  private static func grouped(_ lines: [DiagramOutline.Line]) -> [Group] {
    lines.map { line in
      var rest = line.label
      rest.trigger = ""
      return Group(
        key: Group.Key(rest: rest, mark: line.mark), events: [event(of: line.label)])
    }.merged(by: \.key) { $0.events += $1.events }
  }
}
