import Schematic

/// One end of a PPP link, which negotiates how the two ends will talk.
///
/// It takes down what it is told to do; putting packets on a wire is for others.
final class PPP {
  /// What was done, oldest first.
  private(set) var actions: [PPPAction] = []

  /// Creates an end of a link.
  init() {}

  /// The rules.
  static let schema = StateMachineSchema(initialState: .initial, logic: transition)

  /// Carries out an action.
  func perform(_ action: PPPAction) {
    actions.append(action)
  }
}
