import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

/// Walks over machines that were learned from real implementations.
@Suite struct LearnedModelTests {
  @Test(.enabled(if: Corpora.has("turnstile")))
  func readsMostOfThem() {
    #expect(LearnedModel.readable.count >= 9)
  }

  @Test(arguments: LearnedModel.readable)
  func takesEveryTransition(model: LearnedModel) throws {
    let graph = try model.graph
    let walks = graph.walks()
    let reachable = Set(graph.transitions).subtracting(walks.unreachable)
    #expect(PaperMachine.follow(walks, in: graph) == reachable)
    #expect(graph.states.count == model.stateCount)
    #expect(walks.eventCount >= reachable.count)
  }

  @Test(arguments: LearnedModel.readable)
  func hasAsManyStatesThatBehaveDifferentlyAsWasComputedElsewhere(model: LearnedModel) throws {
    let graph = try model.graph
    let minimal = graph.minimized()
    if let classCount = model.classCount { #expect(minimal.states.count == classCount) }
    #expect(minimal.isEquivalent(to: graph))
  }
}

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
