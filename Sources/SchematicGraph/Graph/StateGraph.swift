import Schematic
// Clients need these types to name states, and shouldn't have to import another module for them.
@_exported public import SchematicCases

/// A state diagram as a value: states, the rules that lead from one to another, and an initial state.
///
/// A graph isn't declared. It is made by running the rules of a schema, of any step function or of
/// a hand-written machine, or read from the text of a diagram.
///
/// ```swift
/// let graph = StateGraph(Turnstile.schema)
/// graph.initialState                // "locked"
/// graph.states.map(\.identifier)    // ["locked", "unlocked"]
/// graph.transitions.first?.target   // "unlocked"
/// ```
///
/// A state can consist of ``regions``: in each region, a machine of its own runs.
/// Names inside are paths: `trip/light/on` is the state `on` of the region `light` of the state `trip`.
///
/// Two graphs are equal if they have the same states, composite states, regions, rules, initial
/// state and ``omission``, in any order, and if both or neither commit transitions. ``findings``
/// don't count, because they are remarks about how the graph was created.
public struct StateGraph: Sendable {
  /// The states of the machine and of all its regions.
  ///
  /// Declared states come first, in declared order, then states that only the rules reach. But in the
  /// graph of a schema, the states inside a composite state stay together, and a state comes before the
  /// states of its regions.
  public internal(set) var states: [State]

  /// The composite states, each after the one that contains it.
  package internal(set) var composites: [CompositeState]

  /// The rows of the transition table, in the order of their source states.
  ///
  /// For each state, rejections, traps and ignored timeouts come last, in this order. No rule is
  /// repeated. An event that means nothing in a state has no rule there.
  public internal(set) var rules: [Rule]

  /// The rules by which a transition is taken, in the order of their source states.
  public internal(set) var transitions: [Rule]

  /// The identifier of the state in which a machine starts.
  ///
  /// If the machine as a whole consists of regions, these are the identifiers of the regions' initial
  /// states, separated by commas.
  public internal(set) var initialState: String

  /// The machines that run side by side, outer ones before inner ones; empty if there are none.
  ///
  /// ```swift
  /// StateGraph(Scooter.schema).regions.map(\.identifier)
  /// // ["trip/drive", "trip/drive/riding/gear", "trip/light"]
  /// ```
  public internal(set) var regions: [Region]

  /// A Boolean value that indicates whether a machine commits each transition before it enters the next
  /// state: see `onCommit(_:)`.
  package var isCommitting = false

  /// The parts that a view or an unfinished exploration leaves out, or `nil` if the graph is whole.
  public package(set) var omission: GraphOmission?

  /// Remarks about the rules, with all notes at the end.
  ///
  /// A note asks for no change. For example, it says that an action without a label isn't shown.
  public package(set) var findings: [GraphFinding]

  /// For each state, the triggers that none of its explored values ignores; empty if the graph
  /// wasn't made by running rules.
  var answered: [String: Set<Trigger>] = [:]

  /// The values behind the states, or `nil` if the graph wasn't made by running rules, has regions,
  /// or is a view.
  package var values: ExploredValues?

  /// The line that creates the schema, or `nil` if the graph wasn't made from a schema.
  package var sourceLine: SourceLine?

  /// Creates a graph from its states and rules.
  ///
  /// A state that is only the source or target of a rule, or only an initial state, is added, with its
  /// identifier as its label. So is a composite state that is mentioned only as a parent. Of repeated
  /// states and rules, the first counts. A composite state without states is left out, and one that is
  /// its own ancestor becomes an outermost one.
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
  ///   - regions: The regions, outer ones before inner ones.
  ///   - rules: The rows of the transition table.
  ///   - initialState: The identifier of the state in which a machine starts; `nil` if the machine as
  ///     a whole consists of regions.
  ///   - isCommitting: `true` if a machine commits each transition.
  ///   - findings: The findings of the graph.
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
    let rules = rules.withoutRepetitions().inOrder(of: all)
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
  /// The rules that reject an event, in the order of states.
  ///
  /// - Complexity: O(*n*) in the number of rules.
  public var rejections: [Rule] { rules.filter(\.effect.isRejection) }

  /// The rules that stop the program, in the order of states.
  ///
  /// - Complexity: O(*n*) in the number of rules.
  public var traps: [Rule] { rules.filter(\.effect.isTrap) }

  /// The rules by which nothing moves: rejections, traps, and timeouts whose event is ignored.
  package var refusals: [Rule] { rules.filter(\.effect.isRefusal) }
}

extension StateGraph {
  /// A node of the diagram: an innermost state, or a state that consists of regions.
  public struct State: Hashable, Sendable {
    /// The name that identifies the state, such as `fetching` or `active.playing`.
    public var identifier: String
    /// The text that the diagram shows; two states may share it.
    public var label: String
    /// A Boolean value that indicates whether a machine that reaches the state is finished.
    public var isFinal: Bool
    /// The consequence of completing the composite state around this state, if this is a final state
    /// of an embedded machine; `nil` for any other state.
    package var completion: Completion?
    /// The identifier of the composite state, or else of the region, around the state; `nil` if there
    /// is neither.
    package var parent: String?
    /// The entry actions, exit actions and tasks, each kind in the order in which they run.
    public var behaviors: [StateBehavior]

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
  /// The state completes the composite state around it. The outer machine isn't finished.
  package enum Completion: String, Hashable, Sendable, CaseIterable, Codable {
    /// The machine may stay in the state.
    case complete
    /// The machine leaves the state at once.
    ///
    /// Rules for events matter in this state only if an action of the transition out of it fails.
    case passed
  }
}

extension StateGraph {
  /// The identifiers of the states that a machine leaves at once.
  package var passedStates: Set<String> {
    Set(states.filter { $0.completion == .passed }.map(\.identifier))
  }

  /// The transitions that a machine can take if no action fails: only completions lead out of a
  /// state that the machine leaves at once.
  package var takeableTransitions: [Rule] {
    let passed = passedStates
    guard !passed.isEmpty else { return transitions }
    return transitions.filter { $0.trigger == .completion || !passed.contains($0.source) }
  }

  /// A state that contains other states: `active` contains `active.playing` and `active.paused`.
  ///
  /// A machine is in a composite state whenever it is in one of the states inside (OMG UML 2.5.1,
  /// §14.2.3.4.1). Transitions of a graph lead from and to the states inside. If these share a
  /// transition that leads out, diagrams draw it once, at the border. A state that consists of
  /// regions is no composite state here, because transitions lead from it and to it.
  package struct CompositeState: Hashable, Sendable {
    /// The name that identifies the state among the composite states.
    package var identifier: String
    /// The text that the diagram shows.
    package var label: String
    /// The identifier of the composite state, or else of the region, around this one; `nil` if there is
    /// neither.
    package var parent: String?
    /// The entry actions, exit actions, tasks and timeouts, each kind in the order in which they run.
    package var behaviors: [StateBehavior]

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

  /// Returns the composite states around a state, within its region, the innermost first.
  ///
  /// - Parameter state: The identifier of a state.
  /// - Returns: The identifiers; none if the graph doesn't have the state, or no composite state
  ///   contains it.
  /// - Complexity: O(*n*) in the number of states and composite states.
  package func ancestors(of state: String) -> [String] {
    StateHierarchy(of: self).ancestors(of: state)
  }
}

extension StateGraph.State: CustomStringConvertible {
  /// The identifier, the label if it is different, the composite state or region around the state, and
  /// `(final)`, `(complete)` or `(passed)` if the word applies.
  public var description: String {
    identifier + notation(label: label, of: identifier) + (parent.map { " in \($0)" } ?? "")
      + (isFinal ? " (final)" : "") + (completion.map { " (\($0.rawValue))" } ?? "")
  }
}

extension StateGraph.CompositeState: CustomStringConvertible {
  /// The identifier, the label if it is different, and the composite state or region around it.
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
  /// A state whose transitions all lead back to itself is a dead end. A state isn't a dead end if
  /// it lies in a region and a transition that doesn't begin in this region leaves the state around it or enters
  /// that state anew, or if a view hides its ways out.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  public var deadEnds: Set<String> {
    var left = Set(transitions.filter { $0.source != $0.target }.map(\.source))
    let hierarchy = StateHierarchy(of: self)
    let origins = regionsLedOn(hierarchy)
    // Outer regions come before inner ones, so `left` already has the states around an inner region.
    for region in regions {
      guard let owner = region.parent else { continue }
      let isLedOn = origins[owner, default: []].contains { $0 != region.identifier }
      if isLedOn || left.contains(owner) {
        left.formUnion(hierarchy.states(of: region.identifier))
      }
    }
    return Set(states.map(\.identifier)).subtracting(left).subtracting(omission?.exits ?? [])
  }

  /// Returns where the transitions begin that leave a state with regions or enter it anew, and so lead all of its regions
  /// on: in one of the regions, or in the state itself, which is `nil`.
  private func regionsLedOn(_ hierarchy: StateHierarchy) -> [String: Set<String?>] {
    guard !regions.isEmpty else { return [:] }
    let owners = Dictionary(firstOf: regions.map { ($0.identifier, $0.parent) })
    var origins: [String: Set<String?>] = [:]
    for rule in transitions where !rule.isInternal {
      let outermost = hierarchy.level(of: rule).state
      var (state, origin) = (rule.source, String?.none)
      origins[state, default: []].insert(origin)
      while state != outermost, let region = hierarchy.region(of: state),
        let owner = owners[region] ?? nil
      {
        (state, origin) = (owner, region)
        origins[state, default: []].insert(origin)
      }
    }
    return origins
  }

  /// The dead ends in which no event is accepted.
  var silentEnds: Set<String> {
    deadEnds.subtracting(transitions.map(\.source)).subtracting(regions.compactMap(\.parent))
  }
}
