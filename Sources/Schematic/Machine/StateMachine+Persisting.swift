// Machines whose state is stored in a database with an asynchronous interface.
extension StateMachine {
  /// Handles an event after its transition has been persisted.
  ///
  /// The machine first evaluates the rules, without moving. Your closure then replaces the old
  /// state in a database row with the new state, if the row still holds the old state. If the
  /// closure returns `true`, the machine takes the transition, runs its action, and enters the new
  /// state. If two processes with machines for the same row both try to leave the same state for
  /// another, only one succeeds.
  ///
  /// ```swift
  /// let outcome = await machine.handle(.ship) { state, next in
  ///   try await rows.update("UPDATE orders SET state = \(next) WHERE id = \(id) AND state = \(state)") == 1
  /// }
  /// // .moved; .rejected if another process was faster; .failed if the database threw
  /// ```
  ///
  /// Events that `handle(_:)` sends meanwhile are queued, and handled before
  /// this function returns. Other calls of this function wait for their turn, in order of arrival.
  /// If you persist a machine's transitions, send it all of its events with this function. If an
  /// internal transition names no state, your closure receives the same state twice.
  ///
  /// Nothing persists the event of a timeout or a task, so from the first call on, such an event is refused: it has the
  /// outcome ``Outcome/failed(_:)`` with a ``PersistingError``. An event that would lead to a state with a timeout
  /// fails in the same way, before your closure is called. Keep the time at which a row is due beside its state, and
  /// send the event with this function.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - persist: Replaces the first state with the second, and returns `false` if the row holds a
  ///     different state. It isn't called for events that are ignored or rejected.
  /// - Returns: The outcome of the event. If the row wasn't changed, the outcome is
  ///   ``Outcome/rejected(_:)`` and the machine hasn't moved: read the row and create another
  ///   machine. If `persist` throws, or the task is canceled while the event waits for its turn,
  ///   the outcome is ``Outcome/failed(_:)``. If an action or a closure of `onCommit(_:)` throws,
  ///   the machine returns to its old state, but the row keeps the new state.
  @discardableResult
  public nonisolated(nonsending) func handle(
    _ event: Event,
    persisting persist:
      nonisolated(nonsending) (_ state: State, _ next: State) async throws -> Bool
  ) async -> Outcome {
    await handle(event, takingEffects: false) { state, next, _ in try await persist(state, next) }
  }

  /// Handles an event after its transition has been persisted, with its effects if `persist` takes them.
  nonisolated(nonsending) func handle(
    _ event: Event, takingEffects: Bool, _ persist: Persist
  ) async -> Outcome {
    let turns = extras.turns
    extras.isPersisted = true
    if turns.isTaken {
      if PersistedCall.underWay.contains(turns.call) {
        return fail(event, PersistingError.insideItsClosure)
      }
      guard await turns.wait() else { return fail(event, CancellationError()) }
    }
    guard beginsStep(event) else { return enqueue(event, from: nil) }
    turns.take()
    let outcome = drainQueue(after: await persistAndStep(event, takingEffects, persist))
    turns.pass()
    return outcome
  }

  /// Persists a transition: replaces the first state with the second.
  typealias Persist =
    nonisolated(nonsending) (_ state: State, _ next: State, _ effects: [Any]) async throws -> Bool

  /// Evaluates the rules, persists the transition, and takes it.
  private nonisolated(nonsending) func persistAndStep(
    _ event: Event, _ takesEffects: Bool, _ persist: Persist
  ) async -> Outcome {
    guard let subject else { return loseSubject(event, from: nil) }
    if let timeout = pendingTimeouts.first {
      return refuse(event, from: nil, because: timeout.sender, of: currentState)
    }
    let source = currentState
    let decision = decide(event, subject)
    let outcome = await persistAndPerform(
      decision, event, from: nil, subject, takesEffects, persist)
    guard schema.storage.features.contains(.completions) else { return outcome }
    var due = dueCompletions(after: outcome, from: source, by: decision.joint)
    while let form = nextCompletion(of: &due, subject) {
      let source = currentState
      let outcome = await persistAndPerform(
        .answer(form), event, from: RunningActivities<State, Event, Subject>.completion, subject,
        takesEffects, persist)
      due.positions += dueCompletions(after: outcome, from: source, by: form.joint).positions
    }
    forgetCausing()
    return outcome
  }

  /// Persists the transition of a decision, and takes it.
  private nonisolated(nonsending) func persistAndPerform(
    _ decision: Decision<State, Event, Subject>, _ event: Event, from activity: Int?,
    _ subject: Subject, _ takesEffects: Bool, _ persist: Persist
  ) async -> Outcome {
    if let target = target(of: decision) {
      if let sender = timeout(entered: target, by: decision, subject) {
        return refuse(event, from: activity, because: sender, of: target)
      }
      let answers = evaluatedGuards?.answers ?? []
      let effects = takesEffects ? effects(of: decision, to: target) : []
      let isPersisted: Bool
      do {
        isPersisted = try await PersistedCall.$underWay.withValue(
          PersistedCall.underWay + [extras.turns.call]
        ) { try await persist(currentState, target, effects) }
      } catch {
        return fail(event, from: activity, error)
      }
      // While `persist` ran, `can` may have evaluated other guards. Observers get this event's
      // guards.
      evaluatedGuards?.begin(with: answers)
      guard isPersisted else {
        return performObserved(
          event, by: .answer(.rejected(reason: "its state was changed elsewhere")), from: activity,
          subject)
      }
    }
    return performObserved(event, by: decision, from: activity, subject)
  }

  /// Reports an event of a timeout or a task, which nobody persists.
  @usableFromInline
  func refuseUnpersisted(_ event: Event, from activity: Int?) -> Outcome {
    refuse(event, from: activity, because: sender(activity), of: currentState)
  }

  /// Reports an event that failed because nobody persists what a timeout or a task of a state sends.
  private func refuse(
    _ event: Event, from activity: Int?, because sender: EventSender, of state: State
  ) -> Outcome {
    fail(
      event, from: activity, PersistingError.unpersistedEvent(sender: sender, state: "\(state)"))
  }

  /// Reports an event that failed before its transition was taken.
  private func fail(_ event: Event, from activity: Int? = nil, _ error: any Error) -> Outcome {
    if isObserved {
      notifyObservers(
        HandledEvent(
          event, from: sender(activity), in: currentState, to: currentState, .failed(error)))
    }
    return .failed(error)
  }

  /// Returns the first timeout of the states that a transition enters, or `nil` if there is none.
  private func timeout(
    entered target: State, by decision: Decision<State, Event, Subject>, _ subject: Subject
  ) -> EventSender? {
    guard schema.storage.features.contains(.states), !schema.isFinal(target), !stays(decision)
    else { return nil }
    let change = schema.storage.change(from: currentState, to: target, by: decision.joint)
    return timeouts(entering: target, by: change, subject).first?.timeout.sender
  }

  /// Returns whether a decision is an internal transition, which enters no state.
  private func stays(_ decision: Decision<State, Event, Subject>) -> Bool {
    switch decision {
    case .rule(let rule): rule.pointee.kind == .internal
    case .answer(let form): Transition<State, Subject>(form).kind == .internal
    }
  }

  /// Returns the state that a decision leads to, or `nil` if the event isn't taken.
  private func target(of decision: Decision<State, Event, Subject>) -> State? {
    switch decision {
    case .rule(let rule):
      rule.pointee.kind.isTaken ? rule.pointee.target : nil
    case .answer(.ignored), .answer(.rejected): nil
    case .answer(let form): Transition<State, Subject>(form).target ?? currentState
    }
  }
}

/// The error if an event of a machine whose transitions are persisted could not be.
///
/// ```
/// the timeout after 30.0 seconds of state ringing would move the machine without its row; keep the time at which the
/// row is due beside the state, and send the event with handle(_:persisting:)
/// ```
public enum PersistingError: Error, Hashable, CustomStringConvertible {
  /// A timeout or a task of a state would move the machine, and nobody would persist that.
  case unpersistedEvent(sender: EventSender, state: String)
  /// The closure that persists a transition sent another event to be persisted, and would wait for itself.
  case insideItsClosure

  /// What would happen, and what to do.
  public var description: String {
    switch self {
    case .unpersistedEvent(let sender, let state):
      """
      \(Self.words(for: sender)) of state \(state) would move the machine without its row; keep the time at which the \
      row is due beside the state, and send the event with handle(_:persisting:)
      """
    case .insideItsClosure:
      """
      the closure that persists a transition sent the machine another event with handle(_:persisting:), and would \
      wait for itself; send it after the first call has returned, or with handle(_:), which queues it
      """
    }
  }

  private static func words(for sender: EventSender) -> String {
    switch sender {
    case .timeout(let duration): "the timeout after \(duration)"
    case .namedTimeout(let name): "the timeout after \(name)"
    case .task(let label): label.map { "the task \($0)" } ?? "a task"
    case .caller, .completion: "an event"
    }
  }
}
