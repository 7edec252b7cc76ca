/// The statements of a PlantUML state diagram.
///
/// All states are declared before the arrows: a state belongs to the composite state in which it is
/// mentioned first.
struct PlantUMLDocument {
  private let chart: Statechart
  private let tree: DOTStateTree
  private let inside: ChartInside
  private let names: UniqueNames<Statechart.Vertex>

  init(of graph: StateGraph) {
    chart = Statechart(of: graph)
    tree = DOTStateTree(of: graph)
    inside = ChartInside(of: chart)
    names = UniqueNames(of: graph, reserved: PlantUMLText.reservedNames)
  }

  /// The lines.
  var lines: [String] {
    ["@startuml", "hide empty description"]
      + statements(in: nil)
      + [arrow(from: "[*]", to: names[chart.initial])]
      + ChartArrow.all(in: chart).map(statement)
      + ["@enduml"]
  }

  private func statements(in composite: String?) -> [String] {
    let start = composite.flatMap { chart.starts[$0] }
    return tree.items(in: composite).flatMap { item in
      switch item {
      case .state(let state): statements(for: state)
      case .composite(let composite): block(for: composite)
      }
    } + (start.map { [arrow(from: "[*]", to: names[$0])] } ?? [])
  }

  private func block(for composite: StateGraph.CompositeState) -> [String] {
    let name = names[.composite(composite.identifier)]
    return ["\(declaration(of: name, composite.label)) {"]
      + statements(in: composite.identifier).map { "  " + $0 } + ["}"]
  }

  private func statements(for state: StateGraph.State) -> [String] {
    let name = names[.state(state.identifier)]
    let rejections = inside.silentRejections(in: state.identifier).map { line in
      "' \(name) rejects \(line.text(PlantUMLText.encode))"
    }
    return [declaration(of: name, state.label)]
      + inside.lines(in: state.identifier).map { "\(name) : \($0.text(PlantUMLText.encode))" }
      + rejections
      + (state.isFinal ? [arrow(from: name, to: "[*]")] : [])
  }

  private func declaration(of name: String, _ label: String) -> String {
    label == name ? "state \(name)" : "state \"\(PlantUMLText.encode(label))\" as \(name)"
  }

  private func statement(for chartArrow: ChartArrow) -> String {
    let label = chartArrow.lines.map { $0.text(PlantUMLText.encode) }
      .joined(separator: PlantUMLText.lineBreak)
    let (source, target) = (names[chartArrow.source], names[chartArrow.target])
    let line = chartArrow.isInternal ? "-[dotted]->" : "-->"
    return "\(source) \(line) \(target) : \(label)"
  }

  private func arrow(from source: String, to target: String) -> String {
    "\(source) --> \(target)"
  }
}
