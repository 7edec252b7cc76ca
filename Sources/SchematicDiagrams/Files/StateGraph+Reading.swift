import Foundation
import SchematicGraph
import SchematicGraphviz

extension StateGraph {
  /// Creates a graph from the content of a file.
  ///
  /// - Throws: A ``DiagramError`` that names the file and the line.
  init(reading content: Data, from path: String) throws(DiagramError) {
    guard let text = String(data: content, encoding: .utf8) else {
      throw DiagramError(.unreadable, "\(path): it is not UTF-8 text")
    }
    do {
      try self.init(dot: text)
    } catch {
      let place = error.line.map { "\(path):\($0)" } ?? path
      throw DiagramError(.unreadable, "\(place): \(error.description)")
    }
  }
}
