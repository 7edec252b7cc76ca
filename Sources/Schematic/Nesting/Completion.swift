/// An embedded machine, as far as its final states are concerned: they complete the state around it
/// (OMG UML 2.5.1, §14.2.3.8.3).
struct Completion<State, Subject>: Sendable {
  typealias Answer = @Sendable (State, Guard<Subject>) -> Transition<State, Subject>

  /// Returns whether the embedded machine has reached a final state.
  let isComplete: @Sendable (State) -> Bool
  /// The answer of the rules around; `nil` if they have none.
  let answer: Answer?
}

extension SchemaStorage {
  /// Returns the embedded machine that is complete in a state, or `nil` if none is.
  ///
  /// Of several, it is the outermost: the rules of the machines inside it no longer apply.
  func completion(of state: State) -> Completion<State, Subject>? {
    additions.completions.first { $0.isComplete(state) }
  }
}

// Taking completions, as part of the step that leads to them.
extension StateMachine {
  /// Takes the completion of the state that a step has led to, and those that follow from it.
  ///
  /// They come before the events that are queued.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the step.
  ///   - source: The state before the step.
  ///   - event: The event of the step.
  ///   - subject: The subject.
  @usableFromInline
  func takeCompletions(
    after outcome: Outcome, from source: State, _ event: Event, _ subject: Subject
  ) {
    var (outcome, source, count) = (outcome, source, 0)
    // The answers of guards belong to one event.
    defer { if count > 0 { extras.recorder.begin() } }
    while let form = completion(after: outcome, from: source, subject) {
      count += 1
      guard mayComplete(count) else { return }
      source = currentState
      outcome = carryOut(
        event, by: .answer(form), from: RunningActivities<State, Event, Subject>.completion, subject
      )
    }
  }

  /// Returns the answer to the completion of the state that a step has led to, or `nil` if there is
  /// none.
  func completion(
    after outcome: Outcome, from source: State, _ subject: Subject
  ) -> Transition<State, Subject>.Form? {
    switch outcome {
    case .moved: break
    // An internal transition enters nothing, so what was complete isn't completed again.
    case .stayed: if schema.storage.completion(of: source) != nil { return nil }
    case .ignored, .rejected, .queued, .failed, .subjectDeallocated: return nil
    }
    guard lifecycle != .rejecting, let answer = schema.storage.completion(of: currentState)?.answer
    else { return nil }
    let recorder = extras.recorder
    recorder.begin()
    let isOutermost = lifecycle.ask()
    let form = answer(currentState, Guard(subject: subject, recorder: recorder)).form
    if isOutermost { lifecycle.answer() }
    if case .ignored = form { return nil }
    return form
  }

  /// Returns whether one more completion may follow, or ends the run with an error.
  func mayComplete(_ count: Int) -> Bool {
    let bound = max(extras.maximumQueuedEvents, QueueOverflowError.traceLength)
    guard count > bound else { return true }
    isStepIncomplete = true
    extras.queue.overflow(ofCompletions: bound)
    return false
  }
}

extension EventQueue {
  /// Ends the run with an error, because completions follow each other endlessly.
  fileprivate mutating func overflow(ofCompletions bound: Int) {
    lastEvents = ["completion", "completion"]
    overflow = QueueOverflowError(bound: bound, lastEvents: lastEvents)
  }
}

// Queries for drawing and walking.
extension StateMachineSchema {
  /// A Boolean value that indicates whether machines are embedded that can be final.
  package var hasCompletions: Bool { !storage.additions.completions.isEmpty }

  /// Returns whether an embedded machine is final in a state, and this one isn't finished.
  package func isComplete(_ state: State) -> Bool {
    !isFinal(state) && storage.completion(of: state) != nil
  }

  /// Returns what the completion of a state means, which is nothing if the state isn't complete.
  package func completion(
    of state: State, guards answer: @escaping (_ name: String) -> Bool
  ) -> Transition<State, Subject> {
    guard isComplete(state) else { return .ignored }
    return storage.completion(of: state)?.answer?(state, Guard(answers: answer)) ?? .ignored
  }
}
