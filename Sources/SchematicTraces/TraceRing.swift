import Foundation
import SchematicGraph

/// The last lines of a trace in memory, for reports of crashes and other bugs.
///
/// ```swift
/// let ring = TraceRing(capacity: 100)
/// ring.recorder().watch(machine, named: "Turnstile")
/// let report = ring.lines.joined(separator: "\n")
/// ```
///
/// `StateGraph.violations(of:)` and the command's `replay` check the lines, even if the first lines of
/// a machine are missing. Several machines and several threads can share a ring.
public final class TraceRing: Sendable {
  private let capacity: Int
  private let lock = NSLock()
  // Used only while the lock is held. In a full ring, `next` is the position of the oldest line.
  nonisolated(unsafe) private var stored: [String] = []
  nonisolated(unsafe) private var next = 0

  /// Creates a ring.
  ///
  /// - Parameter capacity: The number of lines to keep, at least one.
  public init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Returns a recorder that writes to the ring.
  ///
  /// - Parameters:
  ///   - includesValues: `true` to record the payloads of states and events: see `TraceRecorder`.
  ///   - time: Returns the time of a line. By default, this is the computer's time in ISO 8601.
  /// - Returns: The recorder, which keeps the ring alive.
  public func recorder(
    includingValues includesValues: Bool = false,
    time: (@Sendable () -> String)? = { Date.now.formatted(.iso8601) }
  ) -> TraceRecorder {
    TraceRecorder(includingValues: includesValues, time: time) { [self] line in append(line) }
  }

  /// The last lines, the oldest first.
  public var lines: [String] {
    lock.withLock { Array(stored[next...] + stored[..<next]) }
  }

  private func append(_ line: String) {
    lock.withLock {
      guard stored.count == capacity else { return stored.append(line) }
      stored[next] = line
      next = (next + 1) % capacity
    }
  }
}
