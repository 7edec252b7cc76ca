/// The statements of DOT text for an outline: its states, then its edges.
struct DOTStatements {
  let outline: DiagramOutline
  let context: DOTContext
  /// The identifier of the region that the outline shows.
  let region: String?
  var style: DOTStyle { context.style }

  init(of outline: DiagramOutline, in context: DOTContext, region: String? = nil) {
    self.outline = outline
    self.context = context
    self.region = region
  }

  /// The statements of a whole graph, a line each.
  var lines: [String] {
    let regions = outline.regions.flatMap { cluster(of: $0, depth: 0) }
    guard regions.isEmpty else { return regions.map { "  " + $0 } }
    return ["  \(DOTNames.initial) [\(style.initial)];", ""]
      + statements(for: outline.states, depth: 0)
      // Edges come after the states, because Graphviz orders states by their first mention.
      + [""] + edges
  }

  /// Returns the statements of a region.
  func statements(of region: DiagramOutline.Region) -> DOTStatements {
    DOTStatements(of: region.outline, in: context, region: region.identifier)
  }

  /// Returns the statements of a region, in a cluster.
  private func cluster(of region: DiagramOutline.Region, depth: Int) -> [String] {
    let inner = statements(of: region)
    return [
      "subgraph \(DOTNames.cluster(ofRegion: region.identifier)) {",
      graph(DOTLabel.encode(region.label), [style.region] + context.links(to: [], isCluster: true)),
      "  \(inner.start) [\(style.initial)];",
    ] + inner.statements(for: region.outline.states, depth: depth) + inner.edges + ["}"]
  }

  /// The node of the initial pseudostate.
  var start: String {
    region.map(DOTNames.start(ofRegion:)) ?? DOTNames.initial
  }

  /// Returns the texts of lines; three or more events with one effect share a line.
  ///
  /// Each event has its own line if the diagram has marks, or if arrows have names for programs.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - isNamed: Whether the lines begin with the event.
  ///   - isListed: Whether the lines are in the compartment of a state.
  ///   - others: The events that are written as `all others` if they share a line.
  /// - Returns: The texts.
  func texts(
    _ lines: [DiagramOutline.Line], named isNamed: Bool = true, listed isListed: Bool = false,
    others: Set<String> = []
  ) -> [String] {
    let labels = lines.map(\.label)
    let isFolding = !context.namesElements && outline.marks.isEmpty && isNamed
    let folded = isFolding ? DiagramOutline.folded(labels, others: others) : labels
    guard folded == labels else {
      return folded.map { label in
        DOTText.line(isListed ? shown(label).listed : shown(label))
      }
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
    return Self.marked(DOTText.line(label), line.mark, listed: isListed)
  }

  /// Returns the parts of a label that the style shows; a style shows all parts of a refusal.
  private func shown(_ label: RuleLabel) -> RuleLabel {
    label.effect.isRefusal ? label : label.showing(style.style.labels)
  }

  /// Returns a line with its mark: steps before the line, `1, 4. coin`, or a count behind, `coin (2×)`.
  ///
  /// A row of a state has no color of its own. So a word says that it is new or gone: `added: coin`.
  private static func marked(
    _ line: String, _ mark: DiagramMark?, listed isListed: Bool
  ) -> String {
    switch mark {
    case .steps(let steps, _)?: steps.map { "\($0)" }.joined(separator: ", ") + ". " + line
    case .taken(let times)?: line + " (\(times)×)"
    case let mark?: isListed ? (mark.word.map { "\($0): " } ?? "") + line : line
    case nil: line
    }
  }
}

// MARK: - States

extension DOTStatements {
  private func statements(for states: [DiagramOutline.State], depth: Int) -> [String] {
    arranged(states).flatMap { state in
      switch state.vertex {
      case .composite: cluster(of: state, depth: depth)
      case .state, .history:
        state.regions.isEmpty ? [node(of: state)] : box(of: state, depth: depth)
      }
    }.map { "  " + $0 }
  }

  /// Returns states in the order of the walk, if there is one.
  private func arranged(_ states: [DiagramOutline.State]) -> [DiagramOutline.State] {
    guard let walk = context.walk else { return states }
    return states.stablySorted { place(of: $0, in: walk) }
  }

  /// Returns the position of a state in a walk, or of the first state inside it.
  private func place(of state: DiagramOutline.State, in walk: DOTWalk) -> Int {
    let inside = state.substates + state.regions.flatMap(\.outline.states)
    return inside.map { place(of: $0, in: walk) }.min()
      ?? walk.places[DOTNames.state(state.identifier)] ?? .max
  }

  /// Returns the statements of a composite state.
  private func cluster(of state: DiagramOutline.State, depth: Int) -> [String] {
    let identifier = state.identifier
    let title = DOTText.title(state.label, behaviors(of: state))
    let name = context.elements.composites[identifier].map(DiagramElements.composite)
    return ["subgraph \(DOTNames.cluster(identifier)) {"]
      + [
        graph(
          title,
          [style.composite(depth: depth)] + id(name)
            + context.links(to: code(of: state), isCluster: true))
      ]
      + (state.initialSubstate == nil
        ? [] : ["  \(DOTNames.start(of: identifier)) [\(style.initial)];"])
      + state.histories.map { statement(for: $0) }
      + statements(for: state.substates, depth: depth + 1) + ["}"]
  }

  /// Returns the statements of a state that consists of regions.
  private func box(of state: DiagramOutline.State, depth: Int) -> [String] {
    let title = DOTText.title(state.label, compartment(of: state))
    return ["subgraph \(DOTNames.cluster(ofState: state.identifier)) {"]
      + [
        graph(
          title,
          [style.composite(depth: depth)] + style.box(isEnd: state.isEnd, state.mark) + id(state)
            + context.links(to: code(of: state), isCluster: true))
      ]
      + state.histories.map { statement(for: $0) }
      + state.regions.flatMap { cluster(of: $0, depth: depth + 1) }.map { "  " + $0 } + ["}"]
  }

  private func graph(_ title: String, _ attributes: [String]) -> String {
    let label = "label=\(DOTLabel.quoted(encoded: title))"
    return "  graph\(DOTStyle.list([label] + attributes));"
  }

  private func statement(for history: History) -> String {
    let name = DOTNames.history(of: history.composite, isDeep: history.isDeep)
    return "  \(name) [\(style.history(history.symbol))];"
  }

  private func node(of state: DiagramOutline.State) -> String {
    let lines = compartment(of: state)
    let attributes =
      labelAttributes(of: state, listing: lines)
      + style.state(
        state.identifier, isEnd: state.isEnd, hasCompartments: !lines.isEmpty, state.mark)
    return
      "\(DOTNames.state(state.identifier))\(DOTStyle.list(attributes + id(state) + context.links(to: code(of: state))));"
  }

  private func id(_ state: DiagramOutline.State) -> [String] {
    id(context.elements.drawnStates[state.identifier])
  }

  func id(_ name: String?) -> [String] {
    context.namesElements ? name.map { ["id=\($0)"] } ?? [] : []
  }

  private func behaviors(of state: DiagramOutline.State) -> [String] {
    guard style.style.labels.contains(.behaviors) else { return [] }
    return state.behaviors.map {
      Self.marked(DOTText.line($0), outline.mark(of: $0, in: state), listed: true)
    }
  }

  /// Returns the lines below the name of a state.
  private func compartment(of state: DiagramOutline.State) -> [String] {
    let lists = style.style.labels.contains(.internalTransitions)
    return behaviors(of: state)
      + texts(lists ? state.internalTransitions : [], listed: true)
      + texts(
        state.rejections.filter(isDrawn), listed: true,
        others: outline.events(refusedAlikeIn: state))
  }

  /// Returns the lines of code of a state as a whole, and of each row of its text.
  private func code(of state: DiagramOutline.State) -> [(text: String?, lines: SourceLines)] {
    guard let nearest = context.nearest else { return [] }
    return [(nil, nearest.lines(of: state.identifier, state.behaviors))]
      + state.behaviors.map { ("\($0)", $0.lines) }
      + code(of: state.internalTransitions + state.rejections.filter(isDrawn))
  }

  func code(of lines: [DiagramOutline.Line]) -> [(text: String?, lines: SourceLines)] {
    context.link == nil ? [] : lines.map { ($0.label.text(), $0.lines) }
  }

  /// Returns whether a state lists a rejection.
  private func isDrawn(_ rejection: DiagramOutline.Line) -> Bool {
    style.style.labels.contains(rejection.label.effect.isTrap ? .traps : .rejections)
      && !rejection.isSilentRejection
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
    // Without a label, Graphviz draws the identifier, and interprets it like a label.
    let label = DOTLabel.quoted(state.label)
    let isDrawnAsIs =
      label == DOTNames.state(state.identifier)
      && !label.contains("\\") && !label.contains("&")
    return isDrawnAsIs ? [] : ["label=\(label)"]
  }
}
