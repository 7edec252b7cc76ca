import Schematic

/// The states of a machine that consist of regions, and the explored values of these regions.
///
/// The rules around regions are evaluated for each combination of the regions' states, up to a
/// bound.
struct RegionPlaces<State: Graphable> {
  /// A region, with the explored values of its states.
  struct ExploredRegion {
    let region: StateGraph.Region
    /// The values: one for each state of the region, or several if a state has a payload.
    let values: [Any]
    /// Returns the region's value in a value of the whole machine, or `nil` if the machine is in no
    /// state that has the region.
    let value: (State) -> Any?
    /// Returns a value of the whole machine in which the region has the given value.
    let replacing: (State, Any) -> State
    /// Returns the states that a value of the region is in, the outermost first.
    let active: (Any) -> [ActiveState]
  }

  /// A state that consists of regions.
  struct Place {
    let identifier: String
    let regions: [ExploredRegion]
    /// All regions inside the state, at any depth, each after the regions around it.
    let inside: [StateGraph.Region]
  }

  let places: [Place]

  /// The regions of all places, each after the regions around it.
  var regions: [StateGraph.Region] { places.flatMap(\.inside) }

  func place(of identifier: String) -> Place? { places.first { $0.identifier == identifier } }

  // MARK: Combinations

  /// Returns copies of a value, one for each combination of its regions' values.
  ///
  /// If there are too many combinations, the copies differ from the value in only one region or, up
  /// to the bound, in two.
  func configurations(
    around value: State, of identifier: String, _ bounds: ExplorationBounds,
    _ findings: inout [GraphFinding]
  ) -> [State] {
    guard let place = place(of: identifier) else { return [] }
    let count = place.regions.reduce(1.0) { $0 * Double($1.values.count) }
    if count <= Double(bounds.configurations) {
      return place.regions.reduce([value]) { values, region in
        values.flatMap { value in region.values.map { region.replacing(value, $0) } }
      }
    }
    findings.append(.configurationBound(bounds.configurations, of: identifier))
    let single = place.regions.flatMap { region in region.values.map { region.replacing(value, $0) }
    }
    let pairs = place.regions.indices.lazy.flatMap { first in
      place.regions[(first + 1)...].lazy.flatMap { second in
        place.regions[first].values.lazy.flatMap { one in
          second.values.lazy.map {
            second.replacing(place.regions[first].replacing(value, one), $0)
          }
        }
      }
    }
    return single + pairs.prefix(max(0, bounds.configurations - single.count))
  }

  // MARK: Entering

  /// Returns in which states a transition to a value enters the regions, or `nil` if the value's
  /// state has no regions.
  func entry(of value: State, in identifier: String) -> StateGraph.Entry? {
    guard let place = place(of: identifier) else { return nil }
    let unusual = place.unusual(in: value)
    return unusual.isEmpty ? .initial : .states(unusual)
  }

  /// Returns the names of a state's fields that change if only the regions change.
  func fields(of value: State, in identifier: String) -> Set<String> {
    guard let place = place(of: identifier) else { return [] }
    let own = Set(PayloadField.fields(of: value))
    let others = place.regions.flatMap { region in
      region.values.flatMap { PayloadField.fields(of: region.replacing(value, $0)) }
    }
    return Set(own.symmetricDifference(others).map(\.name))
  }
}

extension RegionPlaces.Place {
  /// Returns the state of each region, at any depth, in a value of the state.
  func states(in value: State) -> [String: String] {
    Dictionary(firstOf: active(in: value).map { ($0.region ?? "", $0.state) })
  }

  private func active(in value: State) -> [ActiveState] {
    regions.flatMap { region in region.value(value).map(region.active) ?? [] }
  }

  /// Returns the states of regions that aren't in their initial states; of nested states, only the
  /// innermost.
  func unusual(in value: State) -> [String] {
    let active = active(in: value)
    func unusual(in owner: String?) -> [String] {
      active.filter { $0.owner == owner }.flatMap { entry -> [String] in
        let inner = unusual(in: entry.state)
        guard inner.isEmpty else { return inner }
        let start = inside.first { $0.identifier == entry.region }?.initialState
        return entry.state == start ? [] : [entry.state]
      }
    }
    return unusual(in: identifier)
  }
}
