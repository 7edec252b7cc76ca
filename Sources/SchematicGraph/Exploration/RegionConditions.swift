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
  func origins(leaving isLeaving: Bool) -> [Origin] {
    if chosen.count == all.count { return [Origin()] }
    if let (_, states) = decidingRegion {
      return states.map { state in
        isLeaving ? Origin(source: state) : Origin(conditions: [.in(state)])
      }
    }
    return boxes.flatMap(origins)
  }

  /// The region whose state alone decides, with the states in which the rule applies.
  private var decidingRegion: (region: String, states: [String])? {
    for region in regions {
      let states = chosen.compactMap { $0[region] }
      let inside = Set(states)
      let isEnough = states.count == chosen.count
        && all.allSatisfy { chosen.contains($0) || !($0[region].map(inside.contains) ?? false) }
      if isEnough { return (region, order(of: region).filter(inside.contains)) }
    }
    return nil
  }

  /// The states of a region in the order of the combinations.
  private func order(of region: String) -> [String] { all.compactMap { $0[region] }.uniqued() }

  /// Sets of states for each region whose combinations are all chosen, and together all that are.
  private var boxes: [[String: Set<String>]] {
    var boxes: [[String: Set<String>]] = []
    var covered: Set<Combination> = []
    for combination in all where chosen.contains(combination) && !covered.contains(combination) {
      var box = combination.mapValues { Set([$0]) }
      for region in regions {
        for state in order(of: region) {
          var wider = box
          wider[region, default: []].insert(state)
          if all.allSatisfy({ chosen.contains($0) || !Self.contains($0, wider) }) { box = wider }
        }
      }
      boxes.append(box)
      covered.formUnion(all.filter { Self.contains($0, box) })
    }
    return boxes
  }

  private static func contains(_ combination: Combination, _ box: [String: Set<String>]) -> Bool {
    combination.allSatisfy { box[$0.key]?.contains($0.value) ?? false }
      && box.allSatisfy { combination[$0.key] != nil || $0.value.isEmpty }
  }

  /// Returns the origins for a box: a condition for each region that it restricts.
  private func origins(of box: [String: Set<String>]) -> [Origin] {
    regions.reduce([Origin()]) { origins, region in
      let inside = box[region] ?? []
      let others = order(of: region).filter { !inside.contains($0) }
      guard !inside.isEmpty, !others.isEmpty else { return origins }
      let choices: [StateGraph.Condition] =
        others.count == 1 && inside.count > 1
        ? [.in(others[0], holds: false)]
        : order(of: region).filter(inside.contains).map { .in($0) }
      return origins.flatMap { origin in
        choices.map { Origin(source: origin.source, conditions: origin.conditions + [$0]) }
      }
    }
  }
}
