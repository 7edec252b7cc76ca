// Regions: machines side by side in the properties of a struct, which together are its machine.
extension StateMachineSchema {
  /// A region of a state: a property, and the rules of the machine that goes on in it.
  ///
  /// ```swift
  /// .region(\.light, Light.schema)
  /// ```
  public struct Region: Sendable {
    @usableFromInline let part: @Sendable (_ initialState: State, _ position: Int) -> Part

    @inlinable
    init(part: @escaping @Sendable (_ initialState: State, _ position: Int) -> Part) {
      self.part = part
    }

    /// Returns a region with a schema that exists already.
    ///
    /// The region starts as the state around it says: the initial state of `schema` isn't used.
    ///
    /// ```swift
    /// StateMachineSchema(initialState: Trip(), regions: .region(\.drive, drive), .region(\.light, light))
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property that holds the region's state.
    ///   - schema: The schema. Adapt one for other events or another subject with
    ///     ``StateMachineSchema/mappingEvents(from:to:)`` or
    ///     `mappingSubject(_:)`.
    /// - Returns: The region.
    @inlinable
    public static func region<Value: Hierarchical>(
      _ property: WritableKeyPath<State, Value>,
      _ schema: StateMachineSchema<Value, Event, Subject>
    ) -> Region {
      // A key path and a schema never change, and any thread may read the property of a value.
      nonisolated(unsafe) let property = property
      nonisolated(unsafe) let schema = schema
      return Region { _, position in Part(property, schema, position) }
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
    ///   - logic: What an event means in a state of the region: a pure function.
    ///   - states: An answer for each state of the region; `nil` for none.
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
    ///   - logic: What an event means in a state of the region: a pure function, which asks guards.
    ///   - states: An answer for each state of the region; `nil` for none.
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
    ///   - actor: The main actor.
    ///   - logic: What an event means in a state of the region: a pure function.
    ///   - states: An answer for each state of the region; `nil` for none.
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
    ///   - actor: The main actor.
    ///   - logic: What an event means in a state of the region: a pure function, which asks guards.
    ///   - states: An answer for each state of the region; `nil` for none.
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
        Part(property, schema(state[keyPath: property]), position)
      }
    }
  }

  /// Creates the schema of a struct in whose properties machines go on side by side.
  ///
  /// Each region is a machine of its own, with its own exhaustive `switch`:
  ///
  /// ```swift
  /// struct Trip { var drive = Drive.pushing, light = Light.off }
  ///
  /// let trip = StateMachineSchema<Trip, RentalEvent, Scooter>(
  ///   initialState: Trip(), regions: .region(\.drive, drive), .region(\.light, light))
  /// ```
  ///
  /// An event is one step of all regions (OMG UML 2.5.1, §14.2.3.9; W3C SCXML, §3.4):
  ///
  /// - Every region is asked in the state before the step, unless it is in a final state.
  /// - The exit actions run, those of the last region first, and inner before outer. Then the state
  ///   changes, the actions run in the order of the regions, and the entry actions run in that order.
  ///   If an action throws, the whole step is undone.
  /// - The outcome is `moved` if a region moved; else `stayed` if one stayed; else `rejected`, with all
  ///   reasons, if one rejects the event; and else `ignored`. Only then, and only if the state is
  ///   inside another one, the rules around it apply: see ``embedding(_:in:from:completion:)``.
  /// - A region is left only by its own transition, or with the state around it. No transition leaves
  ///   a sibling.
  /// - If all regions are in final states, the machine is finished, or the state around it complete.
  ///
  /// A rule can ask where another region is: see ``Guard/callAsFunction(in:_:)-(_,Value)``.
  /// Properties that are no region keep their values.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts, which says where each region starts.
  ///   - regions: The regions, in the order in which their actions run and diagrams show them.
  ///   - fileID: The file of the call, for the lines of diagrams.
  ///   - line: The line of the call.
  /// - Precondition: There are at most 64 regions, those inside regions included.
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
    var parts: [Region.Part] = []
    var count = 0
    for region in regions {
      let part = region.part(initialState, count)
      count += part.count
      parts.append(part)
    }
    self.init(
      initialState: initialState, rules: Region.Part.rules(of: parts), parts, source)
  }

  @usableFromInline
  init(
    initialState: State, rules: Rules<State, Event, Subject>, _ parts: [Region.Part],
    _ source: (fileID: StaticString, line: UInt)
  ) {
    var additions = SchemaAdditions<State, Event, Subject>()
    for part in parts { additions = additions.adding(part.additions) }
    // A region without answers for states has no final one.
    let ends = parts.compactMap(\.isFinal)
    if !ends.isEmpty, ends.count == parts.count {
      additions.end = { state in ends.allSatisfy { $0(state) } }
    }
    additions.composition.regions = parts.map(\.drawn)
    storage = SchemaStorage(
      initialState: initialState, rules: rules, additions: additions, source: source)
  }

  /// Creates the schema of a struct in whose properties machines of the main actor go on side by side.
  ///
  /// Everything else is as with ``init(initialState:regions:fileID:line:)``, which is enough if one of
  /// the regions says that it is on the main actor.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - actor: The main actor.
  ///   - regions: The regions.
  ///   - fileID: The file of the call, for the lines of diagrams.
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
  struct Part: Sendable {
    /// Asks the region.
    @usableFromInline let gather: Rules<State, Event, Subject>.Gather
    /// A Boolean value that indicates whether the region's rules have guards.
    @usableFromInline let hasGuards: Bool
    let additions: SchemaAdditions<State, Event, Subject>
    /// Returns whether the region is in a final state; `nil` if it has none.
    let isFinal: (@Sendable (State) -> Bool)?
    let drawn: RegionPart<State, Event, Subject>

    /// The number of regions, with those inside.
    @usableFromInline var count: Int { additions.regions.count }

    // The rules are generic code that a client specializes: else the runtime would look up a hundred types
    // at each event.
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
      mapping.place = .region(name: name)
      mapping.offset = position
      additions = mapping.additions(of: schema)
      let inside = schema.storage.additions
      let isFinal: @Sendable (State) -> Bool = { inside.isFinal(property.value(of: $0)) }
      self.isFinal = schema.hasStateAnswers ? isFinal : nil
      drawn = RegionPart(
        name: name, property: "\(property.path)", schema: SharedSchema(schema: schema),
        value: property.value,
        replacing: { state, value in
          var state = state
          if let value = value as? Value { property.set(value, in: &state) }
          return state
        })
    }

    /// Returns a closure that adds the answer of a region to those of regions before it.
    @inlinable
    static func gather<Value: Hierarchical>(
      from schema: StateMachineSchema<Value, Event, Subject>,
      in property: StoredProperty<State, Value>, _ position: Int
    ) -> Rules<State, Event, Subject>.Gather {
      // See `region(_:_:)`.
      nonisolated(unsafe) let storage = schema.storage
      let rules = storage.rules
      // A region in a final state is asked nothing more.
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
    static func rules(of parts: [Part]) -> Rules<State, Event, Subject> {
      guard var gather = parts.first?.gather else { return Rules { _, _ in .ignored } }
      for part in parts.dropFirst() {
        // Each closure calls two others, because a loop would copy what it calls.
        let (earlier, next) = (gather, part.gather)
        gather = { state, event, answers in
          earlier(state, event, &answers)
          next(state, event, &answers)
        }
      }
      return Rules(hasGuards: parts.contains(where: \.hasGuards), gather)
    }
  }
}
