import Schematic

// Values that look the same after different events, because what differs in them is ignored.
extension Explorer {
  /// The number of values of one state that are tried as another event has made them.
  private static var mostOtherWays: Int { 8 }

  /// Remembers which event has led to a new value, or a known value as another event has made it.
  mutating func recordWay(
    to position: Int, _ value: State, by trigger: StateGraph.Trigger, isNew: Bool
  ) {
    guard rules.treatsIgnoredAsUnchanged, !rules.ignored.isEmpty else { return }
    if isNew {
      firstWays[position] = trigger
    } else if firstWays[position] != trigger, otherWays[position] == nil {
      let state = queue[position].identifier
      guard otherWays.keys.count(where: { queue[$0].identifier == state }) < Self.mostOtherWays
      else { return }
      otherWays[position] = (value, trigger)
    }
  }

  /// Tries all events in values as other events have made them, and records a finding about each event that does
  /// something else than in the value that was explored.
  mutating func compareWays() {
    guard !otherWays.isEmpty, !isCut else { return }
    // What the copy finds is only compared.
    var copy = self
    (copy.cells, copy.cellPositions) = ([], [:])
    let (ways, events) = (otherWays.sorted { $0.key < $1.key }, events)
    for (position, way) in ways { copy.queue.append((way.value, queue[position].identifier)) }
    let (first, values) = (queue.count, copy.queue)
    let steps = ways.indices.flatMap { way in events.indices.map { [first + way, $0] } }
      .filter { rules.isPossible(events[$0[1]].event, values[$0[0]].value) }
    copy.attempt(steps) { (values[$0[0]].value, events[$0[1]].event) }
    for step in steps { copy.evaluate(step) }
    guard !copy.isCut else { return }
    func outcomes(of cell: TransitionCell?, from position: Int) -> [[CellOutcome]] {
      (cell?.answers ?? []).filter { $0.course.current == position }.map(\.outcomes)
    }
    let known = cellPositions.sorted { $0.value < $1.value }.filter { !$0.key.isTimeout }
    for (number, (position, way)) in ways.enumerated() {
      for (key, place) in known where key.source == queue[position].identifier {
        let other = copy.cellPositions[key].map { copy.cells[$0] }
        guard
          outcomes(of: cells[place], from: position) != outcomes(of: other, from: first + number)
        else { continue }
        findings.append(
          .ignoredDecides(
            ignoredDifferences(of: queue[position].value, way.value), state: key.source,
            event: "\(key.trigger)",
            ways: [firstWays[position], way.trigger].map { $0.map { "\($0)" } ?? "the start" }))
      }
    }
  }

  /// Returns the ignored properties in which two values differ, without those that differ each time, unless there are
  /// no others.
  private func ignoredDifferences(of one: State, _ other: State) -> [String] {
    func differences(_ one: State, _ other: State) -> [String] {
      guard let one = one.inspected, let other = other.inspected else { return [] }
      return VaryingProperties(one, other).paths
    }
    let varying = differences(one, one)
    let all = differences(one, other)
    let lasting = all.filter { !varying.contains($0) }
    return lasting.isEmpty ? all : lasting
  }
}

extension Graphable {
  /// The value as somebody may look into it, or `nil` if nobody can.
  var inspected: Any? { (self as? any ExplorationIdentity).map(\.whole) ?? self }
}
