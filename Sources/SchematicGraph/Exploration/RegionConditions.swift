/// An arrow's beginning: a state of a region, or the state around the regions with conditions on their states.
struct RegionOrigin: Hashable {
  /// The state in which the arrow begins, or `nil` for the state that consists of the regions.
  var source: String?
  var conditions: [StateGraph.Condition] = []
}

/// The state of each region, by the region's identifier.
typealias RegionCombination = [String: String]

// The conditions on regions' states under which a rule of the state around the regions applies. The rule was evaluated
// for combinations of the regions' states.
extension Boxes<String, String> {
  /// Returns the origins of arrows that together apply to the chosen combinations and to no others.
  ///
  /// Only arrows that lead out of the state may begin in a state of a region.
  func origins(leaving isLeaving: Bool) -> [RegionOrigin] {
    // If one region decides, an arrow out of the state begins in each state of that region in which the rule applies.
    if isLeaving, let box = only, box.count == 1, let (region, states) = box.first {
      return order(of: region).filter(states.contains).map { RegionOrigin(source: $0) }
    }
    // Otherwise, arrows have conditions: `[in motor.idle and in light.off]`.
    return boxes.flatMap(origins)
  }

  /// Returns the origins for a box, each with one condition for every region that the box restricts.
  private func origins(of box: Box) -> [RegionOrigin] {
    columns.reduce([RegionOrigin()]) { origins, region in
      guard box[region] != nil else { return origins }
      let choices = conditions(on: region, in: box)
      return origins.flatMap { origin in
        choices.map { RegionOrigin(source: origin.source, conditions: origin.conditions + [$0]) }
      }
    }
  }

  /// Returns conditions of which one holds if a region is in one of its states in the box, and none otherwise.
  private func conditions(on region: String, in box: Box) -> [StateGraph.Condition] {
    let (inside, outside) = sides(of: region, in: box)
    // If a combination lacks the region, `not in` a state would hold for that combination, too.
    let isAlways = all.allSatisfy { $0[region] != nil }
    return outside.count == 1 && inside.count > 1 && isAlways
      ? [.in(outside[0], holds: false)] : inside.map { .in($0) }
  }
}
