// Regions: machines side by side in the properties of a struct, which together are its machine.
extension StateMachineSchema {
  /// A region of a state: a property, and the rules of the machine that goes on in it.
  ///
  /// ```swift
  /// .region(\.light, Light.schema)
  /// ```
  public struct Region: Sendable {
    fileprivate let part: @Sendable (_ initialState: State, _ position: Int) -> Part

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

    private static func region<Value: Hierarchical>(
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
  public init(
    initialState: State, regions: Region..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(initialState: initialState, of: regions, (fileID, line))
  }

  private init(
    initialState: State, of regions: [Region], _ source: (fileID: StaticString, line: UInt)
  ) {
    typealias Part = Region.Part
    var parts: [Part] = []
    var additions = SchemaAdditions<State, Event, Subject>()
    for region in regions {
      let part = region.part(initialState, additions.regions.count)
      parts.append(part)
      additions = additions.adding(part.additions)
    }
    // A region without answers for states has no final one.
    let ends = parts.compactMap(\.isFinal)
    if !ends.isEmpty, ends.count == parts.count {
      additions.end = { state in ends.allSatisfy { $0(state) } }
    }
    additions.composition.regions = parts.map(\.drawn)
    storage = SchemaStorage(
      initialState: initialState, rules: Part.rules(of: parts), additions: additions,
      source: source)
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
  fileprivate struct Part: Sendable {
    /// The position of the region among those of the schema.
    let position: Int
    let rules: Rules<State, Event, Subject>
    let additions: SchemaAdditions<State, Event, Subject>
    /// Returns whether the region is in a final state; `nil` if it has none.
    let isFinal: (@Sendable (State) -> Bool)?
    /// Copies the region's state from one state to another.
    let copy: @Sendable (_ source: State, _ target: inout State) -> Void
    let drawn: RegionPart<State, Event, Subject>

    init<Value: Hierarchical>(
      _ property: WritableKeyPath<State, Value>,
      _ schema: StateMachineSchema<Value, Event, Subject>, _ position: Int
    ) {
      self.position = position
      // See `region(_:_:)`.
      nonisolated(unsafe) let property = property
      nonisolated(unsafe) let schema = schema
      let name = RegionQuestion.name(of: property)
      var mapping = SchemaMapping<Value, Event, Subject, State, Event, Subject>(
        state: { $0[keyPath: property] },
        outerState: { value, outer in
          var outer = outer
          outer[keyPath: property] = value
          return outer
        }, event: { $0 }, outerEvent: { $0 }, subject: { $0 }, action: { $0 }, guards: { $0 },
        behavior: { $0 })
      mapping.place = .region(name: name)
      mapping.offset = position
      rules = mapping.rules(of: schema, schema.storage.rules)
      additions = mapping.additions(of: schema)
      let inside = schema.storage.additions
      let isFinal: @Sendable (State) -> Bool = { inside.isFinal($0[keyPath: property]) }
      self.isFinal = schema.hasStateAnswers ? isFinal : nil
      copy = { $1[keyPath: property] = $0[keyPath: property] }
      drawn = RegionPart(
        name: name, property: "\(property)", schema: SharedSchema(schema: schema),
        value: { $0[keyPath: property] },
        replacing: { state, value in
          var state = state
          if let value = value as? Value { state[keyPath: property] = value }
          return state
        })
    }

    /// Returns the rules of all regions together.
    static func rules(of parts: [Part]) -> Rules<State, Event, Subject> {
      guard parts.contains(where: \.rules.hasGuards) else {
        return Rules { state, event in
          joined(in: state, parts) { $0.rules.plain(state, event) }
        }
      }
      return Rules { state, event, when in
        let when = when.inside(state)
        return joined(in: state, parts) { $0.rules.guarded(state, event, when) }
      }
    }

    /// Returns the one answer of regions that are each asked in the same state.
    private static func joined(
      in state: State, _ parts: [Part], _ answer: (Part) -> Transition<State, Subject>
    ) -> Transition<State, Subject> {
      var taken: JointTransition<State, Subject>?
      var rejections: [JointTransition<State, Subject>.Part] = []
      var isRejected = false
      for part in parts {
        switch answer(part).form {
        case .joint(let answer):
          taken = taken?.joined(with: answer, in: state, part.copy) ?? answer
        case .rejected(let reason):
          isRejected = true
          rejections.append(
            .init(position: part.position, kind: .rejected, label: nil, reason: reason))
        case .ignored, .move, .take: break
        }
      }
      guard let taken else {
        guard isRejected else { return .ignored }
        let reasons = rejections.compactMap(\.reason)
        return Transition(
          .rejected(reason: reasons.isEmpty ? nil : reasons.joined(separator: "; ")))
      }
      return Transition(.joint(rejections.isEmpty ? taken : taken.adding(rejections)))
    }
  }
}
