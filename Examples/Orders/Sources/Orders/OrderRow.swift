import Foundation
import GRDB
import Schematic
import SchematicGraph

/// The row of an order.
struct OrderRow: Codable, Sendable {
  var id: Int64
  /// The number of the last line in the log of the order.
  ///
  /// It changes with every event, so that it also tells whether another process has written the row.
  var version: Int
  /// The fingerprint of the rules that the order was saved with.
  var rules: String
  /// The `MachineSnapshot` as JSON.
  var snapshot: String
  var parcels: Int
  var savedAt: Date
  /// The time of the next timeout; `nil` if none runs.
  var due: Date?

  /// The rules of this program, as they are stored beside the rows.
  static let graph = StateGraph(Order.schema)
  static let currentRules = graph.fingerprint

  /// Creates the row of a machine.
  init(
    id: Int64, version: Int, _ snapshot: MachineSnapshot<OrderState>, parcels: Int, savedAt: Date,
    due: Date?
  ) {
    self.id = id
    self.version = version
    rules = Self.currentRules
    self.snapshot = JSON.text(of: snapshot)
    self.parcels = parcels
    self.savedAt = savedAt
    self.due = due
  }
}

extension OrderRow: FetchableRecord, PersistableRecord {
  static let databaseTableName = "orders"

  // Dates are stored as numbers of seconds, which lose nothing and compare as dates do.
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    .timeIntervalSince1970
  }

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSince1970
  }
}

// MARK: - From one version of the rules to the next

extension OrderRow {
  /// The state of the row, and a function that resumes a machine in this state.
  typealias Restored = (
    state: OrderState, resume: (StateMachine<OrderState, OrderEvent, Order>) -> Void
  )

  /// Returns the state of the row, as one of the current states.
  ///
  /// - Parameter now: The time at which the machine goes on.
  /// - Returns: The state, and the function that resumes a machine in it.
  /// - Throws: `SnapshotMismatchError` if the state no longer exists; ``ImplausibleNumber`` or a
  ///   `DecodingError` if the row is damaged.
  func restored(at now: Date) throws -> Restored {
    let passed = Duration.seconds(try timePassed(until: now))
    do {
      let saved = try JSON.value(MachineSnapshot<OrderState>.self, of: snapshot)
      return (try saved.restored(), { $0.resume(saved, after: passed) })
    } catch is SnapshotMismatchError {
      let saved = try JSON.value(MachineSnapshot<FirstOrderState>.self, of: snapshot)
      return (
        try saved.restored(migrating: OrderState.migrated), { $0.resume(saved, after: passed) }
      )
    }
  }

  /// Returns the time since the row was saved, or throws an error if its numbers are implausible.
  private func timePassed(until now: Date) throws -> TimeInterval {
    let passed = now.timeIntervalSince(savedAt)
    guard abs(passed) < 1_000_000_000_000 else {
      throw ImplausibleNumber(column: "savedAt", number: "\(savedAt.timeIntervalSince1970)")
    }
    for (column, number) in [("version", version), ("parcels", parcels)]
    where !(0..<1_000_000_000).contains(number) {
      throw ImplausibleNumber(column: column, number: "\(number)")
    }
    return passed
  }
}

extension OrderState {
  /// Returns the state of an order that was saved by the first version of the rules.
  ///
  /// The list of diagrams names this function, too, so that new rules are checked against saved orders.
  public static func migrated(
    _ old: FirstOrderState, _ mismatch: SnapshotMismatchError
  ) throws -> OrderState {
    switch old {
    case .open: .open
    // Parcels are counted now, and so packing is no state of its own.
    case .paid(let cents), .packing(let cents): .paid(cents: cents)
    case .shipped: .shipped
    case .canceled: .canceled
    case .lost: throw mismatch
    }
  }
}

/// A number in a row that no program can have written.
struct ImplausibleNumber: Error, CustomStringConvertible {
  let column: String
  let number: String

  var description: String { "its \(column) is \(number)" }
}

/// The states of the first version of the rules, kept as long as there are rows with them.
public enum FirstOrderState: Hashable, Codable, Sendable {
  case open
  case paid(cents: Int)
  case packing(cents: Int)
  case shipped, canceled, lost
}

extension FirstOrderState: Graphable {
  /// A value for each state.
  public static var graphCases: [FirstOrderState] {
    [.open, .paid(cents: 100), .packing(cents: 100), .shipped, .canceled, .lost]
  }
}

/// Values as the text of a column.
enum JSON {
  static func text(of value: some Encodable) -> String {
    // Nothing that is stored here can fail to be encoded: there are no numbers that JSON lacks.
    String(decoding: try! JSONEncoder().encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
