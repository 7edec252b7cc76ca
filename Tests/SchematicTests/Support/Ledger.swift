import Schematic

/// A subject that takes down every part of every step, with the state that its machine is in then.
final class Ledger {
  enum State: Equatable { case idle(Int), busy }
  enum Event: CaseIterable { case move, reenter, perform, count, ignore, reject, fail }
  enum Part: CaseIterable { case decide, exit, act, enter, observe }

  /// What a part of a step sends, the first time that it comes.
  var sends: [Part: [Event]] = [:]
  private(set) var lines: [String] = []
  /// What became of the events that were sent.
  private(set) var answers: [Outcome] = []

  private(set) lazy var machine = {
    let machine = StateMachine(schema: Self.schema, subject: self)
    machine.observe { [unowned self] handled in
      // What is queued is noted when it is handled.
      if handled.outcome != .queued { note(.observe, "\(handled.event) \(handled.outcome.name)") }
    }
    return machine
  }()

  /// The lines that begin with the name of a part.
  func lines(of part: Part) -> [String] { lines.filter { $0.hasPrefix("\(part)") } }

  private func note(_ part: Part, _ what: String) {
    lines.append("\(part) \(what) in \(machine.state)")
    for event in sends.removeValue(forKey: part) ?? [] { answers.append(machine.handle(event)) }
  }

  private func asked(_ event: Event) -> Bool {
    note(.decide, "\(event)")
    return true
  }

  private func fail() throws {
    note(.act, "fail")
    throw Failure()
  }

  private struct Failure: Error {}

  private static let schema = StateMachineSchema<State, Event, Ledger>(initialState: .idle(0)) {
    state, event, when in
    _ = when("asked") { $0.asked(event) }
    switch event {
    case .move: return .to(.busy) { $0.note(.act, "move") }
    case .reenter: return .to(state) { $0.note(.act, "reenter") }
    case .perform: return .stay { $0.note(.act, "perform") }
    case .count: return .stay(as: .idle(1)) { $0.note(.act, "count") }
    case .ignore: return .ignored
    case .reject: return .rejected
    case .fail: return .to(.busy) { try $0.fail() }
    }
  }
  .states { state in
    .entry { $0.note(.enter, "\(state)") }.exit { $0.note(.exit, "\(state)") }
  }
}
