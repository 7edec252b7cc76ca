extension GraphProperty {
  /// The same property with `not` in front of nothing but what speaks of one moment.
  var normalized: GraphProperty {
    switch self {
    case .true, .states, .region, .final, .events, .actions, .moved: return self
    case .and(let left, let right): return .and(left.normalized, right.normalized)
    case .or(let left, let right): return .or(left.normalized, right.normalized)
    case .ex(let operand): return .ex(operand.normalized)
    case .ax(let operand): return .ax(operand.normalized)
    case .eg(let operand): return .eg(operand.normalized)
    case .ag(let operand): return .ag(operand.normalized)
    case .eu(let before, let end): return .eu(before.normalized, end.normalized)
    case .au(let before, let end): return .au(before.normalized, end.normalized)
    case .not(let operand): return operand.opposite
    }
  }

  /// The normalized opposite.
  private var opposite: GraphProperty {
    switch self {
    case .true, .states, .region, .final, .events, .actions, .moved: return .not(self)
    case .not(let operand): return operand.normalized
    case .and(let left, let right): return .or(left.opposite, right.opposite)
    case .or(let left, let right): return .and(left.opposite, right.opposite)
    case .ex(let operand): return .ax(operand.opposite)
    case .ax(let operand): return .ex(operand.opposite)
    case .eg(let operand): return .au(.true, operand.opposite)
    case .ag(let operand): return .eu(.true, operand.opposite)
    case .eu(.true, let end): return .ag(end.opposite)
    case .au(.true, let end): return .eg(end.opposite)
    // Either the end never comes, or what is to hold until then fails before it.
    case .eu(let before, let end):
      let failure = GraphProperty.and(before.opposite, end.opposite)
      return .or(.ag(end.opposite), .au(end.opposite, failure))
    case .au(let before, let end):
      let failure = GraphProperty.and(before.opposite, end.opposite)
      return .or(.eu(end.opposite, failure), .eg(end.opposite))
    }
  }

  /// Whether the normalized property speaks of some way, which can be shown.
  var isAboutSomeWay: Bool {
    switch self {
    case .ex, .eu, .eg: true
    case .and(let left, let right), .or(let left, let right):
      left.isAboutSomeWay || right.isAboutSomeWay
    default: false
    }
  }

  /// Whether the property speaks of what may follow.
  var isAboutWays: Bool {
    switch self {
    case .ex, .eu, .eg, .ax, .au, .ag: true
    case .and(let left, let right), .or(let left, let right):
      left.isAboutWays || right.isAboutWays
    case .not(let operand): operand.isAboutWays
    default: false
    }
  }
}
