extension Sequence {
  /// Returns the elements with one for all that have the same key, at the place of the first.
  ///
  /// `merge` adds an element to the first one with its key.
  func merged<Key: Hashable>(
    by key: (Element) -> Key, _ merge: (inout Element, Element) -> Void
  ) -> [Element] {
    var positions: [Key: Int] = [:]
    return reduce(into: []) { merged, element in
      let key = key(element)
      if let known = positions[key] {
        merge(&merged[known], element)
      } else {
        positions[key] = merged.count
        merged.append(element)
      }
    }
  }
}

extension Dictionary {
  /// Creates a dictionary of pairs; of those with the same key, the first counts.
  init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension Array {
  /// Returns the elements sorted by a number; elements with equal numbers keep their order.
  package func stablySorted<Key: Comparable>(by position: (Element) -> Key) -> [Element] {
    enumerated()
      .map { (position: position($0.element), offset: $0.offset, element: $0.element) }
      .sorted { ($0.position, $0.offset) < ($1.position, $1.offset) }
      .map(\.element)
  }
}
