extension StateGraph {
  /// Creates a graph from the record in the text of a diagram, which ``dot(name:style:marks:)`` wrote.
  ///
  /// ```swift
  /// let graph = StateGraph(Turnstile.schema)
  /// try StateGraph(dot: graph.dot()) == graph  // true, whatever the style
  /// ```
  ///
  /// Only the rows at the end are read, and the picture above them may be any. Rows that aren't written as
  /// they would be here are refused: see <doc:TheRecord>.
  ///
  /// - Parameter text: The text of one diagram.
  /// - Throws: A ``DOTError`` that names the line, if the text has no record. This includes regions that
  ///   represent more than a million states or transitions, and states more than 250 deep in each other.
  /// - Complexity: O(*n* log *n*) in the length of the text and the size of the graph.
  public init(dot text: String) throws(DOTError) {
    self = try RecordReader.graph(in: text)
  }

  /// What is wrong with a graph whose diagram could not be read.
  package static let tooDeep =
    "States lie more than \(GraphRecord.deepest) deep in each other: divide the diagram."

  /// A Boolean value that indicates whether states lie too deep in each other for a diagram.
  ///
  /// - Complexity: O(*n*) in the number of composite states around all states.
  package var isTooDeep: Bool { depth > GraphRecord.deepest }

  private var depth: Int {
    func depth(of regions: [Region]) -> Int { regions.map { $0.graph.depth + 1 }.max() ?? 0 }
    let hierarchy = StateHierarchy(of: self)
    return composites.reduce(depth(of: regions)) { deepest, composite in
      let around = hierarchy.ancestors(ofComposite: composite.identifier).count
      return max(deepest, around + 1 + depth(of: composite.regions))
    }
  }
}

extension RegionProduct {
  /// The most transitions, and states of regions, that a text may represent.
  private static let largest = 1_000_000

  /// Throws an error if regions have too many states or rules together.
  static func check(sizeOf regions: [StateGraph.Region], _ line: Int) throws(DOTError) {
    let states = regions.map { Double($0.graph.states.count) }
    let rules = regions.map { Dictionary(grouping: $0.graph.rules, by: \.label) }
    let labels = Set(rules.flatMap(\.keys))
    var size = max(states.reduce(1, *), Double(labels.count * regions.count))
    for label in labels where size <= Double(largest) {
      // A rule of each region is taken, or none if its state has none.
      let taken = rules.map { $0[label, default: []] }
      let idle = zip(states, taken).map { $0 - Double(Set($1.map(\.source)).count) }
      let all = zip(idle, taken).map { $0 + Double($1.count) }
      size += all.reduce(1, *) - idle.reduce(1, *)
    }
    guard size > Double(largest) else { return }
    throw DOTError(
      line,
      "The regions have together more than \(largest) states and transitions: divide the diagram.")
  }
}
