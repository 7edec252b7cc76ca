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
