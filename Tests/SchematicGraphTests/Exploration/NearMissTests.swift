import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

private enum Go: CaseIterable, Graphable { case go }

/// Rules that differ in a value that a condition has no room for.
@Suite struct CutConditionTests {
  private enum Call: Graphable {
    case trying(attempt: Int, host: String), done

    /// Texts that differ beyond what a condition shows.
    static let hosts = ["a", "b", "c"].map { String(repeating: "x", count: 60) + $0 }
    static var graphCases: [Call] {
      (0..<12).flatMap { attempt in hosts.map { .trying(attempt: attempt, host: $0) } } + [.done]
    }
  }

  /// The graph of rules that leave for some attempts, or for some pairs of attempt and host.
  private func graph(_ leaves: @escaping (_ attempt: Int, _ host: String) -> Bool) -> StateGraph {
    StateGraph(initial: Call.done, events: Go.allCases) { call, _ in
      guard case .trying(let attempt, let host) = call else { return nil }
      return leaves(attempt, host) ? .done : nil
    }
  }

  private func expectDifferent(
    _ one: StateGraph, _ other: StateGraph, _ comment: Comment? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(one != other, comment, sourceLocation: location)
    #expect(one.fingerprint != other.fingerprint, comment, sourceLocation: location)
    #expect(one.dot() != other.dot(), comment, sourceLocation: location)
  }

  @Test func comparesNumbersBeyondTheList() {
    let even = graph { attempt, _ in [0, 2, 4, 6, 8].contains(attempt) }
    expectDifferent(even, graph { attempt, _ in [0, 2, 4, 7, 9].contains(attempt) })
    let condition = even.transitions.first?.guard ?? ""
    #expect(condition.hasPrefix("attempt in {0, 2, 4, 2 more ("), "\(condition)")
  }

  @Test func comparesTextsBeyondTheCut() {
    let first = graph { _, host in host == Call.hosts[0] }
    expectDifferent(first, graph { _, host in host == Call.hosts[1] })
    #expect(first.transitions.first?.guard?.contains("… (") == true)
  }

  @Test(arguments: Seeds.first(50))
  func noticesAnyOtherValue(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let width = Bool.random(using: &random) ? 1 : 3
      let chosen = (0..<12 * width).map { _ in Bool.random(using: &random) }
      var other = chosen
      other[Int.random(in: other.indices, using: &random)].toggle()
      let graphs = [chosen, other].map { chosen in
        graph { attempt, host in
          chosen[attempt * width + (Call.hosts.firstIndex(of: host) ?? 0) % width]
        }
      }
      expectDifferent(graphs[0], graphs[1], "SEED=\(seed)")
    }
  }
}
