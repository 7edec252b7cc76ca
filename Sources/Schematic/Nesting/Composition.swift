/// The regions of a schema, each with a schema of its own, for drawing and exploring.
///
/// A machine doesn't use this value: its rules and answers already contain the rules and answers of
/// all regions.
package struct Composition<State, Event, Subject>: Sendable {
  /// The regions that the state consists of, or none if the state doesn't consist of regions.
  package internal(set) var regions: [RegionMachine<State, Event, Subject>] = []

  /// The inner states that consist of regions, with their paths.
  package internal(set) var places: [Place] = []

  /// The rules without the rules of the regions in ``places``, or `nil` if there are no places.
  var rulesAround: Rules<State, Event, Subject>?

  /// A state that consists of regions.
  package struct Place: Sendable {
    /// The path of the state (see ``Hierarchical``).
    package let path: [String]
    package internal(set) var regions: [RegionMachine<State, Event, Subject>]
    /// Returns the struct of the regions' states, or `nil` if the machine isn't in the state.
    let whole: @Sendable (State) -> Any?
  }
}

/// A region, with the schema of its machine.
package struct RegionMachine<State, Event, Subject>: Sendable {
  /// The name of the property that holds the region's state.
  package let name: String
  /// The key path of that property, as Swift prints it.
  package let property: String
  package let schema: any RegionSchema<Event, Subject>
  /// Returns the region's state, or `nil` if the machine isn't in a state that has the region.
  package let value: @Sendable (State) -> Any?
  /// Returns a state in which another value replaces the region's state.
  package let replacing: @Sendable (_ state: State, _ value: Any) -> State
}

/// The schema of a region, with states of any type.
package protocol RegionSchema<Event, Subject>: Sendable {
  associatedtype State: Hierarchical
  associatedtype Event
  associatedtype Subject

  var schema: StateMachineSchema<State, Event, Subject> { get }
}

/// A schema that any thread may read, because it never changes.
struct SharedSchema<State: Hierarchical, Event, Subject>: RegionSchema {
  nonisolated(unsafe) let schema: StateMachineSchema<State, Event, Subject>
}

extension StateMachineSchema {
  /// The regions that the schema consists of, and the regions of its inner states.
  package var composition: Composition<State, Event, Subject> { storage.additions.composition }

  /// The schema without the rules and answers of the regions inside its states.
  package var withoutInnerRegions: StateMachineSchema {
    guard let rules = composition.rulesAround else { return self }
    var additions = storage.additions
    additions.completions.removeAll { $0.region != nil }
    additions.commits.removeAll(where: \.isOfRegion)
    additions.regions = []
    var schema = self
    schema.storage = SchemaStorage(
      initialState: initialState, rules: rules, additions: additions, source: storage.source)
    return schema
  }
}

extension SchemaMapping {
  /// Returns the composition of a schema, translated to the outer schema.
  func composition(
    of schema: StateMachineSchema<State, Event, Subject>
  ) -> Composition<OuterState, OuterEvent, OuterSubject> {
    let inner = schema.composition
    var outer = Composition<OuterState, OuterEvent, OuterSubject>()
    outer.rulesAround = inner.rulesAround.map { rules(of: schema, $0) }
    let regions = inner.regions.map(outerRegion)
    if case .state(_, let path) = nesting {
      outer.places = inner.places.map { outerPlace($0, in: path) }
      guard !regions.isEmpty else { return outer }
      outer.places.append(.init(path: path, regions: regions, whole: { state($0) }))
      outer.rulesAround = Rules { _, _ in .ignored }
    } else {
      outer.places = inner.places.map { outerPlace($0, in: []) }
      outer.regions = regions
    }
    return outer
  }

  private func outerPlace(
    _ place: Composition<State, Event, Subject>.Place, in path: [String]
  ) -> Composition<OuterState, OuterEvent, OuterSubject>.Place {
    .init(
      path: path + place.path, regions: place.regions.map(outerRegion),
      whole: { outer in state(outer).flatMap(place.whole) })
  }

  private func outerRegion(
    _ region: RegionMachine<State, Event, Subject>
  ) -> RegionMachine<OuterState, OuterEvent, OuterSubject> {
    RegionMachine<OuterState, OuterEvent, OuterSubject>(
      name: region.name, property: region.property, schema: shared(region.schema),
      value: { outer in state(outer).flatMap(region.value) },
      replacing: { outer, value in
        state(outer).map { outerState(region.replacing($0, value), outer) } ?? outer
      })
  }

  /// Returns the schema of a region, translated to the outer events and the outer subject.
  private func shared<Region: RegionSchema>(
    _ region: Region
  ) -> any RegionSchema<OuterEvent, OuterSubject>
  where Region.Event == Event, Region.Subject == Subject {
    let mapping = SchemaMapping<
      Region.State, Event, Subject, Region.State, OuterEvent, OuterSubject
    >(
      state: { $0 }, outerState: { state, _ in state }, event: event, outerEvent: outerEvent,
      subject: subject, action: action, guards: guards, behavior: behavior)
    return SharedSchema(
      schema: mapping.schema(region.schema, startingIn: region.schema.initialState))
  }
}
