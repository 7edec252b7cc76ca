import SchematicGraph
import SchematicTestKit
import Testing

/// Walks over machines that were collected from specifications.
@Suite struct TableWalkTests {
  enum Table: String, CaseIterable {
    case ppp = "ppp_rfc1661"
    case tcp = "tcp_rfc9293_fig5"
    case sip = "sip_rfc3261_fig5_invite_client"

    static var present: [Table] { allCases.filter { Corpora.has($0.rawValue) } }

    var graph: StateGraph {
      let rows = Corpora.rows(of: rawValue)
      return StateGraph(
        states: [],
        transitions: rows.filter { $0.kind == "transition" }.map { row in
          StateGraph.Rule(
            source: row.state, target: row.next, event: row.event, guard: row.condition,
            action: row.actions.isEmpty ? nil : row.actions.joined(separator: ", "))
        },
        rejections: rows.filter { $0.kind == "illegal" }.map { row in
          StateGraph.Rule(state: row.state, event: row.event)
        },
        initialState: rows.first?.state ?? "")
    }

    /// The least number of events, and the number of walks.
    var figures: (transitions: Int, events: Int, walks: Int) {
      switch self {
      case .ppp: (120, 162, 1)
      case .tcp: (21, 29, 1)
      case .sip: (12, 13, 6)
      }
    }
  }

  @Test(.enabled(if: !Table.present.isEmpty), arguments: Table.present)
  func walksTakeEveryTransition(table: Table) throws {
    let graph = table.graph
    let walks = graph.walks(resetCost: nil)
    #expect(graph.transitions.count == table.figures.transitions)
    #expect(PaperMachine.follow(walks, in: graph) == Set(graph.transitions))
    #expect(walks.unreachable.isEmpty)
    #expect(walks.count == table.figures.walks)
    #expect(walks.eventCount == table.figures.events)
  }

  @Test(.enabled(if: !Table.present.isEmpty), arguments: Table.present)
  func walksNeedNoMoreEventsThanAnyOthers(table: Table) {
    let graph = table.graph
    let names = graph.states.map(\.identifier)
    let arcs = graph.transitions.map { transition in
      (
        source: names.firstIndex(of: transition.source)!,
        target: names.firstIndex(of: transition.target)!
      )
    }
    for resetCost in [0, 1, 2, 5, 1_000] {
      let bound = PostmanBound(
        nodeCount: names.count, start: names.firstIndex(of: graph.initialState)!, arcs: arcs,
        resetCost: resetCost)
      let walks = graph.walks(resetCost: resetCost)
      #expect(PaperMachine.follow(walks, in: graph) == Set(graph.transitions))
      #expect(walks.eventCount + resetCost * (walks.count - 1) == bound.cost)
    }
  }

  @Test(.enabled(if: !Table.present.isEmpty), arguments: Table.present)
  func walksTakeEveryPairOfTransitions(table: Table) {
    let graph = table.graph
    let walks = graph.walks(taking: .everyPairOfTransitions, resetCost: nil)
    let pairs = walks.flatMap { zip($0.steps, $0.steps.dropFirst()).map { [$0, $1] } }
    let expected = graph.transitions.reduce(0) { sum, transition in
      sum + graph.transitions.filter { $0.source == transition.target }.count
    }
    #expect(PaperMachine.follow(walks, in: graph) == Set(graph.transitions))
    #expect(Set(pairs).count == expected)
  }
}
