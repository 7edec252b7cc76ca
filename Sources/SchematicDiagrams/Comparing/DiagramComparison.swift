import SchematicGraph

/// What became of one diagram between two sources.
struct DiagramComparison {
  let name: String
  let outcome: Outcome

  enum Outcome {
    case equal
    case changed(GraphDiff, from: StateGraph, to: StateGraph)
    /// Only the new side has the diagram.
    case added(StateGraph)
    /// Only the old side has the diagram.
    case removed
  }

  /// Whether the sides agree.
  var isEqual: Bool {
    if case .equal = outcome { true } else { false }
  }

  /// Returns the diagrams of two sources, those of the new one first, each with what became of it.
  ///
  /// - Parameters:
  ///   - old: The source to start from.
  ///   - new: The source to end at.
  ///   - names: The diagrams to compare; none of them compares all.
  /// - Returns: What became of each of them.
  /// - Throws: ``DiagramError`` where a diagram cannot be read, or neither side has a name.
  @MainActor static func all(
    from old: some DiagramSource, to new: some DiagramSource, only names: [String] = []
  ) throws -> [DiagramComparison] {
    let newNames = try new.names()
    let known = newNames + (try old.names()).filter { !newNames.contains($0) }
    for name in names where !known.contains(name) {
      throw DiagramError.unknownName(name, known: known)
    }
    return try known.filter { names.isEmpty || names.contains($0) }.map { name in
      DiagramComparison(
        name: name,
        outcome: outcome(from: try old.graph(named: name), to: try new.graph(named: name)))
    }
  }

  private static func outcome(from old: StateGraph?, to new: StateGraph?) -> Outcome {
    guard let new else { return .removed }
    guard let old else { return .added(new) }
    let diff = new.diff(from: old)
    return diff.isEmpty ? .equal : .changed(diff, from: old, to: new)
  }
}
