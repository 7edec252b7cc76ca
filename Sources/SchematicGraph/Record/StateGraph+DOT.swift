extension StateGraph {
  /// Creates a graph from the text of a diagram that ``dot(name:style:marks:)`` wrote.
  ///
  /// ```swift
  /// let graph = StateGraph(Turnstile.schema)
  /// try StateGraph(dot: graph.dot()) == graph  // true, whatever the style
  /// ```
  ///
  /// Only the rows at the end are read: the picture may be edited. Text without them is refused, and so
  /// are rows that aren't written as they would be here.
  ///
  /// - Parameter text: The text of one graph.
  /// - Throws: A ``DOTError`` that names the line, if the text doesn't read as a graph. This
  ///   includes regions that represent more than a million states or transitions.
  /// - Complexity: O(*n* log *n*) in the length of the text and the size of the graph.
  public init(dot text: String) throws(DOTError) {
    self = try RecordReader.graph(in: text)
  }
}

/// The bounds of graphs that are larger than the texts that they are read from.
enum ReadingBounds {
  /// The maximum number of transitions, and of states of regions, that a text may represent.
  static let combinations = 1_000_000

  /// Throws an error if regions have too many states or rules together.
  static func check(productOf regions: [StateGraph.Region], _ line: Int) throws(DOTError) {
    let states = regions.map { Double($0.graph.states.count) }
    let rules = regions.map { Dictionary(grouping: $0.graph.rules, by: \.label) }
    let labels = Set(rules.flatMap(\.keys))
    var size = max(states.reduce(1, *), Double(labels.count * regions.count))
    for label in labels where size <= Double(combinations) {
      // A rule of each region is taken, or none where its state has none.
      let taken = rules.map { $0[label, default: []] }
      let idle = zip(states, taken).map { $0 - Double(Set($1.map(\.source)).count) }
      let all = zip(idle, taken).map { $0 + Double($1.count) }
      size += all.reduce(1, *) - idle.reduce(1, *)
    }
    guard size > Double(combinations) else { return }
    throw DOTError(
      line,
      "The regions have together more than \(combinations) states and transitions: "
        + "divide the diagram.")
  }
}
