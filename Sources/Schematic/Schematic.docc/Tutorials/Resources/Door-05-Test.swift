import Schematic
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
