/// Boxes that together contain the chosen rows of a table and no others: of two columns, `a = 1 and b in 2…3` is a box.
struct Boxes<Column: Hashable, Value: Hashable> {
  typealias Row = [Column: Value]
  /// The values of some columns; a row is in the box if it has one of the values in each of the columns.
  typealias Box = [Column: Set<Value>]

  /// The columns that are needed.
  let columns: [Column]
  let all: [Row]
  /// The boxes: one if that is enough, and otherwise several, each as wide as possible.
  private(set) var boxes: [Box] = []

  /// Finds the boxes, or returns `nil` if one of the others has all that a chosen row has.
  ///
  /// `columns` has those first that a box should rather name.
  init?(of chosen: [Row], among others: [Row], columns: [Column]) {
    // A box can't say that a row lacks a column.
    let needed = columns.fewest { columns in
      chosen.allSatisfy { row in
        let box = Self.box(of: row, columns)
        return !others.contains { Self.contains($0, box) }
      }
    }
    guard let needed else { return nil }
    self.columns = needed
    all = (chosen + others).uniqued()
    let chosen = Set(chosen)
    // One box is read at once, even if it could be wider.
    let whole = Dictionary(
      uniqueKeysWithValues: needed.map { column in
        (column, Set(chosen.compactMap { $0[column] }))
      })
    if chosen.allSatisfy({ Self.contains($0, whole) }), isChosen(whole, chosen) {
      boxes = [whole]
      return
    }
    var covered: Set<Row> = []
    for row in all where chosen.contains(row) && !covered.contains(row) {
      let box = widest(around: row, chosen.subtracting(covered))
      boxes.append(box)
      covered.formUnion(all.filter { Self.contains($0, box) })
    }
  }

  /// Returns the values of a column in the order of the rows.
  func order(of column: Column) -> [Value] { all.compactMap { $0[column] }.uniqued() }

  /// Returns the values of a column in a box, and those that it has only outside of the box, in the order of the rows.
  func sides(of column: Column, in box: Box) -> (inside: [Value], outside: [Value]) {
    let values = order(of: column)
    return (
      values.filter { box[column]?.contains($0) != false },
      values.filter { box[column]?.contains($0) == false }
    )
  }

  /// The box, if one is enough.
  var only: Box? { boxes.count == 1 ? boxes[0] : nil }

  /// Returns a box that contains the row, contains only chosen ones, and can't be wider.
  private func widest(around row: Row, _ chosen: Set<Row>) -> Box {
    // The last columns are left out first: the state of an inner region, which comes later, implies that of the outer one.
    columns.reversed().reduce(into: Self.box(of: row, columns)) { box, column in
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

  private static func box(of row: Row, _ columns: [Column]) -> Box {
    row.filter { columns.contains($0.key) }.mapValues { [$0] }
  }

  private func isChosen(_ box: Box, _ chosen: Set<Row>) -> Bool {
    all.allSatisfy { chosen.contains($0) || !Self.contains($0, box) }
  }

  private static func contains(_ row: Row, _ box: Box) -> Bool {
    box.allSatisfy { column, values in row[column].map(values.contains) ?? false }
  }
}
