import Foundation
import SchematicGraph
import Testing

@testable import Orders

/// Two processes on one database, of which one is killed again and again.
@Suite struct RaceTests {
  private static let environment = ProcessInfo.processInfo.environment
  private let seed = Self.environment["SEED"].flatMap(UInt64.init) ?? 1
  private let eventCount = Self.environment["ORDER_EVENTS"].flatMap(Int.init) ?? 10_000
  private let killCount = Self.environment["ORDER_KILLS"].flatMap(Int.init) ?? 50
  private let orderCount: Int64 = 100

  @Test func losesAndRepeatsNothing() async throws {
    var random = SeededGenerator(state: seed)
    let database = try TestDatabase()
    let store = try OrderStore(path: database.path)
    for order in 1...orderCount { try await store.create(order) }
    let deliveries = (0..<eventCount).map { number in
      Delivery(
        key: "\(number)", orderID: .random(in: 1...orderCount, using: &random),
        event: .random(using: &random))
    }
    try await store.post(deliveries)

    // Spread over all events, each at a random place of its share.
    let share = eventCount / (killCount + 1)
    let conditions = (0..<killCount).map { index in
      let handled = index * share + .random(in: 0...share, using: &random)
      return "SELECT count(*) >= \(handled) FROM inbox WHERE isHandled"
    }
    let killed = try race(on: database, killingWhen: conditions, using: &random)
    let processes = try database.ask("SELECT DISTINCT process FROM log", as: Int32.self)
    let hit = Set(killed).intersection(processes).count
    print("SEED=\(seed): \(killed.count) processes were killed, \(hit) of them at work")
    #expect(hit > killCount / 4)

    // Each event is in the log once, and what the log says has been done once.
    let keys = try database.ask("SELECT key FROM log WHERE key IS NOT NULL", as: String.self)
    #expect(keys.count == eventCount)
    #expect(Set(keys) == Set(deliveries.map(\.key)))
    #expect(try store.violations().isEmpty)
    #expect(try database.ask(Self.gaps, as: Int64.self).isEmpty)
    #expect(try database.ask(Self.misses, as: Int64.self).isEmpty)
    for (action, effect) in Self.effects {
      let done = try database.ask(
        "SELECT count(*) FROM log WHERE line ->> 'action' = '\(action)'", as: Int.self)
      let sent = try database.ask(
        "SELECT count(*) FROM outbox WHERE effect LIKE '%\(effect)%'", as: Int.self)
      #expect(done == sent && done != [0], "SEED=\(seed): \(action)")
    }
    try await firesTimersOnce(database, using: &random)
  }

  /// Three days later, every timeout is due.
  private func firesTimersOnce(
    _ database: TestDatabase, using random: inout SeededGenerator
  ) async throws {
    let open = "SELECT id FROM orders WHERE snapshot ->> 'identifier' = 'open' ORDER BY id"
    let paid = "SELECT id FROM orders WHERE snapshot ->> 'identifier' = 'paid' ORDER BY id"
    let (expired, reminded) = (
      try database.ask(open, as: Int64.self), try database.ask(paid, as: Int64.self)
    )
    #expect(!expired.isEmpty && !reminded.isEmpty)
    let before = try database.ask("SELECT count(*) FROM log", as: Int.self)[0]
    let conditions = Array(repeating: "SELECT TRUE", count: 5)
    _ = try race(
      on: database, ahead: 3 * 24 * 60 * 60, killingWhen: conditions, using: &random)
    #expect(try database.ask(open, as: Int64.self).isEmpty)
    #expect(try database.ask(paid, as: Int64.self) == reminded)
    let fired = "SELECT orderID FROM log WHERE line ->> 'after' IS NOT NULL AND line ->> 'outcome'"
    #expect(try database.ask("\(fired) = 'moved' ORDER BY orderID", as: Int64.self) == expired)
    #expect(try database.ask("\(fired) = 'stayed' ORDER BY orderID", as: Int64.self) == reminded)
    // Each has a line when it is queued, and one when it is handled.
    let after = try database.ask("SELECT count(*) FROM log", as: Int.self)[0]
    #expect(after - before == 2 * (expired.count + reminded.count))
    #expect(try database.open().violations().isEmpty)
  }

  /// Runs two processes to their end, and kills one of them each time a condition holds.
  ///
  /// - Returns: The processes that were killed.
  private func race(
    on database: TestDatabase, ahead: Int = 0, killingWhen conditions: [String],
    using random: inout SeededGenerator
  ) throws -> [Int32] {
    var workers = try (0..<2).map { _ in try Worker(on: database, ahead) }
    var killed: [Int32] = []
    for condition in conditions {
      while try database.ask(condition, as: Bool.self) != [true] {
        for worker in workers { try worker.expectRunning() }
        usleep(1_000)
      }
      usleep(.random(in: 0..<20_000, using: &random))
      let victim = Int.random(in: 0...1, using: &random)
      kill(workers[victim].id, SIGKILL)
      if workers[victim].wait() == SIGKILL { killed.append(workers[victim].id) }
      workers[victim] = try Worker(on: database, ahead)
    }
    for worker in workers { #expect(worker.wait() == 0) }
    return killed
  }

  /// Orders whose log leaves a number out, or ends elsewhere than the row says.
  private static let gaps = """
    SELECT orders.id FROM orders JOIN log ON log.orderID = orders.id
    GROUP BY orders.id HAVING count(*) != version + 1 OR max(number) != version
    """

  /// Orders that have another number of parcels than were packed since they were last opened.
  private static let misses = """
    SELECT id FROM orders WHERE parcels != (
      SELECT count(*) FROM log WHERE orderID = orders.id AND line ->> 'action' = 'pack' AND number > (
        SELECT coalesce(max(number), 0) FROM log
        WHERE orderID = orders.id AND line ->> 'target' = 'open' AND line ->> 'outcome' = 'moved'))
    """

  private static let effects = [
    "send receipt": "sendReceipt", "refund": "refund", "hand over": "handOver",
  ]
}

/// The program beside the tests.
///
/// Foundation's `Process` was seen to wait on for one that had ended.
struct Worker {
  let id: pid_t

  /// The program ended although there was work.
  struct EndedEarly: Error {
    let status: Int32
  }

  init(on database: TestDatabase, _ ahead: Int) throws {
    let folder =
      Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }?
      .deletingLastPathComponent() ?? Bundle.main.bundleURL
    let program = folder.appending(path: "OrderWorker").path
    let words: [UnsafeMutablePointer<CChar>?] = [program, database.path, "\(ahead)"].map(Self.copy)
    let environment = ProcessInfo.processInfo.environment.map { Self.copy("\($0)=\($1)") }
    defer { for text in words + environment { free(text) } }
    var id = pid_t()
    let code = posix_spawn(&id, program, nil, nil, words + [nil], environment + [nil])
    try #require(code == 0, "\(program): \(String(cString: strerror(code)))")
    self.id = id
  }

  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? { strdup(text) }

  /// Waits until the program has ended, and returns its status: the number of the signal that killed it.
  func wait() -> Int32 {
    var status: Int32 = 0
    waitpid(id, &status, 0)
    return status
  }

  func expectRunning() throws {
    var status: Int32 = 0
    if waitpid(id, &status, WNOHANG) != 0 { throw EndedEarly(status: status) }
  }
}

/// Random numbers that are the same for the same seed (SplitMix64, by Steele, Lea and Flood, 2014).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension OrderEvent {
  /// Returns an event that a caller may send.
  fileprivate static func random(using random: inout SeededGenerator) -> OrderEvent {
    let events: [OrderEvent] = [
      .pay(cents: .random(in: 1...9_999, using: &random)), .pack, .pack, .ship, .giveBack, .cancel,
      .reopen,
    ]
    return events.randomElement(using: &random)!
  }
}
