import Foundation
import Orders

/// A process that handles all events that have arrived, and then all timeouts that are due.
///
/// `OrderWorker FILE [SECONDS]`: the file of the database, and how far to put the clock on. Ends with 2
/// where something is set aside, because it cannot be read, and says what it is and why.
@main
struct OrderWorker {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { fail("say which database", status: 64) }
    guard let ahead = TimeInterval(arguments.dropFirst(2).first ?? "0"), abs(ahead) < 1e9 else {
      fail("say by how many seconds to put the clock on", status: 64)
    }
    let problems: [SetAside]
    do {
      let store = try OrderStore(path: arguments[1]) { Date.now + ahead }
      try await store.handleAll()
      problems = try store.setAside()
    } catch {
      fail("\(error)", status: 1)
    }
    guard problems.isEmpty else {
      fail("set aside: " + problems.map(\.description).joined(separator: "; "), status: 2)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("OrderWorker: \(message)\n".utf8))
    exit(status)
  }
}
