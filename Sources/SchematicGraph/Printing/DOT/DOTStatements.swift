/// The statements of DOT text for an outline: its states, then its edges.
struct DOTStatements {
  private let outline: DiagramOutline
  private let style: DOTStyle
  private let names: DOTNames
  /// The position of each innermost state in the graph.
  private let positions: [String: Int]
  private let context: DOTContext
  private let nearest: NearestLines?

  private var elements: SVGElementNames? { context.elements }

  init(
    of outline: DiagramOutline, _ style: DOTStyle, _ names: DOTNames = DOTNames(),
    _ context: DOTContext = DOTContext()
  ) {
    self.outline = outline
    self.style = style
    self.names = names
    self.context = context
    nearest = context.link.map { _ in NearestLines(in: outline.graph) }
    positions = Dictionary(
      uniqueKeysWithValues: outline.graph.states.enumerated().map { ($1.identifier, $0) })
  }

  /// The statements of a whole graph, a line each.
  var lines: [String] {
    ["  \(initialState)", ""]
      + statements(for: outline.states, depth: 0)
      // After the states, so that mentioning one does not change their order.
      + [""] + edges
  }

  /// Returns the statements of a region, in a cluster.
  func cluster(labeled label: String, _ cluster: String, depth: Int = 0) -> [String] {
    let attributes =
      ["label=\(DOTLabel.quoted(label))", style.region] + context.links(to: [], isCluster: true)
    return [
      "  subgraph \(cluster) {", "    graph\(DOTStyle.list(attributes));", "    \(initialState)",
    ] + (statements(for: outline.states, depth: depth) + edges).map { "  " + $0 } + ["  }"]
  }

  private var initialState: String { "\(names.initial) [\(style.initial)];" }

  /// Returns the texts of lines, in which three or more events with one effect are together.
  ///
  /// Lines with marks, and those that programs find, are each on their own.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - isNamed: Whether the lines begin with the event.
  ///   - isListed: Whether the lines are in the compartment of a state.
  ///   - others: The events that are written as `all others`.
  /// - Returns: The texts.
  private func texts(
    _ lines: [DiagramOutline.Line], named isNamed: Bool = true, listed isListed: Bool = false,
    others: Set<String> = []
  ) -> [String] {
    let labels = lines.map(\.label)
    let isFolding = elements == nil && outline.marks.isEmpty && isNamed
    let folded = isFolding ? DiagramOutline.folded(labels, others: others) : labels
    guard folded == labels else {
      return folded.map { DOTText.line(shown($0)) }
    }
    return lines.map { text($0, named: isNamed, listed: isListed) }
  }

  /// Returns the text of a line, with the parts that the style shows.
  private func text(
    _ line: DiagramOutline.Line, named isNamed: Bool = true, listed isListed: Bool = false
  ) -> String {
    var label = shown(line.label)
    if !isNamed { label.trigger = "" }
    if isListed { label = label.listed }
    return Self.marked(DOTText.line(label), line.mark)
  }

  /// Returns the parts of a label that the style shows, which are all of a refusal.
  private func shown(_ label: RuleLabel) -> RuleLabel {
    label.effect.isRefusal ? label : label.showing(style.style.labels)
  }

  /// Returns a line with the text of its mark: the numbers of steps before it, a count behind it.
  private static func marked(_ line: String, _ mark: DiagramMark?) -> String {
    switch mark {
    case .steps(let steps, _)?: steps.map { "\($0)" }.joined(separator: ", ") + ". " + line
    case .taken(let times)?: line + " (\(times)×)"
    default: line
    }
  }
}

// MARK: - States

extension DOTStatements {
  private func statements(for states: [DiagramOutline.State], depth: Int) -> [String] {
    states.flatMap { state in
      switch state.vertex {
      case .state, .inner, .fork, .history: [statement(for: state)]
      case .composite: cluster(of: state, depth: depth)
      }
    }.map { "  " + $0 }
  }

  private func cluster(of state: DiagramOutline.State, depth: Int) -> [String] {
    let identifier = state.identifier
    let isShown = style.style.labels.contains(.behaviors)
    let title = DOTText.title(state.label, isShown ? state.behaviors : [])
    let regions = zip(state.regions, names.regions(state.regions.map(\.name), in: identifier))
      .flatMap { region, names in
        DOTStatements(of: region.outline, style, names, DOTContext(link: context.link))
          .cluster(labeled: region.label, names.innerRegion, depth: depth + 1)
      }
    let attributes =
      ["label=\(DOTLabel.quoted(encoded: title))", style.composite(depth: depth)]
      + element(ofComposite: identifier) + context.links(to: lines(of: state), isCluster: true)
    return
      ["subgraph \(names.cluster(identifier)) {", "  graph\(DOTStyle.list(attributes));"]
      + (state.initialSubstate == nil
        ? [] : ["  \(names.start(of: identifier)) [\(style.initial)];"])
      + state.histories.map { statement(for: $0) }
      + statements(for: state.substates, depth: depth + 1)
      + regions + ["}"]
  }

  private func statement(for history: History) -> String {
    let name = names.history(of: history.composite, isDeep: history.isDeep)
    return "  \(name) [\(style.history(history.symbol))];"
  }

  private func statement(for state: DiagramOutline.State) -> String {
    let identifier = state.identifier
    let labels = style.style.labels
    let internals = labels.contains(.internalTransitions) ? state.internalTransitions : []
    let others = names.areOutermost ? outline.events(refusedAlikeIn: state) : []
    let lines =
      (labels.contains(.behaviors) ? state.behaviors.map(DOTText.line) : [])
      + texts(internals, listed: true)
      + texts(state.rejections.filter(isDrawn), listed: true, others: others)
    var attributes =
      labelAttributes(of: state, listing: lines)
      + style.state(
        identifier, isDeadEnd: state.isEnd, hasCompartments: !lines.isEmpty, state.mark)
    if let elements { attributes.append("id=\(elements.state(positions[identifier, default: 0]))") }
    attributes += context.links(to: self.lines(of: state))
    return "\(names.state(identifier))\(DOTStyle.list(attributes));"
  }

  private func element(ofComposite identifier: String) -> [String] {
    guard let elements,
      let index = outline.graph.composites.firstIndex(where: { $0.identifier == identifier })
    else { return [] }
    return ["id=\(elements.composite(index))"]
  }

  /// Returns the lines of code of a state: those of the whole, and those of each row.
  private func lines(of state: DiagramOutline.State) -> [(text: String?, lines: SourceLines)] {
    guard let nearest else { return [] }
    return [(nil, nearest.lines(of: state.identifier, state.behaviors))]
      + state.behaviors.map { ("\($0)", $0.lines) }
      + (state.internalTransitions + state.rejections.filter(isDrawn))
      .map { ($0.label.text(), $0.lines) }
  }

  /// Returns whether a state lists a rejection.
  private func isDrawn(_ rejection: DiagramOutline.Line) -> Bool {
    style.style.labels.contains(rejection.label.effect.isTrap ? .traps : .rejections)
      && (rejection.mark != nil || !rejection.isSilentRejection)
  }

  private func labelAttributes(
    of state: DiagramOutline.State, listing lines: [String]
  ) -> [String] {
    guard lines.isEmpty else {
      let label = DOTRecord.encode(
        name: DOTLabel.encode(state.label), inside: DOTText.stack(lines),
        style.direction)
      return ["shape=\(DOTRecord.shape)", "label=\(DOTLabel.quoted(encoded: label))"]
    }
    // Without a label Graphviz draws the identifier, by the rules of labels.
    let label = DOTLabel.quoted(state.label)
    let isDrawnAsIs =
      label == names.state(state.identifier)
      && !label.contains("\\") && !label.contains("&")
    return isDrawnAsIs ? [] : ["label=\(label)"]
  }
}

// MARK: - Edges

extension DOTStatements {
  /// The edges: from initial pseudo-states to the states in which the machine and composite states
  /// start, then the arrows.
  private var edges: [String] {
    let starts = outline.graph.composites.compactMap { composite in
      outline.chart.initialSubstates[composite.identifier].map {
        statement(from: names.start(of: composite.identifier), to: $0, [])
      }
    }
    var unplaced = Set(outline.marks.states.filter { $0.value == .added }.keys)
    return [statement(from: names.initial, to: outline.initial, [])] + starts
      + outline.arrows.enumerated().map { index, arrow in
        // What is new finds its place beside what was there, which stays where it was.
        let ends = [arrow.source.identifier, arrow.target.identifier]
        let placesState = ends.contains { unplaced.remove($0) != nil }
        return statement(
          for: arrow, at: index, isLoose: arrow.mark == .added && !placesState)
      }
      + outline.states.flatMap(alignments)
  }

  /// Returns statements that draw the regions of composite states side by side: the points at which they
  /// start are level.
  private func alignments(of state: DiagramOutline.State) -> [String] {
    guard !state.regions.isEmpty else { return state.substates.flatMap(alignments) }
    let starts = names.regions(state.regions.map(\.name), in: state.identifier).map(\.initial)
    return ["  { rank=same; \(starts.joined(separator: "; ")); }"]
  }

  private func statement(
    for arrow: DiagramOutline.Arrow, at index: Int, isLoose: Bool
  ) -> String {
    let (tail, border) = tail(of: arrow)
    return statement(
      from: tail, to: arrow.target,
      labelAttributes(
        of: arrow.lines, entering: outline.ends(of: arrow.target, names).outside.label)
        + border
        + style.edge(
          isInternal: arrow.isInternal, isUncertain: arrow.isUncertain,
          // With the counts of all lines.
          arrow.mark.flatMap { _ in DiagramMark.merged(arrow.lines.compactMap(\.mark)) })
        + (isLoose && context.keepsPlaces ? ["constraint=false"] : [])
        + (elements.map { ["id=\($0.arrow(index))"] } ?? [])
        + context.links(to: arrow.lines.map { ($0.label.text(), $0.lines) }))
  }

  /// Returns the node that an edge leads from, and the border that it begins at.
  private func tail(of arrow: DiagramOutline.Arrow) -> (node: String, border: [String]) {
    switch arrow.source {
    case .state(let state):
      return (names.state(state), [])
    case .composite(let composite):
      let states = outline.hierarchy.sources(
        of: arrow.isCompletion ? .completion : "", leaving: composite)
      // The state that lies closest to the target: an edge has its label in its middle, which
      // would be cut off with the rest.
      let isUpwards =
        position(of: arrow.target) < states.first.map { position(of: .state($0)) } ?? 0
      let node = (isUpwards ? states.first : states.last) ?? composite
      return (
        self.node(of: node, isFirst: isUpwards), ["ltail=\(names.cluster(composite))"]
      )
    case .inner, .fork, .history:
      let end = outline.ends(of: arrow.source, names).inside
      return (end.node, end.border.map { ["ltail=\($0)"] } ?? [])
    }
  }

  /// Returns the name of the node of a state, or of the first or last one in the regions that a
  /// combination consists of.
  private func node(of state: String, isFirst: Bool) -> String {
    guard let inner = outline.chart.inner else { return names.state(state) }
    return inner.node(of: state, names, isFirst: isFirst)
  }

  /// Returns the position of a state, or of the first state in a composite state.
  private func position(of vertex: Statechart.Vertex) -> Int {
    switch vertex {
    case .state(let state): positions[state, default: 0]
    case .composite(let composite), .inner(let composite, _, _), .fork(let composite, _),
      .history(let composite, _):
      // The states of a composite state come in the order of the graph.
      outline.hierarchy.descendants(of: composite).first.map {
        positions[$0.identifier, default: 0]
      } ?? 0
    }
  }

  private func statement(
    from tail: String, to target: Statechart.Vertex, _ attributes: [String]
  ) -> String {
    switch target {
    case .state(let state):
      return "  \(tail) -> \(names.state(state))\(DOTStyle.list(attributes));"
    case .composite(let composite) where outline.chart.inner?.composites[composite] == nil:
      let border = "lhead=\(names.cluster(composite))"
      return "  \(tail) -> \(names.start(of: composite))"
        + "\(DOTStyle.list(attributes + [border]));"
    case .composite, .inner, .fork, .history:
      let end = outline.ends(of: target, names).outside
      let entered = attributes.isEmpty ? end.label.map { ["label=\(DOTLabel.quoted($0))"] } : nil
      return "  \(tail) -> \(end.node)"
        + "\(DOTStyle.list(attributes + (end.border.map { ["lhead=\($0)"] } ?? []) + (entered ?? [])));"
    }
  }

  /// Returns the label of an edge.
  ///
  /// - Parameters:
  ///   - lines: The transitions.
  ///   - combination: The states that several regions are entered in, which the label says.
  /// - Returns: The attributes.
  private func labelAttributes(
    of lines: [DiagramOutline.Line], entering combination: String? = nil
  ) -> [String] {
    // The arrow of a completion has no name.
    let isCompletion = lines.contains { $0.rule.trigger == .completion }
    guard style.style.labels.contains(.events) else { return [] }
    let texts =
      texts(lines, named: !isCompletion) + (combination.map { [DOTLabel.encode($0)] } ?? [])
    guard !isCompletion || texts.contains(where: { !$0.isEmpty }) else { return [] }
    let label =
      texts.count == 1
      ? style.padding + texts[0] : DOTText.stack(texts, padding: style.padding)
    return ["label=\(DOTLabel.quoted(encoded: label))"]
  }
}
