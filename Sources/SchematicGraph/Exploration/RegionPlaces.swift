import Schematic

/// The states of a machine that consist of regions, and the values of these.
///
/// The rules around the regions are evaluated wherever the regions are: with each combination of their
/// states, as far as a bound goes. The combinations are listed nowhere.
struct RegionPlaces<State: Graphable> {
  /// A region, with the values of its states that were explored.
  struct ExploredRegion {
    let region: StateGraph.Region
    /// The values, one for each state inside, or several if they carry something.
    let values: [Any]
    /// Returns the region's value in a value of the whole, if that has the region.
    let value: (State) -> Any?
    let replacing: (State, Any) -> State
    /// Returns the states that a value of the region is in, from the region inwards.
    let active: (Any) -> [ActiveState]
  }

  /// A state that consists of regions.
  struct Place {
    let identifier: String
    let regions: [ExploredRegion]
    /// All regions inside, at any depth, each after those around it.
    let inside: [StateGraph.Region]
  }

  let places: [Place]

  /// The regions of all places, each after those around it.
  var regions: [StateGraph.Region] { places.flatMap(\.inside) }

  func place(of identifier: String) -> PlacedValues<State>? {
    places.first { $0.identifier == identifier }.map { PlacedValues(place: $0) }
  }

  // MARK: Combinations

  /// Returns the values with other states of the regions that a value leads to.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - identifier: The identifier of its state.
  ///   - bounds: The limits of the exploration.
  ///   - findings: The findings, to be added to.
  /// - Returns: All combinations or, if they are too many, those that differ from the value in one region
  ///   or two.
  func configurations(
    around value: State, of identifier: String, _ bounds: ExplorationBounds,
    _ findings: inout [GraphFinding]
  ) -> [State] {
    guard let place = places.first(where: { $0.identifier == identifier }) else { return [] }
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

  /// Returns the states in which the regions of a value's state are entered; `nil` if it has none.
  func entry(of value: State, in identifier: String) -> StateGraph.Entry? {
    guard let place = place(of: identifier) else { return nil }
    let unusual = place.unusual(in: value)
    return unusual.isEmpty ? .initial : .states(unusual)
  }

  /// Returns the names of the fields by which values of a state differ if only its regions do.
  func fields(of value: State, in identifier: String) -> Set<String> {
    guard let place = places.first(where: { $0.identifier == identifier }) else { return [] }
    let own = Set(PayloadField.fields(of: value))
    let others = place.regions.flatMap { region in
      region.values.flatMap { PayloadField.fields(of: region.replacing(value, $0)) }
    }
    return Set(own.symmetricDifference(others).map(\.name))
  }
}

/// The values of one state that consists of regions.
struct PlacedValues<State: Graphable> {
  let place: RegionPlaces<State>.Place

  /// Returns the state of each region, at any depth, in a value of the state.
  func states(in value: State) -> [String: String] {
    Dictionary(
      active(in: value).map { ($0.region ?? "", $0.state) }, uniquingKeysWith: { first, _ in first }
    )
  }

  private func active(in value: State) -> [ActiveState] {
    place.regions.flatMap { region in region.value(value).map(region.active) ?? [] }
  }

  /// Returns the innermost states of regions that don't start as usual.
  func unusual(in value: State) -> [String] {
    let active = active(in: value)
    func unusual(in owner: String?) -> [String] {
      active.filter { $0.owner == owner }.flatMap { entry -> [String] in
        let inner = unusual(in: entry.state)
        guard inner.isEmpty else { return inner }
        let start = place.inside.first { $0.identifier == entry.region }?.initialState
        return entry.state == start ? [] : [entry.state]
      }
    }
    return unusual(in: place.identifier)
  }
}

/// A state that a value is in: that of one region.
struct ActiveState {
  /// The identifier of the region, or `nil` for the machine around all regions.
  let region: String?
  /// The identifier of the state that consists of the region, or `nil` if the machine as a whole does.
  let owner: String?
  let state: String
}

extension StateMachineSchema where State: Hierarchical {
  /// Returns the states that a value is in, those around others first.
  ///
  /// - Parameters:
  ///   - state: The value.
  ///   - region: The identifier of the region that the schema is that of.
  ///   - owner: The identifier of the state that consists of that region.
  /// - Returns: The states.
  func activeStates(
    in state: State, of region: String? = nil, inside owner: String? = nil
  ) -> [ActiveState] {
    let composition = composition
    guard composition.regions.isEmpty else {
      return composition.regions.flatMap {
        $0.activeStates(in: state, owner, prefix: region ?? owner)
      }
    }
    let path = state.casePath
    let identifier = StateGraph.Region.path(path.joined(separator: "."), in: region)
    let place = composition.places.first { path.starts(with: $0.path) }
    guard let place else { return [ActiveState(region: region, owner: owner, state: identifier)] }
    let outer = StateGraph.Region.path(place.path.joined(separator: "."), in: region)
    return [ActiveState(region: region, owner: owner, state: outer)]
      + place.regions.flatMap { $0.activeStates(in: state, outer, prefix: outer) }
  }
}

extension StateMachineSchema where State: Graphable {
  /// Returns the configuration that a value stands for: the states of a diagram that it is in.
  package func configuration(of state: State) -> Configuration {
    guard !composition.regions.isEmpty || !composition.places.isEmpty else {
      return Configuration([state.graphIdentifier])
    }
    let active = activeStates(in: state)
    let owners = Set(active.compactMap(\.owner))
    return Configuration(active.map(\.state).filter { !owners.contains($0) })
  }
}

extension RegionPart {
  fileprivate func activeStates(
    in state: State, _ owner: String?, prefix: String?
  ) -> [ActiveState] {
    guard let value = value(state) else { return [] }
    return schema.activeStates(
      inAny: value, of: StateGraph.Region.path(name, in: prefix), inside: owner)
  }
}

extension RegionSchema {
  func activeStates(inAny value: Any, of region: String, inside owner: String?) -> [ActiveState] {
    (value as? State).map { schema.activeStates(in: $0, of: region, inside: owner) } ?? []
  }
}
