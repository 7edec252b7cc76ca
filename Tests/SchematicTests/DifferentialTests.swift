import Schematic
import SchematicTestKit
import Testing

@Suite struct DifferentialTests {
  @Test(arguments: Seeds.first(300))
  func agreesWithTheReference(seed: UInt64) {
    let table = TableMachine(seed: seed)
    let driver = Driver(table)
    for event in table.word { driver.handle(event) }
    #expect(driver.account == ReferenceInterpreter.account(of: table), "SEED=\(seed)")
  }

  private final class Driver {
    private(set) var account = TableMachine.Account()
    private let table: TableMachine
    private lazy var machine: StateMachine<Int, Int, Driver> = {
      let rules = table.rules
      let schema = StateMachineSchema<Int, Int, Driver>(initialState: 0) { state, event in
        let rule = rules[state][event]
        switch rule.answer {
        case .to: return .to(rule.target) { try $0.perform(rule, event) }
        case .stay: return .stay { try $0.perform(rule, event) }
        case .stayAs: return .stay(as: rule.target) { try $0.perform(rule, event) }
        case .ignored: return .ignored
        case .rejected: return .rejected
        }
      }
      let machine = StateMachine(schema: schema, subject: self)
      machine.queueBound = table.bound
      return machine
    }()

    init(_ table: TableMachine) { self.table = table }

    func handle(_ event: Int) {
      let outcome =
        switch machine.handle(event) {
        case .failed(is QueueOverflow): "overflow"
        case .failed: "failed"
        case .rejected: "rejected"
        case let other: other.text
        }
      account.outcomes.append(outcome)
      account.states.append(machine.state)
    }

    private func perform(_ rule: TableMachine.Rule, _ event: Int) throws {
      account.actions.append([event, machine.state])
      for event in rule.sent { machine.handle(event) }
      if rule.isThrowing { throw TableMachine.Broken() }
    }
  }
}
