extension Array where Element: Hashable {
  /// Returns the elements without repetition, each in its first position.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Array {
  /// Returns the elements sorted by a number; equals stay in the order they had.
  func stablySorted(by position: (Element) -> Int) -> [Element] {
    enumerated()
      .map { (position: position($0.element), offset: $0.offset, element: $0.element) }
      .sorted { ($0.position, $0.offset) < ($1.position, $1.offset) }
      .map(\.element)
  }
}
