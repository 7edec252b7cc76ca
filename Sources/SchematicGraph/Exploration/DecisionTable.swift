/// A table of what may decide: a row for each value in which an event was tried, and a column for each field.
///
/// It finds the fields that tell some rows, the chosen ones, from the others.
struct DecisionTable {
  typealias Value = PayloadField.Value

  /// A field, as a column.
  private struct Column {
    let name: String
    /// How much there is to read if the field is in a condition: the more, the later it is tried.
    let cost: Int
    /// A Boolean value that indicates whether each chosen row has the field.
    let isComplete: Bool
  }

  /// The number of characters up to which a list is as easy to read as its length.
  private static let shortList = 20

  // The places in `values` of those that a condition doesn't tell from all others.
  private static let (missing, some, none) = (0, 1, 2)

  private let columns: [Column]
  /// All values, by the numbers that stand for them in rows, because many choices of fields are compared.
  private let values: [Value]
  private let chosen: [[Int]]
  private let others: [[Int]]

  /// Creates a table of the fields of the chosen rows and of the others.
  init(_ chosen: [[PayloadField]], among others: [[PayloadField]]) {
    let lists = PayloadField.distinguished(chosen + others)
    var names: Set<String> = []
    // Whatever else decides says more than a count.
    let fields = lists.joined().filter { names.insert($0.name).inserted }
      .stablySorted { $0.origin.isCount ? 1 : 0 }
    var values: [Value] = [.missing, .some, .none]
    var numbers: [Value: Int] = [.missing: Self.missing, .some: Self.some, .none: Self.none]
    let rows = lists.map { list in
      let carried = Dictionary(firstOf: list.map { ($0.name, $0.value) })
      return fields.map { field in
        let value = carried[field.name] ?? .missing
        if numbers[value] == nil {
          numbers[value] = values.count
          values.append(value)
        }
        return numbers[value]!
      }
    }
    let (inside, outside) = (
      Array(rows.prefix(chosen.count)).uniqued(), Array(rows.dropFirst(chosen.count)).uniqued()
    )
    (self.chosen, self.others, self.values) = (inside, outside, values)
    columns = fields.enumerated().map { place, field in
      let sides = [inside, outside].map { rows in rows.map { $0[place] }.uniqued() }
      return Column(
        name: field.name, cost: Self.cost(field, sides.map { $0.map { values[$0] } }),
        isComplete: !sides[0].contains(Self.missing))
    }
  }

  /// Returns how much there is to read if a field is in a condition.
  private static func cost(_ field: PayloadField, _ sides: [[Value]]) -> Int {
    // Nobody sees an object in the state, so it comes last.
    if field.origin.isOfObject { return 5 }
    // How a machine came to its state is no value that a reader could look up.
    if field.origin == .history { return 4 }
    // A number of elements says more than a long list of them.
    if field.origin.isCount { return 2 }
    let values = sides.joined()
    guard values.contains(where: { $0.isList || $0.isAlike }) else { return 0 }
    // `queue ≠ []` says more than `queue.count in 1…3`.
    let isShort = sides.contains { side in
      side.count == 1 && !side[0].isAlike && side[0].description.count <= shortList
    }
    // Of values that look the same, a reader learns nothing.
    return isShort ? 1 : values.contains(where: \.isAlike) ? 4 : 3
  }
}

// MARK: - Choosing fields

extension DecisionTable {
  /// Returns what tells the chosen rows from the others, or `nil` if nothing does.
  ///
  /// It uses only fields that all chosen rows have, if these are enough. It uses one field if one is enough, and
  /// otherwise leaves out each field that it doesn't need.
  var decision: Decision? {
    let all = Array(columns.indices)
    let complete = all.filter { columns[$0].isComplete }.stablySorted { columns[$0].cost }
    // Two fields that are short to read say more than one that is long.
    let short = complete.filter { columns[$0].cost < 3 }.fewest { tellsApart($0) }
    let whole = short.flatMap { $0.count <= 2 ? $0 : nil } ?? complete.fewest { tellsApart($0) }
    // Of rows that may lack a field, `code ≠ timeout` is true, too.
    let exclusion = all.first { column in
      let excluded = others.map { $0[column] }.uniqued()
      return excluded.count == 1 && excluded != [Self.missing] && tellsApart([column])
    }
    let choice =
      whole ?? exclusion.map { [$0] }
      // A condition on what a row lacks can only be read beside one on what the row has.
      ?? all.fewest { choice in
        tellsApart(choice)
          && chosen.allSatisfy { row in choice.contains { row[$0] != Self.missing } }
      } ?? all.fewest { tellsApart($0) }
    return choice.map { choice in
      Decision(
        fields: choice.map { columns[$0].name },
        chosen: pick(choice, chosen).map { $0.map { values[$0] } },
        others: pick(choice, others).map { $0.map { values[$0] } },
        isPartial: whole == nil && exclusion == nil)
    }
  }

  private func pick(_ choice: [Int], _ rows: [[Int]]) -> [[Int]] {
    rows.map { row in choice.map { row[$0] } }.uniqued()
  }

  /// Returns whether a condition on some fields of the chosen rows is true for no other row.
  private func tellsApart(_ choice: [Int]) -> Bool {
    let (inside, outside) = (Set(pick(choice, chosen)), Set(pick(choice, others)))
    guard inside.isDisjoint(with: outside) else { return false }
    // Of several fields, a condition doesn't mention one that a row lacks. Of a value that is only known to be there, it
    // says `≠ nil`. Either may be true for another row, too.
    let loose = inside.filter {
      $0.contains(Self.some) || choice.count > 1 && $0.contains(Self.missing)
    }
    return !loose.contains { row in
      outside.contains { other in
        zip(row, other).allSatisfy { value, other in
          switch value {
          case Self.missing where choice.count > 1: true
          case Self.some: other != Self.none && other != Self.missing
          default: value == other
          }
        }
      }
    }
  }
}

extension PayloadField.Value {
  /// A Boolean value that indicates whether the value looks like others, so that its text tells a reader nothing.
  var isAlike: Bool { if case .alike = self { true } else { false } }

  /// A Boolean value that indicates whether the value is a list, a set or a dictionary.
  fileprivate var isList: Bool {
    switch self {
    case .other(let text, _), .told(let text), .alike(let text): text.hasPrefix("[")
    default: false
    }
  }
}
