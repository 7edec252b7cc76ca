import Schematic
import SchematicGraph
import SchematicTesting
import Testing
import Turnstiles

@Test(arguments: StateGraph(Turnstile.schema).walks(taking: .everyTransitionAndRejection))
func turnstileDoesWhatItsDiagramShows(walk: Walk) {
  expectWalk(walk, of: Turnstile.schema, subject: { Turnstile() }) { step, turnstile in
    turnstile.coins = step.guards["paid"] == true ? 1 : 0
  }
}

@Test func turnstileCanAlwaysBeUnlocked() {
  expectProperty(.always(.reachable(.unlocked)), of: Turnstile.schema)
}
