import Schematic
import SchematicTestKit
import Testing

/// Machines whose state is a row that several of them compete for.
@Suite struct PersistingTests {
  enum Stage: String, Sendable { case open, paid, shipped }
  enum Step: Sendable { case pay, ship, note, shrug, refuse }

  /// A row of a database that is asked asynchronously.
  actor Row {
    private(set) var stage = Stage.open
    private(set) var swaps: [String] = []
    private(set) var isBroken = false

    func breakDown() { isBroken = true }

    func swap(_ old: Stage, for new: Stage) async throws -> Bool {
      await Task.yield()
      if isBroken { throw Broken() }
      guard stage == old else { return false }
      stage = new
      swaps.append("\(old)>\(new)")
      return true
    }
  }

  struct Broken: Error, Equatable {}

  /// An order, and its machine.
  @MainActor final class Order {
    var lines: [String] = []
    var hasMoney = true
    var isThrowing = false

    func act(_ line: String) throws {
      lines.append(line)
      if isThrowing { throw Broken() }
    }

    static let schema = StateMachineSchema<Stage, Step, Order>(
      initialState: .open, on: MainActor.self
    ) { stage, step, when in
      switch (stage, step) {
      case (.open, .pay):
        return when("money") { $0.hasMoney } ? .to(.paid, "pay") { try $0.act("pay") } : .rejected
      case (.paid, .ship): return .to(.shipped, "ship") { try $0.act("ship") }
      case (_, .note): return .stay("note") { try $0.act("note") }
      case (_, .refuse): return .rejected("never")
      default: return .ignored
      }
    }
    .states(on: MainActor.self) { stage in .entry { $0.lines.append("enter \(stage)") } }
  }

  @MainActor
  private func send(
    _ step: Step, _ machine: StateMachine<Stage, Step, Order>, _ row: Row
  ) async -> Outcome {
    await machine.handle(step) { try await row.swap($0, for: $1) }
  }

  @MainActor
  @Test func transitionIsTakenOnceTheRowIsSwapped() async {
    let (order, row) = (Order(), Row())
    let machine = StateMachine(schema: Order.schema, subject: order)
    #expect(await send(.pay, machine, row) == .moved)
    #expect(machine.state == .paid)
    #expect(await send(.note, machine, row) == .stayed)
    #expect(await send(.ship, machine, row) == .moved)
    #expect(await row.stage == .shipped)
    #expect(await row.swaps == ["open>paid", "paid>paid", "paid>shipped"])
    #expect(order.lines == ["pay", "enter paid", "note", "ship", "enter shipped"])
  }

  @MainActor
  @Test func machineStaysIfTheRowWasChangedElsewhere() async {
    let (order, other, row) = (Order(), Order(), Row())
    let machine = StateMachine(schema: Order.schema, subject: order)
    let rival = StateMachine(schema: Order.schema, subject: other)
    let tasks = [machine, rival].map { machine in Task { await send(.pay, machine, row) } }
    var outcomes: [String] = []
    for task in tasks { outcomes.append(await task.value.text) }
    outcomes.sort()
    #expect(outcomes.count == 2)
    #expect(outcomes[0] == "moved")
    #expect(outcomes[1].contains("its state was changed elsewhere"))
    #expect((order.lines + other.lines).filter { $0 == "pay" }.count == 1)
    #expect(Set([machine.state, rival.state]) == [.open, .paid])
  }

  @MainActor
  @Test func eventThatIsNotTakenSwapsNothing() async {
    let (order, row) = (Order(), Row())
    let machine = StateMachine(schema: Order.schema, subject: order)
    order.hasMoney = false
    #expect(await send(.shrug, machine, row) == .ignored)
    #expect(await send(.refuse, machine, row).text.contains("never"))
    #expect(await send(.pay, machine, row).text.contains("not money"))
    #expect(await row.swaps == [])
    #expect(order.lines == [])
  }

  @MainActor
  @Test func eventFailsIfTheRowOrTheActionThrows() async {
    let (order, row) = (Order(), Row())
    let machine = StateMachine(schema: Order.schema, subject: order)
    order.isThrowing = true
    #expect(await send(.note, machine, row) == .failed(Broken()))
    #expect(machine.state == .open)
    order.isThrowing = false
    await row.breakDown()
    #expect(await send(.pay, machine, row) == .failed(Broken()))
    #expect(machine.state == .open)
    #expect(order.lines == ["note"])
  }

  /// Otherwise a row would be swapped for a state that the machine has left meanwhile.
  @MainActor
  @Test func otherEventsAreHandledAfterwards() async {
    let (order, row) = (Order(), Row())
    let machine = StateMachine(schema: Order.schema, subject: order)
    var inner: [Outcome] = []
    let outcome = await machine.handle(.pay) { old, new in
      inner = [machine.handle(.note), machine.handle(.ship)]
      return try await row.swap(old, for: new)
    }
    #expect(outcome == .moved)
    #expect(inner == [.queued, .queued])
    #expect(machine.state == .shipped)
    #expect(order.lines == ["pay", "enter paid", "note", "ship", "enter shipped"])
  }

  /// What is asked while the row is written is no part of the record of the event's own guards.
  @MainActor
  @Test func eventReportsItsOwnGuardsIfOthersAreEvaluatedMeanwhile() async {
    let schema = StateMachineSchema<Int, String, Void>(initialState: 0) { _, event, when in
      when(event) { true } ? .to(1) { throw Broken() } : .ignored
    }
    let machine = StateMachine(schema: schema)
    var guards: [[String]] = []
    machine.observe { guards.append($0.guards.map(\.name)) }
    await machine.handle("own") { _, _ in machine.can("other") }
    await machine.handle("own") { _, _ in !machine.can("other") }
    #expect(guards == [["own"], ["own"]])
    #expect(machine.state == 0)
  }

  @MainActor
  @Test func eventsAreSavedOneAfterTheOther() async {
    let (order, row) = (Order(), Row())
    let machine = StateMachine(schema: Order.schema, subject: order)
    let tasks = (0..<20).map { number in
      Task { await send(number == 3 ? .pay : number == 12 ? .ship : .note, machine, row) }
    }
    var outcomes: [String] = []
    for task in tasks { outcomes.append(await task.value.text) }
    #expect(outcomes.filter { $0 == "stayed" }.count == 18)
    #expect(await row.swaps.count == order.lines.filter { !$0.hasPrefix("enter") }.count)
    #expect(await row.stage == machine.state)
  }

  @MainActor
  @Test func waitingEventsAreHandledInTheOrderInWhichTheyArrived() async {
    let machine = StateMachine(schema: Counter.schema, owning: Counter())
    let tasks = (1...50).map { number in
      Task { await machine.handle(number) { _, _ in await Self.yieldOften(number) } }
    }
    for task in tasks { #expect(await task.value == .moved) }
    #expect(machine.state == Array(1...50))
  }

  @MainActor
  @Test func anEventThatIsCanceledWhileItWaitsLetsTheNextOneHaveItsTurn() async {
    let machine = StateMachine(schema: Counter.schema, owning: Counter())
    let tasks = (1...9).map { number in
      Task { await machine.handle(number) { _, _ in await Self.yieldOften(number) } }
    }
    await Task.yield()
    for number in stride(from: 2, through: 8, by: 2) { tasks[number - 1].cancel() }
    for (number, task) in zip(1..., tasks) {
      #expect(await task.value.name == (number.isMultiple(of: 2) ? "failed" : "moved"))
    }
    #expect(machine.state == [1, 3, 5, 7, 9])
  }

  private static func yieldOften(_ number: Int) async -> Bool {
    for _ in 0..<(number % 3) { await Task.yield() }
    return true
  }

  private final class Counter {
    static let schema = StateMachineSchema<[Int], Int, Counter>(
      initialState: [], on: MainActor.self
    ) { numbers, number in .to(numbers + [number]) }
  }

  // MARK: What nobody persists

  @MainActor final class Caller {
    let row = Row()
    var lines: [String] = []

    static let schema = StateMachineSchema<Stage, Step, Caller>(
      initialState: .open, on: MainActor.self
    ) { stage, step in
      switch (stage, step) {
      case (.open, .pay): .to(.paid)
      case (.open, .ship), (.paid, .ship): .to(.shipped)
      default: .ignored
      }
    }
  }

  @MainActor
  @Test func eventThatLeadsToATimeoutFailsBeforeItsRowIsSwapped() async {
    let caller = Caller()
    let schema = Caller.schema.states(on: MainActor.self) {
      $0 == .paid ? .after(.seconds(50), send: .ship) : .none
    }
    let machine = StateMachine(schema: schema, subject: caller)
    let outcome = await machine.handle(.pay) { try await caller.row.swap($0, for: $1) }
    guard case .failed(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(
      error as? PersistingError
        == .unpersistedEvent(sender: .timeout(.seconds(50)), state: "paid"))
    #expect("\(error)".contains("handle(_:persisting:)"))
    #expect(machine.state == .open)
    #expect(await caller.row.stage == .open)
    // A state without a timeout is no obstacle.
    #expect(await machine.handle(.ship) { try await caller.row.swap($0, for: $1) } == .moved)
    #expect(await caller.row.stage == .shipped)
  }

  @MainActor
  @Test func eventOfATaskIsRefusedOnceTransitionsArePersisted() async throws {
    let caller = Caller()
    let schema = Caller.schema.states(on: MainActor.self) {
      $0 == .paid ? .task("deliver") { _, _ in .ship } : .none
    }
    let machine = StateMachine(schema: schema, subject: caller)
    machine.observe { event in caller.lines.append("\(event.outcome)") }
    #expect(await machine.handle(.pay) { try await caller.row.swap($0, for: $1) } == .moved)
    try await machine.waitUntilSettled()
    #expect(machine.state == .paid)
    #expect(await caller.row.stage == .paid)
    #expect(caller.lines.count == 2)
    #expect(caller.lines.last?.contains("deliver") == true, "\(caller.lines)")
  }

  @MainActor
  @Test func callInsideTheClosureThatPersistsFailsInPlaceOfWaitingForItself() async {
    let (order, row) = (Order(), Row())
    let machine = StateMachine(schema: Order.schema, subject: order)
    var inner: Outcome?
    let outcome = await machine.handle(.pay) { old, new in
      inner = await machine.handle(.note) { _, _ in true }
      return try await row.swap(old, for: new)
    }
    guard case .failed(let error)? = inner else {
      Issue.record("\(inner as Any)")
      return
    }
    #expect(error as? PersistingError == .insideItsClosure)
    #expect(outcome == .moved)
    #expect(machine.state == .paid)
    #expect(await send(.ship, machine, row) == .moved)
  }
}
