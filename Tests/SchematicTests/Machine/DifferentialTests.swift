import Schematic
import SchematicTestKit
import Testing

@Suite struct DifferentialTests {
  @Test(arguments: Seeds.first(500))
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
      let finals = table.finals
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
      .finalStates { finals.contains($0) }
      .seeingEvents { state, event, driver in driver.note(.before, event, [state]) }
      .seeingExits { visit, driver in driver.note(.exit, visit.event!, [visit.state]) }
      .seeingEntries { visit, driver in driver.note(.enter, visit.event!, [visit.state]) }
      .seeingOutcomes { state, event, outcome, driver in
        driver.note(.after, event, [state], outcome.name)
      }
      let machine = StateMachine(schema: schema, subject: self)
      machine.queueBound = table.bound
      for part in [TableMachine.Part.first, .second] {
        machine.observe { [unowned self] taken in
          note(part, taken.event, [taken.source, taken.target, taken.isInternal ? 0 : 1])
        }
      }
      return machine
    }()

    init(_ table: TableMachine) { self.table = table }

    func handle(_ event: Int) {
      let outcome = machine.handle(event)
      if case .failed(is QueueOverflow) = outcome {
        account.outcomes.append("overflow")
      } else {
        account.outcomes.append(outcome.name)
      }
      account.states.append(machine.state)
    }

    private func note(
      _ part: TableMachine.Part, _ event: Int, _ told: [Int], _ outcome: String = ""
    ) {
      account.calls.append(
        TableMachine.Call(
          part: part, event: event, state: machine.state, told: told, outcome: outcome))
      for event in table.sends[part]?[event] ?? [] { machine.handle(event) }
    }

    private func perform(_ rule: TableMachine.Rule, _ event: Int) throws {
      note(.act, event, [])
      for event in rule.sent { machine.handle(event) }
      if rule.isThrowing { throw TableMachine.Broken() }
    }
  }
}
