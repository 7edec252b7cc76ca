/// A machine of a graph as a person would draw it: a transition that all states of a composite state
/// share is drawn once.
///
/// Three things turn a machine into a statechart (OMG UML 2.5.1, §14.2.3.4 and §14.2.3.8):
///
/// - If all states of a composite state, except final ones, have the same transition to a state outside,
///   one transition leaves the composite state itself.
/// - If several transitions enter a composite state, all at the same substate, they lead to the composite
///   state, which shows its initial substate.
/// - Transitions back to the state in which a composite state was left lead to its history.
///
/// A timeout leaves a composite state only if the composite state has this timeout. Timeouts of the states
/// inside begin anew in each state, so each leaves its own state, even if all lead to the same one. A
/// completion leaves the composite state if all final states directly inside share the completion.
package struct Statechart {
  /// The machine that the statechart shows, with its histories: see ``FoldedHistories``.
  package let graph: StateGraph

  /// The nesting of the machine's states.
  package let hierarchy: StateHierarchy

  /// The transitions, in the order of the graph.
  package let transitions: [Transition]

  /// The states in which composite states start, by the identifiers of the composite states.
  ///
  /// Composite states at whose borders no arrow ends are missing.
  package let initialSubstates: [String: Vertex]

  /// The state in which the machine starts, or the composite state around it at which the initial arrow
  /// ends.
  package let initial: Vertex

  /// The histories that are drawn.
  let histories: [History]

  /// Creates the statechart of a machine: see `StateGraph.machine(of:)`.
  ///
  /// A transition with a mark such as `added` shares an arrow only with transitions that have this mark.
  ///
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  package init(
    of graph: StateGraph, telling marks: DiagramMarks = DiagramMarks(),
    withoutRegionsOf undivided: Set<String> = []
  ) {
    let folded = FoldedHistories(of: graph, withoutRegionsOf: undivided)
    self.graph = folded.graph
    histories = folded.histories
    let hierarchy = StateHierarchy(of: folded.graph)
    self.hierarchy = hierarchy
    let shared = Self.sharedTransitions(of: folded, hierarchy, marks)
    let entries = DefaultEntries(of: folded.graph, shared, hierarchy)
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
  /// A transition that all states of a composite state share appears once, at the place of the first. If
  /// marks divide it, transitions with the mark `taken`, or without a mark, keep the shared arrow.
  private static func sharedTransitions(
    of folded: FoldedHistories, _ hierarchy: StateHierarchy, _ marks: DiagramMarks
  ) -> [Transition] {
    let graph = folded.graph
    let alike = TransitionGroups(of: folded, marks)
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
    // Answers are kept, because each state inside asks whether all of them share a transition.
    var isShared: [Transition.Key: Bool] = [:]
    return graph.transitions.map { rule in
      let mark = alike.mark(of: rule)
      let sources = alike.sources(of: rule)
      func border() -> String? {
        guard !rule.isInternal else { return nil }
        if rule.trigger == .completion {
          let around = hierarchy.ancestors(of: rule.source).first
          guard let around, case let completing = hierarchy.completingChildren(of: around),
            completing.contains(rule.source), sources.isSuperset(of: completing),
            !states(in: around).all.contains(rule.target)
          else { return nil }
          return around
        }
        // Most transitions have one source, and aren't shared. Final states never share an arrow here.
        guard sources.count > 1, !finals.contains(rule.source) else { return nil }
        // The outermost of these borders, so that one arrow stands for as many as possible.
        return hierarchy.ancestors(of: rule.source).last { composite in
          let key = Transition.Key(
            source: .composite(composite), target: .state(rule.target), entry: rule.entry,
            label: rule.label, mark: mark)
          if let known = isShared[key] { return known }
          let (all, nonFinal) = states(in: composite)
          let isOfOthers =
            if case .timeout(let delay, _) = rule.trigger {
              timeouts[composite]?.contains(delay) != true
            } else { false }
          let isTrue =
            !isOfOthers && nonFinal.count > 1 && sources.isSuperset(of: nonFinal)
            && !all.contains(rule.target)
          isShared[key] = isTrue
          return isTrue
        }
      }
      let source = border().map(Vertex.composite) ?? .state(rule.source)
      var target = folded.history(enteredBy: rule)?.vertex ?? .state(rule.target)
      // If exactly one region starts in a state other than its initial one, the arrow ends at that state.
      if case .states(let states) = rule.entry, states.count == 1 { target = .state(states[0]) }
      return Transition(
        rule, from: source, to: target, mark, standingFor: folded.originals(of: rule))
    }.merged(by: \.key) { $0.rules += $1.rules }
  }

  /// Returns the histories of a composite state, one for each of the pseudostates `H` and `H*`.
  func histories(of composite: String) -> [History] {
    histories.filter { $0.composite == composite }
      .reduce(into: []) { all, history in
        if !all.contains(where: { $0.vertex == history.vertex }) { all.append(history) }
      }
  }
}

extension Statechart {
  /// An end of a transition.
  package enum Vertex: Hashable, Sendable {
    /// An innermost state, or one that consists of regions, by its identifier.
    ///
    /// An arrow that leads out of a region begins at a state in the region, and leaves the state around the
    /// region.
    case state(String)
    /// A composite state, by its identifier.
    case composite(String)
    /// The history of a composite state, by the identifier of the composite state.
    case history(of: String, isDeep: Bool)

    /// The symbol of a history, `H` or `H*`; `nil` for any other vertex.
    var symbol: String? {
      if case .history(_, let isDeep) = self { History.symbol(isDeep: isDeep) } else { nil }
    }

    /// The identifier of the state; for a history, the identifier of the composite state.
    package var identifier: String {
      switch self {
      case .state(let identifier), .composite(let identifier), .history(let identifier, _):
        identifier
      }
    }
  }

  /// An arrow of a statechart, or a line in the compartment of a state.
  package struct Transition: Sendable {
    /// The state at which the arrow begins.
    ///
    /// A composite state means all states in it that aren't final; for a completion, all states that
    /// complete the composite state.
    package let source: Vertex
    /// The state or history at which the arrow ends.
    ///
    /// A composite state means its initial substate.
    package fileprivate(set) var target: Vertex
    /// How the target is entered: in its initial state, in other states, or where it was left.
    package let entry: StateGraph.Entry
    /// The event, the guard and the action.
    package let label: RuleLabel
    /// The lines of code that make the first rule.
    package let lines: SourceLines
    /// The mark, without counts, that keeps the transition apart from other transitions with this label.
    let mark: DiagramMark?
    /// The rules of the graph that the transition shows.
    package fileprivate(set) var rules: [StateGraph.Rule]

    /// Creates a transition of a statechart from a transition of a graph.
    fileprivate init(
      _ rule: StateGraph.Rule, from source: Vertex, to target: Vertex, _ mark: DiagramMark?,
      standingFor rules: [StateGraph.Rule]
    ) {
      self.source = source
      self.target = target
      self.mark = mark
      self.rules = rules
      entry = rule.entry
      label = rule.label
      lines = rule.lines
    }

    /// The properties that must be equal for two transitions to become one.
    fileprivate struct Key: Hashable {
      let source: Vertex
      let target: Vertex
      let entry: StateGraph.Entry
      let label: RuleLabel
      let mark: DiagramMark?
    }

    fileprivate var key: Key {
      Key(source: source, target: target, entry: entry, label: label, mark: mark)
    }

    /// The trigger as diagrams show it, such as `coin` or `after 30 s`.
    package var event: String { "\(label.trigger)" }

    /// A Boolean value that indicates whether the transition leaves no state.
    package var isInternal: Bool { label.effect.isInternal }

    /// A Boolean value that indicates whether the transition is listed in the compartment of its
    /// state rather than drawn as an arrow.
    package var isListed: Bool { isInternal && source == target }
  }
}

/// The transitions of a machine in groups: the transitions of one group differ only in their sources.
///
/// If all states of a composite state have a transition of one group, one arrow at the border shows it.
/// In a picture of differences, this arrow shows the transitions that both sides have; in a picture of
/// coverage, the transitions that were taken. Transitions with another mark, such as `added`, share an
/// arrow only if all these states have a transition with that mark.
struct TransitionGroups {
  private let folded: FoldedHistories
  private let marks: [StateGraph.Rule: DiagramMark]
  private var sources: [StateGraph.Rule: Set<String>] = [:]
  private var markedSources: [DiagramMark: [StateGraph.Rule: Set<String>]] = [:]

  init(of folded: FoldedHistories, _ marks: DiagramMarks) {
    self.folded = folded
    // The marks of a walk and of the current state never divide a shared arrow.
    self.marks = marks.rules.values.allSatisfy(\.isOccasion) ? [:] : marks.rules
    for transition in folded.graph.transitions where !transition.isInternal {
      let alike = transition.withoutSource
      sources[alike, default: []].insert(transition.source)
      if let mark = mark(of: transition) {
        markedSources[mark, default: [:]][alike, default: []].insert(transition.source)
      }
    }
  }

  /// Returns the mark by which a transition may get its own arrow, without counts; `nil` for none.
  func mark(of transition: StateGraph.Rule) -> DiagramMark? {
    guard !marks.isEmpty else { return nil }
    return folded.originals(of: transition).lazy.compactMap { marks[$0]?.kind }.first
  }

  /// Returns the states that have the same transition.
  ///
  /// If the transition has a mark other than `taken`, only states whose transition has this mark count.
  func sources(of transition: StateGraph.Rule) -> Set<String> {
    let alike = transition.withoutSource
    switch mark(of: transition) {
    case nil, .taken?: return sources[alike] ?? []
    case let mark?: return markedSources[mark]?[alike] ?? []
    }
  }
}

extension StateGraph.Rule {
  /// The transition without its source, to find transitions that several states share.
  fileprivate var withoutSource: StateGraph.Rule {
    var transition = self
    transition.source = ""
    return transition
  }
}

extension StateHierarchy {
  /// Returns the states that share an arrow at the border of a composite state: for a completion, the
  /// states that complete the composite state; for any other trigger, all states that aren't final.
  func sources(of trigger: StateGraph.Trigger, leaving composite: String) -> [String] {
    trigger == .completion
      ? completingChildren(of: composite) : nonFinalDescendants(of: composite)
  }
}
