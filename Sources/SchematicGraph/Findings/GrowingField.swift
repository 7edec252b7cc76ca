import Schematic

/// The field that takes more values than any other in an exploration, such as a counter or a buffer.
struct GrowingField {
  let name: String
  private let count: Int

  /// Finds the field of some states, or returns `nil` if none takes several values.
  init?(in states: [any Graphable]) {
    var order: [String] = []
    var values: [String: Set<PayloadField.Value>] = [:]
    for field in states.flatMap({ PayloadField.fields(of: $0) })
    // Nobody can leave out which calls wait, as no property says it.
    where !field.origin.isCount && field.origin != .history {
      if values[field.name] == nil { order.append(field.name) }
      values[field.name, default: []].insert(field.value)
    }
    guard let most = values.values.map(\.count).max(), most > 1,
      let name = order.first(where: { values[$0]?.count == most })
    else { return nil }
    (self.name, count) = (name, most)
  }

  /// What to do about the property of a hand-written machine.
  var advice: String {
    "leave it out with `ignoring: [\"\(name)\"]` if it decides nothing, or name what it decides in `conditions:`, "
  }

  /// The end of a sentence about a bound.
  var text: String { ", because `\(name)` took \(count) values" }
}
