import Schematic
import Testing

/// The stages of a machine's life, and the moves between them.
@Suite struct LifecycleTests {
  private static let stages: [Lifecycle] =
    [.new, .resting, .handling] + Lifecycle.Asker.allCases.map { .deciding($0) }
    + [.finished, .rejecting]

  typealias Row = (stage: Lifecycle, next: Lifecycle)

  /// Returns the stage after a move, and what the move returns.
  private func moved<Result>(
    _ stage: Lifecycle, _ move: (inout Lifecycle) -> Result
  ) -> (stage: Lifecycle, result: Result) {
    var stage = stage
    let result = move(&stage)
    return (stage, result)
  }

  @Test(arguments: stages)
  func machineReceivesAnEventAtRestAndQueuesItDuringAStep(stage: Lifecycle) {
    let (next, reception) = moved(stage) { $0.receive() }
    switch stage {
    case .new, .resting: #expect((next, reception) == (.handling, .handled))
    case .finished: #expect((next, reception) == (.rejecting, .handled))
    case .handling, .rejecting: #expect((next, reception) == (stage, .queued))
    case .deciding: #expect((next, reception) == (stage, .refused))
    }
  }

  @Test(arguments: stages)
  func machineStartsOnceAndFirst(stage: Lifecycle) {
    let (next, isStarted) = moved(stage) { $0.start() }
    #expect(isStarted == (stage == .new))
    #expect(next == (stage == .new ? .handling : stage))
  }

  @Test(arguments: stages)
  func machineGoesBackToTheStageInWhichRulesWereEvaluated(stage: Lifecycle) {
    let (deciding, isOutermost) = moved(stage) { $0.ask() }
    let (next, _) = moved(deciding) { $0.answer() }
    switch stage {
    case .new, .resting, .handling:
      #expect(isOutermost)
      #expect(deciding != stage)
      #expect(next == stage)
    case .deciding, .finished, .rejecting:
      #expect(!isOutermost)
      #expect(deciding == stage)
    }
  }

  @Test(arguments: stages)
  func machineFinishesInAStepOrBeforeTheFirst(stage: Lifecycle) {
    let (next, _) = moved(stage) { $0.finish() }
    switch stage {
    case .new: #expect(next == .finished)
    case .handling: #expect(next == .rejecting)
    case .resting, .deciding, .finished, .rejecting: #expect(next == stage)
    }
  }

  @Test(arguments: stages)
  func machineRestsAfterAStep(stage: Lifecycle) {
    let (next, _) = moved(stage) { $0.rest() }
    switch stage {
    case .handling: #expect(next == .resting)
    case .rejecting: #expect(next == .finished)
    case .new, .resting, .deciding, .finished: #expect(next == stage)
    }
  }
}
