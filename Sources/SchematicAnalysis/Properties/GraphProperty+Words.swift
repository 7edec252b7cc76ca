import Schematic
import SchematicGraph

extension MachineProperty {
  /// Holds at every position.
  package static var `true`: Self { Self(.true) }

  /// Holds at no position.
  package static var `false`: Self { Self(.not(.true)) }

  /// Holds while the machine is in a final state.
  public static var final: Self { Self(.final) }

  /// Holds if the last transition was external: it left a state and entered one.
  package static var moved: Self { Self(.moved) }

  /// Holds while the machine is in a composite state.
  ///
  /// - Parameter composite: The identifier of the composite state.
  /// - Returns: The property.
  public static func inside(_ composite: String) -> Self { Self(.inside(composite)) }

  /// Holds if the last transition performed an action with one of these labels, itself or on exit or entry.
  ///
  /// In the label `upload, count`, each word is one, too. An entry or exit with a condition counts, because it may
  /// be performed; so do the entries of the initial state before the first transition.
  ///
  /// - Parameter actions: The labels of the actions.
  /// - Returns: The property.
  public static func performing(_ actions: String...) -> Self { Self(.actions(Set(actions))) }

  /// Holds if the last transition performed one of these effects, itself or on exit or entry, whatever they carry.
  ///
  /// ```swift
  /// .always(.implies(.taking("send"), .performing(MailEffect.count)))
  /// ```
  ///
  /// - Parameter effects: The effects.
  /// - Returns: The property.
  public static func performing<Effect>(_ effects: Effect...) -> Self {
    Self(.actions(Set(effects.map { EffectName(of: $0).name })))
  }

  /// Holds if the last transition led to where a composite state was left last.
  ///
  /// ```swift
  /// .always(.implies(.taking("resume"), .returning(to: "inCall")))
  /// ```
  ///
  /// It is a transition that the diagram draws as an arrow to a history, `H` or `H*` (OMG UML 2.5.1, §14.2.3.7). If a
  /// rule leads elsewhere for one state, or the arrows back differ in their labels, no arrow leads to a history, and this
  /// doesn't hold for any of them.
  ///
  /// - Parameter composite: The identifier of the composite state, or of the state that consists of regions.
  /// - Returns: The property.
  public static func returning(to composite: String) -> Self { Self(.returning(composite)) }

  /// Returns the property that holds if another doesn't.
  ///
  /// - Parameter property: The other property.
  /// - Returns: The property.
  public static prefix func ! (property: Self) -> Self { Self(.not(property.formula)) }

  /// Returns the property that holds if both properties do.
  ///
  /// - Parameters:
  ///   - left: A property.
  ///   - right: Another property.
  /// - Returns: The property.
  public static func && (left: Self, right: Self) -> Self {
    Self(.and(left.formula, right.formula))
  }

  /// Returns the property that holds if at least one of two properties does.
  ///
  /// - Parameters:
  ///   - left: A property.
  ///   - right: Another property.
  /// - Returns: The property.
  public static func || (left: Self, right: Self) -> Self {
    Self(.or(left.formula, right.formula))
  }

  /// Holds if the first property doesn't hold or the second one does.
  ///
  /// - Parameters:
  ///   - condition: The first property.
  ///   - consequence: The second property.
  /// - Returns: The property that the first implies the second.
  public static func implies(_ condition: Self, _ consequence: Self) -> Self {
    !condition || consequence
  }

  /// Holds if the property holds now and at every later position of every run.
  ///
  /// - Parameter property: The property that always holds.
  /// - Returns: The property.
  public static func always(_ property: Self) -> Self { Self(.ag(property.formula)) }

  /// Holds if the property holds neither now nor at any later position of any run.
  ///
  /// - Parameter property: The property that never holds.
  /// - Returns: The property.
  public static func never(_ property: Self) -> Self { .always(!property) }

  /// Holds if the property holds at every next position.
  ///
  /// Use `!.next(!property)` if it should hold at some next position.
  ///
  /// - Parameter property: The property that holds next.
  /// - Returns: The property, which is AX of the other.
  package static func next(_ property: Self) -> Self { Self(.ax(property.formula)) }

  /// Holds if some run reaches a position at which the property holds.
  ///
  /// ```swift
  /// .always(.reachable(.state("closed", "failed")))  // every state can reach one of these
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property to reach, which may already hold now.
  ///   - condition: A property that must hold until then. By default, there is none.
  /// - Returns: The property, which is E[condition U property].
  public static func reachable(_ property: Self, while condition: Self? = nil) -> Self {
    Self(.eu(condition?.formula ?? .true, property.formula))
  }

  /// Holds if every run reaches a position at which the property holds.
  ///
  /// - Parameters:
  ///   - property: The property to reach, which may already hold now.
  ///   - condition: A property that must hold until then. By default, there is none.
  /// - Returns: The property, which is A[condition U property].
  public static func unavoidable(_ property: Self, while condition: Self? = nil) -> Self {
    Self(.au(condition?.formula ?? .true, property.formula))
  }

  /// Holds if, whenever one property holds, every run from there reaches another property.
  ///
  /// ```swift
  /// .unavoidable("closed", from: "closing")
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property to reach.
  ///   - start: The property of the positions at which these runs begin.
  /// - Returns: AG(start → AF property).
  public static func unavoidable(_ property: Self, from start: Self) -> Self {
    .always(.implies(start, .unavoidable(property)))
  }

  /// Holds if, after one property has held, another doesn't hold until a third one has.
  ///
  /// `property` must not hold at the position of `start` either, but may hold at the position of
  /// `end`. This is the pattern *absence after until* (Dwyer, Avrunin, Corbett: *Patterns in property
  /// specifications for finite-state verification*, ICSE 1999). To forbid a repetition, use
  /// ``neverAgain(_:until:)``.
  ///
  /// ```swift
  /// .never("opened", after: .taking("close"), until: .taking("open"))
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property that must not hold.
  ///   - start: The property from which on `property` is forbidden.
  ///   - end: The property from which on `property` is allowed again. By default, there is none.
  /// - Returns: AG(start ∧ ¬end → ¬E[¬end U (property ∧ ¬end)]).
  public static func never(
    _ property: Self, after start: Self, until end: Self? = nil
  ) -> Self {
    let end = end ?? .false
    return .always(.implies(start && !end, absent(property, until: end)))
  }

  /// Holds if a property, once it has held, doesn't hold again until another property holds.
  ///
  /// ```swift
  /// .neverAgain(.performing("charge the card"), until: .taking("new order"))
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property that must not hold twice.
  ///   - end: The property from which on `property` is allowed again. By default, there is none.
  /// - Returns: AG(property → AX ¬E[¬end U (property ∧ ¬end)]).
  public static func neverAgain(_ property: Self, until end: Self? = nil) -> Self {
    .always(.implies(property, .next(absent(property, until: end ?? .false))))
  }

  private static func absent(_ property: Self, until end: Self) -> Self {
    !Self.reachable(property && !end, while: !end)
  }
}

// MARK: - States and events

extension MachineProperty {
  /// Holds while the machine is in one of these states.
  ///
  /// Values that share a node in the diagram are the same state.
  ///
  /// - Parameter states: The states, or their identifiers.
  /// - Returns: The property.
  public static func state(_ states: State...) -> Self { Self(.states(identifiers(of: states))) }

  /// Holds if the last transition took one of these events.
  ///
  /// - Parameter events: The events, or their labels. Values with the same label are one event.
  /// - Returns: The property.
  public static func taking(_ events: Event...) -> Self {
    Self(.events(Set(events.map { ($0 as? any Graphable)?.eventLabel ?? "\($0)" })))
  }

  /// Holds if no run cycles forever among some states.
  ///
  /// An internal transition isn't a cycle; an external transition from a state to itself is.
  ///
  /// ```swift
  /// .noCycle(among: .retrying, .waiting)
  /// ```
  ///
  /// - Parameter states: The states, or their identifiers.
  /// - Returns: AG ¬(state ∧ EX EG(state ∧ moved ∧ EX true)).
  public static func noCycle(among states: State...) -> Self {
    let inside = Formula.states(identifiers(of: states))
    return Self(.ag(.not(.and(inside, .ex(.eg(.and(.and(inside, .moved), .ex(.true))))))))
  }

  private static func identifiers(of states: [State]) -> Set<String> {
    Set(states.map { ($0 as? any Graphable)?.graphIdentifier ?? "\($0)" })
  }
}

extension MachineProperty where State: Graphable {
  /// Holds if some run reaches a state.
  ///
  /// ```swift
  /// try Door.schema.check(.always(.reachable(.open)))
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - condition: A property that must hold until then. By default, there is none.
  /// - Returns: E[condition U state].
  public static func reachable(_ state: State, while condition: Self? = nil) -> Self {
    .reachable(.state(state), while: condition)
  }

  /// Holds if every run from one state reaches another.
  ///
  /// - Parameters:
  ///   - state: The state to reach.
  ///   - start: The state in which these runs begin.
  /// - Returns: AG(start → AF state).
  public static func unavoidable(_ state: State, from start: State) -> Self {
    .unavoidable(.state(state), from: .state(start))
  }

  /// Holds if, after one state, no run enters another until it has been in a third.
  ///
  /// - Parameters:
  ///   - state: The state that must not be entered.
  ///   - start: The state from which on `state` is forbidden.
  ///   - end: The state from which on `state` is allowed again. By default, there is none.
  /// - Returns: AG(start ∧ ¬end → ¬E[¬end U (state ∧ ¬end)]).
  public static func never(_ state: State, after start: State, until end: State? = nil) -> Self {
    .never(.state(state), after: .state(start), until: end.map { .state($0) })
  }
}
