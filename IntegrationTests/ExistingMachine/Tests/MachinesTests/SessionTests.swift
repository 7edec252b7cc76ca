import Machines
import SchematicGraph
import Testing

@Test func graphShowsTheSession() {
  #expect(
    Session.graph.rules.map(\.description) == [
      "out -> waiting: start [isOnline] / signIn, waits",
      "waiting -> in: signIn returns / start returns",
      "waiting -> failed: signIn throws / start returns",
      "in -> waiting: start [isOnline] / signIn, waits",
      "failed -> waiting: start [isOnline] / signIn, waits",
    ])
}
