import Schematic

/// The values of each state that an exploration has met, as far as changes of them are worth telling.
struct NodePayloads<State: Graphable> {
  private let values: [String: [State]]
  private var telling: [String: Set<String>] = [:]

  /// Creates the values from those that were explored, each with the identifier of its state.
  init(of explored: [(value: State, identifier: String)]) {
    values = Dictionary(grouping: explored, by: \.identifier).mapValues { $0.map(\.value) }
      .filter { $0.value.count > 1 }
  }

  /// Returns the names of the fields that have several values in a state.
  mutating func tellingFields(of identifier: String) -> Set<String> {
    guard let values = values[identifier] else { return [] }
    if let known = telling[identifier] { return known }
    let lists = values.map { PayloadField.fields(of: $0) }
    var found: [String: Set<PayloadField.Value>] = [:]
    var counts: [String: Int] = [:]
    for field in lists.joined() {
      found[field.name, default: []].insert(field.value)
      counts[field.name, default: 0] += 1
    }
    let names = Set(
      found.filter { $0.value.count > 1 || counts[$0.key] != lists.count }.map(\.key))
    telling[identifier] = names
    return names
  }
}

extension PayloadStep.End {
  static let none = PayloadStep.End(caseName: nil, fields: [])

  /// Reads a value.
  init(of value: some Graphable) {
    self.init(
      caseName: PayloadField.caseName(of: value), fields: PayloadField.fields(of: value))
  }
}
