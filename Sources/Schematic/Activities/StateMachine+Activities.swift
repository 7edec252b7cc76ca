extension StateMachine {
  /// What timeouts are measured with: the continuous clock unless you set another.
  ///
  /// A clock that is set counts from the next state that is entered. Give the machine one that you
  /// move by hand,
  /// and timeouts are tested without waiting.
  ///
  /// ```swift
  /// machine.clock = clock
  /// machine.handle(.fetch)
  /// clock.advance(by: .seconds(30))  // the machine is sent .timeout
  /// ```
  public var clock: any Clock<Duration> {
    get { extras.activities.clock }
    set { extras.activities.clock = newValue }
  }

  /// Begins what belongs to the current state and ends what belonged to the one before.
  ///
  /// - Parameters:
  ///   - source: The state before; `nil` where the machine enters its first one.
  ///   - subject: The subject.
  @usableFromInline
  func beginActivities(from source: State?, _ subject: Subject) {
    guard schema.storage.hasActivities, !isFinished else { return }
    var change: PathChange?
    if schema.extras.activities.haveLevels {
      change =
        source.map { PathChange(from: $0, to: state) } ?? PathChange(entering: state)
    }
    extras.activities.enter(change, state, schema.extras.activities, subject, of: self)
  }

  /// Ends all that runs, where the machine can take no more events.
  func endActivities() {
    guard schema.storage.hasActivities else { return }
    extras.activities.end()
  }

  /// The actor that the machine lives on, to which the results of tasks come back.
  func home(_ subject: Subject) -> any Actor {
    if let actor = subject as? any Actor { return actor }
    guard schema.extras.isOnMainActor else {
      fatalError(
        """
        Timeouts and work need an actor to come back to, and \(Subject.self) is none. \
        Make the subject an actor, or its schema `on: MainActor.self`.
        """)
    }
    return MainActor.shared
  }
}
