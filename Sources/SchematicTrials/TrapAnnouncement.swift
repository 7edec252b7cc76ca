import CSchematicChild
import SchematicGraph

/// A sentence that is written to standard error if a trap ends the program.
///
/// ```swift
/// let announcement = TrapAnnouncement()
/// announcement.say("step 3 of the walk")
/// defer { announcement.say(nil) }
/// machine.handle(.coin)  // If this traps, the log has the runtime's message and the sentence.
/// ```
// Only the C module reads and writes memory here, and it uses atomic operations.
package final class TrapAnnouncement: @unchecked Sendable {
  private let announcement: OpaquePointer?

  /// Creates an announcement without a sentence.
  ///
  /// - Parameter isForAnyThread: `true` if the sentence is about work that may continue in a thread
  ///   other than the one that calls ``say(_:)``.
  package init(isForAnyThread: Bool = false) {
    announcement = schematic_announcement_take(isForAnyThread)
  }

  /// Replaces the sentence.
  ///
  /// - Parameter sentence: The sentence, or `nil` if nothing is to be written.
  package func say(_ sentence: String?) {
    schematic_announce(announcement, sentence.map { LogText.escaped($0) + "\n" })
  }

  deinit { schematic_announcement_give_back(announcement) }
}
