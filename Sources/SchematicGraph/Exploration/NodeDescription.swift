import Schematic

/// The node that represents a state value, and the composite states around it.
struct NodeDescription {
  private(set) var state: StateGraph.State
  /// The names of the states around the state, the outermost first, and then its own name.
  let path: [String]
  private let labels: [String]
  /// A Boolean value that indicates whether the value has more levels than diagrams show.
  let isTooDeep: Bool
  /// The identifier of the region that contains the state, or `nil` if there is none.
  private let region: String?

  init(of value: some Graphable, in region: String? = nil) {
    let names = GraphNames(of: value)
    let levels = names.path.prefix(ExplorationBounds.depth)
    isTooDeep = levels.count < names.path.count
    path =
      isTooDeep
      ? levels.dropLast() + [names.path[(levels.count - 1)...].joined(separator: ".")] : names.path
    labels = names.labels
    self.region = region
    func identifier(_ path: some Sequence<String>) -> String {
      RegionPath.joined(path.joined(separator: "."), in: region)
    }
    state = StateGraph.State(
      identifier: identifier(path), label: labels.last ?? "",
      parent: path.count > 1 ? identifier(path.dropLast()) : region)
  }

  /// The length of the identifier or the label in bytes, whichever is longer.
  var longestName: Int { max(state.identifier.utf8.count, state.label.utf8.count) }

  /// Returns the node with two marks: whether a machine is finished in the state, and whether the
  /// state completes the composite state around it.
  func final(_ isFinal: Bool, isComplete: Bool) -> NodeDescription {
    var node = self
    node.state.isFinal = isFinal
    node.state.completion = isComplete ? .complete : nil
    return node
  }

  /// The composite states around the state, the outermost first.
  var composites: [StateGraph.CompositeState] { composites { _ in false } }

  /// Returns the composite states around the state, the outermost first.
  ///
  /// A known composite state is left out, and so are the states around it.
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
  /// Returns the string without a name at its end, and without the dot before that name.
  fileprivate func withoutLast(_ name: String) -> String {
    String(decoding: utf8.dropLast(name.utf8.count + 1), as: UTF8.self)
  }
}

/// The payloads of the explored values, and the names of the fields that diagrams show.
struct NodePayloads {
  /// The explored values, by their positions.
  private let values: [any Graphable]
  /// The positions of each state's values, for states with several values.
  private let positions: [String: [Int]]
  /// The payload of each value, or `nil` if it hasn't been read yet.
  private var ends: [PayloadStep.End?]
  private let beyond: [String: [any Graphable]]
  /// The ranges of the integers in the properties of a machine, which it keeps from state to state.
  private let kept: UnexploredRanges
  private var distinguishing: [String: Set<String>] = [:]
  /// The names of each state's fields that no change mentions, because regions or a history show them.
  private var hidden: [String: Set<String>] = [:]

  /// Creates the payloads of explored values, each given with the identifier of its state; `beyond`
  /// has the values that were found but not explored.
  init(
    of explored: [(value: any Graphable, identifier: String)], beyond: [String: [any Graphable]]
  ) {
    self.beyond = beyond
    kept = UnexploredRanges(
      of: beyond.values.joined().map { PayloadField.fields(of: $0).filter(\.origin.isOfMachine) })
    values = explored.map(\.value)
    ends = explored.map { _ in nil }
    positions = Dictionary(grouping: explored.indices) { explored[$0].identifier }
      .filter { $0.value.count > 1 }
  }

  /// Hides the fields that `fields` names for each state.
  mutating func hide(_ fields: [String: Set<String>]) {
    hidden.merge(fields) { $0.union($1) }
  }

  mutating func end(at position: Int) -> PayloadStep.End {
    if let known = ends[position] { return known }
    let end = PayloadStep.End(of: values[position])
    ends[position] = end
    return end
  }

  /// Returns the ranges of the integers in a state's unexplored values.
  ///
  /// The owner is before a name that fields of several owners have: `state count`.
  func openEnds(of identifier: String, on event: (any Graphable)?) -> UnexploredRanges {
    UnexploredRanges(
      of: beyond[identifier, default: []].map {
        PayloadField.fields(PayloadField.fields(of: $0), on: event)
      }, or: kept)
  }

  /// Returns the names of a state's fields that differ between its values and aren't hidden.
  mutating func distinguishingFields(of identifier: String) -> Set<String> {
    guard let positions = positions[identifier] else { return [] }
    if let known = distinguishing[identifier] { return known }
    let lists = positions.map { end(at: $0).fields }
    var found: [String: Set<PayloadField.Value>] = [:]
    var counts: [String: Int] = [:]
    // What has happened to a machine is no value that a step changes.
    for field in lists.joined() where field.origin != .history {
      found[field.name, default: []].insert(field.value)
      counts[field.name, default: 0] += 1
    }
    let names = Set(
      found.filter { $0.value.count > 1 || counts[$0.key] != lists.count }.map(\.key))
    let shown = names.subtracting(hidden[identifier, default: []])
    distinguishing[identifier] = shown
    return shown
  }
}

extension PayloadStep.End {
  static let none = PayloadStep.End(caseName: nil, fields: [])

  init(of value: some Graphable) {
    self.init(
      caseName: PayloadField.caseName(of: value), fields: PayloadField.fields(of: value))
  }
}

/// The ranges of the integers in values that were found but not explored, by the names of the
/// fields.
///
/// The explored values of a field may end at 49 only because of a bound. If greater values were
/// found, too, a condition can say `attempt ≥ 3` in place of `attempt in 3…49`.
struct UnexploredRanges {
  private var ranges: [String: ClosedRange<Int>] = [:]

  /// Reads the fields of values; `others` has the ranges of a machine's fields in other states.
  init(of values: [[PayloadField]] = [], or others: UnexploredRanges? = nil) {
    for (name, range) in others?.ranges ?? [:] {
      ranges[name] = range
      ranges["machine \(name)"] = range
    }
    for field in values.joined() {
      guard case .integer(let integer) = field.value else { continue }
      let known = ranges[field.name, default: integer...integer]
      ranges[field.name] = min(known.lowerBound, integer)...max(known.upperBound, integer)
    }
  }

  /// The range of a field's integers in unexplored values, or `nil` if there are none.
  subscript(name: String) -> ClosedRange<Int>? { ranges[name] }
}
