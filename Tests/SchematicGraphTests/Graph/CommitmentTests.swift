import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// What a graph says of machines that commit their transitions.
@Suite struct CommitmentTests {
  enum Lamp: CaseIterable, Graphable { case off, on }
  enum Press: CaseIterable, Graphable { case toggle }

  private static let schema = StateMachineSchema<Lamp, Press, Void>(initialState: .off) { lamp, _ in
    .to(lamp == .off ? .on : .off)
  }
  private let plain = StateGraph(Self.schema)
  private let committing = StateGraph(Self.schema.committing { _, _ in fatalError("never run") })

  @Test func isPartOfTheGraph() {
    #expect(!plain.isCommitting)
    #expect(committing.isCommitting)
    #expect(plain != committing)
    #expect(plain.fingerprint != committing.fingerprint)
    #expect(Set([plain, committing, plain]).count == 2)
  }

  @Test func isADifference() {
    #expect(committing.diff(from: plain).description == "+ each transition is committed")
    #expect(plain.diff(from: committing).description == "- each transition is committed")
    #expect(committing.diff(from: committing).isEmpty)
    #expect(committing.comparison(with: plain).graph.isCommitting)
  }

  @Test(arguments: Notation.allCases)
  func isSaidOnceInEveryNotation(notation: Notation) {
    let text = notation.text(of: committing, name: "Lamp").lowercased()
    #expect(text.components(separatedBy: "commit").count == 2, "\(text)")
    #expect(!notation.text(of: plain, name: "Lamp").lowercased().contains("commit"))
  }

  @Test func isTheCaptionOfTheDrawing() {
    let line = "  graph [committing=true label=\"each transition is committed\"];\n"
    #expect(committing.dot().components(separatedBy: line).count == 2)
    #expect(committing.dot().replacingOccurrences(of: line, with: "") == plain.dot())
  }

  @Test(arguments: Seeds.first(50))
  func isStored(seed: UInt64) throws {
    let random = StateGraph.randomNested(seed: seed)
    let graph = StateGraph(
      states: random.states, composites: random.composites, rules: random.rules,
      initialState: random.initialState, isCommitting: seed.isMultiple(of: 2))
    for data in [try JSONEncoder().encode(graph), Data(graph.json().utf8)] {
      let copy = try JSONDecoder().decode(StateGraph.self, from: data)
      #expect(copy == graph, "SEED=\(seed)")
      #expect(copy.isCommitting == graph.isCommitting, "SEED=\(seed)")
    }
  }
}
