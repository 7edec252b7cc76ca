import Schematic

/// The names of a value in a diagram, from the outermost state inward, and the label of each.
package struct GraphNames {
  package let path: [String]
  package private(set) var labels: [String]

  package init(of value: some Graphable) {
    let levels = Array(
      sequence(first: Self.named(value)) { level in
        ValueTree(level).nested.map { Self.named($0) }
      })
    path = value.casePath
    labels = path
    // If each level adds one name, only the path of the last level is needed. Asking every level
    // for its path would take quadratic time.
    if levels.count == path.count, levels.last?.casePath == path.suffix(1) {
      for (level, value) in levels.enumerated() { label(level, as: value) }
    } else {
      labelLevels(levels.map { ($0, $0.casePath) })
    }
  }

  /// Labels the last name that each level adds, down to a level whose own path hides inner levels.
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
    // The default label is the case's name; the name in a `casePath` of the type's own is better.
    if label != CasePath.caseName(of: value) { labels[position] = label }
  }

  /// Returns the value whose names a diagram shows.
  private static func named(_ value: some Graphable) -> any Graphable {
    (value as? any ExplorationIdentity)?.named ?? value
  }
}

extension Graphable {
  /// The labels of the value and of the values nested in it, joined by dots.
  package var diagramLabel: String { diagramLabels.joined(separator: ".") }

  /// The labels of the value and of the values nested in it, from the outside in.
  package var diagramLabels: [String] { GraphNames(of: self).labels }
}
