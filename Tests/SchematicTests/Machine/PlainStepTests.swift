import Schematic
import SchematicTestKit
import Testing

@Suite struct PlainStepTests {
  /// What is around the rules of a machine.
  enum Form: CaseIterable { case plain, guarded, weak, answered }

  @Test func plainStepDoesWhatTheStepOfASchemaWithEmptyAnswersDoes() {
    Seeds.each(80, plainStepDoesWhatTheStepOfASchemaWithEmptyAnswersDoes(seed:))
  }

  private func plainStepDoesWhatTheStepOfASchemaWithEmptyAnswersDoes(seed: UInt64) {
    let table = TableMachine(seed: seed)
    let answered = account(of: table, .answered)
    for form in Form.allCases {
      #expect(account(of: table, form) == answered, "\(form), SEED=\(seed)")
    }
  }

  @Test(arguments: Form.allCases)
  func rejectionIsWordedAnewOnlyIfItSaysSomethingElse(form: Form) throws {
    enum Light: CaseIterable { case red, green }
    enum Press: CaseIterable { case short, long }
    let log = Log()
    let machine = make(form, log, .red) { (state: Light, event: Press) in
      switch event {
      case .short: return .to(state == .red ? .green : .red)
      case .long: return log.reason.map { .rejected($0) } ?? .rejected
      }
    }
    for reason in [nil, "too long", "too long", nil, "still too long"] {
      log.reason = reason
      for state in [Light.red, .green] {
        let error = try #require(
          #expect(throws: RejectedEventError.self) { try machine.handle(.long).get() })
        #expect(error.state == "\(state)")
        #expect(error.event == "long")
        #expect(error.reason == reason)
        machine.handle(.short)
      }
    }
  }

  private final class Log: @unchecked Sendable {
    var account = TableMachine.Account()
    var reason: String?
    weak var machine: StateMachine<Int, Int, Log>?

    func perform(_ rule: TableMachine.Rule, _ event: Int) throws {
      account.calls.append(
        TableMachine.Call(part: .act, subject: event, state: machine!.state))
      for event in rule.sent { machine!.handle(event) }
      if rule.isThrowing { throw TableMachine.Broken() }
    }
  }

  private func make<State: Sendable, Event>(
    _ form: Form, _ log: Log, _ state: State,
    _ rules: @escaping @Sendable (State, Event) -> Transition<State, Log>
  ) -> StateMachine<State, Event, Log> {
    let plain = StateMachineSchema<State, Event, Log>(initialState: state) { rules($0, $1) }
    switch form {
    case .plain: return StateMachine(schema: plain, owning: log)
    case .weak: return StateMachine(schema: plain, subject: log)
    case .answered: return StateMachine(schema: plain.states { _ in .none }, owning: log)
    case .guarded:
      let guarded = StateMachineSchema<State, Event, Log>(initialState: state) { state, event, _ in
        rules(state, event)
      }
      return StateMachine(schema: guarded, owning: log)
    }
  }

  /// Drives a machine over a table, with an observer during every other 16 events.
  private func account(of table: TableMachine, _ form: Form) -> TableMachine.Account {
    let log = Log()
    let rules = table.rules
    let machine = make(form, log, 0) { (state: Int, event: Int) in
      let rule = rules[state][event]
      switch rule.answer {
      case .to where rule.sent.isEmpty: return .to(rule.target)
      case .to: return .to(rule.target) { try $0.perform(rule, event) }
      case .stay: return .stay { try $0.perform(rule, event) }
      case .stayAs: return .stay(as: rule.target) { try $0.perform(rule, event) }
      case .ignored: return .ignored
      case .rejected: return .rejected
      }
    }
    log.machine = machine
    machine.maximumQueuedEvents = table.bound
    var token: ObserverToken?
    for (number, event) in table.word.enumerated() {
      if number % 16 == 0, let old = token {
        machine.removeObserver(old)
        token = nil
      } else if number % 16 == 0 {
        token = machine.observe { [unowned machine, unowned log] handled in
          log.account.calls.append(
            TableMachine.Call(
              part: .first, subject: handled.event, state: machine.state,
              states: [handled.source, handled.target], outcome: handled.outcome.name))
          guard handled.outcome == .moved || handled.outcome == .stayed else { return }
          for event in table.sends[.first]?[handled.event] ?? [] { machine.handle(event) }
        }
      }
      let outcome = machine.handle(event)
      if case .failed(is QueueOverflowError) = outcome {
        log.account.outcomes.append("overflow")
      } else {
        log.account.outcomes.append(outcome.name)
      }
      log.account.states.append(machine.state)
    }
    if let token { machine.removeObserver(token) }
    return log.account
  }
}
