/// Lets other tasks run until a condition holds, and gives up where it never does.
///
/// ```swift
/// try await expectEventually { clock.sleeperCount == 1 }
/// ```
///
/// - Parameters:
///   - limit: The time to wait, on the continuous clock.
///   - file: The file of the caller.
///   - line: The line of the caller.
///   - condition: The condition, evaluated where the caller is isolated.
/// - Throws: ``NeverHeld`` where the time has passed and other tasks have had many turns.
public nonisolated(nonsending) func expectEventually(
  within limit: Duration = .seconds(20), file: StaticString = #fileID, line: Int = #line,
  _ condition: nonisolated(nonsending) () async -> Bool
) async throws(NeverHeld) {
  // Other tasks have as many turns as this on however slow a machine.
  let leastTurns = 100
  let clock = ContinuousClock()
  let deadline = clock.now.advanced(by: limit)
  var turns = 0
  while await !condition() {
    guard turns < leastTurns || clock.now < deadline else {
      throw NeverHeld(limit: limit, file: "\(file)", line: line)
    }
    turns += 1
    await yieldThread()
    // Tasks on the caller's actor have their turn, too.
    await Task.yield()
  }
}

/// Queues up behind all tasks that wait for a thread.
///
/// While slow tests occupy all threads, this waits with the rest, and no turn is counted.
@concurrent private func yieldThread() async {
  await Task.yield()
}

/// The failure of a condition to hold in time.
public struct NeverHeld: Error, CustomStringConvertible {
  package let limit: Duration
  package let file: String
  package let line: Int

  /// The condition that did not hold, and for how long.
  public var description: String {
    "the condition at \(file):\(line) did not hold within \(limit)"
  }
}
