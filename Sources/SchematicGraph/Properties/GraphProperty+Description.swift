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
