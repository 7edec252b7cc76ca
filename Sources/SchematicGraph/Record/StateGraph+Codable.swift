extension StateGraph: Codable {
  /// Reads a graph from the rows of its record: see <doc:TheRecord>.
  ///
  /// - Parameter decoder: A decoder of a text.
  /// - Throws: A `DecodingError` if there is no text with the rows of a graph.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      self = try RecordReader.graph(in: text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
    }
  }

  /// Writes the rows of the graph's record as one text.
  ///
  /// Findings and lines of code are not part of it.
  ///
  /// - Parameter encoder: An encoder of a text.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(GraphRecord.lines(of: self).joined(separator: "\n"))
  }
}
