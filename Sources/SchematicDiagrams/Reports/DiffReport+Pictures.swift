import Foundation
import SchematicGraph
import SchematicGraphviz

extension DiffReport {
  /// Returns a picture of each diagram that changed, as a file.
  ///
  /// Its name ends with `.diff.svg`, so that it takes no diagram's place in whatever folder.
  ///
  /// - Parameter progress: Who is told of each diagram before it is drawn.
  /// - Returns: The files, in the order of the report.
  /// - Throws: ``GraphvizError`` where a picture cannot be drawn.
  @MainActor func pictures(telling progress: ProgressLine) throws -> [(name: String, content: Data)]
  {
    try comparisons.compactMap { comparison in
      guard case .changed(_, let old, let new) = comparison.outcome else { return nil }
      progress.show("drawing \(comparison.name)")
      let both = GraphComparison(from: old, to: new)
      let image = try both.graph.render(.svg, name: comparison.name, marks: both.marks)
      return ("\(comparison.name).diff.svg", Data(image))
    }
  }
}
