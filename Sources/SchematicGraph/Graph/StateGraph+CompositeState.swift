extension StateGraph {
  /// A state that other states lie in: `active` around `active.playing` and `active.paused`.
  ///
  /// A machine is in a composite state whenever it is in one of the states inside (OMG UML 2.5.1,
  /// §14.2.3.4.1). Transitions of a graph lead from and to the innermost states; what they share is
  /// found by ``Statechart``.
  public struct CompositeState: Hashable, Sendable {
    /// The name that identifies the state among the composite states.
    public let identifier: String
    /// The text that the diagram shows.
    public let label: String
    /// The identifier of the composite state that it lies in itself; `nil` for an outermost one.
    public let parent: String?

    /// Creates a composite state.
    ///
    /// - Parameters:
    ///   - identifier: The name that identifies the state.
    ///   - label: The text to show; the identifier unless you say otherwise.
    ///   - parent: The identifier of the composite state that it lies in.
    public init(identifier: String, label: String? = nil, parent: String? = nil) {
      self.identifier = identifier
      self.label = label ?? identifier
      self.parent = parent
    }
  }

  /// Returns the identifiers of the composite states that a state lies in, the innermost first.
  ///
  /// - Parameter state: The identifier of a state.
  /// - Returns: The identifiers; none where there is no such state, or it lies in no other.
  /// - Complexity: O(*n*) in the number of states and composite states.
  public func ancestors(of state: String) -> [String] {
    Ancestry(of: self).ancestors(of: state)
  }
}
