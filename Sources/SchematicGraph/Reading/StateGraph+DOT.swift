extension StateGraph {
  /// Creates a graph from the text of a diagram that ``dot(name:style:marks:)`` wrote.
  ///
  /// ```swift
  /// let graph = StateGraph(Turnstile.schema)
  /// try StateGraph(dot: graph.dot()) == graph  // true, whatever the style
  /// ```
  ///
  /// Text of other people and programs is refused, and so is text of ours in which more was changed
  /// than blanks and the values of names, labels, colors and sizes.
  ///
  /// - Parameter text: The text of one graph.
  /// - Throws: A ``DOTError`` that names the line, if the text doesn't read as a graph. This
  ///   includes states nested more than 250 deep, and regions, or arrows that leave composite
  ///   states, that represent more than a million states or transitions.
  /// - Complexity: O(*n* log *n*) in the length of the text and the size of the graph.
  public init(dot text: String) throws(DOTError) {
    let document = try DOTStatementReader.document(of: text)
    let end = document.lastLine
    if document.regions.isEmpty {
      self = try DiagramReader(document.outermost).graph(endingAt: end)
    } else {
      let names = document.regions.map {
        DOTIdentifier.decode($0.region?.attributes[DOTNames.regionAttribute] ?? "")
      }
      var regions: [Region] = []
      for (index, key) in DOTNames.keys(ofRegions: names).enumerated() {
        let part = document.regions[index]
        guard part.region?.name == DOTNames.region(key) else {
          throw DOTError(part.region?.line ?? end, notOurs: "A region's cluster has another name")
        }
        let graph = try DiagramReader(part, region: key).graph(endingAt: end)
        regions.append(Region(name: names[index], graph: graph))
      }
      try ReadingBounds.check(productOf: regions, end)
      self.init(regions: regions)
    }
    isCommitting = document.attributes[DOTPrinter.commitAttribute] == "true"
    if let record = document.attributes[DOTPrinter.omissionAttribute] {
      guard let omission = GraphOmission(attribute: record) else {
        throw DOTError(end, notOurs: "The numbers of what is not shown cannot be")
      }
      self.omission = omission
    }
  }
}

/// The bounds of graphs that are larger than the texts that they are read from.
enum ReadingBounds {
  /// The maximum number of transitions, and of states of regions, that a text may represent.
  static let combinations = 1_000_000

  /// Throws an error if edges that leave the borders of clusters represent too many transitions.
  static func check(transitions: Int, _ line: Int) throws(DOTError) {
    guard transitions > combinations else { return }
    throw DOTError(
      line,
      "The arrows that leave composite states stand for more than \(combinations) transitions: "
        + "divide the diagram.")
  }

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
