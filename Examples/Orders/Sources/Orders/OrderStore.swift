import Foundation
import SchematicGraph

/// The orders of a database, to which any number of processes may send events.
///
/// No machine outlives an event: the row is read, a machine made, the event handled, and the row
/// written in one transaction with the log and the effects, where it is still the row that was read.
/// Otherwise another process was faster, and all begins again from the row that it has written.
///
/// What cannot be read is set aside with the reason, and everything else goes on: see ``setAside()``.
public protocol OrderStore: Sendable {
  /// Creates an order.
  func create(_ id: Int64) async throws

  /// Takes events in, to be handled later; those that are known already are left as they are.
  func post(_ deliveries: [Delivery]) async throws

  /// Returns events that wait, the first of them in the order of their keys.
  ///
  /// Events that cannot be read are set aside; those of an order that is set aside wait with it.
  func pending(limit: Int) async throws -> [Delivery]

  /// Handles an event that was posted, unless it has been handled already.
  ///
  /// It throws ``NotPosted``, or ``UnreadableOrder`` where the order was set aside, and the event waits.
  func handle(_ delivery: Delivery) async throws

  /// Handles all events that wait, and then all timeouts whose time has come.
  func handleAll() async throws

  /// Sends the events of all timeouts whose time has come.
  func handleDue() async throws

  /// Waits until there may be something to handle, for a while at most.
  func waitForWork(atMost time: Duration) async throws

  /// Has effects brought about, the oldest first.
  ///
  /// Each is brought about at least once: where this process ends before it is noted, again. Its number
  /// is always the same, so that the receiver can tell. Effects that cannot be read are set aside.
  ///
  /// Throws what `perform` throws; the effects from there on wait for the next call.
  func deliver(
    _ perform: (_ number: Int64, _ order: Int64, _ effect: OrderEffect) async throws -> Void
  ) async throws

  /// Returns the lines of the log that are no steps of the rules of their time, or cannot be read.
  func violations() async throws -> [LogProblem]

  /// Returns what was set aside: orders, then deliveries, then effects.
  func setAside() async throws -> [SetAside]

  /// Takes up what was set aside, after somebody has mended it.
  func takeUp() async throws
}

/// The databases that keep orders.
public enum OrderDatabase {
  /// Opens the database at an address, and creates its tables where there are none.
  ///
  /// - Parameters:
  ///   - address: The address of a PostgreSQL server, `postgresql://…`, or else the path of an SQLite
  ///     file.
  ///   - now: The time; that of the computer unless you say otherwise.
  /// - Returns: The orders.
  /// - Throws: An error of the database where it cannot be opened.
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
  /// The name that the sender has given it, and gives it again where it sends it again.
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
