// Regions: machines in the properties of a struct, side by side. Together they are the struct's
// machine.
extension StateMachineSchema {
  /// A region of a state: a property, and the rules of the property's machine.
  ///
  /// ```swift
  /// .region(\.light, Light.schema)
  /// ```
  @frozen
  public struct Region: Sendable {
    @usableFromInline let placed: @Sendable (_ initialState: State, _ position: Int) -> Placed

    @inlinable
    init(placed: @escaping @Sendable (_ initialState: State, _ position: Int) -> Placed) {
      self.placed = placed
    }

    /// Returns a region with an existing schema.
    ///
    /// The region starts in the state that the property has in the initial state of the struct. The
    /// initial state of `schema` isn't used.
    ///
    /// ```swift
    /// StateMachineSchema(initialState: Trip(), regions: .region(\.drive, drive), .region(\.light, light))
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property that holds the region's state.
    ///   - schema: The schema. If it has other events or another subject, adapt it with
    ///     ``StateMachineSchema/mappingEvents(from:to:)`` or `mappingSubject(_:)`.
    /// - Returns: The region.
    @inlinable
    public static func region<Value: Hierarchical>(
      _ property: WritableKeyPath<State, Value>,
      _ schema: StateMachineSchema<Value, Event, Subject>
    ) -> Region {
      // A key path and a schema never change, and any thread may read the property of a value.
      nonisolated(unsafe) let property = property
      nonisolated(unsafe) let schema = schema
      return Region { _, position in Placed(property, schema, position) }
    }

    /// Returns a region with its rules.
    ///
    /// ```swift
    /// .region(\.light) { light, event in
    ///   event == .press ? .to(light == .off ? .on : .off) : .ignored
    /// } states: { light in
    ///   light == .on ? .entry("shine") { $0.shine() } : .none
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property that holds the region's state.
    ///   - logic: Returns what an event means in a state of the region: a pure function.
    ///   - states: An answer for each state of the region, or `nil` for none.
    /// - Returns: The region.
    @inlinable
    public static func region<Value: Hierarchical>(
      _ property: WritableKeyPath<State, Value>,
      logic: @escaping @Sendable (_ state: Value, _ event: Event) -> Transition<Value, Subject>,
      states: (@Sendable (_ state: Value) -> StateBehavior<Event, Subject>)? = nil
    ) -> Region {
      region(property) { .init(initialState: $0, logic: logic, states: states) }
    }

    /// Returns a region with its rules, which have guards.
    ///
    /// ```swift
    /// .region(\.light) { light, event, when in
    ///   when(in: \Trip.drive, .riding) ? .to(.on) : .ignored
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property that holds the region's state.
    ///   - logic: Returns what an event means in a state of the region: a pure function, apart from
    ///     its guards.
    ///   - states: An answer for each state of the region, or `nil` for none.
    /// - Returns: The region.
    @inlinable
    public static func region<Value: Hierarchical>(
      _ property: WritableKeyPath<State, Value>,
      logic:
        @escaping @Sendable (_ state: Value, _ event: Event, _ when: Guard<Subject>)
        -> Transition<Value, Subject>,
      states: (@Sendable (_ state: Value) -> StateBehavior<Event, Subject>)? = nil
    ) -> Region {
      region(property) { .init(initialState: $0, logic: logic, states: states) }
    }

    /// Returns a region with its rules, whose actions run on the main actor.
    ///
    /// ```swift
    /// .region(\.light, on: MainActor.self) { light, event in
    ///   event == .press ? .to(.on) { $0.shine() } : .ignored
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property that holds the region's state.
    ///   - actor: `MainActor.self`.
    ///   - logic: Returns what an event means in a state of the region: a pure function.
    ///   - states: An answer for each state of the region, or `nil` for none.
    /// - Returns: The region.
    @inlinable
    public static func region<Value: Hierarchical>(
      _ property: WritableKeyPath<State, Value>,
      on actor: MainActor.Type,
      logic:
        @escaping @Sendable (_ state: Value, _ event: Event)
        -> Transition<Value, Subject>.OnMainActor,
      states: (@Sendable (_ state: Value) -> StateBehavior<Event, Subject>.OnMainActor)? = nil
    ) -> Region {
      region(property) { .init(initialState: $0, on: actor, logic: logic, states: states) }
    }

    /// Returns a region with its rules, whose actions and guards run on the main actor.
    ///
    /// ```swift
    /// .region(\.light, on: MainActor.self) { light, event, when in
    ///   when(in: \Trip.drive, .riding) ? .to(.on) : .ignored
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property that holds the region's state.
    ///   - actor: `MainActor.self`.
    ///   - logic: Returns what an event means in a state of the region: a pure function, apart from
    ///     its guards.
    ///   - states: An answer for each state of the region, or `nil` for none.
    /// - Returns: The region.
    @inlinable
    public static func region<Value: Hierarchical>(
      _ property: WritableKeyPath<State, Value>,
      on actor: MainActor.Type,
      logic:
        @escaping @Sendable (_ state: Value, _ event: Event, _ when: Guard<Subject>.OnMainActor)
        -> Transition<Value, Subject>.OnMainActor,
      states: (@Sendable (_ state: Value) -> StateBehavior<Event, Subject>.OnMainActor)? = nil
    ) -> Region {
      region(property) { .init(initialState: $0, on: actor, logic: logic, states: states) }
    }

    @inlinable
    static func region<Value: Hierarchical>(
      _ property: WritableKeyPath<State, Value>,
      _ schema: @escaping @Sendable (Value) -> StateMachineSchema<Value, Event, Subject>
    ) -> Region {
      // See `region(_:_:)`.
      nonisolated(unsafe) let property = property
      return Region { state, position in
        Placed(property, schema(state[keyPath: property]), position)
      }
    }
  }

  /// Creates the schema of a struct with regions.
  ///
  /// Each region is a property with a machine of its own, and with its own exhaustive `switch`:
  ///
  /// ```swift
  /// struct Trip { var drive = Drive.pushing, light = Light.off }
  ///
  /// let trip = StateMachineSchema<Trip, RentalEvent, Scooter>(
  ///   initialState: Trip(), regions: .region(\.drive, drive), .region(\.light, light))
  /// ```
  ///
  /// All regions handle an event in one step (OMG UML 2.5.1, §14.2.3.9; W3C SCXML, §3.4):
  ///
  /// - The rules of every region are evaluated in the state before the step, unless the region is
  ///   in a final state.
  /// - The exit actions run, beginning with the last region, inner states before outer ones. Then
  ///   the state changes, the actions run in the order of the regions, and the entry actions run in
  ///   that order. If an action throws, the whole step is undone.
  /// - The outcome is the first of these that applies: `moved` if a region moved, `stayed` if one
  ///   stayed, `rejected` with all reasons if one rejects the event, and `ignored` otherwise. If
  ///   all regions ignore the event and the struct is embedded in a state, the outer rules apply:
  ///   see ``embedding(_:in:from:completion:)``.
  /// - A transition by a region's own rules leaves only that region. A transition that leaves the
  ///   state around the regions leaves all of them.
  /// - If all regions are in final states, the machine is finished or, if the struct is embedded in
  ///   a state, that state is complete.
  ///
  /// A rule can ask which state another region is in: see
  /// ``Guard/callAsFunction(in:_:)-(_,Value)``. Properties that aren't regions keep their values.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts, with the first state of each region.
  ///   - regions: The regions, in the order in which their actions run and diagrams show them.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  /// - Precondition: There are at most 64 regions, including the regions inside regions.
  @inlinable
  public init(
    initialState: State, regions: Region..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(initialState: initialState, of: regions, (fileID, line))
  }

  @inlinable
  init(
    initialState: State, of regions: [Region], _ source: (fileID: StaticString, line: UInt)
  ) {
    var placed: [Region.Placed] = []
    var count = 0
    for region in regions {
      let next = region.placed(initialState, count)
      count += next.count
      placed.append(next)
    }
    self.init(initialState: initialState, rules: Region.Placed.rules(of: placed), placed, source)
  }

  @usableFromInline
  init(
    initialState: State, rules: Rules<State, Event, Subject>, _ regions: [Region.Placed],
    _ source: (fileID: StaticString, line: UInt)
  ) {
    var additions = SchemaAdditions<State, Event, Subject>()
    for region in regions { additions = additions.adding(region.additions) }
    // A region without answers for states has no final states.
    let ends = regions.compactMap(\.isFinal)
    if !ends.isEmpty, ends.count == regions.count {
      additions.end = { state in ends.allSatisfy { $0(state) } }
    }
    additions.composition.regions = regions.map(\.drawn)
    storage = SchemaStorage(
      initialState: initialState, rules: rules, additions: additions, source: source)
  }

  /// Creates the schema of a struct whose regions belong to the main actor.
  ///
  /// Use this if no region says `on: MainActor.self`. Everything else is as with
  /// ``init(initialState:regions:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - actor: `MainActor.self`.
  ///   - regions: The regions.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  public init(
    initialState: State, on actor: MainActor.Type, regions: Region...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(initialState: initialState, of: regions, (fileID, line))
    self = livingOnMainActor
  }
}

extension StateMachineSchema.Region {
  /// A region at its position in a schema.
  @usableFromInline
  struct Placed: Sendable {
    /// A function that gathers the region's answer to an event.
    @usableFromInline let gather: Rules<State, Event, Subject>.Gather
    /// A Boolean value that indicates whether the region's rules have guards.
    @usableFromInline let hasGuards: Bool
    let additions: SchemaAdditions<State, Event, Subject>
    /// Returns whether the region is in a final state; `nil` if it has no answers for states.
    let isFinal: (@Sendable (State) -> Bool)?
    let drawn: RegionMachine<State, Event, Subject>

    /// The number of regions: this region and all regions inside it.
    @usableFromInline var count: Int { additions.regions.count }

    // Inlinable, so that a client specializes the rules. Otherwise the runtime would look up many
    // types at each event.
    @inlinable
    init<Value: Hierarchical>(
      _ property: WritableKeyPath<State, Value>,
      _ schema: StateMachineSchema<Value, Event, Subject>, _ position: Int
    ) {
      let property = StoredProperty(property)
      self.init(
        property, schema, position, Self.gather(from: schema, in: property, position))
    }

    @usableFromInline
    init<Value: Hierarchical>(
      _ property: StoredProperty<State, Value>,
      _ schema: StateMachineSchema<Value, Event, Subject>, _ position: Int,
      _ gather: @escaping Rules<State, Event, Subject>.Gather
    ) {
      self.gather = gather
      hasGuards = schema.storage.rules.hasGuards
      // See `region(_:_:)`.
      nonisolated(unsafe) let schema = schema
      let name = RegionQuestion.name(of: property.path)
      var mapping = SchemaMapping<Value, Event, Subject, State, Event, Subject>(
        state: property.value,
        outerState: { value, outer in
          var outer = outer
          property.set(value, in: &outer)
          return outer
        }, event: { $0 }, outerEvent: { $0 }, subject: { $0 }, action: { $0 }, guards: { $0 },
        behavior: { $0 })
      mapping.nesting = .region(name: name)
      mapping.offset = position
      additions = mapping.additions(of: schema)
      let inside = schema.storage.additions
      let isFinal: @Sendable (State) -> Bool = { inside.isFinal(property.value(of: $0)) }
      self.isFinal = schema.hasStateAnswers ? isFinal : nil
      drawn = RegionMachine(
        name: name, property: "\(property.path)", schema: SharedSchema(schema: schema),
        value: property.value,
        replacing: { state, value in
          var state = state
          if let value = value as? Value { property.set(value, in: &state) }
          return state
        })
    }

    /// Returns a closure that adds the answer of a region to the answers of the regions before it.
    @inlinable
    static func gather<Value: Hierarchical>(
      from schema: StateMachineSchema<Value, Event, Subject>,
      in property: StoredProperty<State, Value>, _ position: Int
    ) -> Rules<State, Event, Subject>.Gather {
      // See `region(_:_:)`.
      nonisolated(unsafe) let storage = schema.storage
      let rules = storage.rules
      // The rules of a region don't apply in its final states.
      let mayEnd = schema.hasStateAnswers
      return { state, event, answers in
        let value = property.value(of: state)
        guard !mayEnd || !storage.isFinal(value) else { return }
        let form =
          if let when = answers.when { rules.guarded(value, event, when.guards).form } else {
            rules.plain(value, event).form
          }
        answers.add(form, ofRegionAt: position, { $0 }) { property.set($0, in: &$1) }
      }
    }

    /// Returns the rules of all regions together.
    @inlinable
    static func rules(of regions: [Placed]) -> Rules<State, Event, Subject> {
      guard var gather = regions.first?.gather else { return Rules { _, _ in .ignored } }
      for placed in regions.dropFirst() {
        // Each closure calls two closures, because a loop would copy every closure that it calls.
        let (earlier, next) = (gather, placed.gather)
        gather = { state, event, answers in
          earlier(state, event, &answers)
          next(state, event, &answers)
        }
      }
      return Rules(hasGuards: regions.contains(where: \.hasGuards), gather)
    }
  }
}
