import Schematic

/// A state diagram as a value: states, the rules that lead from one to another, and an initial state.
///
/// A graph is obtained by running rules, not by declaring it: from a schema, from any step
/// function, or from the text of a diagram.
///
/// ```swift
/// let graph = StateGraph(Turnstile.schema)
/// graph.initialState                // "locked"
/// graph.states.map(\.identifier)    // ["locked", "unlocked"]
/// graph.transitions.first?.target   // "unlocked"
/// ```
///
/// A graph is a tree: a state can consist of ``regions``, in each of which a machine of its own goes on.
/// Names inside are paths: `trip/light/on` is the state `on` of the region `light` of the state `trip`.
///
/// Two graphs are equal if they have the same states, composite states, regions, rules and initial
/// state, in any order. ``findings`` don't count, because they are remarks about how the graph was
/// created.
public struct StateGraph: Sendable {
  /// The states of all regions: declared ones in declared order, then those that only the rules reach.
  ///
  /// A state that consists of regions comes before their states.
  public internal(set) var states: [State]

  /// The composite states, each after the one that contains it.
  package internal(set) var composites: [CompositeState]

  /// The rows of the transition table, in the order of states; in each state those that reject, and then
  /// those that trap, last.
  ///
  /// No rule is repeated. An event that means nothing in a state has no rule there.
  public internal(set) var rules: [Rule]

  /// The rules by which a transition is taken, in the order of their source states.
  public internal(set) var transitions: [Rule]

  /// The identifier of the state in which a machine starts.
  ///
  /// If the machine as a whole consists of regions, these are the identifiers of their initial states,
  /// separated by commas.
  public internal(set) var initialState: String

  /// The machines that go on side by side, each after those around it; empty if there are none.
  ///
  /// ```swift
  /// StateGraph(Scooter.schema).regions.map(\.identifier)
  /// // ["trip/drive", "trip/drive/riding/gear", "trip/light"]
  /// ```
  public internal(set) var regions: [Region]

  /// A Boolean value that indicates whether a machine commits each transition before it enters the
  /// state: see `onCommit(_:)`.
  package var isCommitting = false

  /// What a view of another graph doesn't show, or `nil` if the graph is whole.
  public package(set) var omission: GraphOmission?

  /// Remarks about the rules, in the order in which they were found, and last the notes, which ask for
  /// nothing: a state or an event that was tried with one of many values shows no condition for that
  /// reason alone, an action without a label is not shown, and what a state does under a condition may
  /// depend on values that were not tried.
  public package(set) var findings: [GraphFinding]

  /// The triggers that no explored value of a state ignores, by the state; none if the graph wasn't made by
  /// running rules.
  var answered: [String: Set<Trigger>] = [:]

  /// The values behind the states, or `nil` if the graph wasn't made by running rules, or is a view.
  var values: ExploredValues?

  /// The line that creates the schema, or `nil` if the graph wasn't made from a schema.
  package var sourceLine: SourceLine?

  /// Creates a graph from its states and rules.
  ///
  /// A state that only a rule or the initial state mentions is added, with its identifier as its
  /// label. So is a composite state that is mentioned only as a parent. Of repeated states and
  /// rules, the first counts. A composite state without states is left out, and one that is its own
  /// ancestor becomes an outermost one.
  ///
  /// ```swift
  /// StateGraph(
  ///   states: [.init(identifier: "on"), .init(identifier: "off")],
  ///   rules: [.init(source: "off", target: "on", trigger: "press")],
  ///   initialState: "off")
  /// ```
  ///
  /// - Parameters:
  ///   - states: The states, in the order in which they are to be shown.
  ///   - composites: The composite states.
  ///   - regions: The regions, each after those around it.
  ///   - rules: The rows of the transition table.
  ///   - initialState: The identifier of the state in which a machine starts; `nil` if the machine as
  ///     a whole consists of regions.
  ///   - isCommitting: `true` if a machine commits each transition.
  ///   - findings: Remarks to carry along.
  /// - Complexity: O(*n* log *n*) in the number of states and rules.
  package init(
    states: [State],
    composites: [CompositeState] = [],
    regions: [Region] = [],
    rules: [Rule],
    initialState: String?,
    isCommitting: Bool = false,
    findings: [GraphFinding] = []
  ) {
    self.isCommitting = isCommitting
    var known: Set<String> = []
    var all: [State] = []
    func add(_ state: State) {
      if known.insert(state.identifier).inserted { all.append(state) }
    }
    states.forEach(add)
    let starts = initialState.map { [$0] } ?? []
    let mentioned = starts + rules.flatMap { [$0.source, $0.target] }
    for identifier in mentioned { add(State(identifier: identifier)) }
    for region in regions { add(State(identifier: region.initialState, parent: region.identifier)) }
    let rules = rules.mergingLines().inOrder(of: all)
    self.states = all.map { state in
      var state = state
      state.behaviors = state.behaviors.inDiagramOrder.filter { $0.kind != .timeout }
      return state
    }
    self.regions = regions
    self.composites = StateHierarchy(states: all, composites: composites, regions: regions)
      .composites.map {
        var composite = $0
        composite.behaviors = composite.behaviors.inDiagramOrder
        return composite
      }
    self.rules = rules
    self.transitions = rules.filter { !$0.effect.isRefusal }
    self.initialState =
      initialState
      ?? regions.filter { $0.parent == nil }.map(\.initialState).joined(separator: ", ")
    self.findings = findings
  }
}

extension StateGraph {
  /// The rules by which an event is a mistake, in the order of states.
  ///
  /// - Complexity: O(*n*) in the number of rules.
  public var rejections: [Rule] { rules.filter(\.effect.isRejection) }

  /// The rules by which an event stops the program, in the order of states.
  ///
  /// - Complexity: O(*n*) in the number of rules.
  public var traps: [Rule] { rules.filter(\.effect.isTrap) }

  /// The rules by which nothing moves: rejections, traps, and timeouts whose event is ignored.
  var refusals: [Rule] { rules.filter(\.effect.isRefusal) }
}

extension StateGraph {
  /// A node of the diagram.
  public struct State: Hashable, Sendable {
    /// The name that identifies the state, such as `fetching` or `active.playing`.
    public var identifier: String
    /// The text that the diagram shows; two states may share it.
    public var label: String
    /// A Boolean value that indicates whether a machine that reaches the state is finished.
    public var isFinal: Bool
    /// The consequence of a final state of an embedded machine, which completes the composite state
    /// around it; `nil` for any other state.
    package var completion: Completion?
    /// The identifier of the composite state, or else of the region, around the state; `nil` if there
    /// is neither.
    package var parent: String?
    /// The actions on entry and on exit and the tasks; those of one kind are in the order in which
    /// they run.
    public var behaviors: [StateBehavior]

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - identifier: The name that identifies the state.
    ///   - label: The text to show. By default, this is the identifier.
    ///   - isFinal: `true` if a machine that reaches the state is finished.
    ///   - completion: The consequence of a final state of an embedded machine.
    ///   - parent: The identifier of the composite state around the state.
    ///   - behaviors: The actions on entry and on exit and the tasks.
    package init(
      identifier: String, label: String? = nil, isFinal: Bool = false,
      completion: Completion? = nil, parent: String? = nil, behaviors: [StateBehavior] = []
    ) {
      self.identifier = identifier
      self.label = label ?? identifier
      self.isFinal = isFinal
      self.completion = completion
      self.parent = parent
      self.behaviors = behaviors
    }
  }
}

extension StateGraph.State {
  /// The consequence of reaching a final state of an embedded machine.
  ///
  /// The state completes the composite state around it. The machine isn't finished.
  package enum Completion: String, Hashable, Sendable, CaseIterable, Codable {
    /// The machine may stay, because the completion has no answer, or not always one that leads out.
    case complete
    /// The machine leaves the state at once.
    ///
    /// What events mean there matters only if the transition that leaves it fails.
    case passed
  }
}

extension StateGraph {
  /// The identifiers of the states that a machine leaves at once.
  var passedStates: Set<String> {
    Set(states.filter { $0.completion == .passed }.map(\.identifier))
  }

  /// The transitions that a machine can take unless an action fails.
  package var takeableTransitions: [Rule] {
    let passed = passedStates
    guard !passed.isEmpty else { return transitions }
    return transitions.filter { $0.trigger == .completion || !passed.contains($0.source) }
  }

  /// A state that contains other states: `active` contains `active.playing` and `active.paused`.
  ///
  /// A machine is in a composite state whenever it is in one of the states inside (OMG UML 2.5.1,
  /// §14.2.3.4.1). Transitions of a graph lead from and to the innermost states; what they share is
  /// drawn once, at their border. A state that consists of regions is no composite state here, because
  /// transitions lead from it and to it.
  package struct CompositeState: Hashable, Sendable {
    /// The name that identifies the state among the composite states.
    package var identifier: String
    /// The text that the diagram shows.
    package var label: String
    /// The identifier of the composite state, or else of the region, around this one; `nil` if there is
    /// neither.
    package var parent: String?
    /// The actions on entry and on exit and the tasks; those of one kind are in the order in which
    /// they run.
    package var behaviors: [StateBehavior]
    /// Creates a composite state.
    ///
    /// - Parameters:
    ///   - identifier: The name that identifies the state.
    ///   - label: The text to show. By default, this is the identifier.
    ///   - parent: The identifier of the composite state around this one.
    ///   - behaviors: The actions on entry and on exit and the tasks.
    package init(
      identifier: String, label: String? = nil, parent: String? = nil,
      behaviors: [StateBehavior] = []
    ) {
      self.identifier = identifier
      self.label = label ?? identifier
      self.parent = parent
      self.behaviors = behaviors
    }
  }

  /// Returns the identifiers of the composite states around a state in its region, the innermost first.
  ///
  /// - Parameter state: The identifier of a state.
  /// - Returns: The identifiers, which are empty if the graph doesn't have the state or no
  ///   composite state contains it.
  /// - Complexity: O(*n*) in the number of states and composite states.
  package func ancestors(of state: String) -> [String] {
    StateHierarchy(of: self).ancestors(of: state)
  }
}

extension StateGraph.State: CustomStringConvertible {
  /// The identifier, the label if it is different, the composite state around it, and `(final)`.
  public var description: String {
    identifier + notation(label: label, of: identifier) + (parent.map { " in \($0)" } ?? "")
      + (isFinal ? " (final)" : "") + (completion.map { " (\($0.rawValue))" } ?? "")
  }
}

extension StateGraph.CompositeState: CustomStringConvertible {
  /// The identifier, the label if it is different, and the composite state around it.
  package var description: String {
    identifier + notation(label: label, of: identifier) + (parent.map { " in \($0)" } ?? "")
  }
}

private func notation(label: String, of identifier: String) -> String {
  label == identifier ? "" : " \"\(label)\""
}

extension StateGraph {
  /// The identifiers of the states that no transition leads out of.
  ///
  /// This includes a state whose transitions all lead back to itself, but not a state in a region that
  /// a transition of a state around it leaves, and not one whose ways out are hidden by a view.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  public var deadEnds: Set<String> {
    var left = Set(transitions.filter { $0.source != $0.target }.map(\.source))
    // Regions come after those around them.
    let hierarchy = StateHierarchy(of: self)
    for region in regions where region.parent.map(left.contains) ?? false {
      left.formUnion(hierarchy.states(of: region.identifier))
    }
    return Set(states.map(\.identifier)).subtracting(left).subtracting(omission?.exits ?? [])
  }
}

extension Array where Element: Hashable {
  /// Returns the elements without repetition, each in its first position.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Array {
  /// Returns the elements sorted by a number; equals stay in the order they had.
  func stablySorted(by position: (Element) -> Int) -> [Element] {
    enumerated()
      .map { (position: position($0.element), offset: $0.offset, element: $0.element) }
      .sorted { ($0.position, $0.offset) < ($1.position, $1.offset) }
      .map(\.element)
  }
}
