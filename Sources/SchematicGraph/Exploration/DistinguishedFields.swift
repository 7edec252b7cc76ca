extension PayloadField {
  /// Returns the lists of fields, changed so that different values have different descriptions.
  static func distinguished(_ lists: [[PayloadField]]) -> [[PayloadField]] {
    var values: [String: [String: Set<Value>]] = [:]
    for field in lists.joined() {
      values[field.name, default: [:]][field.value.description, default: []].insert(field.value)
    }
    let told = values.compactMapValues { Value.told(apart: $0) }
    guard !told.isEmpty else { return lists }
    return lists.map { fields in
      fields.map { field in
        var field = field
        field.value = told[field.name]?[field.value] ?? field.value
        return field
      }
    }
  }
}

extension PayloadField.Value {
  /// Returns other values for those that share a description, or `nil` if none do.
  ///
  /// A text shows where the values first differ: `…method: GET`. If that isn't enough, the values get
  /// numbers, which no diagram shows: `envelope (1 of 2)`.
  static func told(apart alike: [String: Set<Self>]) -> [Self: Self]? {
    var texts: [Self: Self] = [:]
    var taken = Set(alike.keys)
    for (description, values) in alike.sorted(by: { $0.key < $1.key }) where values.count > 1 {
      // The order depends on nothing but the values, so every condition gives a value the same number.
      let sorted = values.sorted { $0.wholeText < $1.wholeText }
      let excerpts = excerpts(of: sorted.map(\.text))
      let isClear = Set(excerpts).count == sorted.count && taken.isDisjoint(with: excerpts)
      if isClear { taken.formUnion(excerpts) }
      for (number, value) in sorted.enumerated() {
        texts[value] =
          isClear
          ? .told(excerpts[number])
          : .alike("\(description) (\(number + 1) of \(sorted.count))")
      }
    }
    return texts.isEmpty ? nil : texts
  }

  /// Returns the part of each text that begins where the texts first differ.
  private static func excerpts(of texts: [String]) -> [String] {
    let shared = texts.dropFirst().reduce(texts[0]) { $0.commonPrefix(with: $1) }
    let start = shared.lastIndex { ",( ".contains($0) }.map { shared.index(after: $0) }
    let count = start.map { shared.distance(from: shared.startIndex, to: $0) } ?? 0
    return texts.map { text in
      var rest = text.dropFirst(count)
      // Without a separator nearby, the excerpt begins a little before the difference.
      if shared.count - count > longest / 2 { rest = text.dropFirst(shared.count - 4) }
      let isCut = rest.count > longest
      return (rest.count < text.count ? "…" : "")
        + balanced(isCut ? "\(rest.prefix(longest))…" : String(rest))
    }
  }

  private var text: String { if case .other(let text, _) = self { text } else { description } }

  /// A text that differs for all different values.
  private var wholeText: String {
    switch self {
    case .bool: "truth"
    case .integer: "integer"
    case .other(let text, let structure): "value \(text) \(structure)"
    case .none: "none"
    case .some: "some"
    case .missing: "missing"
    case .told(let text), .alike(let text): "told \(text)"
    }
  }
}

extension String {
  /// Returns the characters with which both texts begin.
  func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
