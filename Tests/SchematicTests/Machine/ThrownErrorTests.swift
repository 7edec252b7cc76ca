import Schematic
import Testing

/// Errors that are thrown from every place that may throw.
@MainActor @Suite struct ThrownErrorTests {
  enum Place: CaseIterable, Sendable {
    case move, stay, payload, queued, commit, persisting
  }

  enum Narrow: CaseIterable, Sendable { case idle, busy }

  struct Broken: Error, Equatable {}

  /// A subject whose actions and commits throw.
  final class Worker {
    var isBroken = true
    var lines: [String] = []
    var send: (() -> Void)?

    func act() throws {
      lines.append("act")
      if isBroken { throw Broken() }
    }
  }

  private nonisolated static func transition(
    _ place: Place, _ isFine: Bool
  ) -> Transition<Narrow, Worker> {
    if isFine { return .to(.busy) { $0.lines.append("fine") } }
    switch place {
    case .move, .persisting: return .to(.busy) { try $0.act() }
    case .stay: return .stay { try $0.act() }
    case .payload: return .stay(as: .busy) { try $0.act() }
    case .commit: return .to(.busy)
    case .queued: return .to(.busy) { $0.send?() }
    }
  }

  private func schema(
    _ place: Place
  ) -> StateMachineSchema<Narrow, Bool, Worker> {
    let schema = StateMachineSchema<Narrow, Bool, Worker>(initialState: .idle) { state, isFine in
      // What is queued arrives in the other state, and fails there.
      place == .queued && state == .busy && !isFine
        ? .to(.idle) { try $0.act() } : Self.transition(place, isFine)
    }
    .states { state in
      state == .idle ? .entry { $0.lines.append("entry") } : .exit { $0.lines.append("exit") }
    }
    guard place == .commit else { return schema }
    return schema.onCommit { handled, worker in if !handled.event { try worker.act() } }
  }

  @Test(arguments: Place.allCases)
  func errorsUndoTheStepAndAreTheOutcome(place: Place) async {
    let worker = Worker()
    let machine = StateMachine(schema: schema(place), owning: worker)
    var seen: [Outcome] = []
    machine.observe { if $0.outcome != .queued { seen.append($0.outcome) } }
    worker.send = { [unowned machine] in machine.handle(false) }
    for _ in 1...3 {
      (worker.lines, seen) = ([], [])
      let outcome =
        place == .persisting
        ? await machine.handle(false) { _, _ in throw Broken() } : machine.handle(false)
      switch place {
      case .queued:
        #expect(outcome == .moved)
        #expect(machine.state == .busy)
        #expect(seen == [.moved, .failed(Broken())])
        #expect(worker.lines == ["exit", "act"])
        worker.isBroken = false
        worker.send = nil
        machine.handle(false)
        (worker.isBroken, worker.send) = (true, { [unowned machine] in machine.handle(false) })
      case .persisting:
        #expect(outcome == .failed(Broken()))
        #expect(worker.lines.isEmpty)
      case .move, .commit:
        #expect(outcome == .failed(Broken()))
        #expect(worker.lines == ["act", "entry"])
      case .stay, .payload:
        #expect(outcome == .failed(Broken()))
        #expect(worker.lines == ["act"])
      }
      #expect(machine.state == .idle)
      if place != .queued { #expect(seen == [.failed(Broken())]) }
    }
    #expect(machine.handle(true) == .moved)
    #expect(machine.state == .busy)
  }
}
