import Foundation
import SchematicTestKit
import Testing

/// Random machines that are saved, killed wherever a process can die, and restored.
///
/// What a death loses is a table on the page "In a service"; the oracle knows no other loss.
@MainActor
@Suite struct KilledMachineTests {
  @Test func machineThatIsKilledAnywhereGoesOnLikeOneThatNeverDied() async throws {
    var count = DeathCount()
    let began = ContinuousClock.now
    for seed in Seeds.first(50) {
      let trial = MortalTrial(seed: seed)
      do { count.add(try await trial.check()) } catch {
        await trial.report(error, seed: seed)
        return
      }
    }
    if ProcessInfo.processInfo.environment["SEEDS"] != nil {
      print("\(count), \(ContinuousClock.now - began)")
    }
  }
}
