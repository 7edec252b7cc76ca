import Doors
import Schematic

let door = Door()
let machine = StateMachine(schema: Door.schema, subject: door)

print(machine.handle(.push), machine.state, door.squeaks)
do {
  try machine.handle(.turnKey).get()
} catch {
  print(error)
}
