import Foundation
import Schematic
import SchematicGraph

/// A sign-in as an app saves it when it goes to the background.
package nonisolated struct SavedSignIn: Codable {
  let snapshot: MachineSnapshot<SignInState>
  let date: Date
}

extension SignIn {
  /// Returns the sign-in to save.
  package func saved(at date: Date) -> SavedSignIn {
    SavedSignIn(snapshot: machine.snapshot(), date: date)
  }

  /// Creates a model that goes on from a saved sign-in: a lock-out lasts as long as it should, even if
  /// the app was quit.
  ///
  /// - Throws: `SnapshotMismatchError` if another version of the app saved states that don't fit.
  package convenience init(
    services: SignInServices, resuming saved: SavedSignIn, at date: Date,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    self.init(services: services, state: try saved.snapshot.restored())
    machine.clock = clock
    machine.resume(saved.snapshot, after: .seconds(date.timeIntervalSince(saved.date)))
    // Passwords aren't saved, so the form asks for it again. In all other states this is ignored.
    machine.handle(.cancel)
  }
}
