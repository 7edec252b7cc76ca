import Machines
import SchematicGraph
import Testing

@Test func graphShowsTheTurnstile() {
  #expect(
    Turnstile.graph.rules.map(\.description) == [
      "locked -> waiting: enter / waits",
      "waiting -> waiting: enter / 0 (internal)",
      "waiting -> open: insert / enter returns: 1",
      "open -> open: enter / 0 (internal)",
    ])
}
