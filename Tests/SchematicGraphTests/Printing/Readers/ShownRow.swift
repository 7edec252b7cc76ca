@testable import SchematicGraph

/// A fact that a notation shows, in the characters that people see.
///
/// States and regions go by their paths: the labels of all boxes around them, and their own.
struct ShownRow: Hashable, CustomStringConvertible {
  var source: String
  var text: String
  var target = ""

  var description: String { "\(source) | \(text) | \(target)" }

  // The texts of facts that aren't rules.
  static let start = "starts in"
  static let end = "ends"
  static let inside = "is in"

  /// The target of an internal transition.
  static let stays = "stays"
}

extension ShownRow {
  /// Returns the rows that a notation of a graph must show.
  ///
  /// They are those of the outline, which the tests of predictions hold against what machines do.
  static func all(of graph: StateGraph) -> [ShownRow] {
    let outline = DiagramOutline(of: graph)
    var expected = ExpectedRows()
    expected.add(outline, in: "")
    return expected.boxes + outline.machines.flatMap(expected.rules)
  }
}

/// The rows of an outline.
private struct ExpectedRows {
  /// The rows that say what is in which box, and what starts in which state.
  private(set) var boxes: [ShownRow] = []
  private var paths: [String: String] = [:]

  private func path(_ vertex: Statechart.Vertex) -> String {
    paths[vertex.identifier, default: vertex.identifier]
  }

  /// Adds what is in the box of a machine.
  mutating func add(_ outline: DiagramOutline, in box: String) {
    add(outline.states, in: box)
    for region in outline.regions { add(region, in: box) }
    guard outline.regions.isEmpty else { return }
    boxes.append(ShownRow(source: box, text: ShownRow.start, target: path(outline.initial)))
  }

  private mutating func add(_ region: DiagramOutline.Region, in box: String) {
    add(region.outline, in: add(region.name, region.identifier, in: box))
  }

  private mutating func add(_ states: [DiagramOutline.State], in box: String) {
    for state in states {
      let path = add(state.name, state.identifier, in: box)
      add(state.substates, in: path)
      for region in state.regions { add(region, in: path) }
      guard let inner = state.initialSubstate else { continue }
      boxes.append(ShownRow(source: path, text: ShownRow.start, target: self.path(inner)))
    }
  }

  /// Adds a box in another one, and returns its path.
  private mutating func add(_ label: String, _ identifier: String, in box: String) -> String {
    let path = box.isEmpty ? label : "\(box).\(label)"
    paths[identifier] = path
    boxes.append(ShownRow(source: path, text: ShownRow.inside, target: box))
    return path
  }

  /// Returns the rows of the states and arrows of a machine.
  func rules(of machine: DiagramOutline) -> [ShownRow] {
    var rows: [ShownRow] = []
    machine.forEachState { state in
      let path = path(state.vertex)
      if state.isFinal || state.completion != nil {
        rows.append(ShownRow(source: path, text: ShownRow.end))
      }
      rows += state.behaviors.map { ShownRow(source: path, text: $0.text()) }
      rows += state.internalTransitions.map {
        ShownRow(source: path, text: text(of: $0.label), target: ShownRow.stays)
      }
      rows += state.rejections.map { ShownRow(source: path, text: text(of: $0.label)) }
    }
    for arrow in machine.arrows {
      let (source, target) = (path(arrow.source), end(of: arrow))
      rows += arrow.lines.map { line in
        ShownRow(source: source, text: text(of: line.label, onArrow: true), target: target)
      }
    }
    return rows
  }

  private func end(of arrow: DiagramOutline.Arrow) -> String {
    let parts = [
      path(arrow.target), arrow.target.symbol, arrow.entry.label(at: arrow.target),
      arrow.isInternal ? "(internal)" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: " ")
  }

  private func text(of label: RuleLabel, onArrow: Bool = false) -> String {
    let parts = [
      label.trigger == .completion && onArrow ? nil : "\(label.trigger)",
      label.guard.map { "[\($0)]" }, label.effect.text.map { "/ \($0)" },
      label.change.map { "{\($0)}" },
    ]
    return parts.compactMap { $0 }.joined(separator: " ")
  }
}
