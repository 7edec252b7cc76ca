import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

/// Random walks of the hatch, which the article doesn't show.
struct HatchRandomWalkTests {
  @Test(arguments: StateGraph(Hatch.schema).randomWalks(10, length: 20, seed: 7))
  func walkCountsEverySqueak(walk: Walk) {
    var hatch = Hatch()
    expectWalk(
      walk, of: Hatch.schema,
      subject: {
        hatch = Hatch()
        return hatch
      }
    ) { step, hatch in
      hatch.hasKey = step.guards["has key"] ?? false
    }
    #expect(hatch.squeaks == walk.events.count { $0 == "push" } - walk.pushesAtTheLock)
  }
}

extension Walk {
  fileprivate var pushesAtTheLock: Int {
    steps.count { $0.source == "locked" && $0.event == "push" }
  }
}
