/// A second opinion on what a machine does, written from the description and not from the code.
struct ReferenceInterpreter {
  private let machine: TableMachine
  private var state = 0
  private var account = TableMachine.Account()

  static func account(of machine: TableMachine) -> TableMachine.Account {
    var interpreter = ReferenceInterpreter(machine: machine)
    machine.word.forEach { interpreter.run($0) }
    return interpreter.account
  }

  private init(machine: TableMachine) { self.machine = machine }

  /// Handles an event and all that it causes, in order of arrival.
  private mutating func run(_ event: Int) {
    var arrived = [event]
    var outcomes: [String] = []
    while outcomes.count < arrived.count {
      let (outcome, sent) = step(arrived[outcomes.count])
      outcomes.append(outcome)
      arrived += sent
      // The first event was not queued. One too many spoils the run, and is not handled.
      if arrived.count - 1 > machine.bound {
        outcomes[0] = "overflow"
        arrived = Array(arrived.prefix(1 + machine.bound))
      }
    }
    account.outcomes.append(outcomes[0])
    account.states.append(state)
  }

  private mutating func step(_ event: Int) -> (outcome: String, sent: [Int]) {
    let rule = machine.rules[state][event]
    let source = state
    switch rule.answer {
    case .ignored: return ("ignored", [])
    case .rejected: return ("rejected", [])
    case .to, .stayAs: state = rule.target
    case .stay: break
    }
    account.actions.append([event, state])
    if rule.isThrowing {
      state = source
      return ("failed", rule.sent)
    }
    return (rule.answer == .to ? "moved" : "stayed", rule.sent)
  }
}
