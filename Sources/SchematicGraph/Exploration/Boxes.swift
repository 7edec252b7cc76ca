/// Boxes that together contain certain rows of a table and no others: of two columns, `a = 1 and b in 2…3` is a box.
struct Boxes<Column: Hashable, Value: Hashable> {
  typealias Row = [Column: Value]
  /// The values of some columns; a row is in the box if it has one of the values in each of the columns.
  typealias Box = [Column: Set<Value>]

  /// The columns, those that a box should rather name first.
  let columns: [Column]
  /// The rows that the boxes contain.
  private let chosen: Set<Row>
  let all: [Row]

  /// Creates the boxes of the chosen rows, or returns `nil` if one of the others is equal to a chosen one.
  init?(of chosen: [Row], among others: [Row], columns: [Column]) {
    self.chosen = Set(chosen)
    guard self.chosen.isDisjoint(with: others) else { return nil }
    all = (chosen + others).uniqued()
    self.columns = columns
  }

  /// The boxes, each of which is as wide as possible, and which have no row in common.
  var boxes: [Box] {
    // If all rows are chosen, nothing decides.
    if chosen.count == all.count { return [[:]] }
    // If one column decides, no other is mentioned.
    for column in columns {
      let values = chosen.compactMap { $0[column] }
      guard values.count == chosen.count else { continue }
      let box = [column: Set(values)]
      if isChosen(box, chosen) { return [box] }
    }
    var boxes: [Box] = []
    var covered: Set<Row> = []
    for row in all where chosen.contains(row) && !covered.contains(row) {
      let box = widest(around: row, chosen.subtracting(covered))
      boxes.append(box)
      covered.formUnion(all.filter { Self.contains($0, box) })
    }
    return boxes
  }

  /// Returns the values of a column in the order of the rows.
  func order(of column: Column) -> [Value] { all.compactMap { $0[column] }.uniqued() }

  /// Returns a box that contains the row, contains only chosen ones, and can't be wider.
  private func widest(around row: Row, _ chosen: Set<Row>) -> Box {
    // The last columns are left out first: the state of an inner region, which comes later, implies that of the outer one.
    columns.reversed().reduce(into: row.mapValues { [$0] }) { box, column in
      guard box[column] != nil else { return }
      var wider = box
      wider[column] = nil
      if isChosen(wider, chosen) {
        box = wider
        return
      }
      for value in order(of: column) {
        wider = box
        wider[column]?.insert(value)
        if isChosen(wider, chosen) { box = wider }
      }
    }
  }

  private func isChosen(_ box: Box, _ chosen: Set<Row>) -> Bool {
    all.allSatisfy { chosen.contains($0) || !Self.contains($0, box) }
  }

  private static func contains(_ row: Row, _ box: Box) -> Bool {
    box.allSatisfy { column, values in row[column].map(values.contains) ?? false }
  }
}
