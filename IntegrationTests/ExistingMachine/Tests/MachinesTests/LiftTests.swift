import Machines
import SchematicGraph
import Testing

@Test func graphShowsTheLift() {
  #expect(
    Lift.graph.rules.map(\.description).suffix(5) == [
      "waiting -> stopped: stop [isAlarm = true] / ring",
      "moving -> waiting: arrive",
      "moving -> stopped: stop [isAlarm = false]",
      "moving -> stopped: stop [isAlarm = true] / ring",
      "stopped -> stopped: stop [isAlarm = true] / ring (internal)",
    ])
}
