import Foundation
import Orders

/// A process that handles all events that have arrived, and then all timeouts that are due.
///
/// `OrderWorker FILE [SECONDS]`: the file of the database, and how far to put the clock on.
@main
struct OrderWorker {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { fail("say which database", status: 64) }
    let ahead = arguments.dropFirst(2).first.flatMap(TimeInterval.init) ?? 0
    do {
      try await work(on: OrderStore(path: arguments[1]) { Date.now + ahead })
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func work(on store: OrderStore) async throws {
    while true {
      // In another order than other processes, so that they seldom want the same row.
      let deliveries = try store.pending(limit: 50).shuffled()
      guard !deliveries.isEmpty else { break }
      for delivery in deliveries { try await store.handle(delivery) }
    }
    try await store.handleDue()
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("OrderWorker: \(message)\n".utf8))
    exit(status)
  }
}
