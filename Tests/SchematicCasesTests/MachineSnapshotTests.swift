import Foundation
import Schematic
import SchematicCases
import SchematicTestKit
import Testing

/// Machines that are saved, and go on later.
@MainActor
@Suite struct MachineSnapshotTests {
  enum Stage: Graphable, Codable, Equatable, Sendable {
    case open, paid(amount: Int), packing(Packing), shipped

    static let graphCases: [Stage] =
      [.open, .paid(amount: 1)] + Packing.graphCases.map { .packing($0) } + [.shipped]
  }

  enum Packing: String, CaseIterable, Graphable, Codable, Sendable { case box, label }
  enum Step: Sendable { case pay, pack, remind, expire, next, ship }

  final class Order {
    var lines: [String] = []
  }

  static let schema = StateMachineSchema<Stage, Step, Order>(
    initialState: .open, on: MainActor.self
  ) { stage, step in
    switch (stage, step) {
    case (.open, .pay): return .to(.paid(amount: 7))
    case (.paid, .pack): return .to(.packing(.box))
    case (.packing(.box), .next): return .to(.packing(.label), "next") { $0.lines.append("next") }
    case (.packing, .ship), (.packing, .expire):
      return .to(.shipped, "\(step)") { $0.lines.append("ship") }
    case (_, .remind): return .stay("remind") { $0.lines.append("remind") }
    default: return .ignored
    }
  }
  .states { stage in .entry { $0.lines.append("enter") } }
  .states { stage in
    switch stage {
    case .paid: .after(.seconds(10), send: .remind)
    case .packing(.box): .after(.seconds(20), send: .next)
    case .packing(.label): .after(.seconds(30), send: .ship)
    default: .none
    }
  }
  .states(level: 1) { stage in
    if case .packing = stage { .after(.seconds(60), send: .expire) } else { .none }
  }
  .states { stage in
    if case .paid = stage { .after(.seconds(15), send: .pack) } else { .none }
  }

  private typealias Machine = StateMachine<Stage, Step, Order>

  private func machine(
    _ order: Order, _ clock: ManualClock, _ state: Stage? = nil
  ) -> StateMachine<Stage, Step, Order> {
    let machine = StateMachine(schema: Self.schema, subject: order, state: state)
    machine.clock = clock
    return machine
  }

  /// Returns a machine that went through a file.
  private func reborn(
    _ machine: StateMachine<Stage, Step, Order>, _ order: Order, _ clock: ManualClock,
    after passed: Duration
  ) throws -> StateMachine<Stage, Step, Order> {
    let data = try JSONEncoder().encode(machine.snapshot())
    let saved = try JSONDecoder().decode(MachineSnapshot<Stage>.self, from: data)
    let reborn = self.machine(order, clock, try saved.restored())
    #expect(reborn.resume(saved, after: passed) == .moved)
    #expect(reborn.resume(saved, after: passed) == .ignored)
    return reborn
  }

  @Test func machineGoesOnWithItsTimeouts() async throws {
    let (order, clock) = (Order(), ManualClock())
    let first = machine(order, clock)
    first.handle(.pay)
    try await expectEventually { clock.sleeperCount == 2 }
    clock.advance(by: .seconds(4))
    order.lines = []
    let later = ManualClock()
    let second = try reborn(first, order, later, after: .seconds(3))
    try await expectEventually { later.sleeperCount == 2 }
    #expect(later.earliest == .seconds(3))
    later.advance(by: .seconds(3))
    try await expectEventually { order.lines == ["remind"] }
    #expect(second.state == .paid(amount: 7))
    later.advance(by: .seconds(5))
    try await expectEventually { second.state == .packing(.box) }
    #expect(order.lines == ["remind", "enter"])
  }

  @Test func machineSendsATimeoutOnlyOnce() async throws {
    let (order, clock) = (Order(), ManualClock())
    let first = machine(order, clock)
    first.handle(.pay)
    try await expectEventually { clock.sleeperCount == 2 }
    clock.advance(by: .seconds(12))
    try await expectEventually { order.lines == ["enter", "remind"] }
    let later = ManualClock()
    let second = try reborn(first, order, later, after: .zero)
    try await expectEventually { later.sleeperCount == 1 }
    #expect(later.earliest == .seconds(3))
    #expect(order.lines == ["enter", "remind"])
    #expect(second.snapshot().fingerprint == first.snapshot().fingerprint)
  }

  @Test func machineSendsAnOverdueTimeoutOnlyOnce() async throws {
    let (order, clock) = (Order(), ManualClock())
    let first = machine(order, clock)
    first.handle(.pay)
    order.lines = []
    let second = try reborn(first, order, clock, after: .seconds(12))
    #expect(order.lines == ["remind"])
    #expect(second.state == .paid(amount: 7))
    let later = ManualClock()
    let third = try reborn(second, order, later, after: .zero)
    try await expectEventually { later.sleeperCount == 1 }
    #expect(order.lines == ["remind"])
    later.advance(by: .seconds(3))
    try await third.waitUntil { $0 == .packing(.box) }
    #expect(order.lines == ["remind", "enter"])
  }

  @Test func machineIsSettledAfterAnOverdueTimeout() async throws {
    let schema = StateMachineSchema<Stage, Step, Order>(initialState: .open, on: MainActor.self) {
      _, _ in .stay("remind") { $0.lines.append("remind") }
    }
    .states { _ in .after(.seconds(10), send: .remind) }
    let order = Order()
    let first = StateMachine(schema: schema, subject: order)
    first.clock = ManualClock()
    first.start()
    let second = StateMachine(schema: schema, subject: order)
    second.resume(first.snapshot(), after: .seconds(10))
    #expect(order.lines == ["remind"])
    #expect(second.timeUntilNextTimeout == nil)
    try await second.waitUntilSettled()
  }

  @Test func machineSaysHowLongItIsToTheNextTimeout() throws {
    let (order, clock) = (Order(), ManualClock())
    let first = machine(order, clock)
    #expect(first.timeUntilNextTimeout == nil)
    first.handle(.pay)
    #expect(first.timeUntilNextTimeout == .seconds(10))
    clock.advance(by: .seconds(4))
    #expect(first.timeUntilNextTimeout == .seconds(6))
    let second = try reborn(first, order, clock, after: .seconds(8))
    #expect(second.timeUntilNextTimeout == .seconds(3))
    second.handle(.pack)
    #expect(second.timeUntilNextTimeout == .seconds(20))
    #expect(second.state == .packing(.box))
    second.handle(.ship)
    #expect(second.timeUntilNextTimeout == nil)
    #expect(second.state == .shipped)
  }

  /// The innermost would be due after 20 s and the outer after 60 s: which came first decides.
  @Test(arguments: [
    (30, ["next", "enter"], Stage.packing(.label)),
    (70, ["next", "enter", "ship", "enter"], .shipped),
  ])
  func machineSendsWhatIsOverdueInOrder(passed: Int, lines: [String], state: Stage) async throws {
    let (order, clock) = (Order(), ManualClock())
    let first = machine(order, clock, .paid(amount: 7))
    first.handle(.pack)
    order.lines = []
    let second = try reborn(first, order, ManualClock(), after: .seconds(passed))
    #expect(order.lines == lines)
    #expect(second.state == state)
  }

  @Test func machineSendsTheEarlierOfTwoOverdueTimeoutsFirst() throws {
    let (order, clock) = (Order(), ManualClock())
    let first = machine(order, clock)
    first.handle(.pay)
    order.lines = []
    let second = try reborn(first, order, ManualClock(), after: .seconds(1_000))
    #expect(order.lines == ["remind", "enter"])
    #expect(second.state == .packing(.box))
  }

  /// Times of timeouts as they may stand in a damaged file, and what is wrong with them.
  private nonisolated static let damagedTimes = [
    "[-1,18446744073709551615]", "[-1,0]", "[9223372036854775807,18446744073709551615]",
    "[-9223372036854775808,0]", "[1000000000000,0]", "[1e30,0]", "[0.5,0]", "[0]", "[]", "null",
    "\"NaN\"", "{}", "[0,-1]",
  ]

  /// A snapshot that cannot be right is refused; nothing is done with its times.
  @Test(arguments: damagedTimes)
  func snapshotRefusesATimeThatNoTimeoutHas(time: String) async throws {
    let text = """
      {"state":{"paid":{"amount":7}},"identifier":"paid","fingerprint":"",
      "shapes":["open","packing.box","packing.label","paid(amount: Int)","shipped"],
      "timeouts":[{"level":0,"elapsed":\(time),"isOver":false}]}
      """
    let order = Order()
    #expect(throws: DecodingError.self) {
      let saved = try JSONDecoder().decode(MachineSnapshot<Stage>.self, from: Data(text.utf8))
      machine(order, ManualClock(), try saved.restored()).resume(saved, after: .seconds(1))
    }
    #expect(order.lines == [])
  }

  @Test(arguments: [
    (
      #"{"level":2,"elapsed":[-1,0],"isOver":false}"#,
      "the time since the timeout of level 2 began is negative, or longer than 1,000 years"
    ),
    (
      #"{"level":2,"elapsed":[0,0],"isOver":false,"namedLength":[9000000000000000000,0]}"#,
      "the timeout of level 2 is longer than 1,000 years"
    ),
  ])
  func errorSaysWhatIsWrongWithATime(timeout: String, message: String) throws {
    let text = """
      {"state":{"shipped":{}},"identifier":"shipped","fingerprint":"","shapes":["shipped"],
      "timeouts":[\(timeout)]}
      """
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MachineSnapshot<Stage>.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["timeouts"])
    #expect(context.debugDescription == message)
  }

  /// What a caller says of the time that has passed may be anything.
  @Test(arguments: [
    Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(-5), .nanoseconds(1), longestTime,
    .zero - longestTime,
  ])
  func machineGoesOnWhateverTimeHasPassed(passed: Duration) async throws {
    let (order, clock) = (Order(), ManualClock())
    let first = machine(order, clock)
    first.handle(.pay)
    try await expectEventually { clock.sleeperCount == 2 }
    clock.advance(by: .seconds(4))
    order.lines = []
    let later = ManualClock()
    let second = try reborn(first, order, later, after: passed)
    let isLong = passed > .seconds(1)
    #expect(order.lines == (isLong ? ["remind", "enter"] : []))
    #expect(second.state == (isLong ? .packing(.box) : .paid(amount: 7)))
    // A clock that was put back takes nothing from a timeout, and what is saved can be read again.
    if passed < .zero { #expect(second.timeUntilNextTimeout == .seconds(6)) }
    let third = try reborn(second, order, ManualClock(), after: .zero)
    #expect(third.state == second.state)
  }

  private nonisolated static let longestTime =
    Duration(secondsComponent: .max, attosecondsComponent: 0) * 18

  enum LaterStage: Graphable, Codable, Equatable, Sendable {
    case open, paid(amount: Double), packing(Packing), returned
    static let graphCases: [LaterStage] =
      [.open, .paid(amount: 1)] + Packing.graphCases.map { .packing($0) } + [.returned]
  }

  @Test func errorSaysWhyAStateNoLongerFits() throws {
    let data = try JSONEncoder().encode(MachineSnapshotTests.saved(.shipped))
    let error = #expect(throws: SnapshotMismatchError.self) {
      try JSONDecoder().decode(MachineSnapshot<LaterStage>.self, from: data)
    }
    let differences = [
      "state shipped is gone", "state returned is new",
      "state paid carries (amount: Double), was (amount: Int)",
    ]
    #expect(error?.state == "shipped")
    #expect(error?.differences == differences)
    // A state that can still be read is refused as well.
    let open = try JSONEncoder().encode(MachineSnapshotTests.saved(.open))
    let saved = try JSONDecoder().decode(MachineSnapshot<LaterStage>.self, from: open)
    let refusal = #expect(throws: SnapshotMismatchError.self) { try saved.restored() }
    // No saved machine is in a state that is new.
    #expect(refusal?.differences == [differences[0], differences[2]])
    #expect(refusal?.description.contains("migrate it") == true)
  }

  @Test(arguments: [Stage.open, .paid(amount: 9), .packing(.label), .shipped])
  func hookMigratesAState(state: Stage) throws {
    let saved = MachineSnapshotTests.saved(state)
    func migrate(_ old: Stage, _ mismatch: SnapshotMismatchError) throws -> LaterStage {
      switch old {
      case .open: .open
      case .paid(let amount): .paid(amount: Double(amount))
      case .packing(let packing): .packing(packing)
      case .shipped: throw mismatch
      }
    }
    switch state {
    case .open: #expect(try saved.restored(migrating: migrate) == .open)
    case .paid: #expect(try saved.restored(migrating: migrate) == .paid(amount: 9))
    case .packing: #expect(try saved.restored(migrating: migrate) == .packing(.label))
    case .shipped:
      #expect(throws: SnapshotMismatchError.self) { try saved.restored(migrating: migrate) }
    }
    // What fits needs no hook.
    let same: Stage = try saved.restored { _, mismatch in throw mismatch }
    #expect(same == state)
  }

  private static func saved(_ state: Stage) -> MachineSnapshot<Stage> {
    StateMachine(schema: schema, owning: Order(), state: state).snapshot()
  }

  @Test func fingerprintDependsOnStatesOnly() {
    let other = StateMachineSchema<Stage, Step, Void>(initialState: .shipped) { _, _ in
      .to(.open, "another label")
    }
    let snapshot = StateMachine(schema: other, state: .open).snapshot()
    #expect(snapshot.fingerprint == Self.saved(.shipped).fingerprint)
    #expect(
      snapshot.shapes == ["open", "packing.box", "packing.label", "paid(amount: Int)", "shipped"])
  }

  @Test func machineBeginsAnewWhatASnapshotDoesNotKnow() async throws {
    let (order, clock) = (Order(), ManualClock())
    let saved = Self.saved(.open)
    let machine = machine(order, clock, .paid(amount: 1))
    #expect(machine.resume(saved, after: .seconds(1_000)) == .moved)
    try await expectEventually { clock.sleeperCount == 2 }
    #expect(clock.earliest == .seconds(10))
    #expect(order.lines == [])
  }
}
