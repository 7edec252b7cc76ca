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

  func place(of identifier: String) -> PlacedValues<State>? {
    places.first { $0.identifier == identifier }.map { PlacedValues(place: $0) }
  }

  // MARK: Combinations

  /// Returns copies of a value, one for each combination of its regions' values.
  ///
  /// If there are too many combinations, the copies differ from the value in only one region or, up
  /// to the bound, in two.
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

  /// Returns in which states a transition to a value enters the regions, or `nil` if the value's
  /// state has no regions.
  func entry(of value: State, in identifier: String) -> StateGraph.Entry? {
    guard let place = place(of: identifier) else { return nil }
    let unusual = place.unusual(in: value)
    return unusual.isEmpty ? .initial : .states(unusual)
  }

  /// Returns the names of a state's fields that change if only the regions change.
  func fields(of value: State, in identifier: String) -> Set<String> {
    guard let place = places.first(where: { $0.identifier == identifier }) else { return [] }
    let own = Set(PayloadField.fields(of: value))
    let others = place.regions.flatMap { region in
      region.values.flatMap { PayloadField.fields(of: region.replacing(value, $0)) }
    }
    return Set(own.symmetricDifference(others).map(\.name))
  }
}

/// The regions of a state, for reading the regions' states from a value of that state.
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

  /// Returns the states of regions that aren't in their initial states; of nested states, only the
  /// innermost.
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

// MARK: - Remembering

// A state outside the regions may remember the states in which the regions were left.
extension [TransitionCell] {
  /// Finds the states that remember in which states regions were left, redirects the arrows from
  /// there back into the regions to a history, and returns the remembering states, each with the names of the
  /// fields that the history shows.
  ///
  /// A state remembers the regions' states if every arrow into it comes from the state that consists of
  /// the regions, if its arrow back leads to the combination that was left, and if it remembers several
  /// combinations. The machine's `initial` state never counts.
  mutating func rememberRegions<State>(
    _ places: RegionPlaces<State>, initial: String?, _ value: (_ position: Int) -> State
  ) -> [String: Set<String>] {
    var remembering: [String: Set<String>] = [:]
    // A machine that starts in a state has left nothing to return to.
    for index in indices where self[index].source != initial {
      for place in places.places where place.identifier != self[index].source {
        let source = self[index].source
        let placed = PlacedValues(place: place)
        // One combination needs no memory: an arrow can lead there.
        guard let back = self[index].combinations(enteredIn: placed), back.count > 1,
          allSatisfy({ $0.remembers(placed, in: source, leadingBackTo: back, value) })
        else { continue }
        self[index].setEntry(.history, into: place.identifier)
        remembering[source, default: []].formUnion(self[index].memories(of: placed, value))
      }
    }
    return remembering
  }
}

extension TransitionCell {
  /// Returns the combination of regions' states to which the trigger leads each value, by the
  /// value's position; `nil` if a value has no such combination or several.
  fileprivate func combinations<State>(
    enteredIn placed: PlacedValues<State>
  ) -> [Int: RegionCombination]? {
    var combinations: [Int: RegionCombination] = [:]
    for answer in answers {
      let targets = answer.outcomes.filter { $0.leads(to: placed.place.identifier) }
        .compactMap { ($0.evidence[0].value as? State).map(placed.states) }
      guard let first = targets.first, targets.allSatisfy({ $0 == first }) else { return nil }
      combinations[answer.course.current] = first
    }
    return combinations
  }

  /// Returns the names of the fields in which the cell's state keeps what the arrow back restores: of each value, the
  /// field equals the same piece of the value to which the arrow leads.
  ///
  /// A field that merely varies with the regions is none of them, because the history doesn't tell its value.
  fileprivate func memories<State: Graphable>(
    of placed: PlacedValues<State>, _ value: (_ position: Int) -> State
  ) -> Set<String> {
    let steps = answers.compactMap { answer in
      answer.outcomes.first { $0.leads(to: placed.place.identifier) }?.evidence[0].value.map {
        (
          fields: Dictionary(
            PayloadField.fields(of: value(answer.course.current)).map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first }),
          // A struct that isn't `Graphable` is kept property by property.
          pieces: PayloadField.fields(of: $0).reduce(into: Self.pieces(of: $0, at: "/")) {
            $0[$1.name] = $1.value
          }
        )
      }
    }
    let places = Set(steps.flatMap(\.pieces.keys))
    return Set(steps.flatMap(\.fields.keys)).filter { name in
      places.contains { place in
        // A case of a remembered state may lack the field, and then the piece is missing, too.
        steps.allSatisfy { $0.fields[name] == $0.pieces[place] }
      }
    }
  }

  /// Returns what a field may keep of a value, by places: all of it, what is nested in it, and its regions.
  private static func pieces(of value: Any, at place: String) -> [String: PayloadField.Value] {
    let inside: [(name: String, value: Any)] =
      if let product = value as? any GraphableProduct {
        product.graphRegions.map { ($0.name, $0.state) }
      } else {
        ValueTree(value).nested.map { [("", $0)] } ?? []
      }
    return inside.reduce(into: [place: PayloadField("", ValueTree(value)).value]) { pieces, part in
      pieces.merge(Self.pieces(of: part.value, at: "\(place)/\(part.name)")) { first, _ in first }
    }
  }

  /// Returns whether each arrow of this cell into the state `remembering` comes from the regions
  /// and leaves the combination to which the arrow back leads, which the state `remembering` doesn't change.
  fileprivate func remembers<State>(
    _ placed: PlacedValues<State>, in remembering: String,
    leadingBackTo back: [Int: RegionCombination], _ value: (_ position: Int) -> State
  ) -> Bool {
    answers.allSatisfy { answer in
      let current = answer.course.current
      return answer.outcomes.filter { $0.leads(to: remembering) && $0.evidence[0].value != nil }
        .allSatisfy { outcome in
          let kept = outcome.evidence[0].target.flatMap { back[$0] }
          // The state itself must keep what it remembers.
          guard source != remembering else { return kept == back[current] }
          return source == placed.place.identifier && outcome.effect?.isInternal == false
            && kept == placed.states(in: value(current))
        }
    }
  }

  fileprivate mutating func setEntry(_ entry: StateGraph.Entry, into state: String) {
    for index in answers.indices {
      for outcome in answers[index].outcomes.indices
      where answers[index].outcomes[outcome].leads(to: state) {
        answers[index].outcomes[outcome].entry = entry
      }
    }
  }
}
