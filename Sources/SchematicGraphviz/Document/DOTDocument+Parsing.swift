extension DOTDocument {
  /// Reads the graph that a DOT text describes.
  ///
  /// - Parameter text: The text of one graph.
  /// - Throws: A ``GraphvizError`` when the text is empty, breaks the grammar, or goes on after the
  ///   graph.
  package init(parsing text: String) throws(GraphvizError) {
    self = try Bridge.read(Array(text.utf8))
  }

  /// Reads the graph that the bytes of a file describe.
  ///
  /// - Parameter bytes: The text of one graph, in UTF-8, with or without a byte order mark.
  /// - Throws: A ``GraphvizError`` when the bytes are not text, when the text is empty or breaks the
  ///   grammar, or when it goes on after the graph.
  package init(parsing bytes: [UInt8]) throws(GraphvizError) {
    self = try Bridge.read(bytes)
  }
}
