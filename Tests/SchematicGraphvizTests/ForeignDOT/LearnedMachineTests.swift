import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite(.enabled(if: Graphviz.isBuilt), .enabled(if: Corpora.hasLearnedMachines))
struct LearnedMachineTests {
  private static let machines = Corpora.learnedMachines.filter { $0.figures["states"] != 0 }

  @Test(arguments: machines) func readsWhatTheIndexSays(machine: LearnedMachine) throws {
    let graph = try StateGraph(dot: machine.text(), initialState: machine.initialState)
    #expect(graph.states.count == machine.figures["states"])
    #expect(graph.transitions.count == machine.figures["trans"])
    #expect(Set(graph.transitions.map(\.event)).count == machine.figures["inputs"])
    let arrows = Set(graph.transitions.map { [$0.source, $0.target] })
    #expect(arrows.count == machine.figures["distinct_edges"])
    #expect(reachable(in: graph).count == machine.figures["reachable"])
  }

  @Test(arguments: machines) func readsBackWhatItPrintsOfIt(machine: LearnedMachine) throws {
    let graph = try StateGraph(dot: machine.text(), initialState: machine.initialState)
    let again = try StateGraph(dot: graph.dot())
    #expect(again == graph)
    #expect(again.fingerprint == graph.fingerprint)
  }

  /// Which of the two depends on how fast and how busy the computer is.
  @Test(arguments: machines) func drawsWithinTenSecondsOrSaysWhyNot(machine: LearnedMachine) throws
  {
    let graph = try StateGraph(dot: machine.text(), initialState: machine.initialState)
    let image: [UInt8]
    do throws(GraphvizError) {
      image = try graph.render(.svg, limits: RenderingLimits(deadline: .seconds(10)))
    } catch {
      #expect(error.code == .timedOut)
      #expect(error.message.contains("after 10 s: raise"))
      return
    }
    let svg = try #require(SVGText(image), "the SVG is not XML")
    #expect(graph.states.allSatisfy { svg.lines[$0.identifier] != nil })
  }

  @Test func takesOutputsForActions() throws {
    for machine in Self.machines where machine.name.contains("TCP_Linux_Client") {
      let graph = try StateGraph(dot: machine.text())
      #expect(graph.transitions.allSatisfy { $0.action != nil && $0.guard == nil })
      #expect(
        graph.transitions.map(\.description).contains("s14 -> s5: ACK+PSH(V,V,1) / TIMEOUT"))
    }
  }

  @Test func saysWhichMachinesMarkNoState() throws {
    for machine in Corpora.learnedMachines {
      let text = try machine.text()
      switch machine.name {
      case "automatalib__empty", "automatalib__graph_html":
        #expect(code { try StateGraph(dot: text) } == .noInitialState)
      case "automatalib__cluster":
        #expect(code { try StateGraph(dot: text) } == .severalInitialStates)
      default:
        #expect(code { try StateGraph(dot: text) } == nil)
      }
    }
  }

  private func reachable(in graph: StateGraph) -> Set<String> {
    var seen: Set<String> = []
    var waiting = [graph.initialState]
    while let state = waiting.popLast() {
      guard seen.insert(state).inserted else { continue }
      waiting += graph.transitions.filter { $0.source == state }.map(\.target)
    }
    return seen
  }

  private func code(_ read: () throws -> StateGraph) -> GraphvizError.Code? {
    do {
      _ = try read()
      return nil
    } catch {
      return (error as? GraphvizError)?.code
    }
  }
}
