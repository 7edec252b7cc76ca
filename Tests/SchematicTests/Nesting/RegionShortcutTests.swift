import Schematic
import Testing

/// The shortcut for regions that nobody observes, beside the full step.
@MainActor @Suite struct RegionShortcutTests {
  enum Phase: Hierarchical { case early, late }
  enum Event { case go }
  struct Failure: Error {}

  struct Pair: Equatable {
    var first = Phase.early
    var second = Phase.early
  }

  final class Notes {
    var lines: [String] = []
  }

  /// What a region answers.
  enum Answer: CaseIterable {
    case ignores, rejects, rejectsWithoutReason
    case moves, movesAndActs, movesAndThrows, stays, staysAndActs

    func transition(_ name: String) -> Transition<Phase, Notes> {
      switch self {
      case .ignores: .ignored
      case .rejects: .rejected("not \(name)")
      case .rejectsWithoutReason: .rejected
      case .moves: .to(.late)
      case .movesAndActs: .to(.late, name) { $0.lines.append(name) }
      case .movesAndThrows: .to(.late, name) { _ in throw Failure() }
      case .stays: .stay
      case .staysAndActs: .stay(as: .late, name) { $0.lines.append(name) }
      }
    }
  }

  @Test(arguments: Answer.allCases, Answer.allCases)
  func shortcutDoesWhatTheFullStepDoes(first: Answer, second: Answer) {
    let schema = StateMachineSchema<Pair, Event, Notes>(
      initialState: Pair(),
      regions: .region(\.first) { _, _ in first.transition("first") },
      .region(\.second) { _, _ in second.transition("second") })
    func run(isObserved: Bool) -> [String] {
      let notes = Notes()
      let machine = StateMachine(schema: schema, owning: notes)
      if isObserved { machine.observe { _ in } }
      // The first event of a machine takes the full step.
      return (1...3).flatMap { _ in ["\(machine.handle(.go))", "\(machine.state)"] } + notes.lines
    }
    #expect(run(isObserved: false) == run(isObserved: true))
  }
}
