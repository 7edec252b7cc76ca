import Schematic
import SchematicTestKit
import Testing

@Suite struct DifferentialTests {
  @Test func machineAgreesWithTheReference() {
    Seeds.each(200, machineAgreesWithTheReference(seed:))
  }

  private func machineAgreesWithTheReference(seed: UInt64) {
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
      .states { state in
        let visited = StateBehavior<Int, Driver>.entry { $0.note(.enter, state) }
          .exit { $0.note(.exit, state) }
        return finals.contains(state) ? visited.final : visited
      }
      let machine = StateMachine(schema: schema, subject: self)
      machine.maximumQueuedEvents = table.bound
      for part in [TableMachine.Part.first, .second] {
        machine.observe { [unowned self] handled in
          // What is queued is noted when it is handled, and what passes the bound never is.
          if handled.outcome == .queued { return }
          if case .failed(is QueueOverflowError) = handled.outcome { return }
          note(part, handled.event, [handled.source, handled.target], handled.outcome.name)
        }
      }
      return machine
    }()

    init(_ table: TableMachine) { self.table = table }

    func handle(_ event: Int) {
      let outcome = machine.handle(event)
      if case .failed(is QueueOverflowError) = outcome {
        account.outcomes.append("overflow")
      } else {
        account.outcomes.append(outcome.name)
      }
      account.states.append(machine.state)
    }

    private func note(
      _ part: TableMachine.Part, _ subject: Int, _ states: [Int] = [], _ outcome: String = ""
    ) {
      account.calls.append(
        TableMachine.Call(
          part: part, subject: subject, state: machine.state, states: states, outcome: outcome))
      for event in table.sends[part]?[subject] ?? [] { machine.handle(event) }
    }

    private func perform(_ rule: TableMachine.Rule, _ event: Int) throws {
      note(.act, event)
      for event in rule.sent { machine.handle(event) }
      if rule.isThrowing { throw TableMachine.Broken() }
    }
  }
}
