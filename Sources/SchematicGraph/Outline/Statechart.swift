/// A graph as a person would draw it: a transition that all states of a composite state share is
/// drawn once.
///
/// Two things turn a graph into a statechart. If every state of a composite state has a transition
/// to the same state outside, that transition leaves the composite state itself. If all transitions
/// into a composite state lead to the same substate, they lead to the composite state, which shows
/// its initial substate (OMG UML 2.5.1, §14.2.3.4 and §14.2.3.8).
///
/// ```swift
/// let chart = Statechart(of: StateGraph(Player.schema))
/// chart.transitions.count             // 4, of 7 in the graph
/// chart.flattened == chart.graph.transitions  // true, in some order
/// ```
///
/// A timeout leaves a composite state only if it belongs to that state. Timeouts of the states
/// inside begin anew with each of them, even if all of them lead to the same state. A completion
/// leaves the composite state if all final states directly inside it share it.
///
/// It never changes the meaning: ``flattened`` gives back the transitions of the graph.
package struct Statechart {
  /// The graph that the statechart shows, with one state in place of copies that only remember.
  package let graph: StateGraph

  /// The nesting of its states.
  package let hierarchy: StateHierarchy

  /// The transitions, in the order of the graph.
  package let transitions: [Transition]

  /// The states in which composite states start, by the identifiers of the composite states that
  /// transitions lead to.
  package let initialSubstates: [String: Vertex]

  /// The state in which the machine starts, or a composite state that it enters by that.
  package let initial: Vertex

  /// The composite states that are drawn as regions; `nil` if their combinations are drawn.
  let inner: InnerRegions?

  /// The histories that are drawn, by the states that remember.
  let histories: [String: History]

  /// Creates the statechart of a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - isMerged: Whether a composite state represents its substates. If it doesn't, the
  ///     statechart has the transitions of the graph unchanged.
  ///   - showsRegions: Whether composite states are drawn as regions if they consist of some, and
  ///     histories are drawn. The transitions inside are then those of the regions' own statecharts.
  ///   - foldsHistories: Whether histories are drawn. Inside a composite state, they aren't: arrows from
  ///     outside may end at the states that they stand for.
  ///   - marks: The marks that tell transitions apart which are otherwise alike.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  package init(
    of graph: StateGraph, merging isMerged: Bool = true, showingRegions showsRegions: Bool = false,
    foldingHistories foldsHistories: Bool = true, telling marks: DiagramMarks = DiagramMarks()
  ) {
    let folded =
      showsRegions && isMerged && foldsHistories
      ? FoldedHistories(of: graph) : FoldedHistories(unfolded: graph)
    // Graphs that differ in nothing but their order have the same picture.
    let graph = showsRegions && isMerged ? folded.graph.inRecordedOrder : folded.graph
    self.graph = graph
    histories = folded.histories
    hierarchy = StateHierarchy(of: graph)
    let inner = showsRegions && isMerged ? InnerRegions(of: graph) : nil
    self.inner = inner?.isEmpty == false ? inner : nil
    guard isMerged else {
      initialSubstates = [:]
      initial = .state(graph.initialState)
      transitions = graph.transitions.map { Transition($0, from: .state($0.source)) }
      return
    }
    let shared = Self.sharedTransitions(of: graph, hierarchy, marks).map { $0.entering(folded) }
    let entries = DefaultEntries(of: graph, shared, hierarchy)
    if let inner, !inner.isEmpty {
      let closing = RegionClosing(inner, entries, hierarchy)
      initialSubstates = entries.initialSubstates.filter { inner.composites[$0.key] == nil }
        .mapValues(closing.vertex)
      initial = closing.vertex(entries.vertex(entered: graph.initialState, from: nil))
      transitions = closing.transitions(of: shared)
      return
    }
    initialSubstates = entries.initialSubstates
    initial = entries.vertex(entered: graph.initialState, from: nil)
    transitions = shared.map { transition in
      var transition = transition
      transition.target = entries.target(of: transition)
      return transition
    }
  }

  /// Returns the transitions of a graph, in its order.
  ///
  /// Those that all states of a composite state share are one, at the place of the first. If marks tell
  /// them apart, the arrow of most of them stays where it is without marks, and the others have arrows
  /// of their own.
  private static func sharedTransitions(
    of graph: StateGraph, _ hierarchy: StateHierarchy, _ marks: DiagramMarks
  ) -> [Transition] {
    let alike = AlikeTransitions(of: graph, marks)
    var inside: [String: (all: Set<String>, nonFinal: [String])] = [:]
    func states(in composite: String) -> (all: Set<String>, nonFinal: [String]) {
      if let states = inside[composite] { return states }
      let all = hierarchy.descendants(of: composite)
      let states = (
        Set(all.map(\.identifier)), all.filter { !$0.isFinal }.map(\.identifier)
      )
      inside[composite] = states
      return states
    }
    let finals = Set(graph.states.filter(\.isFinal).map(\.identifier))
    let timeouts = Dictionary(
      uniqueKeysWithValues: hierarchy.composites.map { composite in
        (composite.identifier, Set(composite.behaviors.compactMap(\.delay)))
      })
    var drawn: Set<Transition> = []
    return graph.transitions.compactMap { transition in
      let mark = alike.mark(of: transition)
      let alike = alike.sources(of: transition)
      if transition.trigger == .completion {
        let around = hierarchy.ancestors(of: transition.source).first
        guard let around, !transition.isInternal,
          case let completing = hierarchy.completingChildren(of: around),
          completing.contains(transition.source), alike.isSuperset(of: completing),
          !states(in: around).all.contains(transition.target)
        else { return Transition(transition, from: .state(transition.source), mark) }
        let shared = Transition(transition, from: .composite(around), mark)
        return drawn.insert(shared).inserted ? shared : nil
      }
      // Most are the only ones of their kind, and shared by nobody.
      let around = alike.count > 1 ? hierarchy.ancestors(of: transition.source) : []
      let composite = around.last { composite in
        let (all, nonFinal) = states(in: composite)
        let isOfOthers =
          if case .timeout(let delay, let region) = transition.trigger {
            region != nil || timeouts[composite]?.contains(delay) != true
          } else { false }
        return !isOfOthers && nonFinal.count > 1 && alike.isSuperset(of: nonFinal)
          && !all.contains(transition.target)
      }
      // The border stands for no final state, which keeps its own transitions.
      guard let composite, !transition.isInternal, !finals.contains(transition.source) else {
        return Transition(transition, from: .state(transition.source), mark)
      }
      let shared = Transition(transition, from: .composite(composite), mark)
      return drawn.insert(shared).inserted ? shared : nil
    }
  }

  /// The transitions between innermost states that the statechart represents, which are those of
  /// the graph in some order.
  ///
  /// - Complexity: O(*n*) in the number of transitions of the graph.
  package var flattened: [StateGraph.Rule] {
    transitions.flatMap(flattened)
  }

  /// Returns the transitions between innermost states that a transition represents.
  func flattened(_ transition: Transition) -> [StateGraph.Rule] {
    if case .history = transition.target {
      let history = histories[transition.source.identifier]
      return history?.rules(of: transition.label) ?? []
    }
    let target = state(enteredBy: transition.target)
    return sources(of: transition).flatMap { source in
      let rule = StateGraph.Rule(transition.label, from: source, to: target)
      return FoldedHistories.rules(of: rule, histories) ?? [rule]
    }
  }

  /// Returns the label of a transition as it is drawn.
  func shown(_ transition: Transition) -> RuleLabel {
    guard !histories.isEmpty else { return transition.label }
    return histories[state(enteredBy: transition.target)]?.shown(transition.label)
      ?? transition.label
  }

  /// The pseudostates of the histories of a composite state.
  func histories(of composite: String) -> [History] {
    histories.isEmpty
      ? []
      : graph.states.compactMap { histories[$0.identifier] }.filter { $0.composite == composite }
        .reduce(into: []) { all, history in
          if !all.contains(where: { $0.vertex == history.vertex }) { all.append(history) }
        }
  }

  private func sources(of transition: Transition) -> [String] {
    switch transition.source {
    case .state(let state): [state]
    case .composite(let composite):
      hierarchy.sources(of: transition.label.trigger, leaving: composite)
    case .inner, .fork, .history: inner?.sources(of: transition.source) ?? []
    }
  }

  private func state(enteredBy vertex: Vertex) -> String {
    switch vertex {
    case .state(let state): state
    case .composite(let composite):
      initialSubstates[composite].map { state(enteredBy: $0) }
        ?? inner?.state(enteredBy: vertex) ?? composite
    case .history: ""
    case .inner, .fork: inner?.state(enteredBy: vertex) ?? ""
    }
  }
}

extension Statechart {
  /// An end of a transition.
  package indirect enum Vertex: Hashable, Sendable {
    /// An innermost state, by its identifier.
    case state(String)
    /// A composite state, by its identifier.
    case composite(String)
    /// A vertex in a region of a composite state, by the region's position.
    ///
    /// An arrow that ends there enters the other regions in their initial states. One that begins there
    /// leaves the composite state, whatever states the other regions are in.
    case inner(String, region: Int, Vertex)
    /// The border of a composite state that consists of regions, several of which are entered in other
    /// states than their initial ones.
    case fork(String, into: String)
    /// The history of a composite state, by its identifier: the state inside in which it was left.
    case history(of: String, isDeep: Bool)

    /// The symbol of a history; `nil` for any other vertex.
    var symbol: String? {
      if case .history(_, let isDeep) = self { History.symbol(isDeep: isDeep) } else { nil }
    }

    /// The identifier of the state; of a vertex in a region, that of the composite state around it.
    package var identifier: String {
      switch self {
      case .state(let identifier), .composite(let identifier), .inner(let identifier, _, _),
        .fork(let identifier, _), .history(let identifier, _):
        identifier
      }
    }
  }

  /// An arrow of a statechart, or a line in the compartment of a state.
  package struct Transition: Hashable, Sendable {
    /// The state that it leads from.
    ///
    /// A composite state represents all its states that aren't final; if it is completed, those that
    /// complete it.
    package let source: Vertex
    /// The state that it leads to.
    ///
    /// A composite state represents its initial substate.
    package fileprivate(set) var target: Vertex
    /// The event, the guard and the action.
    package fileprivate(set) var label: RuleLabel
    /// The lines of code that make it, or the first of those that it stands for.
    package let lines: SourceLines
    /// The mark that tells it from others that are alike, without counts and steps.
    let mark: DiagramMark?

    /// Creates the drawing of a transition of a graph.
    fileprivate init(
      _ transition: StateGraph.Rule, from source: Vertex, _ mark: DiagramMark? = nil
    ) {
      self.source = source
      self.mark = mark
      target = .state(transition.target)
      label = transition.label
      lines = transition.lines
    }

    /// Returns the transition with a history as its target, if it leads there.
    fileprivate func entering(_ folded: FoldedHistories) -> Transition {
      guard let (history, label) = folded.history(enteredBy: label, from: source.identifier) else {
        return self
      }
      var transition = self
      (transition.target, transition.label) = (history.vertex, label)
      return transition
    }

    /// The label of the event.
    package var event: String { "\(label.trigger)" }

    /// A Boolean value that indicates whether the transition leaves no state.
    package var isInternal: Bool { label.effect.isInternal }

    /// A Boolean value that indicates whether the transition is listed in the compartment of its
    /// state rather than drawn as an arrow.
    package var isListed: Bool { isInternal && source == target }
  }
}

/// The composite states that are entered as a whole, and the substates that they start in.
///
/// A composite state is one of them when several transitions lead into it from outside, all to the
/// same state. A single one leads to that state just as clearly.
private struct DefaultEntries {
  private let hierarchy: StateHierarchy
  private let entered: [String: String]
  /// The innermost states in which composite states start that are entered as a whole.
  var states: [String: String] { entered }

  init(
    of graph: StateGraph, _ transitions: [Statechart.Transition], _ hierarchy: StateHierarchy
  ) {
    self.hierarchy = hierarchy
    var targets: [String: Set<String>] = [:]
    var counts: [String: Int] = [:]
    func record(_ target: String, from source: Statechart.Vertex?) {
      for composite in Self.entered(by: target, from: source, hierarchy) {
        targets[composite, default: []].insert(target)
        counts[composite, default: 0] += 1
      }
    }
    record(graph.initialState, from: nil)
    // In a picture of differences, what is new doesn't change where the old arrows end.
    for transition in transitions where transition.target.symbol == nil && transition.mark != .added
    {
      record(transition.target.identifier, from: transition.source)
    }
    entered = targets.compactMapValues { $0.count == 1 ? $0.first : nil }
      .filter { counts[$0.key, default: 0] > 1 }
  }

  /// The initial substates of the composite states that are entered as a whole.
  var initialSubstates: [String: Statechart.Vertex] {
    Dictionary(
      uniqueKeysWithValues: entered.map { composite, state in
        let nested = hierarchy.ancestors(of: state).prefix { $0 != composite }
        let inner = nested.last { entered[$0] == state }
        return (composite, inner.map { .composite($0) } ?? .state(state))
      })
  }

  /// Returns the vertex that a transition between states leads to.
  func target(of transition: Statechart.Transition) -> Statechart.Vertex {
    transition.target.symbol == nil
      ? vertex(entered: transition.target.identifier, from: transition.source)
      : transition.target
  }

  /// Returns the state that a transition leads to, or the outermost composite state around it that
  /// the transition enters as a whole.
  func vertex(entered state: String, from source: Statechart.Vertex?) -> Statechart.Vertex {
    let composites = Self.entered(by: state, from: source, hierarchy)
    return composites.first { entered[$0] == state }.map { .composite($0) } ?? .state(state)
  }

  /// Returns the composite states that a transition enters, the outermost first.
  private static func entered(
    by target: String, from source: Statechart.Vertex?, _ hierarchy: StateHierarchy
  ) -> [String] {
    let left: [String] =
      switch source {
      case .state(let state)?: hierarchy.ancestors(of: state)
      case .composite(let composite)?: [composite] + hierarchy.ancestors(ofComposite: composite)
      case .inner?, .fork?, .history?, nil: []
      }
    let around = hierarchy.ancestors(of: target).reversed()
    // Those that are not left are around both, and so the outermost of either.
    return Array(around.dropFirst(zip(around, left.reversed()).prefix { $0 == $1 }.count))
  }
}

/// The way from a statechart of combinations to one in which composite states are regions.
private struct RegionClosing {
  private let inner: InnerRegions
  private let entries: DefaultEntries
  private let hierarchy: StateHierarchy
  /// The position of each state; of all combinations in one composite state, that of the first.
  private var places: [String: Int] = [:]

  init(_ inner: InnerRegions, _ entries: DefaultEntries, _ hierarchy: StateHierarchy) {
    self.inner = inner
    self.entries = entries
    self.hierarchy = hierarchy
    var first: [String: Int] = [:]
    for (position, state) in inner.graph.states.enumerated() {
      guard let owner = inner.owners[state.identifier] else {
        places[state.identifier] = position
        continue
      }
      first[owner] = first[owner] ?? position
      places[state.identifier] = first[owner]
    }
  }

  /// Returns a vertex that is drawn in place of one that may be a combination.
  func vertex(_ vertex: Statechart.Vertex) -> Statechart.Vertex {
    switch vertex {
    case .state(let state): inner.vertex(entering: state)
    case .composite(let composite) where inner.composites[composite] != nil:
      entries.states[composite].map(inner.vertex) ?? vertex
    default: vertex
    }
  }

  /// Returns the transitions that enter or leave composite states of regions at their borders or in their
  /// regions, without those inside.
  ///
  /// The order depends on the regions, and not on the order of the combinations.
  func transitions(of shared: [Statechart.Transition]) -> [Statechart.Transition] {
    var placed: [(place: Int, transition: Statechart.Transition)] = shared.compactMap {
      transition in
      if case .state(let state) = transition.source, inner.owners[state] != nil { return nil }
      var drawn = transition
      drawn.target = self.vertex(entries.target(of: transition))
      return (place(of: transition.source), drawn)
    }
    // The border stands for these already.
    let drawn = Set(
      shared.compactMap { transition in
        if case .composite = transition.source { transition } else { nil }
      })
    for composite in inner.graph.composites {
      guard let owner = inner.composites[composite.identifier] else { continue }
      let around = [composite.identifier] + hierarchy.ancestors(ofComposite: composite.identifier)
      let exits = inner.rules(in: owner).exits.filter { exit in
        !around.contains { drawn.contains(Statechart.Transition(exit.rule, from: .composite($0))) }
      }
      placed += self.exits(exits, of: owner).map {
        (place(of: .composite(composite.identifier)), $0)
      }
    }
    return placed.stablySorted(by: \.place).map(\.transition)
  }

  /// Returns the arrows that leave states of regions, in the order of these states.
  private func exits(
    _ exits: [(rule: StateGraph.Rule, sources: Set<String>)], of owner: InnerRegions.Composite
  ) -> [Statechart.Transition] {
    let rules = Dictionary(
      grouping: exits.flatMap { exit in
        (inner.vertices(
          leaving: exit.sources, of: owner.state.identifier, on: exit.rule.trigger) ?? [])
          .map { (vertex: $0, rule: exit.rule) }
      }, by: \.vertex)
    let vertices = rules.keys.map { (position: inner.position(of: $0), vertex: $0) }
      .sorted { $0.position.lexicographicallyPrecedes($1.position) }
    let order = Dictionary(grouping: inner.graph.rules, by: \.source)
    return vertices.flatMap { _, vertex -> [Statechart.Transition] in
      let first = inner.sources(of: vertex).first.map { order[$0, default: []] } ?? []
      return rules[vertex, default: []].map(\.rule).stablySorted { rule in
        first.firstIndex { $0.label == rule.label && $0.target == rule.target } ?? first.count
      }.map { rule in
        var drawn = Statechart.Transition(rule, from: vertex)
        drawn.target = self.vertex(
          entries.vertex(entered: rule.target, from: .composite(owner.state.identifier)))
        return drawn
      }
    }
  }

  private func place(of vertex: Statechart.Vertex) -> Int {
    let state =
      switch vertex {
      case .composite(let composite): hierarchy.nonFinalDescendants(of: composite).first
      default: vertex.identifier
      }
    return state.flatMap { places[$0] } ?? 0
  }
}

extension StateHierarchy {
  /// Returns the identifiers of the states that an arrow of a trigger represents if it leaves the
  /// border of a composite state.
  func sources(of trigger: StateGraph.Trigger, leaving composite: String) -> [String] {
    trigger == .completion
      ? completingChildren(of: composite) : nonFinalDescendants(of: composite)
  }

  /// Returns the identifiers of the states in a composite state that aren't final.
  func nonFinalDescendants(of composite: String) -> [String] {
    descendants(of: composite).filter { !$0.isFinal }.map(\.identifier)
  }
}
