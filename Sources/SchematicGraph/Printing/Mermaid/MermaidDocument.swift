/// The statements of a Mermaid state diagram.
///
/// All states are declared before the arrows: a state belongs to the composite state in which it is
/// mentioned first.
struct MermaidDocument {
  private let chart: Statechart
  private let tree: DOTStateTree
  private let inside: ChartInside
  private let names: UniqueNames<Statechart.Vertex>

  init(of graph: StateGraph) {
    chart = Statechart(of: graph)
    tree = DOTStateTree(of: graph)
    inside = ChartInside(of: chart)
    names = UniqueNames(
      of: graph, reserved: MermaidText.reservedNames, reserving: MermaidText.nameSuffixes)
  }

  /// The lines.
  var lines: [String] {
    let initial = [arrow(from: "[*]", to: names[chart.initial])]
    let body = statements(in: nil) + initial + ChartArrow.all(in: chart).map(statement)
    return ["stateDiagram-v2"] + body.map { "  " + $0 }
  }

  private func statements(in composite: String?) -> [String] {
    let start = composite.flatMap { chart.starts[$0] }.map { arrow(from: "[*]", to: names[$0]) }
    return (start.map { [$0] } ?? [])
      + tree.items(in: composite).flatMap { item in
        switch item {
        case .state(let state): statements(for: state)
        case .composite(let composite): block(for: composite)
        }
      }
  }

  private func block(for composite: StateGraph.CompositeState) -> [String] {
    let name = names[.composite(composite.identifier)]
    return ["\(declaration(of: name, composite.label)) {"]
      + statements(in: composite.identifier).map { "  " + $0 } + ["}"]
  }

  private func statements(for state: StateGraph.State) -> [String] {
    let name = names[.state(state.identifier)]
    let lines = inside.lines(in: state.identifier)
    // The first line that describes a state would take the place of its name.
    let isBare = lines.isEmpty && state.label == name
    let rejections = inside.silentRejections(in: state.identifier).map { line in
      "%% \(name) rejects \(line.text(MermaidText.encode))"
    }
    return [isBare ? name : declaration(of: name, state.label)]
      + lines.map { "\(name) : \($0.text(MermaidText.encode))" }
      + rejections
      + (state.isFinal ? [arrow(from: name, to: "[*]")] : [])
  }

  private func declaration(of name: String, _ label: String) -> String {
    label == name ? "state \(name)" : "state \"\(MermaidText.encode(label))\" as \(name)"
  }

  private func statement(for chartArrow: ChartArrow) -> String {
    // Arrows of this notation all look alike.
    let remark = chartArrow.isInternal ? " (internal)" : ""
    let label = chartArrow.lines.map { $0.text(MermaidText.encode) + remark }
      .joined(separator: MermaidText.lineBreak)
    return arrow(from: names[chartArrow.source], to: names[chartArrow.target]) + " : \(label)"
  }

  private func arrow(from source: String, to target: String) -> String {
    "\(source) --> \(target)"
  }
}
