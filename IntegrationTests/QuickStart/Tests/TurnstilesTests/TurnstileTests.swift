import Schematic
import SchematicGraph
import SchematicTesting
import Testing

@testable import Turnstiles

@Test func turnstileUnlocksForACoin() {
  let turnstile = Turnstile()
  let machine = StateMachine(schema: Turnstile.schema, subject: turnstile)
  turnstile.coins = 1
  machine.handle(.coin)
  #expect(machine.state == .unlocked)
  #expect(turnstile.coins == 0)
}

@Test(arguments: StateGraph(Turnstile.schema).walks(taking: .everyTransitionAndRejection))
func turnstileDoesWhatItsDiagramShows(walk: Walk) {
  expectWalk(walk, of: Turnstile.schema, subject: { Turnstile() }) { step, turnstile in
    turnstile.coins = step.guards["paid"] == true ? 1 : 0
  }
}

@Test func turnstileCanAlwaysBeUnlocked() {
  expectProperty(.always(.reachable(.unlocked)), of: Turnstile.schema)
}
