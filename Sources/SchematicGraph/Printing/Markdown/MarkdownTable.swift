/// The lines of a transition table.
struct MarkdownTable {
  private let chart: Statechart
  private let tree: DOTStateTree
  private let names: MarkdownNames
  private let transitions: [Statechart.Vertex: [Statechart.Transition]]
  private let rejections: [String: [StateGraph.Rejection]]

  init(of graph: StateGraph) {
    chart = Statechart(of: graph)
    tree = DOTStateTree(of: graph)
    names = MarkdownNames(of: graph)
    transitions = Dictionary(grouping: chart.transitions, by: \.source)
    rejections = Dictionary(grouping: graph.rejections, by: \.state)
  }

  /// The lines.
  var lines: [String] {
    [
      sentences, "",
      row(["State", "Event", "Guard", "Action", "Next state"]),
      row(Array(repeating: ":--", count: 5)),
    ] + rows(in: nil)
  }

  /// What no row says: where the machine and composite states start, and where it ends.
  private var sentences: String {
    let starts = chart.graph.composites.compactMap { composite in
      chart.starts[composite.identifier].map {
        "\(names[.composite(composite.identifier)]) starts in \(names[$0])."
      }
    }
    let final = chart.graph.states.filter(\.isFinal).map { names[.state($0.identifier)] }
    return
      (["Starts in \(names[chart.initial])."] + starts
      + (final.isEmpty ? [] : ["Ends in \(final.joined(separator: ", "))."]))
      .joined(separator: " ")
  }

  private func rows(in composite: String?) -> [String] {
    tree.items(in: composite).flatMap { item -> [String] in
      switch item {
      case .state(let state):
        let vertex = Statechart.Vertex.state(state.identifier)
        let rows =
          rows(from: vertex) + rejections[state.identifier, default: []].map(self.row)
        return rows.isEmpty ? [row([names[vertex], "", "", "", ""])] : rows
      case .composite(let composite):
        return rows(from: .composite(composite.identifier)) + rows(in: composite.identifier)
      }
    }
  }

  private func rows(from vertex: Statechart.Vertex) -> [String] {
    transitions[vertex, default: []].map { transition in
      row(
        [names[vertex]]
          + [transition.event, transition.guard ?? "", transition.action ?? ""]
          .map(MarkdownText.encode)
          + [target(of: transition)])
    }
  }

  private func target(of transition: Statechart.Transition) -> String {
    if transition.isInside { return "*stays*" }
    return names[transition.target] + (transition.isInternal ? " *(internal)*" : "")
  }

  private func row(for rejection: StateGraph.Rejection) -> String {
    row([
      names[.state(rejection.state)],
      MarkdownText.encode(rejection.event),
      MarkdownText.encode(rejection.guard ?? ""),
      "",
      rejection.reason.map { "*rejected:* \(MarkdownText.encode($0))" } ?? "*rejected*",
    ])
  }

  private func row(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }
}
