/// The edges of an outline: where each begins and ends, and what it says.
extension DOTStatements {
  /// The edges from initial pseudostates, then the arrows, then the statements that align regions.
  var edges: [String] {
    var unplaced = Set(outline.marks.states.filter { $0.value == .added }.keys)
    return starts.map { statement(from: $0.node, to: $0.target) }
      + outline.arrows.enumerated().flatMap { index, arrow in
        // The first arrow of a new state places the state. Other new arrows must not move states.
        let ends = [arrow.source.identifier, arrow.target.identifier]
        let placesState = ends.contains { unplaced.remove($0) != nil }
        let number = context.elements.firstArrows[region, default: 0] + index
        return statements(
          for: arrow, number, isLoose: arrow.mark == .added && !placesState)
      }
      + outline.states.flatMap(alignments)
  }

  /// The nodes of the initial pseudostates, the machine's own first, and where their edges lead.
  private var starts: [(node: String, target: Statechart.Vertex)] {
    [(start, outline.initial)]
      + outline.graph.composites.compactMap { composite in
        outline.chart.initialSubstates[composite.identifier].map {
          (DOTNames.start(of: composite.identifier), $0)
        }
      }
  }

  /// Returns the statements that draw the regions of a state side by side, by giving their starting points
  /// the same rank.
  private func alignments(of state: DiagramOutline.State) -> [String] {
    guard !state.regions.isEmpty else { return state.substates.flatMap(alignments) }
    let starts = state.regions.map { DOTNames.start(ofRegion: $0.identifier) }
    return ["  { rank=same; \(starts.joined(separator: "; ")); }"]
  }

  /// The edges of the picture: from the initial pseudostates, then the arrows, then those inside regions.
  var steps: [DOTWalk.Step] {
    // New arrows of a comparison must not move states.
    let arrows = outline.arrows.filter { $0.mark != .added }.map {
      (tail(of: $0).node, $0.target)
    }
    let own = outline.regions.isEmpty ? starts + arrows : []
    return own.map { DOTWalk.Step(tail: $0, head: head(at: $1).node) }
      + outline.innerRegions.flatMap { statements(of: $0).steps }
  }

  private func statements(
    for arrow: DiagramOutline.Arrow, _ number: Int, isLoose: Bool
  ) -> [String] {
    let tail = tail(of: arrow)
    let look = style.edge(
      isInternal: arrow.isInternal, isUncertain: arrow.isUncertain,
      // The width shows the counts of all lines.
      arrow.mark.flatMap { _ in DiagramMark.merged(arrow.lines.compactMap(\.mark)) })
    let label = labelAttributes(of: arrow.lines, entering: arrow.entry.label(at: arrow.target))
    let loose = isLoose && context.keepsPlaces ? ["constraint=false"] : []
    let links = context.links(to: code(of: arrow.lines))
    guard leadsRound(arrow) else {
      return [
        statement(
          from: tail.node, to: arrow.target,
          label + tail.border + look + loose + id(DiagramElements.arrow(number)) + links)
      ]
    }
    // Graphviz draws no edge from a cluster to a node inside, so the arrow turns at a point beside the
    // cluster.
    let turn = DOTNames.turn(number)
    return [
      "  \(turn) [\(style.turn)];",
      "  \(tail.node) -> \(turn)"
        + DOTStyle.list(
          label + tail.border + look + ["arrowhead=none"] + loose
            + id(DiagramElements.arrow(number)) + links) + ";",
      statement(
        from: turn, to: arrow.target,
        look + ["constraint=false"] + id(DiagramElements.wayBack(number))),
    ]
  }

  /// Returns whether an arrow leaves a state that consists of regions, and leads back to it or into it.
  func leadsRound(_ arrow: DiagramOutline.Arrow) -> Bool {
    guard case .state(let source) = arrow.source, case .state(let target) = arrow.target,
      let left = context.hierarchy.state(around: source, in: region),
      context.ends[left] != nil
    else { return false }
    return context.hierarchy.state(around: target, in: region) == left
  }

  /// Returns the node that an edge leads from, and the border that it begins at.
  private func tail(of arrow: DiagramOutline.Arrow) -> (node: String, border: [String]) {
    switch arrow.source {
    case .history(let composite, let isDeep):
      return (DOTNames.history(of: composite, isDeep: isDeep), [])
    case .state(let state):
      guard let ends = context.ends[state] else { return (DOTNames.state(state), []) }
      return (
        isUpwards(arrow.target, from: state) ? ends.first : ends.last,
        ["ltail=\(DOTNames.cluster(ofState: state))"]
      )
    case .composite(let composite):
      let states = outline.hierarchy.sources(
        of: arrow.isCompletion ? .completion : "", leaving: composite)
      // The edge begins at the state closest to the target. The part of the edge inside the cluster is cut
      // off, and a long part would include the label in the middle of the edge.
      let isUpwards = isUpwards(arrow.target, from: states.first ?? composite)
      let state = (isUpwards ? states.first : states.last) ?? composite
      let ends = context.ends[state]
      return (
        (isUpwards ? ends?.first : ends?.last) ?? DOTNames.state(state),
        ["ltail=\(DOTNames.cluster(composite))"]
      )
    }
  }

  private func isUpwards(_ target: Statechart.Vertex, from state: String) -> Bool {
    position(of: target) < position(of: .state(state))
  }

  /// Returns the position of a state, or of the first state in a composite state.
  private func position(of vertex: Statechart.Vertex) -> Int {
    // The states in a composite state are in the order of the graph.
    let first = context.hierarchy.descendants(of: vertex.identifier).first?.identifier
    return context.elements.states[vertex.identifier] ?? first.flatMap {
      context.elements.states[$0]
    }
      ?? 0
  }

  private func statement(
    from tail: String, to target: Statechart.Vertex, _ attributes: [String] = []
  ) -> String {
    let (head, border) = head(at: target)
    let isStraight =
      context.isStraight
      && context.walk?.steps.contains(DOTWalk.Step(tail: tail, head: head)) == true
    let attributes =
      attributes + (border.map { ["lhead=\($0)"] } ?? []) + (isStraight ? ["weight=3"] : [])
    return "  \(tail) -> \(head)\(DOTStyle.list(attributes));"
  }

  /// Returns the node that an edge leads to, and the border that it ends at.
  private func head(at target: Statechart.Vertex) -> (node: String, border: String?) {
    switch target {
    case .state(let state):
      context.ends[state].map { ($0.first, DOTNames.cluster(ofState: state)) }
        ?? (DOTNames.state(state), nil)
    case .composite(let composite):
      (DOTNames.start(of: composite), DOTNames.cluster(composite))
    case .history(let composite, let isDeep):
      (DOTNames.history(of: composite, isDeep: isDeep), nil)
    }
  }

  /// Returns the label of an edge; `combination` names the states in which several regions are entered.
  private func labelAttributes(
    of lines: [DiagramOutline.Line], entering combination: String? = nil
  ) -> [String] {
    // The arrow of a completion names no event.
    let isCompletion = lines.contains { $0.rule.trigger == .completion }
    guard style.style.labels.contains(.events) else { return [] }
    let texts =
      texts(lines, named: !isCompletion) + (combination.map { [DOTLabel.encode($0)] } ?? [])
    guard !isCompletion || texts.contains(where: { !$0.isEmpty }) else { return [] }
    let label =
      texts.count == 1 && !texts[0].contains("\n")
      ? style.padding + texts[0] + style.padding : DOTText.stack(texts, padding: style.padding)
    return ["label=\(DOTLabel.quoted(encoded: label))"]
  }
}
