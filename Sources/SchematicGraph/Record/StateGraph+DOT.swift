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
  /// - Throws: A ``DOTError`` that names the line, if the text has no record. This includes
  ///   states more than 250 deep in each other.
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
    let hierarchy = StateHierarchy(of: self)
    // By their regions, which come after those around them.
    var depths: [String?: Int] = [nil: 0]
    for region in regions {
      let around = region.parent.map { hierarchy.ancestors(of: $0).count + 1 } ?? 0
      depths[region.identifier] =
        around + 1 + depths[region.parent.flatMap(hierarchy.region), default: 0]
    }
    return composites.reduce(depths.values.max() ?? 0) { deepest, composite in
      let around = hierarchy.ancestors(ofComposite: composite.identifier).count
      let region = depths[hierarchy.region(of: composite.identifier), default: 0]
      return max(deepest, around + 1 + region)
    }
  }
}
