/// Graphviz, the library that lays graphs out and draws them.
///
/// The library keeps its state in globals. All its work is therefore done on one thread of our
/// own, one call after the other; calls may come from anywhere, and wait for their turn. A call
/// cannot be cancelled, hence the limits on size.
package enum Graphviz {
  /// The most nodes a graph may have to be drawn.
  ///
  /// Layout time grows much faster than the graph, and with its tangles: 1,000 labelled states in a
  /// row take about a second, 500 with 1,500 scattered transitions about 12.
  package static let nodeLimit = 10_000

  /// The most edges a graph may have to be drawn.
  package static let edgeLimit = 10_000

  /// Whether the package was built with its `Graphviz` trait.
  package static var isBuilt: Bool { Bridge.isBuilt }

  /// The version of the Graphviz library, such as `2.43.0`.
  ///
  /// It is empty when the package was built without its `Graphviz` trait.
  package static var version: String { Bridge.version }

  /// Draws a DOT text.
  ///
  /// The same text gives the same bytes on every call of a process, and those that the `dot`
  /// program writes, except that a graph of more than 150 nodes or edges gets cheaper settings for
  /// those it does not have: `nslimit` and, with more than 150 edges, `nslimit1`, `mclimit` and
  /// straight lines. What the library warns about is not reported; an error is
  /// thrown, though the library may have drawn something.
  ///
  /// ```swift
  /// try Graphviz.render(dot: "digraph { locked -> unlocked }", as: .svg)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text of one graph.
  ///   - format: The format to draw in.
  ///   - engine: The name of the layout engine, as after `dot -K`.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError`` when the text cannot be read or drawn, or when the graph has more
  ///   than ``nodeLimit`` nodes or ``edgeLimit`` edges.
  package static func render(
    dot text: String,
    as format: ImageFormat,
    engine: String = "dot"
  ) throws(GraphvizError) -> [UInt8] {
    try Bridge.render(text, format: format.name, engine: engine)
  }
}
