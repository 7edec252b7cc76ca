/// What tells some rows of a table from the others: a few fields, with their values in the rows.
struct Decision {
  typealias Value = PayloadField.Value

  /// The maximum number of values, combinations of values, or names that a condition lists.
  static let mostListed = 3

  /// The number of characters above which a condition only names the fields that decide.
  private static let longest = 120

  let fields: [String]
  /// The values of the fields in the chosen rows, and in the others.
  let chosen: [[Value]]
  let others: [[Value]]
  /// A Boolean value that indicates whether some chosen row lacks one of the fields.
  let isPartial: Bool

  /// The conditions that must all hold, as far as they have words; what these leave out is in the digest.
  ///
  /// `openEnds` has the values that were found, but not tried.
  func conditions(_ openEnds: UnexploredRanges = UnexploredRanges()) -> Told {
    let (texts, isCut, isAlike) = texts(openEnds)
    // Of values that look the same, and of a long sentence, a reader learns no more than what decides.
    guard isAlike || texts.map(\.count).reduce(0, +) > Self.longest else {
      return Told(
        conditions: texts.map { .payload($0) }, digest: isCut ? Self.digest(of: chosen) : nil)
    }
    let shown = fields.prefix(Self.mostListed) + Self.rest(fields.count)
    return Told(
      conditions: [.payload(StateGraph.Condition.decided + shown.joined(separator: ", "))],
      digest: Self.digest(of: chosen), untold: fields)
  }

  /// Returns the conditions in words, and whether they leave out values, or name some that look the same.
  private func texts(
    _ openEnds: UnexploredRanges
  ) -> (texts: [String], isCut: Bool, isAlike: Bool) {
    var (isCut, isAlike) = (false, false)
    func relation(_ field: Int, _ inside: [Value], not outside: [Value]) -> FieldRelation {
      FieldRelation(fields[field], inside, not: outside, openEnds)
    }
    func text(_ field: Int, _ inside: [Value], not outside: [Value]) -> String {
      let relation = relation(field, inside, not: outside)
      isCut = isCut || relation.isCut
      isAlike = isAlike || relation.values.contains(where: \.isAlike)
      return relation.text
    }
    // One field says all.
    if fields.count == 1, !isPartial {
      let text = text(0, chosen.map { $0[0] }, not: others.map { $0[0] })
      return ([text], isCut, isAlike)
    }
    func texts(_ box: Boxes<Int, Value>.Box, of boxes: Boxes<Int, Value>, isNegated: Bool = false)
      -> [String]
    {
      boxes.columns.filter { box[$0] != nil }.map { field in
        let (inside, outside) = boxes.sides(of: field, in: box)
        return isNegated ? text(field, outside, not: inside) : text(field, inside, not: outside)
      }
    }
    let boxes = boxes(of: chosen, among: others)
    // Each field says a part, and all parts must hold: `a = 1` and `b in 2…3`. A row may lack a field if that fits.
    if chosen.count > 1, let boxes, let box = boxes.only,
      box.allSatisfy({ field, values in
        let (inside, outside) = boxes.sides(of: field, in: box)
        return !values.contains(.missing) || relation(field, inside, not: outside).allowsMissing
      })
    {
      return (texts(box, of: boxes), isCut, isAlike)
    }
    // Each field says a part, and one part must hold: `a = 1 or b = 2`.
    if chosen.count > 1, !isPartial, let rest = self.boxes(of: others, among: chosen),
      let box = rest.only
    {
      return ([texts(box, of: rest, isNegated: true).joined(separator: " or ")], isCut, isAlike)
    }
    // Two fields are compared with each other: `path ≠ on`.
    if !isPartial, let comparison { return ([comparison], false, false) }
    // Boxes are listed. A box might be too wide if a value is missing, or only known to be there; then, rows are listed,
    // and what a row lacks isn't mentioned, unless it lacks everything.
    let isExact = !chosen.joined().contains { $0 == .some || $0 == .missing }
    let all =
      (isExact ? boxes : nil).map { boxes in boxes.boxes.map { texts($0, of: boxes) } }
      ?? chosen.map { row in
        let present = fields.indices.filter { row[$0] != .missing }
        return (present.isEmpty ? Array(fields.indices) : present).map {
          text($0, [row[$0]], not: [])
        }
      }
    let listed = all.prefix(Self.mostListed)
    guard listed.count > 1 else { return (listed.first ?? [], false, isAlike) }
    let alternatives = listed.map { "(\($0.joined(separator: " and ")))" } + Self.rest(all.count)
    return ([alternatives.joined(separator: " or ")], all.count > listed.count, isAlike)
  }

  /// Returns the boxes that together contain some rows and none of the others.
  private func boxes(of rows: [[Value]], among others: [[Value]]) -> Boxes<Int, Value>? {
    func row(_ values: [Value]) -> [Int: Value] {
      Dictionary(uniqueKeysWithValues: values.enumerated().map { ($0, $1) })
    }
    return Boxes(of: rows.map(row), among: others.map(row), columns: Array(fields.indices))
  }

  /// The condition that two fields have the same value, or not: `path ≠ on`; `nil` if that isn't what decides.
  private var comparison: String? {
    guard fields.count == 2 else { return nil }
    let rows = chosen + others
    // The name of a field must not read like a value of the other.
    guard !rows.joined().contains(where: { $0 == .missing || fields.contains("\($0)") }) else {
      return nil
    }
    let sides = [0, 1].map { side in Set(rows.map { $0[side] }) }
    // Cases of two enums may have one name by chance, so they must have more than one in common.
    let common = sides[0].intersection(sides[1]).filter {
      $0 != .none && $0 != .some && !$0.description.contains("…")
    }
    guard common.count > 1 else { return nil }
    // That two calls wait, or two don't, is no comparison that anybody understands.
    let hasBoolean = sides.joined().contains { if case .bool = $0 { true } else { false } }
    guard !hasBoolean else { return nil }
    // The event's field comes last in the list, and first in the sentence.
    let (areEqual, areChosen) = (Set(rows.filter { $0[0] == $0[1] }), Set(chosen))
    if areEqual == areChosen { return "\(fields[1]) = \(fields[0])" }
    return areEqual == Set(others) ? "\(fields[1]) ≠ \(fields[0])" : nil
  }
}

// MARK: - What can't be told

extension Decision {
  /// Conditions in words, and what these words leave out.
  struct Told {
    var conditions: [StateGraph.Condition] = []
    /// A short text that differs for different rows, or `nil` if the conditions say all.
    var digest: String?
    /// The fields that decide in a way that has no words, none if no field decides, or `nil` if there are words.
    var untold: [String]?
  }

  /// Returns the end of a list that leaves out values: `4 more`.
  static func rest(_ count: Int) -> [String] {
    count > mostListed ? ["\(count - mostListed) more"] : []
  }

  /// Returns the conditions that tell the chosen rows, which have some positions, from the others.
  static func told(
    _ chosen: [[PayloadField]], at positions: [Int], among others: [[PayloadField]],
    _ openEnds: UnexploredRanges
  ) -> Told {
    if let decision = DecisionTable(chosen, among: others).decision {
      return decision.conditions(openEnds)
    }
    // If no field tells them apart, only their positions do.
    let rows = chosen.map { $0.map(\.value) } + [positions.map { .integer($0) }]
    return Told(
      conditions: [.payload(StateGraph.Condition.someValues)], digest: digest(of: rows), untold: [])
  }

  private static func digest(of rows: [[Value]]) -> String {
    // The length before each text distinguishes the texts `ab` and `c` from `a` and `bc`.
    let lines = rows.map { row in
      row.map(\.description).map { "\($0.utf8.count):\($0)" }.joined()
    }
    return Fingerprint(of: lines.sorted().joined(separator: "\n")).short
  }
}
