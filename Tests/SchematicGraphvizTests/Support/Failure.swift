import SchematicGraphviz
import Testing

/// Returns the error of the library that a piece of work throws.
func failure(
  of work: () throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) throws -> GraphvizError {
  try #require(throws: GraphvizError.self, sourceLocation: sourceLocation) { _ = try work() }
}
