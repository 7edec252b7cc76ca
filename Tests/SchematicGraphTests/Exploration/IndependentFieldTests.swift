import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// A flat machine over a struct is drawn as its combinations, and a note says if its fields could be regions.
@Suite struct IndependentFieldTests {
  private enum Light: CaseIterable, Graphable { case off, on }
  private enum Event: CaseIterable, Graphable { case left, right, both }

  private struct Room: GraphableProduct, Hashable {
    var left = Light.off
    var right = Light.off
    var door = Light.off
    static var graphCases: [Room] { graphSamples(of: Room.init(left:right:door:)) }
  }

  private typealias Step = @Sendable (inout Room, Event) -> Void

  private static func graph(_ step: @escaping Step) -> StateGraph {
    StateGraph(
      StateMachineSchema<Room, Event, Void>(initialState: Room()) { room, event in
        var next = room
        step(&next, event)
        return next == room ? .ignored : .to(next)
      })
  }

  private static func proposals(_ graph: StateGraph) -> [String] {
    graph.findings.filter { $0.kind == .independentFields }.map(\.description)
  }

  private static let apart: Step = { room, event in
    if event != .right { room.left = room.left == .off ? .on : .off }
    if event != .left { room.right = room.right == .off ? .on : .off }
  }

  @Test func noteNamesTheFieldsThatTheRulesTreatApart() {
    let graph = Self.graph(Self.apart)
    let proposals = Self.proposals(graph)
    #expect(proposals.count == 1)
    #expect(proposals.first?.hasPrefix("the rules treat left, right apart") == true)
    #expect(graph.states.map(\.identifier).contains("on+on+off"), "drawn as combinations")
  }

  @Test func noteProposesNothingIfAFieldAsksAboutAnother() {
    let graph = Self.graph { room, event in
      if event == .left { room.left = room.left == .off ? .on : .off }
      if event == .right, room.left == .on { room.right = room.right == .off ? .on : .off }
    }
    #expect(Self.proposals(graph).isEmpty)
  }

  @Test func noteNamesOnlyFieldsThatAreIndependent() {
    let graph = Self.graph { room, event in
      Self.apart(&room, event)
      if event == .both { room.door = room.left }
    }
    #expect(Self.proposals(graph).first?.hasPrefix("the rules treat left, right apart") == true)
  }
}
