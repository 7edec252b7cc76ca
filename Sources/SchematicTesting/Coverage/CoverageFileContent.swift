import Foundation
import SchematicGraph

/// What a coverage file holds, as JSON: each machine by name, and how often what was taken.
struct CoverageFileContent: Codable {
  /// The counts of one machine.
  struct Machine: Codable {
    /// The fingerprint of the graph that the counts belong to.
    let rules: String
    /// What was taken.
    var taken: [Row] = []
  }

  /// How often one thing was taken.
  struct Row: Codable {
    let source: String
    let target: String
    let event: String
    let action: String?
    let isInternal: Bool
    var count: Int
  }

  /// The version of the format.
  private var version = 1
  /// The machines by name.
  var machines: [String: Machine] = [:]

  /// Creates what an empty file holds.
  init() {}

  /// Reads what a file holds.
  init(_ data: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: data)
    guard version == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "version \(version) is not known here, only 1"))
    }
  }

  /// The file, the same bytes for the same counts.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Text and numbers can always be encoded.
    return try! encoder.encode(self) + Data("\n".utf8)
  }
}

extension CoverageFileContent.Machine {
  /// Creates the counts of a machine that has done nothing.
  init(of graph: StateGraph) {
    self.init(rules: graph.fingerprint)
  }

  /// Adds counts, and puts the rows in order.
  mutating func add(_ coverage: TransitionCoverage) {
    var counts = TransitionCoverage(of: coverage.graph)
    for row in taken { counts.record(row.transition, count: row.count) }
    counts.merge(coverage)
    taken = counts.everything.map(CoverageFileContent.Row.init)
      .sorted { $0.transition.description < $1.transition.description }
  }
}

extension CoverageFileContent.Row {
  /// Creates the row of a transition.
  init(_ transition: StateGraph.Transition, count: Int) {
    self.init(
      source: transition.source, target: transition.target, event: transition.event,
      action: transition.action, isInternal: transition.isInternal, count: count)
  }

  /// The transition, without a guard.
  var transition: StateGraph.Transition {
    StateGraph.Transition(
      source: source, target: target, event: event, action: action, isInternal: isInternal)
  }
}
