extension StateMachine {
  /// What timeouts are measured with: the continuous clock unless you set another.
  ///
  /// A clock that is set counts from the next state on. Give the machine one that you move by hand,
  /// and timeouts are tested without waiting.
  ///
  /// ```swift
  /// machine.clock = clock
  /// machine.handle(.fetch)
  /// clock.advance(by: .seconds(30))  // the machine is sent .timeout
  /// ```
  public var clock: any Clock<Duration> {
    get { activities.clock }
    set { activities.clock = newValue }
  }

  /// Begins what belongs to the current state and ends what belonged to the one before.
  func beginActivities(_ subject: Subject) {
    guard !schema.activities.isEmpty else { return }
    activities.enter(state, schema.activities, subject, of: self)
  }

  /// The actor that the machine lives on, to which the results of tasks come back.
  func home(_ subject: Subject) -> any Actor {
    if let actor = subject as? any Actor { return actor }
    guard schema.isOnMainActor else {
      fatalError(
        """
        Timeouts and work need an actor to come back to, and \(Subject.self) is none. \
        Make the subject an actor, or its schema `on: MainActor.self`.
        """)
    }
    return MainActor.shared
  }
}
