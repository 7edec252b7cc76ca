import Machines
import SchematicMacros

// This module isolates everything to the main actor by default, and so the enum below.

@Graphable enum Slot { case empty, holds(Command) }

let graph = StateGraph(Player.schema)
for transition in graph.transitions {
  print(transition.source, transition.event, transition.target)
}
print(Slot.graphCases.map(\.graphIdentifier))

let player = Player()
let machine = StateMachine(schema: Player.schema, subject: player)
machine.handle(.playTrack(number: 7))
print(machine.state.graphIdentifier, player.track)
