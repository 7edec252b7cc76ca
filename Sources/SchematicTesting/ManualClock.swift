import Foundation

/// A clock that stands still until a test moves it.
///
/// Give it to a machine, and its timeouts are tested without waiting.
///
/// ```swift
/// let clock = ManualClock()
/// machine.clock = clock
/// machine.handle(.fetch)
/// clock.advance(by: .seconds(30))  // the machine is sent .timeout, when its actor has its turn
/// ```
///
/// The machine handles what the clock has sent on its own actor: let that run before you look, for
/// example with `try await machine.waitUntil { $0 == .idle }`.
public final class ManualClock: Clock, @unchecked Sendable {
  /// A time of the clock: the time since it was made.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// Returns the time that comes so much later.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The time.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns how much later another time comes.
    ///
    /// - Parameter other: The other time.
    /// - Returns: The duration; negative where it comes before.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether a time comes before another.
    ///
    /// - Parameters:
    ///   - lhs: A time.
    ///   - rhs: Another time.
    /// - Returns: Whether it does.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  // What changes is only used while this is held, which makes the clock `Sendable`.
  private let lock = NSLock()
  private var current = Instant(offset: .zero)
  private var sleepers: [Int: Sleeper] = [:]
  private var lastNumber = 0

  /// Creates a clock that shows zero.
  public init() {}

  /// The time that the clock shows.
  public var now: Instant { lock.withLock { current } }

  /// The smallest step of the clock: zero, as it is moved by any.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that wait for a time to come.
  public var sleeperCount: Int { lock.withLock { sleepers.count } }

  /// The time, since the clock was made, when the next of them wakes; `nil` where none waits.
  public var earliest: Duration? {
    lock.withLock { sleepers.values.map(\.deadline.offset).min() }
  }

  /// Waits until the clock has been moved to a time.
  ///
  /// - Parameters:
  ///   - deadline: The time.
  ///   - tolerance: Of no meaning here.
  /// - Throws: `CancellationError` where the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
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
  ///
  /// - Parameter duration: How far it is moved.
  public func advance(by duration: Duration) {
    let woken = lock.withLock {
      current = current.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= current }
      for number in due.keys { sleepers[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
