extension StateGraph {
  /// Returns why a property does not hold of a machine that starts in the initial state; `nil` where
  /// it does hold.
  ///
  /// ```swift
  /// #expect(try graph.check(.always(.reachable("closed"))) == nil)
  /// ```
  ///
  /// States that cannot be reached do not count: a machine is never there.
  ///
  /// - Parameter property: What is to hold.
  /// - Returns: A way that refutes the property. In a graph with many, it is short, though not always
  ///   the shortest.
  /// - Throws: ``UnknownName`` when the property names a state, an event or an action that the graph
  ///   does not have.
  /// - Complexity: O(*f* · *n*) for *f* operators, and *n* states and transitions.
  public func check(_ property: GraphProperty) throws(UnknownName) -> Counterexample? {
    try property.checkNames(in: self)
    var checker = ModelChecker(self)
    guard !checker.holdsAtTheStart(property) else { return nil }
    return CounterexampleSearch(of: property, in: self, checker).counterexample
  }
}
