/// A condition on payloads: `attempt = 3`, `attempt in 0…2`.
struct PayloadCondition {
  /// The most values that a condition lists.
  private static let longestList = 3

  /// The most characters of a condition, beyond which it names only the fields that decide.
  private static let longest = 120

  /// The maximum number of fields of which all triples are tried.
  private static let mostInTriples = 12

  /// The values for which the condition holds and those for which it doesn't, both given by the
  /// fields that distinguish them.
  private let chosen: [[PayloadField]]
  private let others: [[PayloadField]]
  /// A Boolean value that indicates whether some of the values lack some of the fields.
  private let isPartial: Bool
  private let openEnds: UnexploredRanges

  /// Creates a condition that distinguishes some values from others, or returns `nil` if nothing
  /// they carry does.
  ///
  /// The condition uses as few fields as possible and, among equally few, the first.
  init?(
    of chosen: [[PayloadField]], among others: [[PayloadField]],
    _ openEnds: UnexploredRanges = UnexploredRanges()
  ) {
    let all = PayloadField.distinguished(chosen + others)
    let names = all.flatMap { $0.map(\.name) }.uniqued()
    let complete = { (fields: [PayloadField]) in
      let values = Dictionary(
        fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      return names.map { PayloadField(name: $0, value: values[$0] ?? .missing) }
    }
    let (chosen, others) = (
      all.prefix(chosen.count).map(complete).uniqued(),
      all.dropFirst(chosen.count).map(complete).uniqued()
    )
    func pick(_ choice: [Int], _ values: [[PayloadField]]) -> [[PayloadField]] {
      values.map { fields in choice.map { fields[$0] } }.uniqued()
    }
    /// Returns whether some fields distinguish the values as they are shown, because values of
    /// different types may look the same.
    func tells(_ choice: [Int], _ need: Need) -> Bool {
      let inside = pick(choice, chosen)
      return need.isMet(by: inside)
        && Set(inside.map(Self.texts(of:)))
          .isDisjoint(with: pick(choice, others).map(Self.texts(of:)))
    }
    /// Returns the fewest fields that distinguish the values or, if there are very many, a few.
    func choice(of known: [Int], _ need: Need) -> [Int]? {
      if let choice = Self.choices(of: names.indices).first(where: { tells($0, need) }) {
        return choice
      }
      guard tells(known, need) else { return nil }
      return known.reversed().reduce(known) { fields, index in
        let fewer = fields.filter { $0 != index }
        return tells(fewer, need) ? fewer : fields
      }
    }
    let known = names.indices.filter { index in chosen.allSatisfy { $0[index].value != .missing } }
    let whole = choice(of: known, .allFields)
    guard
      let choice = whole ?? choice(of: Array(names.indices), .someField)
        ?? choice(of: Array(names.indices), .nothing)
    else { return nil }
    isPartial = whole == nil
    self.openEnds = openEnds
    self.chosen = pick(choice, chosen)
    self.others = pick(choice, others)
  }

  /// The fields that every value must have for which a condition holds.
  private enum Need {
    case allFields, someField, nothing

    func isMet(by values: [[PayloadField]]) -> Bool {
      switch self {
      case .allFields: !values.joined().contains { $0.value == .missing }
      case .someField: values.allSatisfy { $0.contains { $0.value != .missing } }
      case .nothing: true
      }
    }
  }

  /// Single fields, then pairs, then triples of few.
  private static func choices(of fields: Range<Int>) -> [[Int]] {
    let pairs = fields.flatMap { first in fields.filter { $0 > first }.map { [first, $0] } }
    guard fields.count <= mostInTriples else { return fields.map { [$0] } + pairs }
    let triples = pairs.flatMap { pair in fields.filter { $0 > pair[1] }.map { pair + [$0] } }
    return fields.map { [$0] } + pairs + triples
  }

  /// The conditions that must all hold.
  var conditions: [StateGraph.Condition] {
    let texts = fullTexts
    guard texts.map(\.count).reduce(0, +) > Self.longest else { return texts.map { .payload($0) } }
    let names = (chosen.first ?? []).map(\.name)
    let shown =
      names.count > Self.longestList
      ? names.prefix(Self.longestList) + ["\(names.count - Self.longestList) more"] : names[...]
    let digest = Fingerprint(of: Self.digestible(chosen)).short
    return [.payload("decided by \(shown.joined(separator: ", ")) (\(digest))")]
  }

  private var fullTexts: [String] {
    if isPartial { return combinations }
    guard let names = chosen.first?.map(\.name), names.count == 1 else {
      return factors ?? alternatives.map { [$0.joined(separator: " or ")] } ?? combinations
    }
    return [text(names[0], chosen.map { $0[0].value }, not: others.map { $0[0].value })]
  }

  /// Conditions on one field each that must all hold.
  ///
  /// `nil` if other values fulfill them too, or if a single combination of values is enough.
  private var factors: [String]? {
    chosen.count > 1 ? product(of: chosen, among: others) : nil
  }

  /// Conditions on one field each, one of which must hold; `nil` if there is no such simple form.
  private var alternatives: [String]? {
    chosen.count > 1 && factors == nil
      ? product(of: others, among: chosen, opposite: true) : nil
  }

  /// Returns for each field the condition that it has one of the combinations' values, or the
  /// opposite; `nil` if other values fulfill all these conditions too.
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

  /// Returns the condition that a field has one of some values and none of others.
  private func text(
    _ name: String, _ values: [PayloadField.Value], not others: [PayloadField.Value]
  ) -> String {
    var excluded = others
    if excluded == [.none] { return "\(name) ≠ nil" }
    // Of values that have no such field, nothing can be said but what the others are.
    if excluded.contains(.missing) { excluded = [] }
    if values.count == 1 { return PayloadField(name: name, value: values[0]).condition }
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
    if values.count <= Self.longestList || excluded.isEmpty {
      return "\(name) in \(Self.list(values))"
    }
    if excluded.count <= Self.longestList { return "\(name) not in \(Self.list(excluded))" }
    return "\(name) in \(Self.list(values))"
  }

  private var combinations: [String] {
    let shown = chosen.prefix(Self.longestList).map { fields in
      let present = fields.filter { $0.value != .missing }
      return (present.isEmpty ? fields : present).map(\.condition)
    }
    guard shown.count > 1 else { return shown.first ?? [] }
    let alternatives = shown.map { "(\($0.joined(separator: " and ")))" }
    return [(alternatives + Self.rest(of: chosen)).joined(separator: " or ")]
  }

  private static func list(_ values: [PayloadField.Value]) -> String {
    let fields = values.map { [PayloadField(name: "", value: $0)] }
    let shown = values.prefix(longestList).map(\.description)
    return "{" + (shown + rest(of: fields)).joined(separator: ", ") + "}"
  }

  /// Returns a replacement for the values that a list leaves out: their number and a digest of the
  /// whole list, so that graphs that differ only in these values aren't equal.
  private static func rest(of values: [[PayloadField]]) -> [String] {
    guard values.count > longestList else { return [] }
    let digest = Fingerprint(of: digestible(values)).short
    return ["\(values.count - longestList) more (\(digest))"]
  }

  /// Returns a condition that identifies some values by a fingerprint, if nothing they carry
  /// distinguishes them from others.
  static func fingerprint(
    of chosen: [[PayloadField]], among others: [[PayloadField]], at positions: [Int]
  ) -> String {
    let order = positions.map(String.init).joined(separator: " ")
    let texts = [digestible(chosen), digestible(others), order]
    let text = texts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
    return "some values (\(Fingerprint(of: text).short))"
  }

  /// Returns a text of all values in any order, by which they are known from others.
  private static func digestible(_ values: [[PayloadField]]) -> String {
    // With its length before it, no text can be taken for two.
    let lines = values.map { texts(of: $0).map { "\($0.utf8.count):\($0)" }.joined() }
    return lines.sorted().joined(separator: "\n")
  }

  private static func texts(of fields: [PayloadField]) -> [String] {
    fields.map(\.value.description)
  }

  /// Returns integers without a gap as a range.
  private static func range(_ values: [PayloadField.Value]) -> ClosedRange<Int>? {
    let integers = values.compactMap(\.integer)
    guard integers.count == values.count, integers.count > 1, let low = integers.min(),
      let high = integers.max(), high.subtractingReportingOverflow(low) == (values.count - 1, false)
    else { return nil }
    return low...high
  }
}

extension PayloadField.Value {
  /// The integer that it is; `nil` for any other value.
  fileprivate var integer: Int? {
    if case .integer(let integer) = self { integer } else { nil }
  }
}

extension PayloadField {
  /// Returns what a state and an event carry, with the owner before each name that both have.
  ///
  /// `all` are the fields of the state.
  static func fields(_ all: [PayloadField], on event: (any Graphable)?) -> [PayloadField] {
    let owners = owners(of: all, event)
    let counts = Dictionary(
      owners.flatMap { Set($0.fields.map(\.name)).map { ($0, 1) } }, uniquingKeysWith: +)
    return owners.flatMap { owner, fields in
      fields.map { field in
        guard counts[field.name, default: 0] > 1 else { return field }
        return PayloadField(name: "\(owner) \(field.name)", value: field.value)
      }
    }
  }

  /// Returns the fields of a state and an event, each with those that have it.
  static func owners(
    of all: [PayloadField], _ event: (any Graphable)?
  ) -> [(owner: String, fields: [PayloadField])] {
    [
      (owner: "state", fields: all.filter { !$0.isOfMachine }),
      ("machine", all.filter(\.isOfMachine)), ("event", event.map { fields(of: $0) } ?? []),
    ]
  }

  /// Returns whether the name of a guard reads like a condition on the field.
  func isMeant(by guarded: String) -> Bool {
    guarded == name || guarded.hasPrefix("\(name) ")
  }

  /// The condition that the field has its value.
  fileprivate var condition: String {
    switch value {
    case .some: "\(name) ≠ nil"
    case .missing: "\(name) = nothing"
    default: "\(name) = \(value)"
    }
  }
}
