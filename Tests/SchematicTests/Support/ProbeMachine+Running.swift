import Schematic

extension ProbeMachine {
  /// The hold that the machine has on its subject.
  enum Holding: CaseIterable { case owned, weak, value }

  /// The part of the machine's code that takes its steps.
  enum Way: CaseIterable {
    /// The shortcut, by cached answers as far as that is possible.
    case shortcut
    /// The shortcut, and the rules are evaluated each time.
    case evaluated
    /// The full step, which a closure that commits needs.
    case full, fullEvaluated
  }

  /// Returns what a machine does with the word.
  ///
  /// If observers change, they come and go while the machine is at rest, and are held against each other.
  @MainActor
  func lines(
    _ holding: Holding, _ way: Way, changingObservers: Bool = false
  ) -> [String] {
    switch way {
    case .shortcut, .full: lines(holding, way == .full, changingObservers, Narrow.self)
    case .evaluated, .fullEvaluated:
      lines(holding, way == .fullEvaluated, changingObservers, Wide.self)
    }
  }

  @MainActor
  private func lines<Number: Numbered>(
    _ holding: Holding, _ commits: Bool, _ changesObservers: Bool, _: Number.Type
  ) -> [String] {
    let rules = rules
    let behaviors = behaviors
    switch holding {
    case .value:
      var schema = StateMachineSchema<Number, Number, ValueProbe>(
        initialState: Number(number: 0)
      ) { state, event, when in rules[state.number][event.number].answer(in: state, when) }
      if !behaviors.isEmpty {
        schema = schema.states { behaviors[$0.number].answer(ValueProbe.self) }
      }
      let subject = ValueProbe(log: ProbeLog())
      let machine = StateMachine(schema: completing(schema, commits), subject: subject)
      return drive(machine, subject.log, changesObservers)
    case .owned, .weak:
      var schema = StateMachineSchema<Number, Number, ObjectProbe>(
        initialState: Number(number: 0)
      ) { state, event, when in rules[state.number][event.number].answer(in: state, when) }
      if !behaviors.isEmpty {
        schema = schema.states { behaviors[$0.number].answer(ObjectProbe.self) }
      }
      let full = completing(schema, commits)
      let subject = ObjectProbe()
      return withExtendedLifetime(subject) {
        let machine =
          holding == .owned
          ? StateMachine(schema: full, owning: subject)
          : StateMachine(schema: full, subject: subject)
        return drive(machine, subject.log, changesObservers)
      }
    }
  }

  private func completing<Number: Numbered, Subject>(
    _ schema: StateMachineSchema<Number, Number, Subject>, _ commits: Bool
  ) -> StateMachineSchema<Number, Number, Subject> {
    var schema = schema.unhandledEvents(policy)
    // Timeouts come back to the main actor.
    if !behaviors.isEmpty { schema = schema.states(on: MainActor.self) { _ in .none } }
    return commits ? schema.onCommit { _, _ in } : schema
  }

  private func drive<Number: Numbered, Subject>(
    _ machine: StateMachine<Number, Number, Subject>, _ log: ProbeLog, _ changesObservers: Bool
  ) -> [String] {
    var chain = Chain()
    var (noting, checking): (ObserverToken?, ObserverToken?)
    log.sends = sends
    log.send = { [unowned machine] in machine.handle(Number(number: $0)) }
    machine.maximumQueuedEvents = 20
    for (number, event) in word.enumerated() {
      if number % 16 == 0 {
        if let old = noting.take() {
          machine.removeObserver(old)
        } else {
          noting = machine.observe { log.add("observed \($0)") }
        }
      }
      if changesObservers, number % 11 == 0 {
        if let old = checking.take() {
          machine.removeObserver(old)
          chain = Chain()
        } else {
          checking = machine.observe { chain.add($0.source.number, $0.target.number, $0.outcome) }
        }
      }
      if number % 5 == 0 { log.add("can \(machine.can(Number(number: event)))") }
      let outcome = machine.handle(Number(number: event))
      let timeouts = machine.pendingTimeouts.map { $0.sender.length / .seconds(3_600) }
      log.add("\(event): \(outcome.text) in \(machine.state) with \(timeouts)")
    }
    log.send = nil
    return log.lines + chain.breaks
  }

  /// Handled events, each of which begins in the state where the last one ended.
  private struct Chain {
    private var end: Int?
    private(set) var breaks: [String] = []

    mutating func add(_ source: Int, _ target: Int, _ outcome: Outcome) {
      if case .queued = outcome { return }
      if case .failed(is QueueOverflowError) = outcome { return }
      if let end, end != source { breaks.append("from \(source) after \(end)") }
      end = target
    }
  }
}

extension EventSender {
  /// The length of a timeout that the rules say.
  fileprivate var length: Duration { if case .timeout(let length) = self { length } else { .zero } }
}
