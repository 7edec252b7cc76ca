import Schematic
import SchematicTestKit
import Testing

/// The shortcut for steps with nothing but a move and an action, beside the full step.
@MainActor @Suite struct ShortcutTests {
  /// The random rules; 600 at night, where `SEEDS` is 3.
  private static let tables = Seeds.factor == 1 ? 100 : 200

  @Test func shortcutDoesWhatTheFullStepDoes() {
    Seeds.each(Self.tables, shortcutDoesWhatTheFullStepDoes(seed:))
  }

  private func shortcutDoesWhatTheFullStepDoes(seed: UInt64) {
    let probe = ProbeMachine(seed: seed)
    for holding in ProbeMachine.Holding.allCases {
      let full = probe.lines(holding, .fullEvaluated)
      for way in [ProbeMachine.Way.shortcut, .evaluated, .full] {
        #expect(probe.lines(holding, way) == full, "\(holding), \(way), SEED=\(seed)")
      }
    }
  }

  @Test func shortcutDoesWhatTheFullStepDoesIfTheTableIsFull() {
    Seeds.each(20) { seed in
      let probe = ProbeMachine(seed: seed, isLarge: true)
      for holding in ProbeMachine.Holding.allCases {
        let full = probe.lines(holding, .fullEvaluated)
        #expect(probe.lines(holding, .shortcut) == full, "\(holding), SEED=\(seed)")
      }
    }
  }

  /// Observers see each event begin where the last one ended, and change nothing.
  @Test func shortcutDoesTheSameIfObserversComeAndGo() {
    Seeds.each(100, shortcutDoesTheSameIfObserversComeAndGo(seed:))
  }

  private func shortcutDoesTheSameIfObserversComeAndGo(seed: UInt64) {
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
