extension String {
  /// Returns the text after a prefix, compared by Unicode scalars, or `nil` if the text doesn't
  /// begin with it.
  package func after(_ beginning: String) -> String? {
    guard unicodeScalars.starts(with: beginning.unicodeScalars) else { return nil }
    return String(unicodeScalars.dropFirst(beginning.unicodeScalars.count))
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the character is a control character or ends a line.
  package var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension Array where Element: Hashable {
  /// Returns the elements without repetition, each in its first position.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Sequence {
  /// Returns the elements with one for all that have the same key, at the place of the first.
  ///
  /// `merge` adds an element to the first one with its key.
  package func merged<Key: Hashable>(
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
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension Array {
  /// Returns few elements that are enough, or `nil` if even all elements aren't.
  ///
  /// This is the first element that is enough by itself. If there is none, each element is removed,
  /// the last first, if the rest is enough.
  package func fewest(_ areEnough: ([Element]) -> Bool) -> [Element]? {
    if let one = first(where: { areEnough([$0]) }) { return [one] }
    guard areEnough(self) else { return nil }
    return indices.reversed().reduce(self) { rest, index in
      var fewer = rest
      fewer.remove(at: index)
      return areEnough(fewer) ? fewer : rest
    }
  }
}
