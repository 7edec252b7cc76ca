import Schematic
import SchematicTestKit
import Testing

/// The shortcut for steps with nothing but a move and an action, beside the full step.
@MainActor @Suite struct ShortcutTests {
  @Test(arguments: Seeds.first(2_000))
  func doesWhatTheFullStepDoes(seed: UInt64) {
    let probe = ProbeMachine(seed: seed)
    for holding in ProbeMachine.Holding.allCases {
      let full = probe.lines(holding, .fullEvaluated)
      for way in [ProbeMachine.Way.shortcut, .evaluated, .full] {
        #expect(probe.lines(holding, way) == full, "\(holding), \(way), SEED=\(seed)")
      }
    }
  }

  /// Observers see each event begin where the last one ended, and change nothing.
  @Test(arguments: Seeds.first(500))
  func doesTheSameWhenObserversComeAndGo(seed: UInt64) {
    let probe = ProbeMachine(seed: seed)
    for holding in ProbeMachine.Holding.allCases {
      for way in ProbeMachine.Way.allCases {
        #expect(
          probe.lines(holding, way, changingObservers: true) == probe.lines(holding, way),
          "\(holding), \(way), SEED=\(seed)")
      }
    }
  }
}
