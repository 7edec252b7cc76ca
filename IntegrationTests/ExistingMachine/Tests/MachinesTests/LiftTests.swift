import Machines
import SchematicGraph
import Testing

@Test func graphShowsTheLift() {
  #expect(
    Lift.graph.rules.map(\.description).suffix(5) == [
      "waiting -> stopped: stop [stop = true] / ring",
      "moving -> waiting: arrive",
      "moving -> stopped: stop [stop = false]",
      "moving -> stopped: stop [stop = true] / ring",
      "stopped -> stopped: stop [stop = true] / ring (internal)",
    ])
}
