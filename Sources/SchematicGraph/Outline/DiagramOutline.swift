/// A graph as its diagrams show it: a tree of states, what happens in each of them, and the arrows
/// between them.
///
/// An outline is computed once from the ``Statechart`` of a graph. A printer only writes the outline down
/// in its notation.
struct DiagramOutline {
  typealias Vertex = Statechart.Vertex

  /// The statechart that the outline shows.
  let chart: Statechart

  /// The marks of states, transitions and rejections.
  let marks: DiagramMarks

  /// The outermost states; none if the machine consists of regions.
  ///
  /// In this order, a composite state takes the place of its first state.
  let states: [State]

  /// The regions that the machine as a whole consists of.
  let regions: [Region]

  /// The arrows, in the order of their first transitions.
  ///
  /// The arrows inside a region are in the region's own outline.
  let arrows: [Arrow]

  /// The transitions of the statechart by their sources.
  private let transitions: [Vertex: [Statechart.Transition]]

  /// The events for which at least one state has a rule.
  private let events: Set<String>

  /// Creates the outline of a graph.
  ///
  /// A transition with a mark such as `added` shares an arrow only with transitions that have this mark.
  init(
    of graph: StateGraph, marks: DiagramMarks = DiagramMarks(),
    labels style: GraphLabelStyle = .name
  ) {
    self.init(TreeOutline(of: graph, marks, style), in: nil)
  }

  fileprivate init(_ tree: TreeOutline, in region: String?) {
    let machine = tree.machines[region] ?? StateGraph(states: [], rules: [], initialState: nil)
    chart = Statechart(
      of: machine, telling: tree.marks, withoutRegionsOf: tree.undivided)
    marks = tree.marks
    let builder = OutlineBuilder(of: chart, tree)
    states = builder.states(in: nil)
    arrows = builder.arrows
    regions = region == nil ? tree.regions(of: nil) : []
    transitions = builder.transitions
    events = Set(chart.graph.rules.map(\.trigger).filter(\.isEvent).map { "\($0)" })
  }

  /// The graph that the outline shows.
  var graph: StateGraph { chart.graph }

  /// The nesting of the graph's states.
  var hierarchy: StateHierarchy { chart.hierarchy }

  /// The state in which the machine starts, or the composite state around it.
  var initial: Vertex { chart.initial }

  /// Returns the mark of an entry, exit, task or timeout of a state.
  func mark(of behavior: StateGraph.StateBehavior, in state: State) -> DiagramMark? {
    marks.behaviors[StateGraph.PlacedBehavior(state: state.identifier, behavior: behavior)]
  }
}

extension DiagramOutline {
  /// A state of an outline, innermost or composite.
  struct State {
    let vertex: Vertex
    /// The label in the graph, such as `outOfService`.
    let name: String
    /// The label in the style of the diagram, such as `out of service`.
    let label: String
    /// A Boolean value that indicates whether a machine that reaches the state is finished.
    var isFinal = false
    /// The effect of reaching a final state of an embedded machine; `nil` for any other state.
    var completion: StateGraph.State.Completion?
    /// A Boolean value that indicates whether the state has the border of an end, double or thick: its machine
    /// accepts no event in it any more.
    ///
    /// A machine around it may.
    var isEnd = false
    /// The substate in which a composite state starts, or `nil` if the diagram shows none.
    var initialSubstate: Vertex?
    /// The states directly in a composite state.
    var substates: [State] = []
    /// The regions that the state consists of.
    var regions: [Region] = []
    /// The history pseudostates in the state: `H`, `H*` or both.
    var histories: [History] = []
    /// The entry and exit actions and the tasks; of a composite state, the timeouts, too.
    var behaviors: [StateGraph.StateBehavior] = []
    /// The internal transitions, which are listed in the state's compartment.
    var internalTransitions: [Line] = []
    /// The rules by which nothing moves: rejected events, events that trap, and ignored timeouts.
    var rejections: [Line] = []
    var mark: DiagramMark?

    var identifier: String { vertex.identifier }

    /// The lines in the state's compartment: internal transitions, and all rejections that aren't silent.
    var listed: [Line] {
      internalTransitions + rejections.filter { !$0.isSilentRejection }
    }

    /// The events that the state rejects without a reason and without a mark, which pictures don't show.
    var silentRejections: [Line] { rejections.filter(\.isSilentRejection) }
  }

  /// A region, with the outline of its machine.
  struct Region {
    let identifier: String
    let name: String
    let label: String
    let outline: DiagramOutline
  }

  /// An arrow: all transitions between the same two states that look alike.
  ///
  /// Arrows side by side hide each other's labels. One arrow with a line for each transition is easier
  /// to read, and far quicker to lay out.
  struct Arrow {
    let source: Vertex
    let target: Vertex
    /// How the target is entered: in its initial state, in other states, or where it was left.
    let entry: StateGraph.Entry
    /// A Boolean value that indicates whether the transitions are internal and yet lead to another
    /// state: a mistake in the rules.
    let isInternal: Bool
    /// A Boolean value that indicates whether the trigger is a completion; the arrow then names no event.
    let isCompletion: Bool
    /// A Boolean value that indicates whether the arrow begins in a collapsed state and may leave only
    /// some of the states inside, because it has a condition on payloads.
    let isUncertain: Bool
    /// The mark of all lines, without counts and steps.
    let mark: DiagramMark?
    /// A line for each transition.
    fileprivate(set) var lines: [Line]

    /// All in which transitions that share an arrow are equal.
    fileprivate struct Look: Hashable {
      let source, target: Vertex
      let isInternal, isCompletion, isUncertain: Bool
      let entry: StateGraph.Entry, mark: DiagramMark?
    }

    fileprivate var look: Look {
      Look(
        source: source, target: target, isInternal: isInternal, isCompletion: isCompletion,
        isUncertain: isUncertain, entry: entry, mark: mark)
    }
  }

  /// A line of text: one transition or rejection.
  struct Line {
    /// The label in the graph.
    let rule: RuleLabel
    /// The label in the style of the diagram.
    let label: RuleLabel
    let mark: DiagramMark?
    /// The lines of code that make the transition or rejection.
    let lines: SourceLines
    /// The rules of the graph that the line shows.
    let rules: [StateGraph.Rule]

    /// A Boolean value that indicates whether an event from outside is rejected without a reason, and without
    /// a mark.
    var isSilentRejection: Bool {
      label.effect == .rejected() && !label.trigger.isTimeout && mark == nil
    }
  }
}

extension DiagramOutline {
  /// The fewest events that are joined in one line; two events have a line each.
  private static let fewestInALine = 3

  /// The words in place of a list of all events that a state has no other rules for.
  private static let allOthers = "all others"

  /// The maximum length, in characters, of the joined events in a line, without a comma at the end.
  private static let widest = 48

  /// Joins labels if three or more differ only in their events: `a, b, c / beep`.
  ///
  /// The joined line is at the place of its first event. A line that is too wide is continued in the next.
  ///
  /// - Parameters:
  ///   - labels: The labels.
  ///   - others: The events that are written as `all others` if one line joins exactly these.
  /// - Returns: The labels, one for each line; the given labels if none are joined.
  static func folded(_ labels: [RuleLabel], others: Set<String> = []) -> [RuleLabel] {
    func rest(_ label: RuleLabel) -> RuleLabel? {
      // An event with a comma would read like two events.
      guard case .event(let event) = label.trigger, !event.unicodeScalars.contains(",") else {
        return nil
      }
      var rest = label
      rest.trigger = ""
      return rest
    }
    let groups = Dictionary(grouping: labels.filter { rest($0) != nil }) { rest($0) }
    guard groups.values.contains(where: { $0.count >= fewestInALine }) else { return labels }
    var written: Set<RuleLabel> = []
    return labels.flatMap { label -> [RuleLabel] in
      guard let rest = rest(label), let group = groups[rest], group.count >= fewestInALine else {
        return [label]
      }
      guard written.insert(rest).inserted else { return [] }
      let events = group.map { "\($0.trigger)" }
      var rows = Set(events) == others ? [allOthers] : rows(of: events)
      var last = rest
      last.trigger = .event(rows.removeLast())
      return rows.map { RuleLabel(trigger: .event($0)) } + [last]
    }
  }

  /// Divides events into lines, each but the last with a comma at its end.
  private static func rows(of events: [String]) -> [String] {
    var rows: [String] = []
    for event in events {
      if let last = rows.last, last.count + event.count + 2 <= widest {
        rows[rows.count - 1] = "\(last), \(event)"
      } else {
        if !rows.isEmpty { rows[rows.count - 1] += "," }
        rows.append(event)
      }
    }
    return rows
  }

  /// Returns the events that a state always refuses with its most frequent effect, if the state has rules
  /// for all other events of the machine; otherwise none.
  func events(refusedAlikeIn state: State) -> Set<String> {
    let refused = Dictionary(grouping: state.rejections) { $0.label.effect }
    let labels = state.rejections.filter { $0.label.trigger.isEvent && $0.label.conditions.isEmpty }
    guard
      let effect = refused.max(by: { ($0.value.count, "\($0.key)") < ($1.value.count, "\($1.key)") }
      )?.key
    else { return [] }
    let alike = labels.filter { $0.label.effect == effect }
    let sources = [state.vertex] + hierarchy.ancestors(of: state.identifier).map(Vertex.composite)
    let own = sources.flatMap { transitions[$0, default: []] }.map { "\($0.label.trigger)" }
    let others = Set(
      state.rejections.filter { $0.label.effect != effect || !$0.label.conditions.isEmpty }
        .map { "\($0.rule.trigger)" })
    let rest = events.subtracting(own).subtracting(others)
    return !events.contains(Self.allOthers) && rest == Set(alike.map { "\($0.rule.trigger)" })
      ? Set(alike.map { "\($0.label.trigger)" }) : []
  }
}

/// The data that the outlines of all machines of a graph share.
private struct TreeOutline {
  let marks: DiagramMarks
  /// A Boolean value that indicates whether marks can divide a shared arrow: see `isOccasion`.
  let isTold: Bool
  let style: GraphLabelStyle
  /// The machines, by the identifiers of their regions; for `nil`, the machine around all regions.
  let machines: [String?: StateGraph]
  let silentEnds: Set<String>
  /// The states without the regions to which rules return.
  let undivided: Set<String>
  let collapsed: Set<String>
  private let hierarchy: StateHierarchy

  init(of graph: StateGraph, _ marks: DiagramMarks, _ style: GraphLabelStyle) {
    self.marks = marks
    isTold = !marks.rules.values.allSatisfy(\.isOccasion)
    self.style = style
    machines = Dictionary(firstOf: graph.machines.map { ($0.region?.identifier, $0.graph) })
    silentEnds = graph.silentEnds
    collapsed = graph.collapsedStates
    let hierarchy = StateHierarchy(of: graph)
    self.hierarchy = hierarchy
    undivided = Set(
      graph.transitions.filter { $0.entry == .history }.map(\.target)
        .filter { hierarchy.regions(of: $0).isEmpty })
  }

  /// Returns the regions of a state or, for `nil`, of the machine as a whole.
  func regions(of state: String?) -> [DiagramOutline.Region] {
    hierarchy.regions(of: state).map { region in
      DiagramOutline.Region(
        identifier: region.identifier, name: region.name,
        label: style.label(region.name, of: region.name),
        outline: DiagramOutline(self, in: region.identifier))
    }
  }
}

/// A builder of the states and arrows of an outline, from a statechart.
private struct OutlineBuilder {
  private let chart: Statechart
  private let tree: TreeOutline
  private var marks: DiagramMarks { tree.marks }
  private var style: GraphLabelStyle { tree.style }
  let transitions: [Statechart.Vertex: [Statechart.Transition]]
  private let rejections: [String: [StateGraph.Rule]]

  init(of chart: Statechart, _ tree: TreeOutline) {
    self.chart = chart
    self.tree = tree
    transitions = Dictionary(grouping: chart.transitions, by: \.source)
    rejections = Dictionary(grouping: chart.graph.refusals, by: \.source)
  }

  /// Returns the states directly inside a composite state or, for `nil`, the outermost states.
  func states(in composite: String?) -> [DiagramOutline.State] {
    chart.hierarchy.children(of: composite).map { child in
      switch child {
      case .state(let state): outline(of: state)
      case .composite(let composite): outline(of: composite)
      }
    }
  }

  private func outline(of state: StateGraph.State) -> DiagramOutline.State {
    let vertex = Statechart.Vertex.state(state.identifier)
    return DiagramOutline.State(
      vertex: vertex, name: state.label, label: style.label(state.label, of: state.identifier),
      isFinal: state.isFinal, completion: state.completion,
      isEnd: state.isFinal || state.completion != nil || tree.silentEnds.contains(state.identifier),
      regions: tree.regions(of: state.identifier),
      histories: chart.histories(of: state.identifier), behaviors: state.behaviors,
      internalTransitions: transitions[vertex, default: []].filter(\.isListed).map(line),
      rejections: rejections[state.identifier, default: []].map {
        DiagramOutline.Line(
          rule: $0.label, label: style.label($0.label), mark: marks.rules[$0], lines: $0.lines,
          rules: [$0])
      },
      mark: marks.states[state.identifier])
  }

  private func outline(of composite: StateGraph.CompositeState) -> DiagramOutline.State {
    let vertex = Statechart.Vertex.composite(composite.identifier)
    return DiagramOutline.State(
      vertex: vertex, name: composite.label,
      label: style.label(composite.label, of: composite.identifier),
      initialSubstate: chart.initialSubstates[composite.identifier],
      substates: states(in: composite.identifier),
      histories: chart.histories(of: composite.identifier),
      behaviors: composite.behaviors)
  }

  /// The arrows, each with the transitions that share it.
  var arrows: [DiagramOutline.Arrow] {
    chart.transitions.filter { !$0.isListed }.map { transition in
      let line = line(for: transition)
      return DiagramOutline.Arrow(
        source: transition.source, target: transition.target, entry: transition.entry,
        isInternal: transition.isInternal,
        isCompletion: transition.label.trigger == .completion,
        isUncertain: isUncertain(transition), mark: line.mark?.kind, lines: [line])
    }.merged(by: \.look) { $0.lines += $1.lines }
  }

  /// Returns whether a transition begins in a collapsed state and has a condition on payloads.
  private func isUncertain(_ transition: Statechart.Transition) -> Bool {
    tree.collapsed.contains(transition.source.identifier)
      && transition.label.conditions.contains {
        if case .payload = $0 { true } else { false }
      }
  }

  private func line(for transition: Statechart.Transition) -> DiagramOutline.Line {
    DiagramOutline.Line(
      rule: transition.label, label: style.label(transition.label),
      mark: mark(of: transition), lines: transition.lines, rules: transition.rules)
  }

  private func mark(of transition: Statechart.Transition) -> DiagramMark? {
    guard !marks.rules.isEmpty else { return nil }
    let found = transition.rules.compactMap { marks.rules[$0] }
    // If marks divide arrows, an arrow shows only marks of its own kind.
    return DiagramMark.merged(tree.isTold ? found.filter { $0.kind == transition.mark } : found)
  }
}
