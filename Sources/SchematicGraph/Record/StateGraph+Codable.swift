extension StateGraph {
  /// Returns the graph as JSON, for programs that aren't written in Swift.
  ///
  /// ```json
  /// {
  ///   "format":"schematic-state-graph",
  ///   "version":2,
  ///   "initialState":"locked",
  ///   "states":[
  ///     {"identifier":"locked"},
  ///     {"identifier":"unlocked"}
  ///   ],
  ///   "rules":[
  ///     {"source":"locked","target":"unlocked","event":"coin","conditions":[{"guard":"paid","holds":true}]}
  ///   ]
  /// }
  /// ```
  ///
  /// ``GraphDocument`` describes the members. `version` increases if programs that read the format have to
  /// change. Members may be added without that, and a program ignores those that it doesn't know.
  ///
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func json() -> String {
    GraphDocument.value(of: self).lines().map { $0 + "\n" }.joined()
  }
}

extension StateGraph: Codable {
  /// Reads the rows of a graph: see ``GraphRecord``.
  ///
  /// - Throws: A `DecodingError` if the value isn't a text with the rows of a graph.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      self = try RecordReader.graph(in: text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
    }
  }

  /// Writes the rows of the graph as one text, without findings and lines of code.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(GraphRecord.lines(of: self).joined(separator: "\n"))
  }
}
