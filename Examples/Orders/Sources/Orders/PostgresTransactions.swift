import Foundation

/// The connections of a process, and transactions that are tried again.
///
/// A transaction is begun anew
/// - if it met another one: a serialization failure, a deadlock, or a row that has changed since it was
///   read (``RowChanged``);
/// - if the server went away, as soon as the server is back. Then nobody knows whether the transaction was
///   committed, so its statements must do nothing the second time.
actor PostgresTransactions {
  private let address: String
  private var free: [PostgresConnection] = []
  private var listener: PostgresConnection?

  /// The number of tries after a server was lost, which take about a minute.
  private static let mostLosses = 70

  init(address: String) {
    self.address = address
  }

  /// Runs statements in a transaction.
  ///
  /// - Parameters:
  ///   - beginning: The statement that begins the transaction.
  ///   - body: The statements; they may run several times.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or a ``PostgresError`` if the server stays away.
  @discardableResult
  nonisolated(nonsending) func run<Value: Sendable>(
    beginning: String = "BEGIN", _ body: (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    var losses = 0
    while true {
      try Task.checkCancellation()
      do {
        return try await runOnce(beginning, body)
      } catch is RowChanged {
        continue
      } catch let error as PostgresError where error.isConflict {
        // The pause is random, so that the same transactions don't meet again at once.
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...5)))
      } catch let error as PostgresError where error.isLost && losses < Self.mostLosses {
        losses += 1
        await forgetConnections()
        try await Task.sleep(for: .milliseconds(min(1_000, 10 << min(losses, 10))))
      }
    }
  }

  private nonisolated(nonsending) func runOnce<Value: Sendable>(
    _ beginning: String, _ body: (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    let connection = try await take()
    do {
      try await connection.execute(beginning)
      let value = try await body(connection)
      try await connection.commit()
      await giveBack(connection)
      return value
    } catch {
      if (try? await connection.execute("ROLLBACK")) != nil { await giveBack(connection) }
      throw error
    }
  }

  /// Waits until another process has posted something, but no longer than a time.
  ///
  /// The first call returns at once, because something may have been posted before it.
  func waitForNotification(atMost time: Duration) async throws {
    do {
      if let listener {
        try await listener.waitForNotification(atMost: time)
      } else {
        let connection = try await PostgresConnection.open(address)
        try await connection.execute("LISTEN orders")
        listener = connection
      }
    } catch let error as PostgresError where error.isLost {
      // The caller looks into the inbox next, and finds what was posted in the meantime.
      listener = nil
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func take() async throws -> PostgresConnection {
    if let connection = free.popLast() { return connection }
    return try await PostgresConnection.open(address)
  }

  private func giveBack(_ connection: PostgresConnection) {
    free.append(connection)
  }

  private func forgetConnections() {
    free = []
  }
}

/// The error if another process has written a row since it was read; the transaction is undone.
struct RowChanged: Error {}
