/// The nesting of a graph's states: the composite states and regions, and what is inside each.
///
/// Composite states and regions refer to each other by position, because the identifiers of deeply
/// nested states are long.
package struct StateHierarchy {
  /// A node of the diagram, or a composite state.
  package enum Child: Hashable {
    case state(StateGraph.State)
    case composite(StateGraph.CompositeState)
  }

  /// The composite states, each after the one that contains it.
  package var composites: [StateGraph.CompositeState] {
    boxes.compactMap { if case .composite(let composite) = $0.kind { composite } else { nil } }
  }

  /// A composite state or a region.
  private struct Box {
    enum Kind {
      case composite(StateGraph.CompositeState)
      case region(StateGraph.Region)
    }
    var kind: Kind
    /// The position of the box around this box.
    let parent: Int?
    /// The position of the region around the box, or of the box itself if it is a region.
    let region: Int?
    var children: [Child] = []
    /// The positions of the states inside, at any depth, but not in inner regions.
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
  /// The regions of each state that consists of regions; under `nil`, the regions of the whole machine.
  private var regionsByState: [String?: [StateGraph.Region]] = [:]

  /// Creates the hierarchy of states.
  ///
  /// A composite state that is mentioned only as a parent is added. A composite state without
  /// states is left out, and one that is its own ancestor becomes an outermost one.
  ///
  /// - Parameters:
  ///   - states: The states.
  ///   - composites: The composite states, in any order.
  ///   - regions: The regions, outer ones before inner ones.
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
    let declared = Dictionary(firstOf: composites.map { ($0.identifier, $0) })
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

  package init(of graph: StateGraph) {
    self.init(states: graph.states, composites: graph.composites, regions: graph.regions)
  }

  /// Returns the position of a composite state or region; an unknown composite state is added, after
  /// the composite states around it.
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
        // The composite state is its own ancestor.
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

  /// Returns the regions of a state; for `nil`, the regions of the machine as a whole.
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

  /// Returns the composite states around a state, within its region, the innermost first.
  package func ancestors(of state: String) -> [String] {
    identifiers(from: parents[state])
  }

  /// Returns the composite states around a composite state, within its region, the innermost first.
  package func ancestors(ofComposite composite: String) -> [String] {
    identifiers(from: positions[composite].flatMap { boxes[$0].parent })
  }

  private func identifiers(from position: Int?) -> [String] {
    ancestors(from: position).map { boxes[$0].identifier }
  }

  /// Returns the positions of a composite state and its ancestors, within its region, the innermost first.
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

  /// Returns a state of a region: the given state, or the state of the region that contains it.
  ///
  /// With `nil` for the region, this is a state of the machine around all regions: `trip` contains
  /// `trip/light/on`.
  ///
  /// - Returns: The identifier of the state, or `nil` if the given state isn't inside the region.
  package func state(around state: String, in region: String?) -> String? {
    var next = state
    while true {
      let box = (parents[next] ?? positions[next]).flatMap { boxes[$0].region }.map { boxes[$0] }
      if box?.identifier == region { return next }
      guard case .region(let inner)? = box?.kind, let outer = inner.parent else { return nil }
      next = outer
    }
  }

  /// Returns the machine that a rule belongs to, and the state of this machine in which the rule applies.
  ///
  /// The machine is given by its region, or `nil` for the machine around all regions. A transition
  /// that leads out of a region belongs to the machine around the region, because it leaves the
  /// state around the region.
  package func level(of rule: StateGraph.Rule) -> (region: String?, state: String) {
    let isInside = rule.isInternal || rule.effect.isRefusal
    let region = region(of: isInside ? rule.source : rule.target)
    return (region, state(around: rule.source, in: region) ?? rule.source)
  }

  /// Returns the states inside a composite state or a region, at any depth, but not in inner regions.
  package func descendants(of composite: String) -> [StateGraph.State] {
    positions[composite].map { boxes[$0].descendants.map { states[$0] } } ?? []
  }

  /// Returns the identifiers of the states inside a composite state that aren't final.
  func nonFinalDescendants(of composite: String) -> [String] {
    descendants(of: composite).filter { !$0.isFinal }.map(\.identifier)
  }

  /// Returns the identifiers of the states of a region, but not of inner regions; for `nil`, of the
  /// states outside of all regions.
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
