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
    var sent: [Int] = []
    func note(
      _ part: TableMachine.Part, _ subject: Int, _ states: [Int] = [], _ outcome: String = ""
    ) {
      account.calls.append(
        .init(part: part, subject: subject, state: state, states: states, outcome: outcome))
      sent += machine.sends[part]?[subject] ?? []
    }
    let rule = machine.rules[state][event]
    let source = state
    let leaves = rule.answer == .to
    var outcome = leaves ? "moved" : "stayed"
    if machine.finals.contains(state) || rule.answer == .rejected {
      outcome = "rejected"
    } else if rule.answer == .ignored {
      outcome = "ignored"
    } else {
      if leaves { note(.exit, source) }
      state = rule.answer == .stay ? source : rule.target
      note(.act, event)
      sent += rule.sent
      if rule.isThrowing { (state, outcome) = (source, "failed") }
      if leaves { note(.enter, state) }
    }
    for part in [TableMachine.Part.first, .second] { note(part, event, [source, state], outcome) }
    return (outcome, sent)
  }
}
