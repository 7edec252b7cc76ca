extension StateMachine {
  /// Enters the state that the machine was created in.
  ///
  /// A new machine is in its state, but has not entered it: that runs the entry hooks, and the work
  /// of a saved state would begin a second time. Say so where you want it, once the machine is in
  /// its place and has its clock. The entry hooks are called for all levels of the state, the
  /// outermost first and without an event, and its timeouts and work begin. No other hook and no
  /// observer is told, because there is no event and no transition.
  ///
  /// ```swift
  /// let machine = StateMachine(schema: schema, subject: player, state: saved)
  /// machine.clock = clock
  /// machine.enter()  // .moved
  /// machine.enter()  // .ignored
  /// ```
  ///
  /// It is a step: events that the hooks send are queued and handled before `enter` returns.
  ///
  /// - Returns: ``Outcome/moved`` where the state was entered. ``Outcome/ignored`` where it was
  ///   entered before, or the machine has handled an event: a machine is entered once, and first.
  ///   ``Outcome/subjectGone`` where there is no subject. ``Outcome/failed(_:)`` with a
  ///   ``QueueOverflow`` where what the hooks sent passed ``queueBound``.
  @discardableResult
  public func enter() -> Outcome {
    guard phase != .deciding else {
      fatalError("A guard or the logic of a schema entered the machine that asked it.")
    }
    guard phase == .new else { return .ignored }
    phase = .handling
    defer { phase = rest }
    guard let subject else { return .subjectGone }
    schema.extras.hooks.enter(PathChange(entering: state), state, on: nil, subject)
    beginActivities(from: nil, subject)
    return complete(.moved)
  }
}
