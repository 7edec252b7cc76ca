#if Inspector
  import Foundation

  /// The connections of a server, each with the task that serves it.
  ///
  /// If there are too many, the slowest connection makes room, so that nobody can shut out others by
  /// being slow. The slowest is the one that has been ``Phase/asking`` or ``Phase/leaving`` for the
  /// longest or, without one in these phases, the one that has been ``Phase/taking`` for the longest.
  final class Connections: Sendable {
    /// The maximum number of connections at a time.
    static let most = 64

    /// The phase of a connection.
    enum Phase {
      /// The request isn't complete, so it isn't known whether the browser has the link.
      case asking
      /// The browser waits for the server.
      case waiting
      /// The server is sending data, and waits until the browser takes it.
      case taking
      /// The answer was sent, and the server waits until the browser closes the connection.
      case leaving
    }

    /// A connection as seen by the task that serves it.
    struct Connection: Sendable {
      fileprivate let number: Int
      /// A Boolean value that indicates whether there are too many connections and none of the
      /// others is slow.
      let isOneTooMany: Bool
      fileprivate let all: Connections

      /// A Boolean value that indicates whether the connection had to make room for another.
      var isEvicted: Bool { all.isEvicted(number) }

      func enter(_ phase: Phase) { all.enter(phase, number) }
    }

    private struct Member {
      var phase = Phase.asking
      /// The value of `moment` when the phase began.
      var since: Int
      var task: Task<Void, Never>?
    }

    private let lock = NSLock()
    // Used only while the lock is held.
    nonisolated(unsafe) private var members: [Int: Member] = [:]
    nonisolated(unsafe) private var moment = 0
    nonisolated(unsafe) private var isClosed = false

    /// Begins a task that serves a connection.
    func add(_ serve: @escaping @Sendable (Connection) async -> Void) {
      lock.withLock {
        moment += 1
        let number = moment
        // A connection beyond the limit is in the list, too, until it has received its refusal.
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

    /// Returns the connection that makes room for another.
    ///
    /// Call this with the lock held.
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
