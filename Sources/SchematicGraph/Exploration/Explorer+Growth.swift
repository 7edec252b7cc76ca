import Schematic

// Values beyond the bound, such as those of a counter, and what is said about them.
extension Explorer {
  /// The number of values beyond the bound that are explored of one state.
  private static var mostFurther: Int { 8 }

  /// Returns the states with more values than the bound allows, if a few values beyond it lead to nothing that the
  /// explored values don't lead to.
  ///
  /// Only hand-written machines have counters and buffers that nobody wants in a picture. A schema leaves them out
  /// of its `graphCases`.
  func statesAlikeBeyondBound() -> Set<String> {
    guard rules.treatsIgnoredAsUnchanged, !isCut, !valuesBeyond.isEmpty else { return [] }
    // The copy finds further values and states, and is given up with them.
    var copy = self
    copy.cells = []
    copy.cellPositions = [:]
    copy.bounds.values += Self.mostFurther
    for (state, values) in valuesBeyond.sorted(by: { $0.key < $1.key }) {
      for value in values {
        copy.visited[VisitedSet.key(of: value, in: state)] = nil
        copy.discover(value, copy.node(of: value))
      }
    }
    copy.exploreAll()
    guard !copy.isCut else { return [] }
    let surprising = copy.cellPositions.filter { key, position in
      let known = cellPositions[key].map { Set(cells[$0].outcomes) } ?? []
      return !Set(copy.cells[position].outcomes).isSubset(of: known)
    }
    return Set(valuesBeyond.keys).subtracting(surprising.keys.map(\.source))
  }

  /// Returns the finding about a bound with the field that takes the most values; any other finding unchanged.
  ///
  /// For a state of `alike`, the finding is a note.
  func namingGrowth(in finding: GraphFinding, alike: Set<String>) -> GraphFinding {
    switch finding.kind {
    case .valueBound:
      let values = queue.filter { $0.identifier == finding.state }.map(\.value)
      let growing = GrowingField(in: values)
      return alike.contains(finding.state)
        ? .furtherValues(bounds.values, state: finding.state, growing)
        : .valueBound(bounds.values, state: finding.state, growing, rules.boundAdvice)
    case .evaluationBound:
      return .evaluationBound(
        bounds.evaluations, GrowingField(in: queue.map(\.value)),
        isOfMachine: rules.treatsIgnoredAsUnchanged)
    default: return finding
    }
  }
}
