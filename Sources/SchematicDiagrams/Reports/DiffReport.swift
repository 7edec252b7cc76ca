import SchematicGraph

/// What `diff` prints: the diagrams that differ between two sides.
struct DiffReport {
  let from: String
  let to: String
  let comparisons: [DiagramComparison]

  /// Whether no diagram differs.
  var isEqual: Bool { comparisons.allSatisfy(\.isEqual) }

  /// The report for a terminal.
  var text: String {
    let differing = comparisons.filter { !$0.isEqual }
    let blocks = differing.map { comparison in
      switch comparison.outcome {
      case .equal: ""
      case .added: "\(comparison.name): added: only in \(to)\n"
      case .removed: "\(comparison.name): removed: only in \(from)\n"
      case .changed(let diff, _, _):
        "\(comparison.name): changed\n" + diff.edits.map { "  \($0)\n" }.joined()
      }
    }
    return blocks.joined()
      + "compared from \(from) to \(to): \(comparisons.count), \(differing.count) different"
  }

  /// The report for a pull request.
  var markdown: String {
    guard !isEqual else { return "No diagram differs." }
    let sections = comparisons.compactMap { comparison -> String? in
      switch comparison.outcome {
      case .equal: nil
      case .changed(let diff, _, _): diff.markdown(title: comparison.name)
      case .added(let graph):
        section(
          comparison.name,
          "New: \(graph.states.count) states, \(graph.transitions.count) transitions.")
      case .removed: section(comparison.name, "Removed.")
      }
    }
    // Whoever prints it ends the last line.
    return String(sections.joined(separator: "\n").dropLast())
  }

  private func section(_ title: String, _ sentence: String) -> String {
    "### \(MarkdownCode.text(title))\n\n\(sentence)\n"
  }
}

extension DiffReport: JSONReport {
  private enum Key: String, CodingKey { case version, from, to, equal, diagrams }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    try container.encode(isEqual, forKey: .equal)
    try container.encode(comparisons.map(Entry.init), forKey: .diagrams)
  }

  private struct Entry: Encodable {
    let name: String
    let status: String
    let changes: [EditEntry]

    init(_ comparison: DiagramComparison) {
      name = comparison.name
      switch comparison.outcome {
      case .equal: (status, changes) = ("equal", [])
      case .added: (status, changes) = ("added", [])
      case .removed: (status, changes) = ("removed", [])
      case .changed(let diff, _, _): (status, changes) = ("changed", diff.edits.map(EditEntry.init))
      }
    }
  }
}
