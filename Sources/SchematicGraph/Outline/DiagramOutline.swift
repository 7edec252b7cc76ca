/// States and composite states in the order in which DOT text lists them: what lies in a composite
/// state stands together.
struct DOTStateTree {
  /// An entry of the list.
  enum Item {
    case state(StateGraph.State)
    case composite(StateGraph.CompositeState)
  }

  private var items: [String?: [Item]] = [:]

  init(of graph: StateGraph) {
    let composites = Dictionary(
      graph.composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var listed: Set<String> = []
    func list(_ identifier: String?, in items: inout [String?: [Item]]) {
      guard let identifier, let composite = composites[identifier],
        listed.insert(identifier).inserted
      else { return }
      list(composite.parent, in: &items)
      items[composite.parent, default: []].append(.composite(composite))
    }
    for state in graph.states {
      list(state.parent, in: &items)
      items[state.parent, default: []].append(.state(state))
    }
  }

  /// Returns what lies directly in a composite state; in none for `nil`.
  func items(in composite: String?) -> [Item] {
    items[composite, default: []]
  }
}

/// One arrow of a drawing: all transitions of one kind between the same two vertices.
///
/// Arrows side by side hide each other's labels; one arrow with a line for each transition is easier
/// to read, and quicker to lay out.
struct ChartArrow {
  let source: Statechart.Vertex
  let target: Statechart.Vertex
  /// Whether the transitions are internal, and yet lead to another state, which is a mistake of
  /// the rules.
  let isInternal: Bool
  /// What the label says, a line for each transition.
  private(set) var lines: [ChartLine]

  /// Returns the arrows of a statechart, in the order of its transitions.
  static func all(in chart: Statechart) -> [ChartArrow] {
    var arrows: [ChartArrow] = []
    var positions: [DOTEdge: Int] = [:]
    for transition in chart.transitions where !transition.isInside {
      let (edge, line) = (DOTEdge(of: transition), ChartLine(transition))
      if let position = positions[edge] {
        arrows[position].lines.append(line)
      } else {
        positions[edge] = arrows.count
        arrows.append(
          ChartArrow(
            source: edge.source, target: edge.target, isInternal: edge.isInternal, lines: [line]))
      }
    }
    return arrows
  }
}

/// One edge of DOT text: all transitions of one kind between the same two vertices.
///
/// Merging transitions into one edge matters for more than looks: drawing time grows steeply with
/// the number of edges.
struct DOTEdge: Hashable {
  let source: Statechart.Vertex
  let target: Statechart.Vertex
  /// Whether the transitions are internal, and yet lead to another state, which is a mistake of
  /// the rules.
  let isInternal: Bool
  /// What a picture says about the transitions.
  let mark: DiagramMark?

  init(of transition: Statechart.Transition, _ mark: DiagramMark? = nil) {
    source = transition.source
    target = transition.target
    isInternal = transition.isInternal
    // Transitions that were taken share an edge, however often.
    if case .taken = mark { self.mark = .taken(times: 1) } else { self.mark = mark }
  }
}

/// What happens inside the states of a statechart, without leaving them.
struct ChartInside {
  private let transitions: [String: [Statechart.Transition]]
  private let rejections: [String: [StateGraph.Rejection]]

  init(of chart: Statechart) {
    var transitions: [String: [Statechart.Transition]] = [:]
    for transition in chart.transitions where transition.isInside {
      if case .state(let state) = transition.source {
        transitions[state, default: []].append(transition)
      }
    }
    self.transitions = transitions
    rejections = Dictionary(grouping: chart.graph.rejections, by: \.state)
  }

  /// Returns what a drawing lists inside a state: internal transitions, and events that are rejected
  /// for a reason.
  func lines(in state: String) -> [ChartLine] {
    transitions[state, default: []].map { ChartLine($0) }
      + rejections[state, default: []].filter { $0.reason != nil }.map { ChartLine($0) }
  }

  /// Returns the events that a state rejects without a reason, which no drawing shows.
  func silentRejections(in state: String) -> [ChartLine] {
    rejections[state, default: []].filter { $0.reason == nil }.map { ChartLine($0) }
  }
}

/// What an arrow's label or a line inside a state says, in UML's notation: `event [guard] / action`.
///
/// (OMG UML 2.5.1, §14.2.4.9.) Each notation has its own rules for the names in it.
struct ChartLine {
  let event: String
  let `guard`: String?
  /// What stands after the slash: an action, or that the event is rejected and why.
  let effect: String?

  init(_ transition: Statechart.Transition) {
    event = transition.event
    `guard` = transition.guard
    effect = transition.action
  }

  init(_ rejection: StateGraph.Rejection) {
    event = rejection.event
    `guard` = rejection.guard
    effect = rejection.reason.map { "rejected: \($0)" }
  }

  /// Returns the line.
  ///
  /// - Parameter encode: Writes a name by the rules of a notation.
  /// - Returns: The line; nothing stands for a missing guard or action.
  func text(_ encode: (String) -> String) -> String {
    encode(event) + (`guard`.map { " [\(encode($0))]" } ?? "")
      + (effect.map { " / \(encode($0))" } ?? "")
  }
}
