extension GraphProperty {
  /// Holds where the property holds now and at every moment that may come.
  ///
  /// - Parameter property: What is always to hold.
  /// - Returns: AG of the property.
  public static func always(_ property: GraphProperty) -> GraphProperty { .ag(property) }

  /// Holds where the property does not hold now, and at no moment that may come.
  ///
  /// - Parameter property: What is never to hold.
  /// - Returns: AG of its opposite.
  public static func never(_ property: GraphProperty) -> GraphProperty { .ag(.not(property)) }

  /// Holds where there is a way on which the property comes true.
  ///
  /// ```swift
  /// .always(.reachable(.state("closed", "failed")))  // every state can reach one of these
  /// ```
  ///
  /// - Parameter property: What is to be reachable.
  /// - Returns: EF of the property.
  public static func reachable(_ property: GraphProperty) -> GraphProperty { .ef(property) }

  /// Holds where the property comes true on every way, whatever happens.
  ///
  /// - Parameter property: What cannot be avoided.
  /// - Returns: AF of the property.
  public static func unavoidable(_ property: GraphProperty) -> GraphProperty { .af(property) }

  /// Holds where, whenever a machine comes to one thing, it cannot avoid the other from there.
  ///
  /// ```swift
  /// .unavoidable("closed", from: "closing")
  /// ```
  ///
  /// - Parameters:
  ///   - property: What cannot be avoided.
  ///   - start: From where.
  /// - Returns: AG(start → AF property).
  public static func unavoidable(_ property: GraphProperty, from start: GraphProperty)
    -> GraphProperty
  {
    .always(.implies(start, .unavoidable(property)))
  }

  /// Holds where one thing does not happen after another, until a third has happened.
  ///
  /// The moment at which `start` holds counts, that at which `end` holds does not. This is the
  /// pattern *absence after until* (Dwyer, Avrunin, Corbett: *Patterns in property specifications for
  /// finite-state verification*, ICSE 1999). For what must not happen again, use
  /// ``neverAgain(_:until:)``.
  ///
  /// ```swift
  /// .never("opened", after: .taking("close"), until: .taking("open"))
  /// ```
  ///
  /// - Parameters:
  ///   - property: What must not happen.
  ///   - start: What forbids it.
  ///   - end: What allows it again; nothing unless you say otherwise.
  /// - Returns: AG(start ∧ ¬end → ¬E[¬end U (property ∧ ¬end)]).
  public static func never(
    _ property: GraphProperty, after start: GraphProperty, until end: GraphProperty = .false
  ) -> GraphProperty {
    .always(.implies(start && !end, unseen(property, until: end)))
  }

  /// Holds where a thing that has happened does not happen again, until another has happened.
  ///
  /// ```swift
  /// .neverAgain(.performing("charge the card"), until: .taking("new order"))
  /// ```
  ///
  /// - Parameters:
  ///   - property: What must not happen twice.
  ///   - end: What allows it again; nothing unless you say otherwise.
  /// - Returns: AG(property → AX ¬E[¬end U (property ∧ ¬end)]).
  public static func neverAgain(_ property: GraphProperty, until end: GraphProperty = .false)
    -> GraphProperty
  {
    .always(.implies(property, .ax(unseen(property, until: end))))
  }

  /// Holds where no way goes round for ever among some states.
  ///
  /// Internal transitions do not go anywhere; an external transition from a state to itself is a
  /// cycle.
  ///
  /// ```swift
  /// .noCycle(among: "retrying", "waiting")
  /// ```
  ///
  /// - Parameter states: The identifiers of the states.
  /// - Returns: AG(¬EX EG(state ∧ moved ∧ EX true)), where the start of the cycle is one of them.
  public static func noCycle(among states: String...) -> GraphProperty {
    let inside = GraphProperty.states(Set(states))
    return .never(inside && .ex(.eg(inside && .moved && .ex(.true))))
  }

  private static func unseen(_ property: GraphProperty, until end: GraphProperty) -> GraphProperty {
    .not(.eu(.not(end), property && !end))
  }
}
