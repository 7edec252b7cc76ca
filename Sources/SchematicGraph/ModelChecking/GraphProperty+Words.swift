extension MachineProperty {
  /// Holds at every position.
  public static var `true`: Self { Self(.true) }

  /// Holds at no position.
  public static var `false`: Self { Self(.not(.true)) }

  /// Holds while the machine is in a final state.
  public static var final: Self { Self(.final) }

  /// Holds when a state has just been left and one entered: the transition was not internal.
  public static var moved: Self { Self(.moved) }

  /// Holds while the machine is in a composite state.
  ///
  /// - Parameter composite: The identifier of the composite state.
  /// - Returns: The property.
  public static func inside(_ composite: String) -> Self { Self(.inside(composite)) }

  /// Holds when an action of one of these labels has just been performed.
  ///
  /// - Parameter actions: The labels of the actions.
  /// - Returns: The property.
  public static func performing(_ actions: String...) -> Self { Self(.actions(Set(actions))) }

  /// Returns the property that holds where another does not.
  ///
  /// - Parameter property: The other property.
  /// - Returns: The property.
  public static prefix func ! (property: Self) -> Self { Self(.not(property.formula)) }

  /// Returns the property that holds where both do.
  ///
  /// - Parameters:
  ///   - left: A property.
  ///   - right: Another property.
  /// - Returns: The property.
  public static func && (left: Self, right: Self) -> Self {
    Self(.and(left.formula, right.formula))
  }

  /// Returns the property that holds where one of two does.
  ///
  /// - Parameters:
  ///   - left: A property.
  ///   - right: Another property.
  /// - Returns: The property.
  public static func || (left: Self, right: Self) -> Self {
    Self(.or(left.formula, right.formula))
  }

  /// Holds where the first property does not, or the second does.
  ///
  /// - Parameters:
  ///   - condition: The first property.
  ///   - consequence: The second property.
  /// - Returns: The property that one implies the other.
  public static func implies(_ condition: Self, _ consequence: Self) -> Self {
    !condition || consequence
  }

  /// Holds where the property holds now and at every later position of every run.
  ///
  /// - Parameter property: The property that always holds.
  /// - Returns: AG of the property.
  public static func always(_ property: Self) -> Self { Self(.ag(property.formula)) }

  /// Holds where the property holds neither now nor at any later position of any run.
  ///
  /// - Parameter property: The property that never holds.
  /// - Returns: AG of its negation.
  public static func never(_ property: Self) -> Self { .always(!property) }

  /// Holds where the property holds at every next position.
  ///
  /// `!.next(!property)` holds where it holds at some next position.
  ///
  /// - Parameter property: The property that holds next.
  /// - Returns: AX of the property.
  public static func next(_ property: Self) -> Self { Self(.ax(property.formula)) }

  /// Holds where some run reaches a position at which the property holds.
  ///
  /// ```swift
  /// .always(.reachable(.state("closed", "failed")))  // every state can reach one of these
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property that is reachable; it counts where it holds now.
  ///   - condition: A property that holds until then; none unless you say otherwise.
  /// - Returns: E[condition U property].
  public static func reachable(_ property: Self, while condition: Self = .true) -> Self {
    Self(.eu(condition.formula, property.formula))
  }

  /// Holds where every run reaches a position at which the property holds.
  ///
  /// - Parameters:
  ///   - property: The property that cannot be avoided; it counts where it holds now.
  ///   - condition: A property that holds until then; none unless you say otherwise.
  /// - Returns: A[condition U property].
  public static func unavoidable(_ property: Self, while condition: Self = .true) -> Self {
    Self(.au(condition.formula, property.formula))
  }

  /// Holds where, from every position at which one property holds, another cannot be avoided.
  ///
  /// ```swift
  /// .unavoidable("closed", from: "closing")
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property that cannot be avoided.
  ///   - start: The property from which on it cannot.
  /// - Returns: AG(start → AF property).
  public static func unavoidable(_ property: Self, from start: Self) -> Self {
    .always(.implies(start, .unavoidable(property)))
  }

  /// Holds where, once one property has held, another does not hold until a third has.
  ///
  /// The position at which `start` holds counts, that at which `end` holds does not. This is the
  /// pattern *absence after until* (Dwyer, Avrunin, Corbett: *Patterns in property specifications for
  /// finite-state verification*, ICSE 1999). To forbid a repetition, use ``neverAgain(_:until:)``.
  ///
  /// ```swift
  /// .never("opened", after: .taking("close"), until: .taking("open"))
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property that must not hold.
  ///   - start: The property that forbids it.
  ///   - end: The property that allows it again; none unless you say otherwise.
  /// - Returns: AG(start ∧ ¬end → ¬E[¬end U (property ∧ ¬end)]).
  public static func never(
    _ property: Self, after start: Self, until end: Self = .false
  ) -> Self {
    .always(.implies(start && !end, absent(property, until: end)))
  }

  /// Holds where a property that has held does not hold again until another has.
  ///
  /// ```swift
  /// .neverAgain(.performing("charge the card"), until: .taking("new order"))
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property that must not hold twice.
  ///   - end: The property that allows it again; none unless you say otherwise.
  /// - Returns: AG(property → AX ¬E[¬end U (property ∧ ¬end)]).
  public static func neverAgain(_ property: Self, until end: Self = .false) -> Self {
    .always(.implies(property, .next(absent(property, until: end))))
  }

  private static func absent(_ property: Self, until end: Self) -> Self {
    !Self.reachable(property && !end, while: !end)
  }

  private static func noCycle(amongStates identifiers: Set<String>) -> Self {
    let inside = Formula.states(identifiers)
    return Self(.ag(.not(.and(inside, .ex(.eg(.and(.and(inside, .moved), .ex(.true))))))))
  }
}

// MARK: - By name

extension MachineProperty where State == String {
  /// Holds while the machine is in one of these states.
  ///
  /// - Parameter states: The identifiers of the states.
  /// - Returns: The property.
  public static func state(_ states: String...) -> Self { Self(.states(Set(states))) }

  /// Holds where no run cycles for ever among some states.
  ///
  /// An internal transition is no cycle; an external transition from a state to itself is one.
  ///
  /// ```swift
  /// .noCycle(among: "retrying", "waiting")
  /// ```
  ///
  /// - Parameter states: The identifiers of the states.
  /// - Returns: AG ¬(state ∧ EX EG(state ∧ moved ∧ EX true)).
  public static func noCycle(among states: String...) -> Self {
    noCycle(amongStates: Set(states))
  }
}

extension MachineProperty where Event == String {
  /// Holds when one of these events has just been taken.
  ///
  /// - Parameter events: The labels of the events.
  /// - Returns: The property.
  public static func taking(_ events: String...) -> Self { Self(.events(Set(events))) }
}

// MARK: - By value

extension MachineProperty where State: Graphable {
  /// Holds while the machine is in one of these states.
  ///
  /// Values that share a node of the diagram are one state.
  ///
  /// - Parameter states: The states.
  /// - Returns: The property.
  public static func state(_ states: State...) -> Self {
    Self(.states(Set(states.map(\.graphIdentifier))))
  }

  /// Holds where the machine is in a state, and stays in it whatever happens.
  ///
  /// - Parameter state: The state.
  /// - Returns: AG of being in the state.
  public static func always(_ state: State) -> Self { .always(.state(state)) }

  /// Holds where the machine is not in a state, and no run enters it.
  ///
  /// - Parameter state: The state.
  /// - Returns: AG of not being in the state.
  public static func never(_ state: State) -> Self { .never(.state(state)) }

  /// Holds where some run reaches a state.
  ///
  /// ```swift
  /// Door.schema.check(.always(.reachable(.open)))
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - condition: A property that holds until then; none unless you say otherwise.
  /// - Returns: E[condition U state].
  public static func reachable(_ state: State, while condition: Self = .true) -> Self {
    .reachable(.state(state), while: condition)
  }

  /// Holds where every run reaches a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - condition: A property that holds until then; none unless you say otherwise.
  /// - Returns: A[condition U state].
  public static func unavoidable(_ state: State, while condition: Self = .true) -> Self {
    .unavoidable(.state(state), while: condition)
  }

  /// Holds where every run from one state reaches another.
  ///
  /// - Parameters:
  ///   - state: The state that cannot be avoided.
  ///   - start: The state from which on it cannot.
  /// - Returns: AG(start → AF state).
  public static func unavoidable(_ state: State, from start: State) -> Self {
    .unavoidable(.state(state), from: .state(start))
  }

  /// Holds where, once a property has held, no run enters a state until another property has held.
  ///
  /// - Parameters:
  ///   - state: The state that must not be entered.
  ///   - start: The property that forbids it.
  ///   - end: The property that allows it again; none unless you say otherwise.
  /// - Returns: AG(start ∧ ¬end → ¬E[¬end U (state ∧ ¬end)]).
  public static func never(
    _ state: State, after start: Self, until end: Self = .false
  ) -> Self {
    .never(.state(state), after: start, until: end)
  }

  /// Holds where, after one state, no run enters another until it has been in a third.
  ///
  /// - Parameters:
  ///   - state: The state that must not be entered.
  ///   - start: The state that forbids it.
  ///   - end: The state that allows it again; none unless you say otherwise.
  /// - Returns: AG(start ∧ ¬end → ¬E[¬end U (state ∧ ¬end)]).
  public static func never(_ state: State, after start: State, until end: State? = nil) -> Self {
    .never(.state(state), after: .state(start), until: end.map { .state($0) } ?? .false)
  }

  /// Holds where no run cycles for ever among some states.
  ///
  /// An internal transition is no cycle; an external transition from a state to itself is one.
  ///
  /// - Parameter states: The states.
  /// - Returns: AG ¬(state ∧ EX EG(state ∧ moved ∧ EX true)).
  public static func noCycle(among states: State...) -> Self {
    noCycle(amongStates: Set(states.map(\.graphIdentifier)))
  }
}

extension MachineProperty where Event: Graphable {
  /// Holds when one of these events has just been taken.
  ///
  /// - Parameter events: The events, of which values with the same label count as one.
  /// - Returns: The property.
  public static func taking(_ events: Event...) -> Self {
    Self(.events(Set(events.map(\.eventLabel))))
  }
}
