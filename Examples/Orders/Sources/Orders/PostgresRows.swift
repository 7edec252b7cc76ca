import Foundation

// Rows as the values that a server sends as text.

extension OrderRow {
  static let columns = "id, version, rules, snapshot, parcels, savedAt, due"

  /// Reads the values of these columns.
  init(values: PostgresConnection.Row) throws {
    id = try Int64(values[0], in: "id")
    version = try Int(values[1], in: "version")
    rules = values[2] ?? ""
    snapshot = values[3] ?? ""
    parcels = try Int(values[4], in: "parcels")
    savedAt = Date(timeIntervalSince1970: try Double(values[5], in: "savedAt"))
    due = try values[6].map { Date(timeIntervalSince1970: try Double($0, in: "due")) }
  }
}

extension Delivery {
  init(values: PostgresConnection.Row) throws {
    self.init(
      key: values[0] ?? "", orderID: try Int64(values[1], in: "orderID"),
      event: try JSON.value(OrderEvent.self, of: values[2] ?? ""))
  }
}

extension LosslessStringConvertible {
  /// Reads the value of a column.
  init(_ text: String?, in column: String) throws {
    guard let value = text.flatMap(Self.init) else {
      throw ImplausibleNumber(column: column, number: text ?? "NULL")
    }
    self = value
  }
}
