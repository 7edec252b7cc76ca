import Doors
import Schematic
import SchematicGraph
import SchematicTesting
import Testing

@Test(arguments: StateGraph(Door.schema).walks(taking: .everyTransitionAndRejection))
func doorDoesWhatItsDiagramShows(walk: Walk) {
  expectWalk(walk, of: Door.schema, subject: { Door() }) { step, door in
    door.hasKey = step.guards["has key"] ?? false
  }
}

@Test func doorCanAlwaysBeOpened() {
  expectProperty(.always(.reachable(.open)), of: Door.schema)
}
