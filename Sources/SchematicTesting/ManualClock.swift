import Foundation

/// A clock that stands still until it is moved.
package final class ManualClock: Clock, @unchecked Sendable {
  package struct Instant: InstantProtocol {
    let offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let lock = NSLock()
  private var current = Instant(offset: .zero)
  private var sleepers: [Int: Sleeper] = [:]
  private var lastNumber = 0

  package init() {}

  package var now: Instant { lock.withLock { current } }
  package var minimumResolution: Duration { .zero }

  /// The number of tasks that wait for a time to come.
  package var sleeperCount: Int { lock.withLock { sleepers.count } }

  /// The time, since the clock was made, when the next of them wakes; `nil` where none waits.
  package var earliest: Duration? {
    lock.withLock { sleepers.values.map(\.deadline.offset).min() }
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ends: Result<Void, any Error>? = lock.withLock {
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= current { return .success(()) }
          sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let ends { continuation.resume(with: ends) }
      }
    } onCancel: {
      let sleeper = lock.withLock { sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock on, and wakes those whose time has come, the earliest first.
  package func advance(by duration: Duration) {
    let woken = lock.withLock {
      current = current.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= current }
      for number in due.keys { sleepers[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
