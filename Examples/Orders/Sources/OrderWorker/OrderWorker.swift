import Foundation
import Orders

/// A process that handles all events that have arrived, and then all timeouts that are due.
///
/// `OrderWorker [DATABASE] [SECONDS] [--wait] [--create NUMBER] [--effects FILE]`: `DATABASE` is the
/// address of a PostgreSQL server or the path of an SQLite file, by default that in the variable
/// `ORDERS_DATABASE`, or else `orders.sqlite`. `SECONDS` puts the clock forward. With `--wait`, the process
/// waits for more events until it is killed. With `--create`, it first creates an order. With `--effects`,
/// it writes effects to a file, as another system would receive them.
///
/// If something was set aside because it can't be read, the process says what and why, and ends with 2.
@main
struct OrderWorker {
  static func main() async {
    var words = Array(CommandLine.arguments.dropFirst())
    let waits = words.firstIndex(of: "--wait").map { words.remove(at: $0) } != nil
    func value(of option: String, _ what: String) -> String? {
      guard let index = words.firstIndex(of: option) else { return nil }
      guard index + 1 < words.count else { fail("say \(what) after \(option)", status: 64) }
      defer { words.removeSubrange(index...index + 1) }
      return words[index + 1]
    }
    let effects = value(of: "--effects", "where to write effects")
    let new = value(of: "--create", "the number of an order").map { text in
      guard let number = Int64(text) else { fail("\(text) is no number of an order", status: 64) }
      return number
    }
    let address =
      words.first ?? ProcessInfo.processInfo.environment["ORDERS_DATABASE"] ?? "orders.sqlite"
    guard let ahead = TimeInterval(words.dropFirst().first ?? "0"), abs(ahead) < 1e9 else {
      fail("say by how many seconds to put the clock on", status: 64)
    }
    let problems: [SetAside]
    do {
      let store = try await OrderDatabase.open(address) { Date.now + ahead }
      if let new { try await store.create(new) }
      while true {
        try await store.handleAll()
        if let effects {
          try await store.deliver { @Sendable number, order, effect in
            try append("\(number) \(order) \(effect)\n", to: effects)
          }
        }
        guard waits else { break }
        try await store.waitForWork(atMost: .seconds(30))
      }
      problems = try await store.setAside()
    } catch {
      fail("\(error)", status: 1)
    }
    guard problems.isEmpty else {
      fail("set aside: " + problems.map(\.description).joined(separator: "; "), status: 2)
    }
  }

  /// Appends a line to a file, in one piece.
  private static func append(_ line: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    defer { close(descriptor) }
    guard descriptor >= 0, write(descriptor, line, line.utf8.count) == line.utf8.count else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("OrderWorker: \(message)\n".utf8))
    exit(status)
  }
}
