/// The regions of a schema, each with a schema of its own, for whom draws or walks them.
///
/// A machine doesn't use them: its rules and answers have everything in them already.
package struct Composition<State, Event, Subject>: Sendable {
  /// The regions that the state consists of; empty if it is a single machine.
  package internal(set) var regions: [RegionPart<State, Event, Subject>] = []

  /// The states that consist of regions, by their paths.
  package internal(set) var places: [Place] = []

  /// The rules without those of regions; `nil` if no state consists of regions.
  var rulesAround: Rules<State, Event, Subject>?

  /// A state that consists of regions.
  package struct Place: Sendable {
    /// The path of the state (see ``Hierarchical``).
    package let path: [String]
    /// The regions.
    package let regions: [RegionPart<State, Event, Subject>]
  }
}

/// A region, with the schema of its machine.
package struct RegionPart<State, Event, Subject>: Sendable {
  /// The name of the property.
  package let name: String
  /// The property, as Swift describes it.
  package let property: String
  /// The schema of the region's machine.
  package let schema: any RegionSchema<Event, Subject>
  /// Returns the region's state, or `nil` if the machine isn't in a state that has the region.
  package let value: @Sendable (State) -> Any?
  /// Returns a state with another state of the region in it.
  package let replacing: @Sendable (_ state: State, _ value: Any) -> State
}

/// The schema of a region, whose states can be of any type.
package protocol RegionSchema<Event, Subject>: Sendable {
  associatedtype State: Hierarchical
  associatedtype Event
  associatedtype Subject

  /// The schema.
  var schema: StateMachineSchema<State, Event, Subject> { get }
}

/// A schema that any thread may read, because it never changes.
struct SharedSchema<State: Hierarchical, Event, Subject>: RegionSchema {
  nonisolated(unsafe) let schema: StateMachineSchema<State, Event, Subject>
}

extension StateMachineSchema {
  /// The regions that the schema consists of, and those of the states inside.
  package var composition: Composition<State, Event, Subject> { storage.additions.composition }

  /// The schema without the rules and answers of the regions inside its states.
  package var withoutInnerRegions: StateMachineSchema {
    guard let rules = composition.rulesAround else { return self }
    var additions = storage.additions
    additions.completions.removeAll { $0.region != nil }
    additions.regions = []
    var schema = self
    schema.storage = SchemaStorage(
      initialState: initialState, rules: rules, additions: additions, source: storage.source)
    return schema
  }
}

extension SchemaMapping {
  /// Returns the regions of a schema in the outer one.
  func composition(
    of schema: StateMachineSchema<State, Event, Subject>
  ) -> Composition<OuterState, OuterEvent, OuterSubject> {
    let inner = schema.composition
    var outer = Composition<OuterState, OuterEvent, OuterSubject>()
    outer.rulesAround = inner.rulesAround.map { rules(of: schema, $0) }
    let regions = inner.regions.map(part)
    if case .state(_, let path) = place {
      outer.places = inner.places.map { .init(path: path + $0.path, regions: $0.regions.map(part)) }
      guard !regions.isEmpty else { return outer }
      outer.places.append(.init(path: path, regions: regions))
      outer.rulesAround = Rules { _, _ in .ignored }
    } else {
      outer.places = inner.places.map { .init(path: $0.path, regions: $0.regions.map(part)) }
      outer.regions = regions
    }
    return outer
  }

  private func part(
    _ part: RegionPart<State, Event, Subject>
  ) -> RegionPart<OuterState, OuterEvent, OuterSubject> {
    RegionPart<OuterState, OuterEvent, OuterSubject>(
      name: part.name, property: part.property, schema: shared(part.schema),
      value: { outer in state(outer).flatMap(part.value) },
      replacing: { outer, value in
        state(outer).map { outerState(part.replacing($0, value), outer) } ?? outer
      })
  }

  /// Returns the schema of a region for other events or another subject.
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
