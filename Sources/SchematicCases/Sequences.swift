extension String {
  /// Returns the text after a prefix, compared by Unicode scalars, or `nil` if the text doesn't
  /// begin with it.
  package func after(_ beginning: String) -> String? {
    guard unicodeScalars.starts(with: beginning.unicodeScalars) else { return nil }
    return String(unicodeScalars.dropFirst(beginning.unicodeScalars.count))
  }
}

extension Array where Element: Hashable {
  /// Returns the elements without repetition, each in its first position.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
