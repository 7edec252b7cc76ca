/// A condition on payloads: `attempt = 3`, `attempt in 0…2`.
struct PayloadCondition {
  /// The maximum number of values, combinations of values, or names that a condition lists.
  private static let longestList = 3

  /// The number of characters up to which a list shows all of its values, however many.
  private static let longestText = 40

  /// The number of characters above which a condition only names fields that decide.
  private static let longest = 120

  /// The values for which the condition holds, and the values for which it doesn't, with only the
  /// fields that the condition uses.
  private let chosen: [[PayloadField]]
  private let others: [[PayloadField]]
  /// A Boolean value that indicates whether some value for which the condition holds lacks a field
  /// that the condition uses.
  private let isPartial: Bool
  private let openEnds: UnexploredRanges
  /// The number of the condition among those of a trigger in a state, such as ` (1 of 2)`, which a
  /// condition shows in place of a fingerprint.
  private let number: String?

  /// Creates a condition that distinguishes the chosen values from the others, or returns `nil` if
  /// no fields do.
  ///
  /// The condition uses only fields that all chosen values have, if these are enough. It uses one
  /// field if one is enough, and otherwise leaves out every field that it doesn't need.
  init?(
    of chosen: [[PayloadField]], among others: [[PayloadField]],
    _ openEnds: UnexploredRanges = UnexploredRanges(), numbered number: String? = nil
  ) {
    let values = PayloadField.distinguished(chosen + others)
    let counts = Set(values.joined().filter(\.origin.isCount).map(\.name))
    let histories = Set(values.joined().filter { $0.origin == .history }.map(\.name))
    let objects = Set(values.joined().filter(\.origin.isOfObject).map(\.name))
    // Whatever else decides says more than a count.
    let names = values.flatMap { $0.map(\.name) }.uniqued()
      .stablySorted { counts.contains($0) ? 1 : 0 }
    let complete = { (fields: [PayloadField]) in
      let values = Dictionary(
        fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      return names.map { PayloadField(name: $0, value: values[$0] ?? .missing) }
    }
    let (chosen, others) = (
      values.prefix(chosen.count).map(complete).uniqued(),
      values.dropFirst(chosen.count).map(complete).uniqued()
    )
    func pick(_ choice: [Int], _ values: [[PayloadField]]) -> [[PayloadField]] {
      values.map { fields in choice.map { fields[$0] } }.uniqued()
    }
    let table = DistinctTexts(chosen, others)
    /// Returns whether some fields meet the need, and their texts distinguish the chosen values
    /// from the others.
    func distinguishes(_ choice: [Int], _ need: Need) -> Bool {
      guard table.distinguish(choice), need.isMet(by: choice, of: table) else { return false }
      // Only a field without a value, or one that is only known to be there, is like others that differ.
      return !table.areLike(choice)
    }
    /// Returns how much there is to read if a field is in the condition: the more, the later the field is tried.
    func effort(_ index: Int) -> Int {
      guard !objects.contains(names[index]) else { return 5 }
      guard !histories.contains(names[index]) else { return 4 }
      guard !counts.contains(names[index]) else { return 2 }
      guard (chosen + others).contains(where: { $0[index].value.isList }) else { return 0 }
      let sides = [chosen, others].map { values in values.map { $0[index].value }.uniqued() }
      // `queue ≠ []` says more than `queue.count in 1…3`.
      let isShort = sides.contains { values in
        values.count == 1 && values[0].description.count <= Self.longestText / 2
      }
      return isShort ? 1 : 3
    }
    let efforts = names.indices.map(effort)
    let known = names.indices
      .filter { index in chosen.allSatisfy { $0[index].value != .missing } }
      .stablySorted { efforts[$0] }
    // How many there are says more than some lists.
    let short = known.filter { efforts[$0] < 3 }.fewest { distinguishes($0, .allFields) }
    let whole =
      short.flatMap { $0.count <= 2 ? $0 : nil } ?? known.fewest { distinguishes($0, .allFields) }
    let all = Array(names.indices)
    // Of values that may lack a field, `code ≠ timeout` is true, too.
    let exclusion = all.first { index in
      let excluded = others.map { $0[index].value }.uniqued()
      return excluded.count == 1 && excluded != [.missing]
        && distinguishes([index], .nothing)
    }.map { [$0] }
    guard
      let choice = whole ?? exclusion ?? all.fewest({ distinguishes($0, .someField) })
        ?? all.fewest({ distinguishes($0, .nothing) })
    else { return nil }
    isPartial = whole == nil && exclusion == nil
    self.openEnds = openEnds
    self.number = number
    self.chosen = pick(choice, chosen)
    self.others = pick(choice, others)
  }

  /// The condition that two fields have the same value, or not: `path ≠ on`; `nil` if that doesn't distinguish the
  /// values.
  private var comparison: String? {
    guard let names = chosen.first?.map(\.name), names.count == 2 else { return nil }
    let all = (chosen + others).joined()
    // The name of a field must not read like a value of the other.
    guard !all.contains(where: { $0.value == .missing || names.contains("\($0.value)") }) else {
      return nil
    }
    // Cases of two enums may have one name by chance.
    let sides = [0, 1].map { side in Set((chosen + others).map { $0[side].value }) }
    let common = sides[0].intersection(sides[1]).filter {
      $0 != .none && $0 != .some && !$0.description.contains("…")
    }
    guard common.count > 1 else { return nil }
    // That two calls wait, or two don't, is no comparison that anybody understands.
    guard !sides.joined().contains(where: { if case .bool = $0 { true } else { false } }) else {
      return nil
    }
    func areEqual(_ fields: [PayloadField]) -> Bool { fields[0].value == fields[1].value }
    // The event's field comes last in the list, and first in the sentence.
    if chosen.allSatisfy(areEqual), !others.contains(where: areEqual) {
      return "\(names[1]) = \(names[0])"
    }
    if others.allSatisfy(areEqual), !chosen.contains(where: areEqual) {
      return "\(names[1]) ≠ \(names[0])"
    }
    return nil
  }

  /// The fields of the condition that every chosen value must have.
  private enum Need {
    case allFields, someField, nothing

    func isMet(by choice: [Int], of table: DistinctTexts) -> Bool {
      switch self {
      case .allFields: !table.missing.contains { row in choice.contains { row[$0] } }
      case .someField: table.missing.allSatisfy { row in choice.contains { !row[$0] } }
      case .nothing: true
      }
    }
  }

  private var names: [String] { (chosen.first ?? []).map(\.name) }

  /// The conditions that must all hold.
  var conditions: [StateGraph.Condition] {
    let texts = fullTexts
    guard texts.map(\.count).reduce(0, +) > Self.longest else { return texts.map { .payload($0) } }
    let shown =
      names.count > Self.longestList
      ? names.prefix(Self.longestList) + ["\(names.count - Self.longestList) more"] : names[...]
    let end = number ?? " (\(Fingerprint(of: Self.digestible(chosen)).short))"
    return [.payload("decided by \(shown.joined(separator: ", "))\(end)")]
  }

  private var fullTexts: [String] {
    if isPartial { return combinations }
    guard names.count == 1 else {
      return factors ?? alternatives.map { [$0.joined(separator: " or ")] }
        ?? comparison.map { [$0] } ?? combinations
    }
    return [text(names[0], chosen.map { $0[0].value }, not: others.map { $0[0].value })]
  }

  /// The conditions, each on one field, that must all hold: `a = 1` and `b in 2…3`.
  ///
  /// This is `nil` if other values meet these conditions, or if only one combination is chosen.
  private var factors: [String]? {
    chosen.count > 1 ? product(of: chosen, among: others) : nil
  }

  /// The conditions, each on one field, of which one must hold: `a = 1` or `b = 2`.
  ///
  /// This is `nil` if there are no such conditions, or if the conditions aren't needed: if `factors`
  /// isn't `nil`, or if only one combination is chosen.
  private var alternatives: [String]? {
    chosen.count > 1 && factors == nil
      ? product(of: others, among: chosen, opposite: true) : nil
  }

  /// Returns conditions, each on one field, that together distinguish combinations from others, or
  /// `nil` if none do.
  ///
  /// A condition says that the field has one of the combinations' values or, if `opposite` is
  /// `true`, a value that only the others have. A field without a value that only the others have
  /// gets no condition.
  private func product(
    of combinations: [[PayloadField]], among others: [[PayloadField]], opposite: Bool = false
  ) -> [String]? {
    guard let fields = combinations.first, fields.count > 1 else {
      return nil
    }
    let columns = fields.indices.map { index in
      let inside = combinations.map { $0[index].value }.uniqued()
      let texts = Set(inside.map(\.description))
      let outside = others.map { $0[index].value }.uniqued().filter {
        !texts.contains($0.description)
      }
      return (name: fields[index].name, inside: inside, outside: outside)
    }
    let isExact = others.allSatisfy { fields in
      zip(columns, fields).contains { column, field in
        column.outside.contains { $0.description == field.value.description }
      }
    }
    guard isExact else { return nil }
    return columns.filter { !$0.outside.isEmpty }.map { column in
      opposite
        ? text(column.name, column.outside, not: column.inside)
        : text(column.name, column.inside, not: column.outside)
    }
  }

  /// Returns the condition that a field has one of the values, and none of the others.
  private func text(
    _ name: String, _ values: [PayloadField.Value], not others: [PayloadField.Value]
  ) -> String {
    var excluded = others
    if excluded == [.none] { return "\(name) ≠ nil" }
    // If some others lack the field, `≠` would include them, so the condition names the chosen
    // values.
    if excluded.contains(.missing) { excluded = [] }
    if values.count == 1, values != [.missing] || excluded.isEmpty {
      return PayloadField(name: name, value: values[0]).condition
    }
    if let range = Self.range(values) {
      let tried = (values + excluded).compactMap(\.integer)
      let isOpenAbove =
        range.upperBound == tried.max() && openEnds.goOn(above: range.upperBound, of: name)
      let isOpenBelow =
        range.lowerBound == tried.min() && openEnds.goOn(below: range.lowerBound, of: name)
      if isOpenAbove != isOpenBelow {
        return isOpenAbove ? "\(name) ≥ \(range.lowerBound)" : "\(name) ≤ \(range.upperBound)"
      }
      return "\(name) in \(range.lowerBound)…\(range.upperBound)"
    }
    if excluded.count == 1 { return "\(name) ≠ \(excluded[0])" }
    if let range = Self.range(excluded) {
      return "\(name) not in \(range.lowerBound)…\(range.upperBound)"
    }
    if values.count <= Self.longestList && !values.contains(.missing) || excluded.isEmpty {
      return "\(name) in \(list(values))"
    }
    if excluded.count <= Self.longestList { return "\(name) not in \(list(excluded))" }
    return "\(name) in \(list(values))"
  }

  private var combinations: [String] {
    let shown = chosen.prefix(Self.longestList).map { fields in
      let present = fields.filter { $0.value != .missing }
      return (present.isEmpty ? fields : present).map(\.condition)
    }
    guard shown.count > 1 else { return shown.first ?? [] }
    let alternatives = shown.map { "(\($0.joined(separator: " and ")))" }
    return [(alternatives + rest(of: chosen)).joined(separator: " or ")]
  }

  private func list(_ values: [PayloadField.Value]) -> String {
    let fields = values.map { [PayloadField(name: "", value: $0)] }
    let all = values.map(\.description)
    let isShort = all.map(\.count).reduce(0, +) <= Self.longestText
    if isShort { return "{\(all.joined(separator: ", "))}" }
    let shown = all.prefix(Self.longestList)
    return "{" + (shown + rest(of: fields)).joined(separator: ", ") + "}"
  }

  /// Returns the end of a list that leaves out values, such as `4 more (1d0f3b2a)`.
  ///
  /// The digest is of the whole list, so graphs that differ only in the values left out aren't
  /// equal. A condition with a number has that in place of a digest.
  private func rest(of values: [[PayloadField]]) -> [String] {
    guard values.count > Self.longestList else { return [] }
    let end = number ?? " (\(Fingerprint(of: Self.digestible(values)).short))"
    return ["\(values.count - Self.longestList) more\(end)"]
  }

  /// Returns a condition for values that no field distinguishes from others:
  /// `some values (1d0f3b2a)`.
  static func fingerprint(
    of chosen: [[PayloadField]], among others: [[PayloadField]], at positions: [Int]
  ) -> String {
    let order = positions.map(String.init).joined(separator: " ")
    let texts = [digestible(chosen), digestible(others), order]
    let text = texts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
    return "some values (\(Fingerprint(of: text).short))"
  }

  /// Returns the number of a condition among several: ` (1 of 2)`.
  static func number(_ index: Int, of count: Int) -> String { " (\(index + 1) of \(count))" }

  /// Returns a text of all values, sorted, that differs for different values.
  private static func digestible(_ values: [[PayloadField]]) -> String {
    // The length before each text distinguishes the texts `ab` and `c` from `a` and `bc`.
    let lines = values.map { texts(of: $0).map { "\($0.utf8.count):\($0)" }.joined() }
    return lines.sorted().joined(separator: "\n")
  }

  private static func texts(of fields: [PayloadField]) -> [String] {
    fields.map(\.value.description)
  }

  /// Returns the range of two or more integers without a gap, or `nil` for all other values.
  private static func range(_ values: [PayloadField.Value]) -> ClosedRange<Int>? {
    let integers = values.compactMap(\.integer)
    guard integers.count == values.count, integers.count > 1, let low = integers.min(),
      let high = integers.max(), high.subtractingReportingOverflow(low) == (values.count - 1, false)
    else { return nil }
    return low...high
  }
}

extension PayloadField.Value {
  /// The integer, or `nil` for any other value.
  fileprivate var integer: Int? {
    if case .integer(let integer) = self { integer } else { nil }
  }
}

extension PayloadField {
  /// The condition that the field has its value.
  fileprivate var condition: String {
    switch value {
    case .some: "\(name) ≠ nil"
    case .missing: "\(name) = nothing"
    default: "\(name) = \(value)"
    }
  }
}

extension PayloadField.Value {
  /// A Boolean value that indicates whether the value is a list, a set or a dictionary.
  fileprivate var isList: Bool {
    switch self {
    case .other(let text, _), .told(let text): text.hasPrefix("[")
    default: false
    }
  }
}
