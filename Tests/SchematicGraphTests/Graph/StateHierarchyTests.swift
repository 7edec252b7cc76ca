import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct StateHierarchyTests {
  private static func graph(_ parents: [(composite: String, parent: String?)]) -> StateGraph {
    StateGraph(
      states: [
        .init(identifier: "off"), .init(identifier: "deep", parent: "a"),
        .init(identifier: "on", parent: "c"),
      ],
      composites: parents.map { .init(identifier: $0.composite, parent: $0.parent) },
      transitions: [], initialState: "off")
  }

  @Test func childrenStandInThePlaceOfTheirFirstState() {
    let hierarchy = StateHierarchy(of: Self.graph([("a", "b"), ("b", nil), ("c", "b")]))
    let names = { (composite: String?) in
      hierarchy.children(of: composite).map { child in
        switch child {
        case .state(let state): state.identifier
        case .composite(let composite): composite.identifier
        }
      }
    }
    #expect(names(nil) == ["off", "b"])
    #expect(names("b") == ["a", "c"])
    #expect(names("c") == ["on"])
    #expect(hierarchy.composites.map(\.identifier) == ["b", "a", "c"])
  }

  @Test func cycleOfParentsIsAnOutermostState() {
    let hierarchy = StateHierarchy(of: Self.graph([("a", "b"), ("b", "c"), ("c", "a")]))
    #expect(hierarchy.ancestors(of: "deep") == ["a", "b", "c"])
    #expect(hierarchy.ancestors(of: "on") == ["c"])
    #expect(StateHierarchy(of: Self.graph([("c", "c")])).ancestors(of: "on") == ["c"])
  }

  @Test func hierarchyAgreesWithTheParentsOfRandomGraphs() {
    Seeds.each(200, hierarchyAgreesWithTheParentsOfRandomGraphs(seed:))
  }

  private func hierarchyAgreesWithTheParentsOfRandomGraphs(seed: UInt64) {
    let graph = StateGraph.randomNested(seed: seed)
    let hierarchy = StateHierarchy(of: graph)
    #expect(hierarchy.composites == graph.composites)
    let parents = Dictionary(uniqueKeysWithValues: graph.composites.map { ($0.identifier, $0) })
    for composite in graph.composites {
      let inside = graph.states.filter { state in
        var next = state.parent
        while let parent = next, parent != composite.identifier { next = parents[parent]?.parent }
        return next != nil
      }
      #expect(hierarchy.descendants(of: composite.identifier) == inside)
      #expect(
        inside.allSatisfy { hierarchy.ancestors(of: $0.identifier).contains(composite.identifier) })
    }
  }

  @Test func hierarchyFollowsTenThousandLevels() {
    let composites = (0..<10_000).map { number in
      StateGraph.CompositeState(
        identifier: "\(number)", parent: number == 0 ? nil : "\(number - 1)")
    }
    let state = StateGraph.State(identifier: "on", parent: "9999")
    let graph = StateGraph(
      states: [state], composites: composites, transitions: [], initialState: "on")
    #expect(graph.composites == composites)
    #expect(graph.ancestors(of: "on").count == 10_000)
  }
}

@Suite struct DigraphTests {
  @Test func searchFindsShortestPathsOfRandomGraphs() {
    Seeds.each(200, searchFindsShortestPathsOfRandomGraphs(seed:))
  }

  private func searchFindsShortestPathsOfRandomGraphs(seed: UInt64) {
    let graph = StateGraph.randomNested(seed: seed)
    let digraph = Digraph(graph)
    let search = digraph.search(from: [digraph.initial])
    // Floyd and Warshall's method, as a second opinion.
    let states = digraph.names.indices
    var distances = states.map { from in states.map { $0 == from ? 0 : Int.max / 4 } }
    for transition in graph.takeableTransitions {
      let source = digraph.numbers[transition.source]!
      let target = digraph.numbers[transition.target]!
      distances[source][target] = min(distances[source][target], 1)
    }
    for middle in states {
      for from in states {
        for to in states {
          distances[from][to] = min(
            distances[from][to], distances[from][middle] + distances[middle][to])
        }
      }
    }
    for state in states {
      let distance = distances[digraph.initial][state]
      #expect(search.isReached(state) == (distance < Int.max / 4))
      guard let path = search.path(to: state) else { continue }
      #expect(path.count == distance)
      #expect(
        path.reduce(digraph.initial) { $0 == digraph.sources[$1] ? digraph.targets[$1] : -1 }
          == state)
    }
    let backwards = digraph.searchBackwards(from: [digraph.initial])
    #expect(
      states.allSatisfy {
        backwards.isReached($0) == (distances[$0][digraph.initial] < Int.max / 4)
      })
  }

  @Test func searchEndsAtTheNodeThatItIsTold() {
    let search = BreadthFirstSearch(from: [1], until: { $0 == 11 }) { number in
      [("double", 2 * number), ("add", number + 3)]
    }
    #expect(search.end == 11)
    #expect(search.path(to: 11) == ["add", "double", "add"])
  }
}
