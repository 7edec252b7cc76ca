import Foundation
import SchematicGraph

/// The orders of a database, to which any number of processes may send events.
///
/// For each event, a process reads the row, makes a machine, handles the event, and writes the row in
/// one transaction with the log and the effects. If another process has written the row meanwhile,
/// nothing is written, and all begins again from the new row.
///
/// A row that can't be read is set aside with the reason, and all others go on: see ``setAside()``.
public protocol OrderStore: Sendable {
  /// Creates an order.
  func create(_ id: Int64) async throws

  /// Stores events, to be handled later; events with known keys are left as they are.
  func post(_ deliveries: [Delivery]) async throws

  /// Returns the first events that wait, in the order of their keys.
  ///
  /// Events that can't be read are set aside. If an order is set aside, its events are not returned.
  func pending(limit: Int) async throws -> [Delivery]

  /// Handles an event that was posted, unless it has been handled already.
  ///
  /// Throws ``NotPosted``, or ``UnreadableOrder`` if the order was set aside: then the event waits.
  func handle(_ delivery: Delivery) async throws

  /// Handles all events that wait, and then all timeouts whose time has come.
  func handleAll() async throws

  /// Sends the events of all timeouts whose time has come.
  func handleDue() async throws

  /// Waits until there may be something to handle, but no longer than a time.
  func waitForWork(atMost time: Duration) async throws

  /// Has `perform` bring effects about, the oldest first.
  ///
  /// Each effect is brought about at least once, and again if this process ends before it notes the effect.
  /// The number stays the same, so that the receiver can tell. Effects that can't be read are set aside.
  ///
  /// Throws the error of `perform`; then this effect and the following ones wait for the next call.
  func deliver(
    _ perform: (_ number: Int64, _ order: Int64, _ effect: OrderEffect) async throws -> Void
  ) async throws

  /// Returns the lines of the log that can't be read, or are no steps by the rules of their time.
  func violations() async throws -> [LogProblem]

  /// Returns everything that was set aside: orders, then deliveries, then effects.
  func setAside() async throws -> [SetAside]

  /// Takes up everything that was set aside, after somebody has mended it.
  func takeUp() async throws
}

/// The databases that keep orders.
public enum OrderDatabase {
  /// Opens the database at an address, and creates its tables if there are none.
  ///
  /// - Parameters:
  ///   - address: The address of a PostgreSQL server, `postgresql://…`, or else the path of an SQLite
  ///     file.
  ///   - now: Returns the time, by default the computer's.
  /// - Returns: The orders.
  /// - Throws: An error of the database if it can't be opened.
  public static func open(
    _ address: String, now: @escaping @Sendable () -> Date = { .now }
  ) async throws -> any OrderStore {
    address.hasPrefix("postgresql://") || address.hasPrefix("postgres://")
      ? try await PostgresOrderStore(address: address, now: now)
      : try SQLiteOrderStore(path: address, now: now)
  }
}

/// An event that has arrived for an order.
public struct Delivery: Codable, Hashable, Sendable {
  /// The name of the event, which stays the same if the sender sends the event again.
  public var key: String
  /// The number of the order.
  public var orderID: Int64
  /// The event.
  public var event: OrderEvent

  /// Creates a delivery.
  public init(key: String, orderID: Int64, event: OrderEvent) {
    self.key = key
    self.orderID = orderID
    self.event = event
  }
}
