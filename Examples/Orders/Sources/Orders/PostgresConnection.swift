import CPostgres
import Dispatch
import Foundation

/// A connection to a PostgreSQL server.
///
/// libpq blocks while it waits for answers, so each connection has a queue of its own.
actor PostgresConnection {
  /// The values of one row as text; `nil` means `NULL`.
  typealias Row = [String?]

  private nonisolated let executor = QueueExecutor()
  // Safe, because it is set before others know the connection, and then used on the executor only.
  private nonisolated(unsafe) var connection: OpaquePointer?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Connects to a server.
  ///
  /// - Throws: A ``PostgresError``, with ``PostgresError/isLost`` if the server may be back soon.
  static func open(_ address: String) async throws -> PostgresConnection {
    let connection = PostgresConnection()
    try await connection.connect(to: address)
    return connection
  }

  deinit { PQfinish(connection) }

  private func connect(to address: String) throws {
    for isLastTry in [false, true] {
      PQfinish(connection)
      connection = PQconnectdb(address)
      if PQstatus(connection) == CONNECTION_OK { break }
      // One ping says whether to wait for the server. One that answers may have started just now, so it is
      // asked again; otherwise it refuses this user or this database.
      let isDown = [PQPING_REJECT, PQPING_NO_RESPONSE].contains(PQping(address))
      guard isDown || isLastTry else { continue }
      throw PostgresError(
        state: nil, message: String(cString: PQerrorMessage(connection)), isLost: isDown)
    }
    // Notices are dropped here, because the server writes them to its log.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
  }

  /// A Boolean value that indicates whether the connection can still be used.
  var isOpen: Bool { PQstatus(connection) == CONNECTION_OK }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `$1` for the first argument.
  ///   - arguments: The arguments as text; `nil` means `NULL`.
  /// - Returns: The rows.
  /// - Throws: A ``PostgresError``.
  @discardableResult
  func execute(_ sql: String, _ arguments: [(any LosslessStringConvertible)?] = []) throws -> [Row]
  {
    let texts = arguments.map { $0.map { strdup("\($0)") } }
    defer { for text in texts { free(text ?? nil) } }
    let pointers = texts.map { UnsafePointer($0 ?? nil) }
    let result = PQexecParams(
      connection, sql, Int32(pointers.count), nil, pointers, nil, nil, 0)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
      throw error(in: result)
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetisnull(result, row, column) == 1
          ? nil : String(cString: PQgetvalue(result, row, column))
      }
    }
  }

  /// Ends a transaction.
  ///
  /// - Throws: A ``PostgresError``, also if the server rolled the transaction back without an error.
  func commit() throws {
    let result = PQexec(connection, "COMMIT")
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw error(in: result) }
    let answer = String(cString: PQcmdStatus(result))
    guard answer == "COMMIT" else {
      throw PostgresError(state: "40000", message: "COMMIT was answered with \(answer)")
    }
  }

  /// Waits until a notification arrives, but no longer than a time.
  func waitForNotification(atMost time: Duration) throws {
    guard try !takeNotifications() else { return }
    var socket = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
    _ = poll(&socket, 1, Int32(max(0, min(time / .milliseconds(1), 1e9))))
    _ = try takeNotifications()
  }

  private func takeNotifications() throws -> Bool {
    guard PQconsumeInput(connection) == 1, PQstatus(connection) == CONNECTION_OK else {
      throw error(in: nil)
    }
    var count = 0
    while let notification = PQnotifies(connection) {
      PQfreemem(notification)
      count += 1
    }
    return count > 0
  }

  private func error(in result: OpaquePointer?) -> PostgresError {
    // PG_DIAG_SQLSTATE is a character, which Swift does not import.
    let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    return PostgresError(
      state: state, message: String(cString: PQerrorMessage(connection)),
      isLost: PQstatus(connection) != CONNECTION_OK)
  }
}

/// An error of a PostgreSQL server, or of the connection to it.
struct PostgresError: Error, CustomStringConvertible {
  /// The code of the error, `SQLSTATE`; `nil` if the server did not answer.
  let state: String?
  let message: String
  /// A Boolean value that indicates whether the server is gone, and may come back.
  let isLost: Bool

  init(state: String?, message: String, isLost: Bool = false) {
    self.state = state
    self.message = message.trimmingCharacters(in: .whitespacesAndNewlines)
    // The server is shutting down, has crashed, or is starting.
    self.isLost = isLost || ["57P01", "57P02", "57P03"].contains(state)
  }

  /// A Boolean value that indicates whether the transaction met another one, and can be tried again:
  /// serialization failure, deadlock.
  var isConflict: Bool { ["40001", "40P01"].contains(state) }

  var description: String { "PostgreSQL: \(message)" + (state.map { " (\($0))" } ?? "") }
}

/// A queue that runs the jobs of one actor.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "orders.postgres")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
