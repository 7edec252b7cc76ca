import Machines
import SchematicGraph
import SchematicTesting
import Testing

// Other systems draw no traps.
#if os(Linux)
  @Test func graphShowsTheBuffer() {
    let graph = StateGraph.withTraps { Buffer.graph() }
    #expect(
      graph.rules.map(\.description) == [
        "idle -> holding: write {holding = [1]}",
        "idle -> idle: next / wait (internal)",
        "idle -> finished: finish",
        "holding -> holding: write [holding = [1]] {holding = [1, 1]} (internal)",
        "holding -> idle: next [holding = [1]] / resume",
        "holding -> holding: next [holding = [1, 1]] / resume {holding = [1]} (internal)",
        "holding -> finished: finish",
        "holding: write [holding = [1, 1]] / traps: no room",
        "finished -> finished: next / wait (internal)",
        "finished: write / traps: written after the end",
      ])
  }

  @Test func conditionHasItsNameInTheGraph() {
    let full = MachineCondition<Buffer>("full") { "\($0)".contains("[1, 1]") }
    let graph = StateGraph.withTraps { Buffer.graph([full]) }
    #expect(graph.traps.first?.description == "holding: write [full = true] / traps: no room")
  }
#endif
