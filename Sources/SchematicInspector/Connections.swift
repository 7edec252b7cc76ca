#if Inspector
  import Foundation

  /// The connections of a server, each with the task that serves it.
  ///
  /// When there are too many, the slowest makes room: whoever has not asked yet for the longest, or else
  /// whoever has not taken what was sent for the longest. So nobody shuts out others by being slow.
  final class Connections: Sendable {
    /// The most connections at a time.
    static let most = 64

    /// The part of a connection's life, by which it may be slow.
    enum Phase {
      /// The request is not whole, and nobody knows yet whether the browser has the link.
      case asking
      /// The browser waits for the program.
      case waiting
      /// The browser takes nothing of what is sent.
      case taking
      /// The browser has its answer.
      case leaving
    }

    /// A connection, as the task that serves it knows it.
    struct Connection: Sendable {
      fileprivate let number: Int
      /// Whether there are too many, and none of the others is slow.
      let isOneTooMany: Bool
      fileprivate let all: Connections

      /// Whether it had to make room for others.
      var isEvicted: Bool { all.isEvicted(number) }

      func enter(_ phase: Phase) { all.enter(phase, number) }
    }

    private struct Member {
      var phase = Phase.asking
      /// The moment at which the phase began, counted in changes of connections.
      var since: Int
      var task: Task<Void, Never>?
    }

    private let lock = NSLock()
    // Only used while the lock is held.
    nonisolated(unsafe) private var members: [Int: Member] = [:]
    nonisolated(unsafe) private var moment = 0
    nonisolated(unsafe) private var isClosed = false

    /// Begins a task that serves a connection.
    func add(_ serve: @escaping @Sendable (Connection) async -> Void) {
      lock.withLock {
        moment += 1
        let number = moment
        // Those that were one too many are among them until they have left.
        while members.count >= Self.most, let slowest = slowest() {
          members.removeValue(forKey: slowest)?.task?.cancel()
        }
        let isOneTooMany = members.count >= Self.most
        let connection = Connection(number: number, isOneTooMany: isOneTooMany, all: self)
        members[number] = Member(since: number)
        let task = Task {
          await serve(connection)
          remove(number)
        }
        members[number]?.task = task
        if isClosed { task.cancel() }
      }
    }

    func cancelAll() {
      lock.withLock {
        isClosed = true
        for member in members.values { member.task?.cancel() }
      }
    }

    /// Returns the connection that makes room for another; the lock is held.
    private func slowest() -> Int? {
      func oldest(_ phases: Phase...) -> Int? {
        members.filter { phases.contains($0.value.phase) }.min { $0.value.since < $1.value.since }?
          .key
      }
      return oldest(.asking, .leaving) ?? oldest(.taking)
    }

    private func enter(_ phase: Phase, _ number: Int) {
      lock.withLock {
        moment += 1
        members[number]?.phase = phase
        members[number]?.since = moment
      }
    }

    private func isEvicted(_ number: Int) -> Bool {
      lock.withLock { members[number] == nil }
    }

    private func remove(_ number: Int) {
      lock.withLock { _ = members.removeValue(forKey: number) }
    }
  }
#endif
