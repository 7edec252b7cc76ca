/// Something that is to hold of a machine, whatever happens to it.
///
/// A property speaks of moments. The first moment is the start of the machine in its initial state;
/// each transition that is taken makes another one: what has just been taken, and the state it led
/// to. What may come after a moment are the ways through the graph from its state.
///
/// ```swift
/// graph.check(.always(.reachable("closed")))        // from wherever you are
/// graph.check(.never("opened", after: .taking("close"), until: .taking("open")))
/// graph.check(.unavoidable("closed", from: "closing"))
/// ```
///
/// These are the formulas of computation tree logic (Clarke, Emerson, Sistla: *Automatic verification
/// of finite-state concurrent systems using temporal logic specifications*, ACM TOPLAS 8(2), 1986) over
/// states and over the transition just taken. Its operators are there under their own names, such as
/// ``ag(_:)``, and the most usual properties under names that read as sentences.
///
/// A way through the graph goes on as long as it can. One that comes to a dead end is complete there:
/// nothing comes next, so that at a dead end every ``ax(_:)`` holds and no ``ex(_:)`` does. Nobody
/// is taken to be fair: a machine may be sent the same event for ever. Guards may answer either way
/// at any time, so that a property that holds of the graph holds of the machine, while a way that
/// refutes one may need answers that the subject never gives.
public indirect enum GraphProperty: Hashable, Sendable {
  /// Holds always.
  case `true`
  /// Holds while the machine is in one of these states, given by their identifiers.
  case states(Set<String>)
  /// Holds while the machine is in a state of a region: `active` is that of `active.playing`.
  case region(String)
  /// Holds while the machine is finished.
  case final
  /// Holds when one of these events, given by their labels, has just been taken.
  case events(Set<String>)
  /// Holds when an action of one of these labels has just been performed.
  case actions(Set<String>)
  /// Holds when a state has just been left and one entered: the transition taken was not internal.
  case moved

  /// Holds where the property does not.
  case not(GraphProperty)
  /// Holds where both properties do.
  case and(GraphProperty, GraphProperty)
  /// Holds where one of the properties does, or both.
  case or(GraphProperty, GraphProperty)

  /// EX: holds where the property may hold at the next moment.
  case ex(GraphProperty)
  /// E[… U …]: holds where, on some way, the second property comes true, and the first holds until
  /// then.
  case eu(GraphProperty, GraphProperty)
  /// EG: holds where, on some way, the property holds for ever.
  case eg(GraphProperty)
  /// AX: holds where the property holds at the next moment, whichever it is.
  case ax(GraphProperty)
  /// A[… U …]: holds where, on every way, the second property comes true, and the first holds until
  /// then.
  case au(GraphProperty, GraphProperty)
  /// AG: holds where, on every way, the property holds for ever.
  case ag(GraphProperty)
}

extension GraphProperty: ExpressibleByStringLiteral {
  /// Creates the property of being in a state.
  ///
  /// - Parameter value: The identifier of the state.
  public init(stringLiteral value: String) {
    self = .states([value])
  }
}

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

extension GraphProperty: CustomStringConvertible {
  /// The property in the notation of the field: `AG(closing -> AF closed)`.
  public var description: String {
    switch self {
    case .true: "true"
    case .states(let names): Self.list(names)
    case .region(let name): "\(name).*"
    case .final: "final"
    case .events(let labels): "taking \(Self.list(labels))"
    case .actions(let labels): "performing \(Self.list(labels))"
    case .moved: "moved"
    case .not(.true): "false"
    case .not(let property): "¬\(property.operand)"
    case .and(let left, let right): "\(left.operand) ∧ \(right.operand)"
    case .or(.not(let condition), let consequence): "\(condition.operand) → \(consequence.operand)"
    case .or(let left, let right): "\(left.operand) ∨ \(right.operand)"
    case .ex(let property): "EX \(property.operand)"
    case .eu(.true, let property): "EF \(property.operand)"
    case .eu(let before, let property): "E[\(before) U \(property)]"
    case .eg(let property): "EG \(property.operand)"
    case .ax(let property): "AX \(property.operand)"
    case .au(.true, let property): "AF \(property.operand)"
    case .au(let before, let property): "A[\(before) U \(property)]"
    case .ag(let property): "AG \(property.operand)"
    }
  }

  /// The property as part of another, in parentheses where it needs them.
  private var operand: String {
    switch self {
    case .and, .or: "(\(self))"
    case .events, .actions: "(\(self))"
    case .states(let names) where names.count != 1: "(\(self))"
    default: description
    }
  }

  private static func list(_ names: Set<String>) -> String {
    names.isEmpty ? "nothing" : names.sorted().joined(separator: " or ")
  }
}
