import Schematic
import SchematicGraph
import SchematicTesting
import Testing

@testable import Doors

@Test func doorThatIsOpenRejectsTheKey() {
  let door = Door()
  let machine = StateMachine(schema: Door.schema, subject: door)
  machine.handle(.push)
  #expect(machine.state == .open)
  #expect(door.squeaks == 1)
  #expect(throws: RejectedEventError.self) { try machine.handle(.turnKey).get() }
}

@Test(arguments: StateGraph(Door.schema).walks(taking: .everyTransitionAndRejection))
func doorDoesWhatItsDiagramShows(walk: Walk) {
  expectWalk(walk, of: Door.schema, subject: { Door() }) { step, door in
    door.hasKey = step.guards["has key"] ?? false
  }
}

@Test func doorCanAlwaysBeOpened() {
  expectProperty(.always(.reachable(.open)), of: Door.schema)
}
