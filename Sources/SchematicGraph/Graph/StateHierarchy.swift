/// The nesting of a graph's states: the composite states, and the states inside each.
///
/// The identifiers of deeply nested states are long, so each is looked up only once; everything
/// else uses positions.
package struct StateHierarchy {
  /// An innermost state, or a composite state.
  package enum Child: Hashable {
    case state(StateGraph.State)
    case composite(StateGraph.CompositeState)
  }

  /// The composite states, each after the one that contains it.
  package private(set) var composites: [StateGraph.CompositeState] = []

  private let states: [StateGraph.State]
  /// The positions of the composite states, by their identifiers.
  private var positions: [String: Int] = [:]
  /// The position of the composite state around each composite state; `nil` around an outermost one.
  private var compositeParents: [Int?] = []
  /// The position of the composite state around each state.
  private var parents: [String: Int] = [:]
  /// The children of each composite state; at the end those of the outermost level.
  private var children: [[Child]] = []
  private var outermost: [Child] = []
  /// The positions of the states inside each composite state, at any depth.
  private var descendants: [[Int]] = []

  /// Creates the hierarchy of states.
  ///
  /// A composite state that is mentioned only as a parent is added. A composite state without
  /// states is left out, and one that is its own ancestor becomes an outermost one.
  ///
  /// - Parameters:
  ///   - states: The states.
  ///   - composites: The composite states, in any order.
  /// - Complexity: O(*n*) in the number of composite states around all states.
  package init(states: [StateGraph.State], composites: [StateGraph.CompositeState]) {
    self.states = states
    let declared = Dictionary(
      composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, state) in states.enumerated() {
      let parent = state.parent.flatMap { add($0, declared) }
      add(.state(state), to: parent)
      parents[state.identifier] = parent
      var next = parent
      while let ancestor = next {
        descendants[ancestor].append(index)
        next = compositeParents[ancestor]
      }
    }
  }

  /// Creates the hierarchy of a graph's states.
  package init(of graph: StateGraph) {
    self.init(states: graph.states, composites: graph.composites)
  }

  /// Adds a composite state after those around it, and returns its position.
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
      let position = composites.count
      composites.append(composite)
      children.append([])
      descendants.append([])
      add(.composite(composite), to: known)
      compositeParents.append(known)
      positions[composite.identifier] = position
      known = position
    }
    return known
  }

  private mutating func add(_ child: Child, to parent: Int?) {
    if let parent {
      children[parent].append(child)
    } else {
      outermost.append(child)
    }
  }

  /// Returns the states and composite states directly inside a composite state, in the order of the
  /// states.
  ///
  /// - Parameter composite: The identifier of a composite state; `nil` for the outermost level.
  /// - Returns: The children. A composite state takes the place of the first state inside it.
  package func children(of composite: String?) -> [Child] {
    guard let composite else { return outermost }
    return positions[composite].map { children[$0] } ?? []
  }

  /// Returns the identifiers of the states directly inside a composite state that complete it.
  func completingChildren(of composite: String) -> [String] {
    children(of: composite).compactMap { child in
      guard case .state(let state) = child, state.completion != nil else { return nil }
      return state.identifier
    }
  }

  /// Returns the composite states around a state, the innermost first.
  package func ancestors(of state: String) -> [String] {
    identifiers(from: parents[state])
  }

  /// Returns the composite states around a composite state, the innermost first.
  package func ancestors(ofComposite composite: String) -> [String] {
    identifiers(from: positions[composite].flatMap { compositeParents[$0] })
  }

  private func identifiers(from position: Int?) -> [String] {
    ancestors(from: position).map { composites[$0].identifier }
  }

  /// Returns the positions of a composite state and those around it, the innermost first.
  private func ancestors(from position: Int?) -> [Int] {
    var ancestors: [Int] = []
    var next = position
    while let ancestor = next {
      ancestors.append(ancestor)
      next = compositeParents[ancestor]
    }
    return ancestors
  }

  /// Returns the states inside a composite state, at any depth, in the order of the graph.
  package func descendants(of composite: String) -> [StateGraph.State] {
    positions[composite].map { descendants[$0].map { states[$0] } } ?? []
  }

  /// Returns the innermost composite state around all of the given states, or `nil` if there is
  /// none.
  package func commonAncestor(of states: [String]) -> String? {
    guard let first = states.first else { return nil }
    let others = states.dropFirst().map { Set(ancestors(from: parents[$0])) }
    return ancestors(from: parents[first]).first { ancestor in
      others.allSatisfy { $0.contains(ancestor) }
    }.map { composites[$0].identifier }
  }
}
