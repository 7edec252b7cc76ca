/// One side of a comparison: a machine, or a switch.
package struct Side<Event> {
  /// Handles events and adds up what became of them.
  package let drive: (_ events: [Event]) -> Int
  /// What was done to the subject, as a number.
  package let effect: () -> Int

  /// Creates a side.
  ///
  /// - Parameters:
  ///   - drive: Handles events and adds up what became of them.
  ///   - effect: What was done to the subject, as a number.
  package init(drive: @escaping ([Event]) -> Int, effect: @escaping () -> Int) {
    self.drive = drive
    self.effect = effect
  }
}
