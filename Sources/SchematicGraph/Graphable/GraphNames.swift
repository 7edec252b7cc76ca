import Schematic

/// The names of a value in a diagram, from the outermost state inward, and the label of each.
struct GraphNames {
  let path: [String]
  private(set) var labels: [String]

  init(of value: some Graphable) {
    let levels = Array(
      sequence(first: Self.named(value)) { level in
        ReflectedCase(of: level)?.nested.map { Self.named($0) }
      })
    path = value.casePath
    labels = path
    // Where each level adds a name, the others need not be asked for their paths, which cost as much
    // as there are levels.
    if levels.count == path.count, levels.last?.casePath == path.suffix(1) {
      for (level, value) in levels.enumerated() { label(level, as: value) }
    } else {
      labelLevels(levels.map { ($0, $0.casePath) })
    }
  }

  /// Labels the last name that each level adds, down to a level whose own path hides what is inside.
  private mutating func labelLevels(_ levels: [(value: any Graphable, path: [String])]) {
    for (index, level) in levels.enumerated() {
      let inside = index + 1 < levels.count ? levels[index + 1].path : []
      let isNested = !inside.isEmpty && level.path.suffix(inside.count) == inside[...]
      let added = level.path.count - (isNested ? inside.count : 0)
      if added > 0 {
        label(path.count - level.path.count + added - 1, as: level.value)
      }
      guard isNested else { return }
    }
  }

  private mutating func label(_ position: Int, as value: some Graphable) {
    let label = value.graphLabel
    // A name from the type's own path is better than the default label.
    if label != CasePath.caseName(of: value) { labels[position] = label }
  }

  /// Returns the value that has the names.
  private static func named(_ value: some Graphable) -> any Graphable {
    (value as? any ExploredParts)?.named ?? value
  }
}

extension Graphable {
  /// The label of an event or a value: the labels of the value and of what is nested in it, joined
  /// by dots.
  package var diagramLabel: String { diagramLabels.joined(separator: ".") }

  /// The labels of the value and of the states around it, from the outermost inward.
  var diagramLabels: [String] { GraphNames(of: self).labels }
}

/// The node of a state value, and the composite states around it.
struct NodeDescription {
  private(set) var state: StateGraph.State
  /// The names of the state, from the outermost state around it to its own.
  let path: [String]
  private let labels: [String]
  /// A Boolean value that indicates whether the value has more names than levels are shown.
  let isTooDeep: Bool
  /// The identifier of the region around all of them, or `nil` if there is none.
  private let region: String?

  init(
    of value: some Graphable, in region: String? = nil, isFinal: Bool = false,
    isComplete: Bool = false
  ) {
    let names = GraphNames(of: value)
    let levels = names.path.prefix(ExplorationBounds.depth)
    isTooDeep = levels.count < names.path.count
    path =
      isTooDeep
      ? levels.dropLast() + [names.path[(levels.count - 1)...].joined(separator: ".")] : names.path
    labels = names.labels
    self.region = region
    func identifier(_ path: some Sequence<String>) -> String {
      StateGraph.Region.path(path.joined(separator: "."), in: region)
    }
    state = StateGraph.State(
      identifier: identifier(path), label: labels.last ?? "",
      isFinal: isFinal, completion: isComplete ? .complete : nil,
      parent: path.count > 1 ? identifier(path.dropLast()) : region)
  }

  /// The length of the identifier or the label in bytes, whichever is longer.
  var longestName: Int { max(state.identifier.utf8.count, state.label.utf8.count) }

  /// Returns the node with the information whether a machine is finished in its state, and whether
  /// an embedded machine is.
  func final(_ isFinal: Bool, isComplete: Bool) -> NodeDescription {
    var node = self
    node.state.isFinal = isFinal
    node.state.completion = isComplete ? .complete : nil
    return node
  }

  /// The composite states around the state, the outermost first.
  var composites: [StateGraph.CompositeState] { composites { _ in false } }

  /// Returns the composite states around the state, the outermost first, without known ones and
  /// those around them.
  func composites(
    unless isKnown: (_ identifier: String) -> Bool
  ) -> [StateGraph.CompositeState] {
    var composites: [StateGraph.CompositeState] = []
    var identifier = path.count > 1 ? state.parent : nil
    for depth in path.indices.dropLast().reversed() {
      guard let innermost = identifier, !isKnown(innermost) else { break }
      let parent = depth > 0 ? innermost.withoutLast(path[depth]) : region
      composites.append(
        StateGraph.CompositeState(
          identifier: innermost,
          label: labels.indices.contains(depth) ? labels[depth] : path[depth],
          parent: parent))
      identifier = parent
    }
    return composites.reversed()
  }
}

extension String {
  /// Returns the string without a name at its end and the dot before it.
  fileprivate func withoutLast(_ name: String) -> String {
    String(decoding: utf8.dropLast(name.utf8.count + 1), as: UTF8.self)
  }
}
