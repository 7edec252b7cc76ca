extension Array: GraphPayload where Element: GraphPayload {
  /// No elements, and the first sample of the element.
  public static var graphSamples: [Self] { [[]] + Element.graphSamples.prefix(1).map { [$0] } }
}

extension ContiguousArray: GraphPayload where Element: GraphPayload {
  /// No elements, and the first sample of the element.
  public static var graphSamples: [Self] { [[]] + Element.graphSamples.prefix(1).map { [$0] } }
}

extension ArraySlice: GraphPayload where Element: GraphPayload {
  /// No elements, and the first sample of the element.
  public static var graphSamples: [Self] { [[]] + Element.graphSamples.prefix(1).map { [$0] } }
}

extension Set: GraphPayload where Element: GraphPayload {
  /// No elements, and the first sample of the element.
  public static var graphSamples: [Self] { [[]] + Element.graphSamples.prefix(1).map { [$0] } }
}

extension Dictionary: GraphPayload where Key: GraphPayload, Value: GraphPayload {
  /// No entries, and the first samples of key and value.
  public static var graphSamples: [Self] {
    let entries = zip(Key.graphSamples, Value.graphSamples).prefix(1)
    return [[:]] + entries.map { [$0: $1] }
  }
}

extension Range: GraphPayload where Bound: GraphPayload {
  /// An empty range, and the range from the least sample of the bound to the greatest.
  public static var graphSamples: [Self] {
    let bounds = Bound.graphSamples
    guard let lower = bounds.min(), let upper = bounds.max() else { return [] }
    return lower == upper ? [lower..<lower] : [lower..<lower, lower..<upper]
  }
}

extension ClosedRange: GraphPayload where Bound: GraphPayload {
  /// A range of one value, and the range from the least sample of the bound to the greatest.
  public static var graphSamples: [Self] {
    let bounds = Bound.graphSamples
    guard let lower = bounds.min(), let upper = bounds.max() else { return [] }
    return lower == upper ? [lower...lower] : [lower...lower, lower...upper]
  }
}
