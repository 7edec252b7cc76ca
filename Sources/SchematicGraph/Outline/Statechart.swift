/// A machine of a graph as a person would draw it: a transition that all states of a composite state
/// share is drawn once.
///
/// Three things turn a machine into a statechart. If every state of a composite state has a transition
/// to the same state outside, that transition leaves the composite state itself. If all transitions
/// into a composite state lead to the same substate, they lead to the composite state, which shows
/// its initial substate (OMG UML 2.5.1, §14.2.3.4 and §14.2.3.8). And a state that only remembers
/// another one is drawn as its history.
///
/// A timeout leaves a composite state only if it belongs to that state. Timeouts of the states
/// inside begin anew with each of them, even if all of them lead to the same state. A completion
/// leaves the composite state if all final states directly inside it share it.
///
/// It is a view: each transition has the rules that it stands for, and nobody goes back.
package struct Statechart {
  /// The machine that the statechart shows, with one state in place of copies that only remember.
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

  /// The histories that are drawn.
  let histories: [History]

  /// Creates the statechart of a machine.
  ///
  /// - Parameters:
  ///   - graph: The graph of the machine: see `StateGraph.machine(of:)`.
  ///   - marks: The marks that tell transitions apart which are otherwise alike.
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  package init(of graph: StateGraph, telling marks: DiagramMarks = DiagramMarks()) {
    let folded = FoldedHistories(of: graph)
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
  /// Those that all states of a composite state share are one, at the place of the first. If marks tell
  /// them apart, the arrow of most of them stays where it is without marks, and the others have arrows
  /// of their own.
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
    // Whether all states share a transition at their border, which is asked for each of them.
    var isShared: [Transition.Key: Bool] = [:]
    var transitions: [Transition] = []
    var positions: [Transition.Key: Int] = [:]
    for rule in graph.transitions {
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
        // Most are the only ones of their kind, and shared by nobody. The border stands for no final
        // state, which keeps its own transitions.
        guard sources.count > 1, !finals.contains(rule.source) else { return nil }
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
      // The arrow ends at the only state that is entered otherwise than usual.
      if case .states(let states) = rule.entry, states.count == 1 { target = .state(states[0]) }
      let transition = Transition(
        rule, from: source, to: target, mark, standingFor: folded.originals(of: rule))
      if case .composite = source, let known = positions[transition.key] {
        transitions[known].rules += transition.rules
      } else {
        positions[transition.key] = transitions.count
        transitions.append(transition)
      }
    }
    return transitions
  }

  /// The histories of a composite state, one for each pseudostate.
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
    /// It may be in a region of the machine's state: an arrow that begins there leaves the state around
    /// the region.
    case state(String)
    /// A composite state, by its identifier.
    case composite(String)
    /// The history of a composite state, by its identifier: the state inside in which it was left.
    case history(of: String, isDeep: Bool)

    /// The symbol of a history; `nil` for any other vertex.
    var symbol: String? {
      if case .history(_, let isDeep) = self { History.symbol(isDeep: isDeep) } else { nil }
    }

    /// The identifier of the state.
    package var identifier: String {
      switch self {
      case .state(let identifier), .composite(let identifier), .history(let identifier, _):
        identifier
      }
    }
  }

  /// An arrow of a statechart, or a line in the compartment of a state.
  package struct Transition: Sendable {
    /// The state that it leads from.
    ///
    /// A composite state represents all its states that aren't final; if it is completed, those that
    /// complete it.
    package let source: Vertex
    /// The state that it leads to.
    ///
    /// A composite state represents its initial substate.
    package fileprivate(set) var target: Vertex
    /// The states in which regions of the target are entered.
    package let entry: StateGraph.Entry
    /// The event, the guard and the action.
    package let label: RuleLabel
    /// The lines of code that make it, or the first of those that it stands for.
    package let lines: SourceLines
    /// The mark that tells it from others that are alike, without counts and steps.
    let mark: DiagramMark?
    /// The rules that it stands for.
    package fileprivate(set) var rules: [StateGraph.Rule]

    /// Creates the drawing of a transition of a graph.
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

    /// What makes two transitions the same arrow.
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
      case .history?, nil: []
      }
    let around = hierarchy.ancestors(of: target).reversed()
    // Those that are not left are around both, and so the outermost of either.
    return Array(around.dropFirst(zip(around, left.reversed()).prefix { $0 == $1 }.count))
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
