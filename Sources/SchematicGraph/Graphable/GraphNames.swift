import Schematic

/// The names of a value in a diagram: those of its node, and of the composite states around it.
struct GraphNames {
  /// The names from the outermost state inward; only the identifier if the type has its own.
  let path: [String]
  /// The labels of the same states.
  let labels: [String]

  init(of value: some Graphable) {
    (path, labels) = KnownNames.open { known in
      let levels = NameLevels(of: value, known, as: .identified, withLabels: true)
      return (levels.path, levels.labels(known))
    }
  }
}

extension Graphable {
  /// The path, in which the identifier replaces a type's name if the type has its own identifier.
  var graphPath: [String] {
    KnownNames.open { known in
      known.path(of: self) { NameLevels(of: self, known, as: .identified).path }
    }
  }

  /// The path that the default of `casePath` returns.
  var defaultPath: [String] {
    KnownNames.open { NameLevels(of: self, $0, as: .defaultPath).path }
  }
}

/// The levels of a value: the value itself, the value nested in it, the value nested in that one,
/// and so on.
///
/// The defaults of `Graphable` depend on each other at every level of nesting. Here each level is
/// evaluated once, one after another, and each result is computed once.
///
/// - Complexity: O(*n*) in the number of levels if the types use the defaults.
private struct NameLevels {
  /// The purpose for which names are computed.
  enum Purpose {
    /// The path that the default of `casePath` returns.
    case defaultPath
    /// The path, in which the identifier replaces a type's name if the type has its own identifier.
    case identified
  }

  private struct Level {
    let value: any Graphable
    let name: String
    /// The type's own path from here inward, or `nil` if the path is the name followed by the path
    /// of the next level.
    var ownPath: [String]?
    /// The type's own labels from here inward.
    let ownLabels: [String]?
    /// The number of names from here inward.
    var count = 0
  }

  private var levels: [Level] = []

  init(
    of value: some Graphable, _ known: KnownNames, as purpose: Purpose, withLabels: Bool = false
  ) {
    open(value, known, as: purpose, withLabels: withLabels)
    // From the innermost outwards: what a type says of its own is often made of the levels inside.
    for index in levels.indices.reversed() {
      levels[index].count =
        levels[index].ownPath?.count ?? 1 + (index + 1 < levels.count ? levels[index + 1].count : 0)
      guard index > 0 || purpose == .identified else { continue }
      if let own = known.ownIdentifier(of: levels[index].value), own != identifier(from: index) {
        levels[index].ownPath = [own]
        levels[index].count = 1
      }
    }
  }

  private mutating func open(
    _ value: some Graphable, _ known: KnownNames, as purpose: Purpose, withLabels: Bool
  ) {
    var withLabels = withLabels
    var next: (any Graphable)? = value
    while let value = next {
      let isDefaultPath = levels.isEmpty && purpose == .defaultPath
      let ownPath = isDefaultPath ? nil : known.ownPath(of: value)
      let ownLabels = withLabels ? known.ownLabelPath(of: value) : nil
      withLabels = withLabels && ownLabels == nil
      let reflected = ownPath == nil || withLabels ? ReflectedCase(of: value) : nil
      next = reflected?.nested
      let name = reflected?.name ?? (ownPath == nil ? String(describing: value) : "")
      levels.append(Level(value: value, name: name, ownPath: ownPath, ownLabels: ownLabels))
    }
  }

  /// The path of the value.
  var path: [String] { path(from: 0) }

  private func path(from index: Int) -> [String] {
    var names: [String] = []
    for level in levels[index...] {
      if let path = level.ownPath { return names + path }
      names.append(level.name)
    }
    return names
  }

  private func identifier(from index: Int) -> String {
    path(from: index).joined(separator: ".")
  }

  /// Returns the labels of the value.
  func labels(_ known: KnownNames) -> [String] {
    var index = 0
    var labels: [String]?
    // Down to the first level that does not leave them to the levels inside …
    while index < levels.count {
      labels = ownLabels(at: index, known)
      if labels != nil { break }
      index += 1
    }
    // … and up again, from the innermost label outwards.
    var reversed = Array((labels ?? []).reversed())
    for index in levels[..<index].indices.reversed() {
      if reversed.count + 1 == levels[index].count {
        reversed.append(levels[index].name)
      } else {
        reversed = path(from: index).reversed()
      }
    }
    return reversed.reversed()
  }

  /// Returns the labels of a level, or `nil` if they are its name followed by the labels of the
  /// next level.
  private func ownLabels(at index: Int, _ known: KnownNames) -> [String]? {
    let level = levels[index]
    if let labels = level.ownLabels { return labels }
    let label = known.ownLabel(of: level.value)
    if level.count == 1 { return [label ?? identifier(from: index)] }
    guard let label, label != identifier(from: index) else { return nil }
    return path(from: index).dropLast() + [label]
  }
}

/// The node of a state value, and the composite states around it.
struct NodeDescription {
  private(set) var state: StateGraph.State
  /// The names of the state, from the outermost state around it to its own.
  let path: [String]
  private let labels: [String]

  init(of value: some Graphable, isFinal: Bool = false, isComplete: Bool = false) {
    let names = GraphNames(of: value)
    path = names.path
    labels = names.labels
    state = StateGraph.State(
      identifier: path.joined(separator: "."), label: labels.last ?? value.graphLabel,
      isFinal: isFinal, completion: isComplete ? .complete : nil,
      parent: path.count > 1 ? path.dropLast().joined(separator: ".") : nil)
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
    var identifier = state.parent
    for depth in path.indices.dropLast().reversed() {
      guard let innermost = identifier, !isKnown(innermost) else { break }
      let parent = depth > 0 ? innermost.withoutLast(path[depth]) : nil
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
