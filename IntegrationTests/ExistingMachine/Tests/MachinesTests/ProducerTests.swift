import Machines
import SchematicGraph
import SchematicTesting
import Testing

// Other systems draw no traps.
#if os(Linux)
  private enum Producer { case ready, waiting }

  @Test func environmentSaysWhatTheProducerCanDo() throws {
    let producer = MachineEnvironment("producer", initial: Producer.ready) { state in
      switch state {
      case .ready: [.sends("write", then: .waiting)]
      case .waiting: [.hears("resume", then: .ready)]
      }
    }
    let driven = try StateGraph.withTraps { Buffer.graph() }.driven(by: producer)
    #expect(
      driven.reachableTraps.map(\.description) == [
        "idle: finish -> finished, write -> traps"
      ])
    #expect(
      driven.impossibleTraps.map(\.description) == [
        "holding: write [holding = [1, 1]] / traps: no room"
      ])
  }
#endif
