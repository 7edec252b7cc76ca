import Schematic
import Testing

/// Closures that commit each transition, and undo it where they throw.
@Suite struct OnCommitTests {
  enum Place: Sendable { case home, shop, gone }
  enum Order: Sendable { case go, wait, vanish, shrug, refuse }

  struct Full: Error, Equatable {}

  class Ledger {
    var lines: [String] = []
    var isFull = false

    func note(_ line: String) { lines.append(line) }

    func commit(_ transition: HandledEvent<Place, Order>) throws {
      let arrow = transition.outcome == .stayed ? "=" : ">"
      note("commit \(transition.source) \(arrow) \(transition.target) by \(transition.event)")
      if isFull { throw Full() }
    }
  }

  static let schema = StateMachineSchema<Place, Order, Ledger>(initialState: .home) {
    place, order in
    switch order {
    case .go: return .to(place == .home ? .shop : .home, "go") { $0.note("act") }
    case .wait: return .stay("wait") { $0.note("act") }
    case .vanish: return .to(.gone)
    case .shrug: return .ignored
    case .refuse: return .rejected
    }
  }
  .states { place in
    let visited = StateBehavior<Order, Ledger>.entry { $0.note("enter \(place)") }
      .exit { $0.note("exit \(place)") }
    return place == .gone ? visited.final : visited
  }
  .onCommit { transition, ledger in try ledger.commit(transition) }

  private func machine(_ ledger: Ledger) -> StateMachine<Place, Order, Ledger> {
    let machine = StateMachine(schema: Self.schema, owning: ledger)
    machine.observe { handled in
      if handled.outcome == .moved || handled.outcome == .stayed {
        ledger.note("observe \(handled.target)")
      }
    }
    return machine
  }

  @Test func commitComesAfterTheActionAndBeforeEntry() {
    let ledger = Ledger()
    let machine = machine(ledger)
    for _ in 1...2 {
      ledger.lines = []
      #expect(machine.handle(.go) == .moved)
      #expect(
        ledger.lines == [
          "exit home", "act", "commit home > shop by go", "enter shop", "observe shop",
        ])
      #expect(machine.handle(.go) == .moved)
    }
    ledger.lines = []
    #expect(machine.handle(.wait) == .stayed)
    #expect(ledger.lines == ["act", "commit home = home by wait", "observe home"])
  }

  @Test func commitThatThrowsUndoesTheStep() {
    let ledger = Ledger()
    let machine = machine(ledger)
    ledger.isFull = true
    for _ in 1...2 {
      ledger.lines = []
      #expect(machine.handle(.go) == .failed(Full()))
      #expect(machine.state == .home)
      #expect(
        ledger.lines == ["exit home", "act", "commit home > shop by go", "enter home"])
    }
    #expect(machine.handle(.vanish) == .failed(Full()))
    #expect(!machine.isFinished)
    ledger.isFull = false
    #expect(machine.handle(.vanish) == .moved)
    #expect(machine.isFinished)
  }

  @Test func nothingIsCommittedThatIsNoTransition() {
    let ledger = Ledger()
    let machine = machine(ledger)
    for order in [Order.shrug, .refuse, .shrug, .refuse] { machine.handle(order) }
    #expect(ledger.lines == [])
    #expect(machine.state == .home)
  }

  @Test func firstCommitThatThrowsStopsTheOthers() {
    let ledger = Ledger()
    let schema = Self.schema.onCommit { _, ledger in ledger.note("second") }
    let machine = StateMachine(schema: schema, owning: ledger)
    machine.handle(.wait)
    #expect(ledger.lines.last == "second")
    ledger.isFull = true
    ledger.lines = []
    machine.handle(.wait)
    #expect(!ledger.lines.contains("second"))
  }

  @Test func commitKeepsAWeakSubjectAliveMeanwhile() {
    let ledger = Ledger()
    let machine = StateMachine(schema: Self.schema, subject: ledger)
    ledger.isFull = true
    #expect(machine.handle(.go) == .failed(Full()))
    #expect(machine.state == .home)
  }

  @MainActor final class Desk {
    var rows: [Int] = []

    static let schema = StateMachineSchema<Int, Int, Desk>(initialState: 0, on: MainActor.self) {
      sum, number in
      .to(sum + number)
    }
    .onCommit(on: MainActor.self) { transition, desk in
      if transition.target > 10 { throw Full() }
      desk.rows.append(transition.target)
    }
  }

  @MainActor
  @Test func machineCommitsOnTheMainActor() {
    let desk = Desk()
    let machine = StateMachine(schema: Desk.schema, subject: desk)
    #expect(machine.handle(7) == .moved)
    #expect(machine.handle(7) == .failed(Full()))
    #expect(machine.state == 7)
    #expect(desk.rows == [7])
  }

  actor Vault {
    var rows: [Int] = []
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func add(_ number: Int) -> (outcome: Outcome, state: Int) {
      let outcome = machine.handle(number)
      return (outcome, machine.state)
    }

    static let schema = StateMachineSchema<Int, Int, Vault>(initialState: 0) { sum, number in
      .to(sum + number)
    }
    .onCommit { transition, vault in
      if transition.target > 10 { throw Full() }
      vault.rows.append(transition.target)
    }
  }

  @Test func machineCommitsOnAnActor() async {
    let vault = Vault()
    let first = await vault.add(7)
    #expect(first.outcome == .moved)
    #expect(first.state == 7)
    let second = await vault.add(7)
    #expect(second.outcome == .failed(Full()))
    #expect(second.state == 7)
    #expect(await vault.rows == [7])
  }
}
