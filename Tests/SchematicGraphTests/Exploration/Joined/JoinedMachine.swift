import Schematic
import SchematicGraph
import SchematicTestKit

/// What a run of joined rules does, apart from the state.
@MainActor final class Bench {
  private let answers: [String: Bool]
  /// The first guard that was asked without an answer.
  private(set) var asked: String?
  var log: [String] = []
  var commits = false
  init(holds: [String: Bool]) { answers = holds }

  func holds(_ name: String) -> Bool {
    if answers[name] == nil, asked == nil { asked = name }
    return answers[name] ?? false
  }
}

extension JoinedRules {
  /// The rules as a schema.
  var schema: StateMachineSchema<JoinedState, JoinedEvent, Bench> {
    StateMachineSchema<JoinedState, JoinedEvent, Bench>(initialState: .off, on: MainActor.self) {
      state, event, when in
      let answer = answer(in: state, to: event) { name in when(name) { $0.holds(name) } }
      return transition(answer, from: state, by: event)
    }
    .states(on: MainActor.self) { state in
      guard let timeout = timeouts[state.place] else { return .none }
      let seconds = timeout.seconds + (timeout.growsWithAttempt ? state.load.attempt : 0)
      return .after(.seconds(seconds), send: timeout.event)
    }
    .states(on: MainActor.self) { $0.place == final ? .final : .none }
    .adding(behaviors)
    .committing(commits)
    .embedding(
      inner, in: JoinedState.run, on: MainActor.self,
      completion: { inner, when in
        let state = JoinedState.run(inner)
        let answer =
          completion?.answer(of: state.load, .go) { name in when(name) { $0.holds(name) } }
        // Where a completion leads back inside, the machine might never come to an end.
        guard case .move(let target, _) = answer, target.place != .run else { return .ignored }
        return transition(.move(target, action: nil), from: state, by: .go)
      }
    )
    .embedding(pair, in: JoinedState.talk)
  }

  private func transition(
    _ answer: Answer, from state: JoinedState, by event: JoinedEvent
  ) -> Transition<JoinedState, Bench>.OnMainActor {
    switch answer {
    case .move(let target, let action?):
      return .to(target.state(from: state, by: event), "\(action)") { $0.log.append(action) }
    case .move(let target, nil): return .to(target.state(from: state, by: event))
    case .stay(let action): return .stay("\(action)") { $0.log.append(action) }
    case .change(let target):
      var target = target
      target.place = state.place
      return .stay(as: target.state(from: state, by: event))
    case .rejected: return .rejected("not now")
    case .ignored: return .ignored
    }
  }

  private var inner: StateMachineSchema<JoinedState.Inner, JoinedEvent, Bench> {
    .init(initialState: .idle, on: MainActor.self) {
      deep.target(of: $0, on: $1).map { .to($0) } ?? .ignored
    }
    .states(on: MainActor.self) { completion != nil && $0 == .deep(.right) ? .final : .none }
    .committing(deep.commits)
  }

  private var pair: StateMachineSchema<JoinedState.Pair, JoinedEvent, Bench> {
    .init(
      initialState: JoinedState.Pair(), on: MainActor.self,
      regions: .region(
        \.mic,
        StateMachineSchema<JoinedState.Pair.Mic, JoinedEvent, Bench>(
          initialState: .on, on: MainActor.self
        ) {
          mic.target(of: $0, on: $1).map { .to($0) } ?? .ignored
        }.committing(mic.commits)),
      .region(
        \.net,
        StateMachineSchema<JoinedState.Pair.Net, JoinedEvent, Bench>(
          initialState: .good, on: MainActor.self
        ) {
          net.target(of: $0, on: $1).map { .to($0) } ?? .ignored
        }.committing(net.commits)))
  }

  /// What a machine did for one event.
  struct Step: Equatable {
    var start: JoinedState
    var event: JoinedEvent
    var holds: [String: Bool]
    /// What the machine answered, without the answers of guards, which may be asked in vain.
    var outcome: String
    var state: JoinedState
    var log: [String]
    var commits: Bool
    var timeout: Duration?
  }

  /// What machines do from each declared value, for each event and all answers of the guards that are asked.
  @MainActor var behavior: [Step] {
    let schema = schema
    let clock = ManualClock()
    func step(_ state: JoinedState, _ event: JoinedEvent, holds: [String: Bool]) -> [Step] {
      let bench = Bench(holds: holds)
      let machine = StateMachine(schema: schema, subject: bench, state: state)
      machine.clock = clock
      machine.start()
      bench.log = []
      bench.commits = false
      clock.advance(by: .seconds(1))
      let outcome =
        switch machine.handle(event) {
        case .rejected(let rejection): "rejected \(rejection.reason ?? "")"
        case let outcome: "\(outcome)"
        }
      guard let asked = bench.asked else {
        return [
          Step(
            start: state, event: event, holds: holds, outcome: outcome, state: machine.state,
            log: bench.log, commits: bench.commits, timeout: machine.timeUntilNextTimeout)
        ]
      }
      let answers = [true, false].map { answer in
        step(state, event, holds: holds.merging([asked: answer]) { $1 })
      }
      // A guard that changes nothing need not be told.
      let plain = answers.map { steps in
        steps.map { step in
          var step = step
          step.holds[asked] = nil
          return step
        }
      }
      return plain[0] == plain[1] ? plain[0] : answers[0] + answers[1]
    }
    return JoinedState.graphCases.flatMap { state in
      JoinedEvent.graphCases.flatMap { step(state, $0, holds: [:]) }
    }
  }
}

extension JoinedRules.Moves {
  fileprivate func target(of value: Value, on event: JoinedEvent) -> Value? {
    targets[value]?[event.name]
  }
}

extension StateMachineSchema where Subject == Bench {
  /// Adds the actions and tasks of joined states.
  fileprivate func adding(_ behaviors: [JoinedRules.Place: [JoinedRules.Behavior]]) -> Self
  where State == JoinedState {
    let most = behaviors.values.map(\.count).max() ?? 0
    return (0..<most).reduce(self) { schema, index in
      schema.states(on: MainActor.self) { state in
        guard let list = behaviors[state.place], index < list.count,
          state.load.attempt >= list[index].leastAttempt
        else { return .none }
        let label = list[index].label
        return switch list[index].kind {
        case .entry: .entry("\(label)") { $0.log.append("entry \(label)") }
        case .exit: .exit("\(label)") { $0.log.append("exit \(label)") }
        case .task: .task("\(label)") { _, _ in }
        }
      }
    }
  }

  fileprivate func committing(_ commits: Bool) -> Self {
    commits ? onCommit(on: MainActor.self) { _, bench in bench.commits = true } : self
  }
}
