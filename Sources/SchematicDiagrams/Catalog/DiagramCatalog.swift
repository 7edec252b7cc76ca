/// The diagrams of a package, in the order in which they are listed.
///
/// ```swift
/// let catalog: DiagramCatalog = [
///   Diagram("Turnstile", of: Turnstile.schema),
///   Diagram("Screen", of: Screen.schema),
/// ]
/// ```
public struct DiagramCatalog: Sendable, ExpressibleByArrayLiteral {
  /// The diagrams.
  public let diagrams: [Diagram]

  /// Creates a catalog.
  ///
  /// - Parameter diagrams: The diagrams.
  public init(_ diagrams: [Diagram]) {
    self.diagrams = diagrams
  }

  /// Creates a catalog from a list.
  ///
  /// - Parameter elements: The diagrams.
  public init(arrayLiteral elements: Diagram...) {
    self.init(elements)
  }

  /// Returns the diagrams of the given names, in the order of the catalog.
  ///
  /// - Parameter names: The names to pick; none of them picks all diagrams.
  /// - Returns: The diagrams.
  /// - Throws: ``DiagramError`` where a name is not in the catalog, stands in it twice, or cannot
  ///   be a file name.
  func diagrams(named names: [String] = []) throws(DiagramError) -> [Diagram] {
    var known: Set<String> = []
    for diagram in diagrams {
      guard Self.isFileName(diagram.name) else { throw .invalidName(diagram.name) }
      // File systems may not tell upper from lower case.
      guard known.insert(diagram.name.lowercased()).inserted else {
        throw .repeatedName(diagram.name)
      }
    }
    for name in names where !diagrams.contains(where: { $0.name == name }) {
      throw .unknownName(name, known: diagrams.map(\.name))
    }
    return names.isEmpty ? diagrams : diagrams.filter { names.contains($0.name) }
  }

  private static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".")
      && !name.unicodeScalars.contains {
        "/\\:\"*?<>|".unicodeScalars.contains($0) || $0.value < 32
      }
  }
}

extension DiagramCatalog {
  /// Returns the catalog with the graphs of the given diagrams computed, so that their rules run
  /// once, however often the graphs are used.
  ///
  /// No names stand for all diagrams.
  @MainActor func explored(
    only names: [String] = [], progress: ProgressLine? = nil
  ) throws(DiagramError) -> DiagramCatalog {
    let chosen = Set(try self.diagrams(named: names).map(\.name))
    return DiagramCatalog(
      diagrams.map { diagram in
        guard chosen.contains(diagram.name) else { return diagram }
        progress?.show("running the rules of \(diagram.name)")
        let graph = diagram.graph
        return Diagram(diagram.name, graph, allowing: diagram.allowedFindings)
      })
  }
}
