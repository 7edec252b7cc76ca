import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

/// A machine that was learned from a real implementation, as it was published.
struct LearnedModel: Sendable, CustomTestStringConvertible {
  let name: String
  /// The number of classes of states that behave alike, as it was computed elsewhere; `nil` where it
  /// is not known.
  let classCount: Int?
  let stateCount: Int

  var testDescription: String { name }

  /// The machine, or why it cannot be read.
  var graph: StateGraph {
    get throws {
      try StateGraph(dot: String(contentsOf: Self.folder.appending(path: name), encoding: .utf8))
    }
  }

  /// The machines that can be read.
  static let readable = all.filter { (try? $0.graph) != nil }

  private static let folder = Corpora.folder.appending(path: "mealy")

  private static var all: [LearnedModel] {
    let index = folder.appending(path: "INDEX.csv")
    guard let text = try? String(contentsOf: index, encoding: .utf8) else { return [] }
    let lines = CSV.lines(of: text)
    return lines.dropFirst().compactMap { fields in
      let row = Dictionary(zip(lines[0], fields)) { first, _ in first }
      guard let name = row["file"], let states = row["states"].flatMap(Int.init) else { return nil }
      return LearnedModel(
        name: name, classCount: row["min_classes"].flatMap(Int.init), stateCount: states)
    }
  }
}
