/// The nesting of a graph's states: the composite states and regions, and what is inside each.
///
/// The identifiers of deeply nested states are long, so each is looked up only once; everything
/// else uses positions.
package struct StateHierarchy {
  /// An innermost state or one that consists of regions, or a composite state.
  package enum Child: Hashable {
    case state(StateGraph.State)
    case composite(StateGraph.CompositeState)
  }

  /// The composite states, each after the one that contains it.
  package var composites: [StateGraph.CompositeState] {
    boxes.compactMap { if case .composite(let composite) = $0.kind { composite } else { nil } }
  }

  private struct Box {
    enum Kind {
      case composite(StateGraph.CompositeState)
      case region(StateGraph.Region)
    }
    var kind: Kind
    /// The position of the composite state or region around it.
    let parent: Int?
    /// The position of the region around it, or of itself if it is one.
    let region: Int?
    var children: [Child] = []
    /// The positions of the states inside, at any depth, without those of regions inside these.
    var descendants: [Int] = []

    var identifier: String {
      switch kind {
      case .composite(let composite): composite.identifier
      case .region(let region): region.identifier
      }
    }
  }

  private let states: [StateGraph.State]
  private var boxes: [Box] = []
  /// The positions of the boxes, by their identifiers.
  private var positions: [String: Int] = [:]
  /// The position of the box around each state.
  private var parents: [String: Int] = [:]
  private var outermost: [Child] = []
  /// The positions of the states outside of all regions.
  private var statesOutside: [Int] = []
  /// The regions of each state that consists of some; of the machine as a whole for `nil`.
  private var regionsByState: [String?: [StateGraph.Region]] = [:]

  /// Creates the hierarchy of states.
  ///
  /// A composite state that is mentioned only as a parent is added. A composite state without
  /// states is left out, and one that is its own ancestor becomes an outermost one.
  ///
  /// - Parameters:
  ///   - states: The states.
  ///   - composites: The composite states, in any order.
  ///   - regions: The regions, each after those around it.
  /// - Complexity: O(*n*) in the number of composite states around all states.
  package init(
    states: [StateGraph.State], composites: [StateGraph.CompositeState],
    regions: [StateGraph.Region] = []
  ) {
    self.states = states
    for region in regions where positions[region.identifier] == nil {
      positions[region.identifier] = boxes.count
      boxes.append(Box(kind: .region(region), parent: nil, region: boxes.count))
      regionsByState[region.parent, default: []].append(region)
    }
    let declared = Dictionary(
      composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, state) in states.enumerated() {
      let parent = state.parent.flatMap { add($0, declared) }
      add(.state(state), to: parent)
      parents[state.identifier] = parent
      var next = parent
      if parent.flatMap({ boxes[$0].region }) == nil { statesOutside.append(index) }
      while let box = next {
        boxes[box].descendants.append(index)
        next = boxes[box].parent
      }
    }
  }

  /// Creates the hierarchy of a graph's states.
  package init(of graph: StateGraph) {
    self.init(states: graph.states, composites: graph.composites, regions: graph.regions)
  }

  /// Adds a composite state after those around it, and returns its position, or that of a region.
  private mutating func add(
    _ identifier: String, _ declared: [String: StateGraph.CompositeState]
  ) -> Int? {
    var chain: [StateGraph.CompositeState] = []
    var met: Set<String> = []
    var next: String? = identifier
    var known: Int?
    while let identifier = next {
      known = positions[identifier]
      if known != nil { break }
      guard met.insert(identifier).inserted else {
        // The chain has come round to itself.
        chain[chain.count - 1].parent = nil
        break
      }
      let composite = declared[identifier] ?? StateGraph.CompositeState(identifier: identifier)
      chain.append(composite)
      next = composite.parent
    }
    for composite in chain.reversed() {
      let position = boxes.count
      add(.composite(composite), to: known)
      boxes.append(
        Box(kind: .composite(composite), parent: known, region: known.flatMap { boxes[$0].region }))
      positions[composite.identifier] = position
      known = position
    }
    return known
  }

  private mutating func add(_ child: Child, to parent: Int?) {
    if let parent {
      boxes[parent].children.append(child)
    } else {
      outermost.append(child)
    }
  }

  /// Returns the states and composite states directly inside a composite state or a region, in the order
  /// of the states.
  ///
  /// - Parameter box: The identifier of a composite state or region; `nil` for the outermost level.
  /// - Returns: The children. A composite state takes the place of the first state inside it.
  package func children(of box: String?) -> [Child] {
    guard let box else { return outermost }
    return positions[box].map { boxes[$0].children } ?? []
  }

  /// Returns the regions that a state consists of; those of the machine as a whole for `nil`.
  package func regions(of state: String?) -> [StateGraph.Region] {
    regionsByState[state, default: []]
  }

  /// Returns the identifiers of the states directly inside a composite state that complete it.
  func completingChildren(of composite: String) -> [String] {
    children(of: composite).compactMap { child in
      guard case .state(let state) = child, state.completion != nil else { return nil }
      return state.identifier
    }
  }

  /// Returns the composite states around a state in its region, the innermost first.
  package func ancestors(of state: String) -> [String] {
    identifiers(from: parents[state])
  }

  /// Returns the composite states around a composite state in its region, the innermost first.
  package func ancestors(ofComposite composite: String) -> [String] {
    identifiers(from: positions[composite].flatMap { boxes[$0].parent })
  }

  private func identifiers(from position: Int?) -> [String] {
    ancestors(from: position).map { boxes[$0].identifier }
  }

  /// Returns the positions of a composite state and those around it in its region, the innermost first.
  private func ancestors(from position: Int?) -> [Int] {
    var ancestors: [Int] = []
    var next = position
    while let box = next, case .composite = boxes[box].kind {
      ancestors.append(box)
      next = boxes[box].parent
    }
    return ancestors
  }

  /// Returns the identifier of the region around a state or composite state, or `nil` if there is none.
  package func region(of identifier: String) -> String? {
    (parents[identifier] ?? positions[identifier]).flatMap { boxes[$0].region }
      .map { boxes[$0].identifier }
  }

  /// Returns the state of a region that a state is, or that it is inside of; of the machine around all
  /// regions for `nil`.
  ///
  /// - Returns: The identifier of the state, or `nil` if the state isn't inside the region.
  package func state(around state: String, in region: String?) -> String? {
    var next = state
    while true {
      let box = (parents[next] ?? positions[next]).flatMap { boxes[$0].region }.map { boxes[$0] }
      if box?.identifier == region { return next }
      guard case .region(let inner)? = box?.kind, let outer = inner.parent else { return nil }
      next = outer
    }
  }

  /// Returns the region whose rules a rule belongs to, `nil` for the machine around all regions, and the
  /// state of that machine which the rule is about.
  ///
  /// A transition that leads out of a region leaves the state around it, and so belongs to the rules
  /// around.
  package func level(of rule: StateGraph.Rule) -> (region: String?, state: String) {
    let isInside = rule.isInternal || rule.effect.isRefusal
    let region = region(of: isInside ? rule.source : rule.target)
    return (region, state(around: rule.source, in: region) ?? rule.source)
  }

  /// Returns the states inside a composite state, at any depth, in the order of the graph.
  package func descendants(of composite: String) -> [StateGraph.State] {
    positions[composite].map { boxes[$0].descendants.map { states[$0] } } ?? []
  }

  /// Returns the identifiers of the states of a region, without those of regions inside; those outside
  /// of all regions for `nil`.
  func states(of region: String?) -> [String] {
    guard let region else { return statesOutside.map { states[$0].identifier } }
    return descendants(of: region).map(\.identifier)
  }

  /// Returns the innermost composite state around all of the given states, or `nil` if there is
  /// none.
  package func commonAncestor(of states: [String]) -> String? {
    guard let first = states.first else { return nil }
    let others = states.dropFirst().map { Set(ancestors(from: parents[$0])) }
    return ancestors(from: parents[first]).first { ancestor in
      others.allSatisfy { $0.contains(ancestor) }
    }.map { boxes[$0].identifier }
  }
}
