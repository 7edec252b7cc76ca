import Schematic

// Values beyond the bound, such as those of a counter, and what is said about them.
extension Explorer {
  /// The number of values beyond the bound that are explored of one state.
  private static var mostFurther: Int { 8 }

  /// The number of times that an event is repeated in a state with more values than the bound allows.
  private static var mostRepetitions: Int { 12 }

  /// Repeats each event in the states with more values than the bound allows.
  ///
  /// A counter with a limit, such as one of failures, gets there before counters without one use up the bound.
  mutating func repeatEvents() {
    let states = valuesBeyond.keys.sorted().filter { repeated.insert($0).inserted }
    guard rules.treatsIgnoredAsUnchanged, !isCut else { return }
    var walks = states.flatMap { state -> [[Int]] in
      guard let first = queue.firstIndex(where: { $0.identifier == state }) else { return [] }
      var known: Set<VisitedSet.Visited> = []
      return events.indices.map { [first, $0] }.filter { step in
        changed[step].map { known.insert(VisitedSet.key(of: $0, in: state)).inserted } ?? false
      }
    }
    for _ in 0..<Self.mostRepetitions where !walks.isEmpty {
      let known = queue.count
      walks = walks.compactMap { step in
        guard let value = changed[step] else { return nil }
        let state = queue[step[0]].identifier
        let key = VisitedSet.key(of: value, in: state)
        if let place = visited[key], place != VisitedSet.unexplored { return [place, step[1]] }
        visited[key] = queue.count
        queue.append((value, state))
        return [queue.count - 1, step[1]]
      }
      let (values, events) = (queue, events)
      let new = walks.filter { step in
        step[0] >= known && rules.isPossible(events[step[1]].event, values[step[0]].value)
      }
      attempt(new) { (values[$0[0]].value, events[$0[1]].event) }
      for step in new { evaluate(step) }
    }
  }

  /// Records the outcomes of an event for a value, of which a step consists: their positions.
  mutating func evaluate(_ step: [Int]) {
    let (event, trigger, _) = events[step[1]]
    let (position, tried) = (step[0], trials.end(of: step))
    let outcomes = evaluate(event, trigger, in: position, timeout: nil, began: position, tried)
    guard rules.treatsIgnoredAsUnchanged else { return }
    // An unchanged value is at the position of the one before.
    let other = outcomes.first {
      $0.target == queue[position].identifier && $0.evidence[0].target != position
    }
    changed[step] = other?.evidence[0].value as? State
  }

  /// A copy that evaluates further values, and is given up with what it finds.
  var withoutCells: Explorer {
    var copy = self
    copy.cells = []
    copy.cellPositions = [:]
    return copy
  }

  /// Returns the states with more values than the bound allows, if a few values beyond it lead to nothing that the
  /// explored values don't lead to.
  ///
  /// Only hand-written machines have counters and buffers that nobody wants in a picture. A schema leaves them out
  /// of its `graphCases`.
  func statesAlikeBeyondBound() -> Set<String> {
    guard rules.treatsIgnoredAsUnchanged, !isCut, !valuesBeyond.isEmpty, !rules.isGivenUp()
    else { return [] }
    var copy = withoutCells
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
