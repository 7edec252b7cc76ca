/// The conditions on regions' states under which a rule of the state around the regions applies.
///
/// The rule was evaluated for combinations of the regions' states. If it applies in all of them,
/// there are no conditions. If one region decides and the rule leaves the state around the regions,
/// an arrow begins in each state of that region in which the rule applies. Otherwise, arrows have
/// conditions: `[in motor.idle and in light.off]`.
struct RegionConditions {
  /// A state in which an arrow begins, and the conditions of the arrow.
  struct Origin: Hashable {
    /// The state in which the arrow begins, or `nil` for the state that consists of the regions.
    var source: String?
    var conditions: [StateGraph.Condition] = []
  }

  /// The state of each region, by the region's identifier.
  typealias Combination = [String: String]

  /// The combinations in which the rule applies.
  private let chosen: Set<Combination>
  private let all: [Combination]
  /// The identifiers of the regions, in the order of the graph.
  private let regions: [String]

  /// Creates the conditions that distinguish the chosen combinations from the others, or returns
  /// `nil` if a combination is in both lists.
  ///
  /// If a combination is in both, something other than the regions decides.
  init?(of chosen: [Combination], among others: [Combination], regions: [String]) {
    self.chosen = Set(chosen)
    guard self.chosen.isDisjoint(with: others) else { return nil }
    all = (chosen + others).uniqued()
    self.regions = regions
  }

  /// Returns the origins of arrows that together apply to the chosen combinations and to no others.
  ///
  /// Only arrows that lead out of the state may begin in a state of a region.
  func origins(leaving isLeaving: Bool) -> [Origin] {
    if chosen.count == all.count { return [Origin()] }
    if let (region, states) = decidingRegion {
      return isLeaving
        ? states.map { Origin(source: $0) }
        : conditions(on: region, Set(states)).map { Origin(conditions: [$0]) }
    }
    return boxes.flatMap(origins)
  }

  /// A region whose state alone decides, with the states in which the rule applies; `nil` if there
  /// is none.
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

  /// Returns the states of a region in the order of the combinations.
  private func order(of region: String) -> [String] { all.compactMap { $0[region] }.uniqued() }

  /// The combinations with certain states of some regions: `[motor: {idle, on}]` contains each
  /// combination in which `motor` is idle or on.
  private typealias Box = [String: Set<String>]

  /// Boxes that together contain exactly the chosen combinations, each combination in only one box.
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

  /// Returns a box that contains the combination, contains only chosen ones, and can't be larger.
  private func widest(around combination: Combination, in chosen: Set<Combination>) -> Box {
    func isChosen(_ box: Box) -> Bool {
      all.allSatisfy { chosen.contains($0) || !Self.contains($0, box) }
    }
    // Inner regions are left out first. Otherwise, an outer region would be left out instead: a
    // state of an inner region implies the outer region's state.
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

  /// Returns the origins for a box, each with one condition for every region that the box
  /// restricts.
  private func origins(of box: Box) -> [Origin] {
    regions.reduce([Origin()]) { origins, region in
      guard let inside = box[region] else { return origins }
      let choices = conditions(on: region, inside)
      return origins.flatMap { origin in
        choices.map { Origin(source: origin.source, conditions: origin.conditions + [$0]) }
      }
    }
  }

  /// Returns conditions of which one holds if a region is in one of the states `inside`, and none
  /// otherwise.
  private func conditions(
    on region: String, _ inside: Set<String>
  ) -> [StateGraph.Condition] {
    let others = order(of: region).filter { !inside.contains($0) }
    // If a combination lacks the region, `not in` a state would hold for that combination, too.
    let isAlways = all.allSatisfy { $0[region] != nil }
    return others.count == 1 && inside.count > 1 && isAlways
      ? [.in(others[0], holds: false)] : order(of: region).filter(inside.contains).map { .in($0) }
  }
}
