extension StateGraph {
  /// Something that machines do because of a state: on entry, on exit, while it lasts, or after a
  /// time in it.
  ///
  /// Diagrams list it in the compartment of its state, in UML's notation (OMG UML 2.5.1,
  /// §14.2.4.5).
  ///
  /// ```swift
  /// StateGraph.StateBehavior(.entry, "show spinner").description  // "entry / show spinner"
  /// StateGraph.StateBehavior(.task, "download").description       // "do / download"
  /// ```
  public struct StateBehavior: Hashable, Sendable {
    /// The occasions on which a machine does something because of a state.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// An action that runs when the state is entered.
      case entry
      /// An action that runs when the state is left.
      case exit
      /// A task that begins when the state is entered and ends when it is left.
      case task = "do"
      /// A timeout of a composite state, which continues while a machine moves inside that state.
      /// An innermost state lists no timeouts, because its outgoing
      /// arrows show them.
      case timeout = "after"
    }

    /// The occasion on which it is done.
    package var kind: Kind
    /// The label of the action or task, or `nil` if it has none.
    package var label: String?
    /// The delay of a timeout; `nil` for anything else.
    package private(set) var delay: Delay?
    /// The conditions on what the state carries under which it is done; empty if it always is.
    package var conditions: [Condition] = []
    /// The lines of code that make the behavior.
    package var lines = SourceLines()

    /// Creates a behavior.
    ///
    /// - Parameters:
    ///   - kind: The occasion on which it is done.
    ///   - label: The label of the action or task.
    ///   - conditions: The conditions under which it is done.
    package init(_ kind: Kind, _ label: String? = nil, if conditions: [Condition] = []) {
      self.kind = kind
      self.label = label
      self.conditions = conditions
    }

    /// Creates a timeout of a composite state.
    ///
    /// - Parameter delay: The delay.
    package init(after delay: Delay) {
      kind = .timeout
      self.delay = delay
    }

    /// Creates a timeout of a composite state whose length the rules say.
    package init(after duration: Duration) { self.init(after: .fixed(duration)) }
  }
}

extension StateGraph.StateBehavior: CustomStringConvertible {
  /// The text in place of a missing label.
  static let unnamed = "(unnamed)"

  /// The line in UML's notation: `entry / show spinner`, `exit / (unnamed)`, `do / download`,
  /// `entry [attempt = 0] / greet`, `after 30 s`.
  public var description: String { text() }

  /// Returns the line in UML's notation.
  ///
  /// - Parameter encode: Writes a label by the rules of a notation.
  /// - Returns: The text, with `(unnamed)` in place of a missing label.
  func text(_ encode: (String) -> String = { $0 }) -> String {
    let label = encode(shownLabel ?? Self.unnamed)
    guard kind != .timeout else { return kind.rawValue + " " + label }
    let condition = StateGraph.Condition.text(of: conditions)
    return RuleLabel.text(
      event: kind.rawValue, guard: condition.map(encode), effect: label, change: nil)
  }

  /// The label, or the delay of a timeout; `nil` if diagrams cannot name the behavior.
  var shownLabel: String? { delay?.description ?? label }
}

extension StateGraph.StateBehavior.Kind {
  /// The beginnings of lines in UML's notation, without and with a condition.
  private var beginnings: [String] { ["\(rawValue) / ", "\(rawValue) ["] }

  /// Returns the kind of behavior that the line of a rule could be mistaken for, or `nil` if there is
  /// none.
  static func read(like line: String) -> StateGraph.StateBehavior.Kind? {
    allCases.first { kind in
      kind != .timeout && kind.beginnings.contains { line.after($0) != nil }
    }
  }
}

extension RuleLabel {
  /// The label as the compartment of a state lists it.
  ///
  /// An event has quotes if the line would read like an entry, exit or task: `"entry" / beep`.
  var listed: RuleLabel {
    guard StateGraph.StateBehavior.Kind.read(like: text()) != nil else { return self }
    var label = self
    label.trigger = .event("\"\(trigger)\"")
    return label
  }
}

extension [StateGraph.StateBehavior] {
  /// The behaviors in the order of diagrams: entry, exit, do, after; timeouts in the order of their
  /// delays, and all others of one kind in their own.
  var inDiagramOrder: [StateGraph.StateBehavior] {
    StateGraph.StateBehavior.Kind.allCases.flatMap { kind in
      let behaviors = filter { $0.kind == kind }
      return kind == .timeout ? behaviors.sorted(byDelay: { $0.delay ?? .named("") }) : behaviors
    }
  }
}

extension StateGraph {
  /// A Boolean value that indicates whether machines do anything because of a state.
  var hasBehaviors: Bool {
    states.contains { !$0.behaviors.isEmpty } || composites.contains { !$0.behaviors.isEmpty }
  }

  /// The behaviors of each state after those of the composite states around it, the outermost first.
  ///
  /// States without any are left out.
  var allBehaviors: [String: [StateBehavior]] {
    guard hasBehaviors else { return [:] }
    let hierarchy = StateHierarchy(of: self)
    let outer = Dictionary(
      composites.map { ($0.identifier, $0.behaviors) }, uniquingKeysWith: { first, _ in first })
    return Dictionary(
      states.map { state in
        let around = hierarchy.ancestors(of: state.identifier).reversed()
        return (
          state.identifier, around.flatMap { outer[$0, default: []] } + state.behaviors
        )
      }, uniquingKeysWith: { first, _ in first }
    ).filter { !$0.value.isEmpty }
  }

  /// The graph of the same rules in which nothing is done because of a state.
  var withoutBehaviors: StateGraph {
    StateGraph(
      states: states.map(\.withoutBehaviors), composites: composites.map(\.withoutBehaviors),
      rules: rules, initialState: initialState, isCommitting: isCommitting)
  }

  /// The sentence by which diagrams say that transitions are committed.
  package static let commitCaption = "each transition is committed"
}

extension StateGraph.State {
  /// The state without its behaviors.
  var withoutBehaviors: StateGraph.State {
    StateGraph.State(
      identifier: identifier, label: label, isFinal: isFinal, completion: completion, parent: parent
    )
  }
}

extension StateGraph.CompositeState {
  /// The composite state without its behaviors.
  var withoutBehaviors: StateGraph.CompositeState {
    var state = StateGraph.CompositeState(identifier: identifier, label: label, parent: parent)
    state.regions = regions.map { region in
      StateGraph.Region(name: region.name, graph: region.graph.withoutBehaviors)
    }
    return state
  }
}

extension StateGraph {
  /// A behavior, and the state or composite state that it belongs to.
  package struct PlacedBehavior: Hashable, Sendable, CustomStringConvertible {
    /// The identifier of the state or composite state.
    package let state: String
    /// The behavior.
    package let behavior: StateBehavior

    /// Creates a behavior of a state.
    ///
    /// - Parameters:
    ///   - state: The identifier of the state or composite state.
    ///   - behavior: The behavior.
    package init(state: String, behavior: StateBehavior) {
      self.state = state
      self.behavior = behavior
    }

    /// The state and the line in UML's notation: `loading: entry / show spinner`.
    package var description: String { "\(state): \(behavior)" }
  }

  /// Returns everything that machines do when they take a transition, besides its action.
  ///
  /// ```swift
  /// graph.behaviors(along: graph.transitions[0]).map(\.description)
  /// // ["idle: exit / wake up", "loading: entry / show spinner", "loading: do / download"]
  /// ```
  ///
  /// An external transition leaves the states that contain only its source, and enters those that
  /// contain only its target; it always leaves the source and enters the target. In a graph with
  /// regions, it does so in the regions in which it is drawn. An internal transition leaves and
  /// enters nothing.
  ///
  /// - Parameter transition: A transition of the graph.
  /// - Returns: The actions on exit, the innermost first; the actions on entry, the outermost first;
  ///   and the tasks that begin.
  /// - Complexity: O(*n*) in the number of states and composite states.
  package func behaviors(along transition: Rule) -> [PlacedBehavior] {
    guard hasBehaviors, !transition.isInternal, !transition.effect.isRefusal else { return [] }
    var (exits, entries, tasks): ([PlacedBehavior], [PlacedBehavior], [PlacedBehavior]) = (
      [], [], []
    )
    for (left, entered) in changes(along: transition) {
      let shared = zip(left, entered).prefix { $0.state == $1.state }.count
      // What is left or entered as a whole has no other end.
      let isMove = !left.isEmpty && !entered.isEmpty
      let kept = isMove ? min(shared, left.count - 1, entered.count - 1) : 0
      func placed(
        _ kind: StateBehavior.Kind, _ boxes: some Sequence<Box>
      ) -> [PlacedBehavior] {
        boxes.flatMap { state, behaviors in
          behaviors.filter { $0.kind == kind }.map { PlacedBehavior(state: state, behavior: $0) }
        }
      }
      exits = placed(.exit, left[kept...].reversed()) + exits
      entries += placed(.entry, entered[kept...])
      tasks += placed(.task, entered[kept...])
    }
    // A machine that is finished begins nothing.
    let isFinal = states.contains { $0.identifier == transition.target && $0.isFinal }
    return exits + entries + (isFinal ? [] : tasks)
  }

  /// The entries, exits and tasks of all states and composite states, each once.
  ///
  /// Of regions they are those of the regions' states.
  var placedBehaviors: [PlacedBehavior] {
    guard regions.isEmpty else { return regions.flatMap(\.graph.placedBehaviors).uniqued() }
    let combined = Set(composites.filter { !$0.regions.isEmpty }.map(\.identifier))
    let boxes =
      composites.map { ($0.identifier, $0.behaviors) }
      + states.filter { !($0.parent.map(combined.contains) ?? false) }
      .map { ($0.identifier, $0.behaviors) }
    let inside = composites.flatMap { $0.regions.flatMap(\.graph.placedBehaviors) }
    return
      (boxes.flatMap { state, behaviors in
        behaviors.filter { $0.kind != .timeout }.map { PlacedBehavior(state: state, behavior: $0) }
      } + inside).uniqued()
  }

  private typealias Box = (state: String, behaviors: [StateBehavior])

  /// Returns the boxes that a transition leaves and enters, the outermost first: those of the whole, and
  /// those in each region in which it is drawn, those in regions of regions last.
  private func changes(along transition: Rule) -> [(left: [Box], entered: [Box])] {
    changes(along: transition, InnerRegions(of: self), depth: 0).stablySorted(by: \.depth)
      .map { ($0.left, $0.entered) }
  }

  private typealias Change = (depth: Int, left: [Box], entered: [Box])

  private func changes(along transition: Rule, _ inner: InnerRegions, depth: Int) -> [Change] {
    let (source, target) = (transition.source, transition.target)
    let whole = RegionProduct(of: regions).parts
    if !regions.isEmpty, let sources = whole[source], let targets = whole[target] {
      return regions.indices.flatMap { index in
        changes(
          along: transition, in: InnerRegions(of: regions[index].graph), sources[index],
          targets[index], depth: depth)
      }
    }
    if let owner = inner.owners[source], owner == inner.owners[target],
      let composite = inner.composites[owner], let sources = composite.parts[source],
      let targets = composite.parts[target]
    {
      return composite.regions.indices.flatMap { index in
        changes(
          along: transition, in: composite.regions[index], sources[index], targets[index],
          depth: depth + 1)
      }
    }
    return [(depth, boxes(around: source, inner), boxes(around: target, inner))]
      + parts(of: source, inner, depth: depth + 1).map { ($0.depth, $0.boxes, []) }
      + parts(of: target, inner, depth: depth + 1).map { ($0.depth, [], $0.boxes) }
  }

  /// Returns what a transition leaves and enters in a region; nothing if it isn't drawn there.
  private func changes(
    along transition: Rule, in region: InnerRegions, _ source: String, _ target: String, depth: Int
  ) -> [Change] {
    var part = transition
    (part.source, part.target, part.conditions) = (source, target, [])
    let isThere = region.graph.transitions.contains { other in
      var other = other
      other.conditions = []
      return other == part
    }
    return isThere ? region.graph.changes(along: part, region, depth: depth) : []
  }

  /// Returns the boxes in the regions of a composite state that consists of some, at any depth.
  private func parts(
    of state: String, _ inner: InnerRegions, depth: Int
  ) -> [(depth: Int, boxes: [Box])] {
    guard let composite = inner.owners[state].flatMap({ inner.composites[$0] }),
      let parts = composite.parts[state]
    else { return [] }
    return zip(composite.regions, parts).flatMap { region, part in
      [(depth, region.graph.boxes(around: part, region))]
        + region.graph.parts(of: part, region, depth: depth + 1)
    }
  }

  /// Returns the composite states around a state and the state itself, the outermost first, each with
  /// its behaviors.
  private func boxes(around state: String, _ inner: InnerRegions) -> [Box] {
    let ancestors = StateHierarchy(of: self).ancestors(of: state).reversed()
    // A combination has no box of its own.
    let isCombined = inner.owners[state] != nil
    let own = isCombined ? nil : states.first { $0.identifier == state }?.behaviors
    return ancestors.map { ancestor in
      (ancestor, composites.first { $0.identifier == ancestor }?.behaviors ?? [])
    } + [(state, own ?? [])]
  }
}
