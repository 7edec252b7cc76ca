/// The conditions on the states of regions under which a rule around them applies.
///
/// What the rules around answer is known for combinations of states. A person wants to read it in the
/// regions: from one state if that decides, and else as `[in motor.idle and light.off]`.
struct RegionConditions {
  /// The beginning of an arrow, and its conditions.
  struct Origin: Hashable {
    /// The state that the arrow begins at; `nil` for the state that consists of the regions.
    var source: String?
    var conditions: [StateGraph.Condition] = []
  }

  /// The state of each region, by the region's identifier.
  typealias Combination = [String: String]

  private let chosen: Set<Combination>
  private let all: [Combination]
  /// The regions in the order of the graph.
  private let regions: [String]

  /// Creates the conditions that tell some combinations from others, or returns `nil` if a combination is
  /// among both: then something else decides.
  init?(of chosen: [Combination], among others: [Combination], regions: [String]) {
    self.chosen = Set(chosen)
    guard self.chosen.isDisjoint(with: others) else { return nil }
    all = (chosen + others).uniqued()
    self.regions = regions
  }

  /// Returns where arrows begin that stand for all chosen combinations.
  ///
  /// - Parameter isLeaving: `true` if the arrows lead out of the state, so that they may begin inside.
  /// - Returns: The places, each with its conditions.
  func origins(leaving isLeaving: Bool) -> [Origin] {
    if chosen.count == all.count { return [Origin()] }
    if let (region, states) = decidingRegion {
      return isLeaving
        ? states.map { Origin(source: $0) }
        : conditions(on: region, Set(states)).map { Origin(conditions: [$0]) }
    }
    return boxes.flatMap(origins)
  }

  /// The region whose state alone decides, with the states in which the rule applies.
  private var decidingRegion: (region: String, states: [String])? {
    for region in regions {
      let states = chosen.compactMap { $0[region] }
      let inside = Set(states)
      let isEnough =
        states.count == chosen.count
        && all.allSatisfy { chosen.contains($0) || !($0[region].map(inside.contains) ?? false) }
      if isEnough { return (region, order(of: region).filter(inside.contains)) }
    }
    return nil
  }

  /// The states of a region in the order of the combinations.
  private func order(of region: String) -> [String] { all.compactMap { $0[region] }.uniqued() }

  /// States of some regions, such that every combination with these is chosen.
  private typealias Box = [String: Set<String>]

  /// Boxes that have all chosen combinations together, each combination in one of them.
  private var boxes: [Box] {
    var boxes: [Box] = []
    var covered: Set<Combination> = []
    for combination in all where chosen.contains(combination) && !covered.contains(combination) {
      let box = widest(around: combination, in: chosen.subtracting(covered))
      boxes.append(box)
      covered.formUnion(all.filter { Self.contains($0, box) })
    }
    return boxes
  }

  /// Returns a box of some of the chosen combinations that can't be widened.
  private func widest(around combination: Combination, in chosen: Set<Combination>) -> Box {
    func isChosen(_ box: Box) -> Bool {
      all.allSatisfy { chosen.contains($0) || !Self.contains($0, box) }
    }
    // Inner regions first: a state of one says the states around it.
    return regions.reversed().reduce(into: combination.mapValues { [$0] }) { box, region in
      guard box[region] != nil else { return }
      var wider = box
      wider[region] = nil
      if isChosen(wider) {
        box = wider
        return
      }
      for state in order(of: region) {
        wider = box
        wider[region]?.insert(state)
        if isChosen(wider) { box = wider }
      }
    }
  }

  private static func contains(_ combination: Combination, _ box: Box) -> Bool {
    box.allSatisfy { region, states in combination[region].map(states.contains) ?? false }
  }

  /// Returns the origins for a box: a condition for each region that it restricts.
  private func origins(of box: Box) -> [Origin] {
    regions.reduce([Origin()]) { origins, region in
      guard let inside = box[region] else { return origins }
      let choices = conditions(on: region, inside)
      return origins.flatMap { origin in
        choices.map { Origin(source: origin.source, conditions: origin.conditions + [$0]) }
      }
    }
  }

  /// Returns the conditions of which one holds if a region is in one of some states.
  private func conditions(
    on region: String, _ inside: Set<String>
  ) -> [StateGraph.Condition] {
    let others = order(of: region).filter { !inside.contains($0) }
    // A region that isn't always there is in no state then.
    let isAlways = all.allSatisfy { $0[region] != nil }
    return others.count == 1 && inside.count > 1 && isAlways
      ? [.in(others[0], holds: false)] : order(of: region).filter(inside.contains).map { .in($0) }
  }
}
