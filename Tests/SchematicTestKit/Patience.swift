/// Waiting for what other tasks bring about.
package enum Patience {
  /// How often others have their turn before a wait may fail, on however slow a machine.
  private static let leastTurns = 100

  /// Lets other tasks run until something is so, and gives up where it never is.
  ///
  /// ```swift
  /// try await Patience.wait { clock.sleeperCount == 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: How long to wait, on the continuous clock.
  ///   - file: Where the wait stands.
  ///   - line: The line of it.
  ///   - condition: What to wait for; asked where the caller is isolated.
  /// - Throws: ``Impatience`` where the time has passed and others have had many turns.
  package nonisolated(nonsending) static func wait(
    atMost limit: Duration = .seconds(20), file: StaticString = #fileID, line: Int = #line,
    until condition: nonisolated(nonsending) () async -> Bool
  ) async throws(Impatience) {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: limit)
    var turns = 0
    while await !condition() {
      guard turns < leastTurns || clock.now < deadline else {
        throw Impatience(limit: limit, file: "\(file)", line: line)
      }
      turns += 1
      await letOthersRun()
      // And those who share an actor with the caller.
      await Task.yield()
    }
  }

  /// Queues up behind all tasks that wait for a thread.
  ///
  /// While tests that take long have all threads, this waits with the rest, and no turn is counted.
  @concurrent private static func letOthersRun() async {
    await Task.yield()
  }
}

/// What was waited for did not come.
package struct Impatience: Error, CustomStringConvertible {
  package let limit: Duration
  package let file: String
  package let line: Int

  package var description: String {
    "What is waited for at \(file):\(line) did not come within \(limit)."
  }
}
