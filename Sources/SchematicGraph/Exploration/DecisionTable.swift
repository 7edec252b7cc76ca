/// A table of what may decide: a row for each value in which an event was tried, and a column for each field.
///
/// It finds the fields that tell some rows, the chosen ones, from the others.
struct DecisionTable {
  typealias Value = PayloadField.Value

  /// A field, as a column.
  struct Column {
    let name: String
    /// How much there is to read if the field is in a condition: the more, the later it is tried.
    var cost = 0
    /// A Boolean value that indicates whether each chosen row has the field.
    var isComplete = true
  }

  /// The number of characters up to which a list is as easy to read as its length.
  private static let shortList = 20

  private let columns: [Column]
  private let chosen: [[Value]]
  private let others: [[Value]]

  /// Creates a table of the fields of the chosen rows and of the others.
  init(_ chosen: [[PayloadField]], among others: [[PayloadField]]) {
    let fields = PayloadField.distinguished(chosen + others)
    var places: [String: Int] = [:]
    var columns: [Column] = []
    var origins: [PayloadField] = []
    for field in fields.joined() where places[field.name] == nil {
      places[field.name] = columns.count
      columns.append(Column(name: field.name))
      origins.append(field)
    }
    // Whatever else decides says more than a count.
    let order = Array(columns.indices).stablySorted { origins[$0].origin.isCount ? 1 : 0 }
    let rows = fields.map { fields in
      var row = [Value](repeating: .missing, count: columns.count)
      for field in fields.reversed() { places[field.name].map { row[$0] = field.value } }
      return order.map { row[$0] }
    }
    self.chosen = Array(rows.prefix(chosen.count)).uniqued()
    self.others = Array(rows.dropFirst(chosen.count)).uniqued()
    let (inside, outside) = (self.chosen, self.others)
    self.columns = order.enumerated().map { place, column in
      var result = columns[column]
      let sides = [inside, outside].map { rows in rows.map { $0[place] }.uniqued() }
      result.cost = Self.cost(origins[column], sides)
      result.isComplete = !sides[0].contains(.missing)
      return result
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
      return excluded.count == 1 && excluded != [.missing] && tellsApart([column])
    }
    let choice =
      whole ?? exclusion.map { [$0] }
      // A condition on what a row lacks can only be read beside one on what the row has.
      ?? all.fewest { choice in
        tellsApart(choice) && chosen.allSatisfy { row in choice.contains { row[$0] != .missing } }
      } ?? all.fewest { tellsApart($0) }
    return choice.map { choice in
      Decision(
        fields: choice.map { columns[$0].name }, chosen: pick(choice, chosen),
        others: pick(choice, others), isPartial: whole == nil && exclusion == nil)
    }
  }

  private func pick(_ choice: [Int], _ rows: [[Value]]) -> [[Value]] {
    rows.map { row in choice.map { row[$0] } }.uniqued()
  }

  /// Returns whether a condition on some fields of the chosen rows is true for no other row.
  private func tellsApart(_ choice: [Int]) -> Bool {
    let (inside, outside) = (Set(pick(choice, chosen)), Set(pick(choice, others)))
    guard inside.isDisjoint(with: outside) else { return false }
    // Of several fields, a condition doesn't mention one that a row lacks. Of a value that is only known to be there, it
    // says `≠ nil`. Either may be true for another row, too.
    let loose = inside.filter { $0.contains(.some) || choice.count > 1 && $0.contains(.missing) }
    return !loose.contains { row in
      outside.contains { other in
        zip(row, other).allSatisfy { value, other in
          switch value {
          case .missing where choice.count > 1: true
          case .some: other != .none && other != .missing
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
