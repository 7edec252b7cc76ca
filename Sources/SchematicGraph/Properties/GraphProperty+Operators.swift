extension GraphProperty {
  /// Holds never.
  public static var `false`: GraphProperty { .not(.true) }

  /// EF: holds where, on some way, the property comes true; also where it is true already.
  ///
  /// - Parameter property: What may come true.
  /// - Returns: The property that it may.
  public static func ef(_ property: GraphProperty) -> GraphProperty { .eu(.true, property) }

  /// AF: holds where, on every way, the property comes true; also where it is true already.
  ///
  /// - Parameter property: What must come true.
  /// - Returns: The property that it must.
  public static func af(_ property: GraphProperty) -> GraphProperty { .au(.true, property) }

  /// Holds where the first property does not, or the second does.
  ///
  /// - Parameters:
  ///   - condition: The first property.
  ///   - consequence: The second property.
  /// - Returns: The property that one implies the other.
  public static func implies(_ condition: GraphProperty, _ consequence: GraphProperty)
    -> GraphProperty
  {
    .or(.not(condition), consequence)
  }

  /// Holds while the machine is in one of these states.
  ///
  /// - Parameter states: The identifiers of the states.
  /// - Returns: The property.
  public static func state(_ states: String...) -> GraphProperty { .states(Set(states)) }

  /// Holds when one of these events has just been taken.
  ///
  /// - Parameter events: The labels of the events.
  /// - Returns: The property.
  public static func taking(_ events: String...) -> GraphProperty { .events(Set(events)) }

  /// Holds when an action of one of these labels has just been performed.
  ///
  /// - Parameter actions: The labels of the actions.
  /// - Returns: The property.
  public static func performing(_ actions: String...) -> GraphProperty { .actions(Set(actions)) }

  /// Returns the property that does not hold where another does.
  ///
  /// - Parameter property: The other property.
  /// - Returns: The property.
  public static prefix func ! (property: GraphProperty) -> GraphProperty { .not(property) }

  /// Returns the property that holds where both do.
  ///
  /// - Parameters:
  ///   - left: A property.
  ///   - right: Another property.
  /// - Returns: The property.
  public static func && (left: GraphProperty, right: GraphProperty) -> GraphProperty {
    .and(left, right)
  }

  /// Returns the property that holds where one of two does.
  ///
  /// - Parameters:
  ///   - left: A property.
  ///   - right: Another property.
  /// - Returns: The property.
  public static func || (left: GraphProperty, right: GraphProperty) -> GraphProperty {
    .or(left, right)
  }
}
