import Machines
import SchematicGraph
import Testing

@Test func graphShowsTheDoor() {
  #expect(
    Door.graph.rules.map(\.description) == [
      "closed -> opened: open",
      "closed -> locked: lock",
      "opened -> closed: close [slams in 0…1] / slam {slams + 1}",
      "opened -> broken: close [slams = 2] / throws: Blocked",
      "locked: open / rejected",
    ])
}
