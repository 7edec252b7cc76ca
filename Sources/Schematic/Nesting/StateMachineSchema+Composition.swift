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
