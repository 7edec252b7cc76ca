import SchematicGraph
import SchematicTesting
import Testing

/// A toll gate that opens for two coins.
struct TollGate {
  enum State { case down, up }
  private(set) var state = State.down
  var coins = 0
  private var log: [String] = []

  mutating func insert() {
    guard state == .down else { return }
    coins += 1
    log.append("a coin")
    if coins == 2 { state = .up }
  }

  mutating func pass() {
    guard state == .up else { return }
    (state, coins) = (.down, 0)
    log.append("passed")
  }
}

extension TollGate {
  static func graph(
    _ options: MachineOptions<TollGate, ReflectedState> = .init()
  ) -> StateGraph {
    StateGraph(
      .value(TollGate()) { ReflectedState(of: $0) },
      steps: [.step("insert") { $0.insert() }, .step("pass") { $0.pass() }], options: options)
  }
}

/// A pool of connections, most of which decides nothing.
final class Pool {
  private(set) var idle: [Int: String] = [:]
  private(set) var busy: [Int: String] = [:]
  private(set) var isClosed = false
  private var log: [String] = []
  private var lastIdentifier = 0

  func connected() {
    lastIdentifier += 1
    guard !isClosed, idle.count + busy.count < 2 else { return log.append("closed at once") }
    idle[lastIdentifier] = "connection \(lastIdentifier)"
  }

  func take() -> String? {
    guard let (identifier, connection) = idle.min(by: { $0.key < $1.key }) else { return nil }
    idle[identifier] = nil
    busy[identifier] = connection
    log.append("took \(connection)")
    return "connection"
  }

  func close() { (isClosed, idle, busy) = (true, [:], [:]) }
}

/// The machine of the diagram: all of the pool has one name, `pool`.
private final class DrawnPool {
  let pool = Pool()

  var state: ReflectedState {
    guard !pool.isClosed else { return ReflectedState("closed") }
    return ReflectedState(
      "open", carrying: ["idle": pool.idle.count, "all": pool.idle.count + pool.busy.count])
  }
}

@Suite struct WhatCountsTests {
  @Test func everythingCountsIfNothingIsSaid() {
    let graph = TollGate.graph()
    #expect(
      graph.findings.map(\.description) == [
        """
        the rules reach more than 50 values of state down, and those beyond were not explored, because \
        `log` took 50 values; leave it out with `ignoring: ["log"]` if it decides nothing, or name what it \
        decides in `conditions:`, try fewer arguments, or raise the bound with `bounds: ExplorationBounds(values: 100)`
        """
      ])
  }

  @Test func propertiesThatAreIgnoredDoNotCount() {
    let graph = TollGate.graph(.init(ignoring: ["log"]))
    #expect(
      graph.rules.map(\.description) == [
        "down -> down: insert [coins = 0] {coins = 1} (internal)",
        "down -> up: insert [coins = 1]",
        "up -> down: pass {coins = 0}",
      ])
  }

  @Test func rowsKnowConditionsAloneIfThereAreSome() {
    let graph = TollGate.graph(.init(conditions: [.init("last coin") { $0.coins == 1 }]))
    #expect(
      graph.rules.map(\.description) == [
        "down -> down: insert [last coin = false] {last coin = true} (internal)",
        "down -> up: insert [last coin = true]",
        "up -> down: pass",
      ])
  }

  @Test func carriedValuesCountIfAllElseIsIgnored() {
    let graph = StateGraph(
      .made(state: \.state) { DrawnPool() },
      steps: [
        .step("connected") { $0.pool.connected() }, .step("take") { $0.pool.take() },
        .step("close") { $0.pool.close() },
      ], options: .init(isFinal: { $0.casePath == ["closed"] }, ignoring: ["pool"]))
    #expect(
      graph.rules.map(\.description) == [
        "open -> open: connected [all in 0…1] {idle + 1, all + 1} (internal)",
        "open -> open: take [idle in 1…2] / connection {idle - 1} (internal)",
        "open -> closed: close",
      ])
    #expect(graph.findings.filter { $0.severity == .error } == [])
  }
}
