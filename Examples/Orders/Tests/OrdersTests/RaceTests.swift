import Foundation
import SchematicGraph
import Testing

@testable import Orders

/// Tests of processes on one database that are killed again and again, and of a server that is killed, too.
///
/// The variables `ORDER_EVENTS`, `ORDER_ORDERS`, `ORDER_WORKERS` and `ORDER_KILLS` say how many there are.
/// `ORDER_RESTARTS` says how often the program in `ORDERS_RESTART` kills the server and starts it again.
@Suite struct RaceTests {
  private static let environment = ProcessInfo.processInfo.environment
  private let seed = number("SEED", UInt64(1))
  private let eventCount = number("ORDER_EVENTS", 10_000)
  private let orderCount = number("ORDER_ORDERS", Int64(100))
  private let workerCount = number("ORDER_WORKERS", 2)
  private let killCount = number("ORDER_KILLS", 50)
  private let restartCount = number("ORDER_RESTARTS", 0)

  private static func number<Number: LosslessStringConvertible>(
    _ name: String, _ usual: Number
  ) -> Number {
    environment[name].flatMap(Number.init) ?? usual
  }

  @Test func killedProcessesLoseAndRepeatNothing() async throws {
    var random = SeededGenerator(state: seed)
    let database = try await TestDatabase()
    let store = try await OrderDatabase.open(database.address)
    for order in 1...orderCount { try await store.create(order) }
    let deliveries = (0..<eventCount).map { number in
      Delivery(
        key: "\(number)", orderID: .random(in: 1...orderCount, using: &random),
        event: .random(using: &random))
    }
    let received = FileManager.default.temporaryDirectory
      .appending(path: "effects-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: received) }

    let killed = try await race(on: database, store, deliveries, received, using: &random)
    let processes = try await database.ask("SELECT DISTINCT process FROM log", as: Int32.self)
    let hit = Set(killed).intersection(processes).count
    print("SEED=\(seed): \(killed.count) processes were killed, \(hit) of them at work")
    #expect(hit > killCount / 4)

    // Each event is in the log once.
    let keys = try await database.ask(
      "SELECT key FROM log WHERE key IS NOT NULL", as: String.self)
    let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    let wrong = deliveries.filter { counts[$0.key] != 1 }
    #expect(keys.count == eventCount)
    try await expectNone(wrong.map(\.orderID), "has lost or repeated an event", database)
    let violations = try await store.violations()
    try await expectNone(violations.map(\.order), "is no walk of the diagram", database)
    for query in [Self.gaps, Self.misses] {
      let orders = try await database.ask(query, as: Int64.self)
      try await expectNone(orders, "has a log that says something else than its row", database)
    }
    try await receivesEveryEffect(database, store, received)
    try await firesTimersOnce(database, using: &random)
    try await notesEveryEffectOnce(database)
  }

  /// Records an issue with its log for each order, for three orders at most.
  private func expectNone(
    _ orders: some Sequence<Int64>, _ problem: String, _ database: TestDatabase
  ) async throws {
    for order in Set(orders).sorted().prefix(3) {
      let history = try await database.history(of: order)
      Issue.record("SEED=\(seed): one of \(Set(orders).count) \(problem): \(history)")
    }
  }

  /// Expects that the outbox has the effects that the log of each order names, in the same order, with what was
  /// paid last.
  private func notesEveryEffectOnce(_ database: TestDatabase) async throws {
    var (named, noted): ([Int64: [OrderEffect]], [Int64: [OrderEffect]]) = ([:], [:])
    var (names, cents) = (Set<String>(), 0)
    let lines = try await database.rows(
      """
      SELECT log.orderID, line ->> 'action', event FROM log LEFT JOIN inbox ON inbox.key = log.key
      WHERE line ->> 'action' IS NOT NULL ORDER BY log.orderID, number
      """)
    for line in lines {
      if let event = line[2], case .pay(let paid) = try JSON.value(OrderEvent.self, of: event) {
        cents = paid
      }
      // A closure packs parcels; all others are effects, which are saved by the names of their cases.
      for name in line[1]!.components(separatedBy: ", ") where name != "pack" {
        names.insert(name)
        named[try Int64(line[0], in: "orderID"), default: []].append(
          try JSON.value(OrderEffect.self, of: #"{"\#(name)": {"cents": \#(cents)}}"#))
      }
    }
    for row in try await database.rows("SELECT orderID, effect FROM outbox ORDER BY id") {
      noted[try Int64(row[0], in: "orderID"), default: []].append(
        try JSON.value(OrderEffect.self, of: row[1] ?? ""))
    }
    #expect(names == ["sendReceipt", "refund", "handOver", "remindWarehouse"])
    try await expectNone(
      Set(named.keys).union(noted.keys).filter { named[$0] != noted[$0] },
      "has other effects than its log names", database)
  }

  /// Expects that each effect was received at least once, and again only if a process was killed.
  private func receivesEveryEffect(
    _ database: TestDatabase, _ store: any OrderStore, _ file: String
  ) async throws {
    guard TestDatabase.server != nil else { return }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    var received = text.split(separator: "\n").compactMap { Int64($0.prefix { $0 != " " }) }
    try await store.deliver { number, _, _ in received.append(number) }
    let sent = try await database.ask("SELECT id FROM outbox ORDER BY id", as: Int64.self)
    print("SEED=\(seed): \(sent.count) effects were received \(received.count) times")
    #expect(Set(received).sorted() == sent)
    #expect(received.count - sent.count <= killCount + restartCount * workerCount)
  }

  /// Expects that each timer fires once, three days later, when all timers are due, though processes are killed and the
  /// server is restarted.
  private func firesTimersOnce(
    _ database: TestDatabase, using random: inout SeededGenerator
  ) async throws {
    let open = "SELECT id FROM orders WHERE snapshot ->> 'identifier' = 'open' ORDER BY id"
    let paid = "SELECT id FROM orders WHERE snapshot ->> 'identifier' = 'paid' ORDER BY id"
    let (expired, reminded) = (
      try await database.ask(open, as: Int64.self), try await database.ask(paid, as: Int64.self)
    )
    #expect(!expired.isEmpty && !reminded.isEmpty)
    let before = try await database.ask("SELECT count(*) FROM log", as: Int.self)[0]
    var workers = try (0..<workerCount).map { _ in try Worker(on: database, 3 * 24 * 60 * 60) }
    for index in 0..<5 {
      usleep(.random(in: 0..<20_000, using: &random))
      if restartCount > 0, index.isMultiple(of: 2) { try Self.restartServer() }
      let victim = Int.random(in: 0..<workerCount, using: &random)
      kill(workers[victim].id, SIGKILL)
      _ = workers[victim].wait()
      workers[victim] = try Worker(on: database, 3 * 24 * 60 * 60)
    }
    for worker in workers { #expect(worker.wait() == 0) }
    #expect(try await database.ask(open, as: Int64.self).isEmpty)
    #expect(try await database.ask(paid, as: Int64.self) == reminded)
    let fired = "SELECT orderID FROM log WHERE line ->> 'after' IS NOT NULL AND line ->> 'outcome'"
    for (outcome, orders) in [("moved", expired), ("stayed", reminded)] {
      let found = try await database.ask("\(fired) = '\(outcome)' ORDER BY orderID", as: Int64.self)
      #expect(found == orders)
      try await expectNone(
        Set(found).symmetricDifference(orders), "has a timer that fired not once", database)
    }
    // An overdue timeout is handled at once, so each timer has one line.
    let after = try await database.ask("SELECT count(*) FROM log", as: Int.self)[0]
    #expect(after - before == expired.count + reminded.count)
    #expect(try await database.open().violations().isEmpty)
  }

  /// Posts shares of the events to processes that wait, kills one process at a random place in each share,
  /// and kills the server a few times.
  ///
  /// - Returns: The processes that were killed.
  private func race(
    on database: TestDatabase, _ store: any OrderStore, _ deliveries: [Delivery],
    _ effects: String, using random: inout SeededGenerator
  ) async throws -> [Int32] {
    let effects = TestDatabase.server == nil ? nil : effects
    func worker() throws -> Worker { try Worker(on: database, 0, waits: true, effects: effects) }
    var workers = try (0..<workerCount).map { _ in try worker() }
    // If something throws, no process runs on.
    defer { for worker in workers { kill(worker.id, SIGKILL) } }
    var killed: [Int32] = []
    let share = eventCount / (killCount + 1)
    for index in 0..<killCount {
      try await store.post(Array(deliveries[index * share..<(index + 1) * share]))
      let handled = index * share + .random(in: 0..<share, using: &random)
      try await wait(
        for: "(SELECT count(*) FROM inbox WHERE isHandled) >= \(handled)", workers, database)
      usleep(.random(in: 0..<20_000, using: &random))
      if restartCount > 0, index % (killCount / restartCount) == 0 { try Self.restartServer() }
      let victim = Int.random(in: 0..<workerCount, using: &random)
      kill(workers[victim].id, SIGKILL)
      if workers[victim].wait() == SIGKILL { killed.append(workers[victim].id) }
      workers[victim] = try worker()
    }
    try await store.post(Array(deliveries[(killCount * share)...]))
    try await wait(for: "NOT EXISTS (SELECT 1 FROM inbox WHERE NOT isHandled)", workers, database)
    for worker in workers {
      kill(worker.id, SIGTERM)
      #expect(worker.wait() == SIGTERM)
    }
    workers = []
    return killed
  }

  /// Waits until a condition holds, as long as all processes run.
  private func wait(
    for condition: String, _ workers: [Worker], _ database: TestDatabase
  ) async throws {
    while try await !database.holds(condition) {
      for worker in workers { try worker.expectRunning() }
      usleep(1_000)
    }
  }

  private static func restartServer() throws {
    let program = try #require(environment["ORDERS_RESTART"], "no program restarts the server")
    #expect(try Worker(program, []).wait() == 0)
  }

  /// The orders whose log lacks a number, or ends with another number than the row has.
  private static let gaps = """
    SELECT orders.id FROM orders JOIN log ON log.orderID = orders.id
    GROUP BY orders.id HAVING count(*) != version + 1 OR max(number) != version
    """

  /// The orders that have another number of parcels than were packed since they were last opened.
  private static let misses = """
    SELECT id FROM orders WHERE parcels != (
      SELECT count(*) FROM log WHERE orderID = orders.id AND line ->> 'action' = 'pack' AND number > (
        SELECT coalesce(max(number), 0) FROM log
        WHERE orderID = orders.id AND line ->> 'target' = 'open' AND line ->> 'outcome' = 'moved'))
    """
}

/// A process: usually the program beside the tests.
///
/// Foundation's `Process` sometimes went on waiting for a process that had ended.
struct Worker {
  let id: pid_t

  /// The program ended although there was work.
  struct EndedEarly: Error {
    let status: Int32
  }

  init(
    on database: TestDatabase, _ ahead: Int, waits: Bool = false, effects: String? = nil
  ) throws {
    let folder =
      Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }?
      .deletingLastPathComponent() ?? Bundle.main.bundleURL
    let words =
      [database.address, "\(ahead)"] + (waits ? ["--wait"] : [])
      + (effects.map { ["--effects", $0] } ?? [])
    try self.init(folder.appending(path: "OrderWorker").path, words)
  }

  init(_ program: String, _ words: [String]) throws {
    let words: [UnsafeMutablePointer<CChar>?] = ([program] + words).map(Self.copy)
    let environment = ProcessInfo.processInfo.environment.map { Self.copy("\($0)=\($1)") }
    defer { for text in words + environment { free(text) } }
    var id = pid_t()
    let code = posix_spawn(&id, program, nil, nil, words + [nil], environment + [nil])
    try #require(code == 0, "\(program): \(String(cString: strerror(code)))")
    self.id = id
  }

  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? { strdup(text) }

  /// Waits until the program has ended, and returns its status, such as the signal that killed it.
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
