extension StateGraph {
  /// One of several machines that go on side by side: in a state, or as the machine as a whole.
  ///
  /// An event is offered to each of them (OMG UML 2.5.1, §14.2.3.9): see
  /// `StateMachineSchema.init(initialState:regions:)`.
  public struct Region: Hashable, Sendable {
    /// The path that identifies the region: `light`, or `trip/light` in the state `trip`.
    public let identifier: String
    /// The identifier of the state that consists of the region and others, or `nil` if the machine as a
    /// whole does.
    public let parent: String?
    /// The identifier of the state in which the region starts, unless a transition says otherwise.
    public internal(set) var initialState: String

    /// Creates a region.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - parent: The identifier of the state that consists of the region.
    ///   - initialState: The identifier of the state in which the region starts.
    package init(name: String, in parent: String? = nil, initialState: String) {
      self.init(
        identifier: Self.path(name, in: parent), in: parent, initialState: initialState)
    }

    /// Creates a region with an identifier of its own: one of a region that consists of regions itself.
    package init(identifier: String, in parent: String?, initialState: String) {
      self.identifier = identifier
      self.parent = parent
      self.initialState = initialState
    }

    /// The name of the region, which is that of the property that holds its state.
    public var name: String {
      identifier.split(separator: Self.mark).last.map(String.init) ?? identifier
    }

    /// The mark between a region, or the state around it, and what is inside.
    static let mark = "/"

    /// Returns a state as conditions and arrows show it, with the name of its region: `light.on` for
    /// `trip/light/on`.
    static func shortName(_ state: String) -> String {
      state.split(separator: mark).suffix(2).joined(separator: ".")
    }

    /// Returns whether the path of a state is that of another one, or of something inside it.
    static func isInside(_ state: String, _ other: String) -> Bool {
      state == other || state.hasPrefix(other + ".") || state.hasPrefix(other + mark)
    }

    /// Returns the path of something inside a state or a region.
    static func path(_ name: String, in outer: String?) -> String {
      outer.map { $0 + mark + name } ?? name
    }
  }
}

extension StateGraph.Region: CustomStringConvertible {
  /// The identifier and the initial state.
  public var description: String { "\(identifier), which starts in \(initialState)" }
}

extension StateGraph {
  /// The outermost machine, and those of all regions, each after those around it.
  ///
  /// If the machine as a whole consists of regions, there is no outermost one.
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
    let isDivided = regions.contains { $0.parent == nil }
    return (isDivided ? [] : [(nil, machine(nil))]) + regions.map { ($0, machine($0)) }
  }

  /// Returns the machine of a region as a graph of its own, in which states that consist of regions are
  /// single states.
  ///
  /// Its rules are those of its level; some may begin in a state of a region inside.
  ///
  /// - Parameter region: The identifier of a region; `nil` for the machine around all regions.
  /// - Returns: The graph, whose states have the identifiers that they have here; `nil` if there is no
  ///   such machine.
  /// - Complexity: O(*n*) in the number of states and rules.
  package func machine(of region: String?) -> StateGraph? {
    machines.first { $0.region?.identifier == region }?.graph
  }
}
