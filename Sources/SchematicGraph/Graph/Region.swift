extension StateGraph {
  /// One of several machines that run side by side, in a state or as parts of the whole machine.
  ///
  /// An event is offered to each of them (OMG UML 2.5.1, §14.2.3.9): see
  /// `StateMachineSchema.init(initialState:regions:)`.
  public struct Region: Hashable, Sendable {
    /// The path that identifies the region: `light`, or `trip/light` in the state `trip`.
    public let identifier: String
    /// The identifier of the state in which the region runs, or `nil` if the machine as a whole
    /// consists of regions.
    public let parent: String?
    /// The identifier of the state in which the region starts, unless a transition says otherwise.
    public internal(set) var initialState: String

    package init(name: String, in parent: String? = nil, initialState: String) {
      self.init(
        identifier: RegionPath.joined(name, in: parent), in: parent, initialState: initialState)
    }

    /// Creates a region with an identifier that doesn't follow from its parent.
    ///
    /// If a region consists of regions itself, the graph has only the inner ones: the parent of
    /// `left/arm` is the state around `left`.
    package init(identifier: String, in parent: String?, initialState: String) {
      self.identifier = identifier
      self.parent = parent
      self.initialState = initialState
    }

    /// The name of the region: the name of the property that holds the region's state.
    public var name: String {
      identifier.split(separator: RegionPath.mark).last.map(String.init) ?? identifier
    }

    /// Returns a state as conditions and arrows show it, with the name of its region: `light.on` for
    /// `trip/light/on`.
    static func shortName(_ state: String) -> String {
      state.split(separator: RegionPath.mark).suffix(2).joined(separator: ".")
    }

    /// Returns whether a path is equal to another, or lies inside it, as `trip/light/on` lies in `trip`.
    static func isInside(_ state: String, _ other: String) -> Bool {
      state == other || state.hasPrefix(other + ".") || state.hasPrefix(other + RegionPath.mark)
    }
  }
}

extension StateGraph.Region: CustomStringConvertible {
  /// The identifier and the initial state.
  public var description: String { "\(identifier), which starts in \(initialState)" }
}

extension StateGraph {
  /// The outermost machine, then the machines of the regions; outer ones come before inner ones.
  ///
  /// If the machine as a whole consists of regions, there is no outermost machine.
  ///
  /// - Complexity: O(*n*) in the number of states and rules.
  package var machines: [(region: Region?, graph: StateGraph)] {
    guard !regions.isEmpty else { return [(nil, self)] }
    let hierarchy = StateHierarchy(of: self)
    let states = Dictionary(grouping: states) { hierarchy.region(of: $0.identifier) }
    let composites = Dictionary(grouping: composites) { hierarchy.region(of: $0.identifier) }
    let rules = Dictionary(grouping: rules) { hierarchy.level(of: $0).region }
    func machine(_ region: Region?) -> StateGraph {
      let identifier = region?.identifier
      func outermost(_ parent: String?) -> String? { parent == identifier ? nil : parent }
      var graph = self
      graph.states = states[identifier, default: []].map { state in
        var state = state
        state.parent = outermost(state.parent)
        return state
      }
      graph.composites = composites[identifier, default: []].map { composite in
        var composite = composite
        composite.parent = outermost(composite.parent)
        return composite
      }
      graph.rules = rules[identifier, default: []]
      graph.transitions = graph.rules.filter { !$0.effect.isRefusal }
      graph.regions = []
      if let region { graph.initialState = region.initialState }
      return graph
    }
    return (isDivided ? [] : [(nil, machine(nil))]) + regions.map { ($0, machine($0)) }
  }

  /// Returns the machine of a region as a graph of its own, in which states that consist of regions are
  /// single states.
  ///
  /// A transition that leads out of an inner region belongs to this graph, although its source doesn't.
  ///
  /// - Parameter region: The identifier of a region; `nil` for the machine around all regions.
  /// - Returns: The graph, with the same identifiers of states, or `nil` if there is no such machine.
  /// - Complexity: O(*n*) in the number of states and rules.
  package func machine(of region: String?) -> StateGraph? {
    machines.first { $0.region?.identifier == region }?.graph
  }
}

extension StateGraph {
  /// A Boolean value that indicates whether the machine as a whole consists of regions.
  package var isDivided: Bool { regions.divideMachine }
}

extension [StateGraph.Region] {
  /// A Boolean value that indicates whether some of the regions are those of a machine as a whole.
  package var divideMachine: Bool { contains { $0.parent == nil } }
}
