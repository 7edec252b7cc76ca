/// A condition on one field: how it relates to some values. `attempt in 1…3`
struct FieldRelation {
  typealias Value = PayloadField.Value

  enum Relation {
    case equal, notEqual, atLeast, atMost, within, notWithin, among, notAmong
  }

  /// The number of characters up to which a list shows all of its values, however many.
  private static let longestText = 40

  let field: String
  let relation: Relation
  /// The values: one, the ends of a range, or a list.
  let values: [Value]

  /// Creates the condition that a field has one of some values, and none of others.
  ///
  /// `openEnds` has the values that were found, but not tried.
  init(
    _ field: String, _ inside: [Value], not outside: [Value], _ openEnds: UnexploredRanges
  ) {
    self.field = field
    (relation, values) = Self.relation(field, inside, not: outside, openEnds)
  }

  private static func relation(
    _ field: String, _ inside: [Value], not others: [Value], _ openEnds: UnexploredRanges
  ) -> (Relation, [Value]) {
    // `≠ nil` is what people write, whatever the values are.
    if others == [.none] { return (.notEqual, [.none]) }
    // Rows that lack the field have no value that could be excluded, so the condition names the chosen values.
    let outside = others.contains(.missing) ? [] : others
    if inside.count == 1, inside != [.missing] || outside.isEmpty { return (.equal, inside) }
    if let range = range(inside) {
      let tried = (inside + outside).compactMap(\.integer)
      let open = openEnds[field] ?? range
      let isOpenAbove = range.upperBound == tried.max() && open.upperBound > range.upperBound
      let isOpenBelow = range.lowerBound == tried.min() && open.lowerBound < range.lowerBound
      // The range ends only if the exploration does, so the condition has no end either.
      if isOpenAbove != isOpenBelow {
        return isOpenAbove
          ? (.atLeast, [.integer(range.lowerBound)]) : (.atMost, [.integer(range.upperBound)])
      }
      return (.within, [.integer(range.lowerBound), .integer(range.upperBound)])
    }
    // One exception is shorter than all the others.
    if outside.count == 1 { return (.notEqual, outside) }
    if let range = self.range(outside) {
      return (.notWithin, [.integer(range.lowerBound), .integer(range.upperBound)])
    }
    let few = Decision.mostListed
    if inside.count <= few && !inside.contains(.missing) || outside.isEmpty {
      return (.among, inside)
    }
    // Of two lists, the short one is read.
    return outside.count <= few ? (.notAmong, outside) : (.among, inside)
  }

  /// Returns the range of two or more integers without a gap, or `nil` for all other values.
  private static func range(_ values: [Value]) -> ClosedRange<Int>? {
    let integers = values.compactMap(\.integer)
    guard integers.count == values.count, integers.count > 1, let low = integers.min(),
      let high = integers.max(), high.subtractingReportingOverflow(low) == (values.count - 1, false)
    else { return nil }
    return low...high
  }

  /// A Boolean value that indicates whether the condition is also true for a row that lacks the field.
  var allowsMissing: Bool {
    switch relation {
    case .notEqual: values != [.none]
    case .notWithin, .notAmong: true
    case .equal, .atLeast, .atMost, .within, .among: false
    }
  }

  /// The condition as a diagram shows it.
  var text: String {
    switch relation {
    case .equal:
      switch values[0] {
      case .some: "\(field) ≠ nil"
      case .missing: "\(field) = nothing"
      default: "\(field) = \(values[0])"
      }
    case .notEqual: "\(field) ≠ \(values[0])"
    case .atLeast: "\(field) ≥ \(values[0])"
    case .atMost: "\(field) ≤ \(values[0])"
    case .within: "\(field) in \(values[0])…\(values[1])"
    case .notWithin: "\(field) not in \(values[0])…\(values[1])"
    case .among: "\(field) in \(list)"
    case .notAmong: "\(field) not in \(list)"
    }
  }

  private var list: String {
    let shown = isCut ? values.prefix(Decision.mostListed) : values[...]
    let rest = isCut ? Decision.rest(values.count) : []
    return "{\((shown.map(\.description) + rest).joined(separator: ", "))}"
  }

  /// A Boolean value that indicates whether the text leaves out values.
  var isCut: Bool {
    values.count > Decision.mostListed
      && values.map(\.description.count).reduce(0, +) > Self.longestText
  }
}

extension PayloadField.Value {
  /// The integer, or `nil` for any other value.
  fileprivate var integer: Int? {
    if case .integer(let integer) = self { integer } else { nil }
  }
}
