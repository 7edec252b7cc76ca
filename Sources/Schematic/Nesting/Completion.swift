/// An embedded machine, as far as its final states are concerned: they complete the state around it
/// (OMG UML 2.5.1, §14.2.3.8.3).
struct Completion<State, Subject>: Sendable {
  typealias Answer = @Sendable (State, Guard<Subject>) -> Transition<State, Subject>

  /// Returns whether the embedded machine has reached a final state.
  let isComplete: @Sendable (State) -> Bool
  /// The position of the region around the embedded machine; `nil` if there is none.
  var region: Int?
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

  /// Returns the completions that a step causes, by their positions: of each region, or of the state
  /// around all regions, that of the outermost machine that is complete.
  fileprivate func completions(
    after outcome: Outcome, from source: State, to target: State,
    by answer: JointTransition<State, Subject>?
  ) -> [Int] {
    // An internal transition enters nothing, so what was complete isn't completed again.
    let isInternal: Bool
    switch outcome {
    case .moved: isInternal = false
    case .stayed: isInternal = true
    case .ignored, .rejected, .queued, .failed, .subjectDeallocated: return []
    }
    var positions: [Int] = []
    var complete: Set<Int?> = []
    for (position, completion) in additions.completions.enumerated()
    where !complete.contains(completion.region) && completion.isComplete(target) {
      complete.insert(completion.region)
      // Nor does the step of another region complete it again.
      let wasElsewhere = completion.region.map { !isEntered($0, by: answer) } ?? false
      if !isInternal && !wasElsewhere || !completion.isComplete(source) {
        positions.append(position)
      }
    }
    return positions
  }

  /// Returns whether a step enters a state of a region, or of one inside it.
  private func isEntered(
    _ position: Int, by answer: JointTransition<State, Subject>?
  ) -> Bool {
    guard let left = answer?.answers.left else { return true }
    let region = RegionSet(position: position)
    return left.contains(region) || !left.isDisjoint(with: additions.regions[position].around)
      || additions.regions.enumerated().contains { inside, other in
        left.contains(RegionSet(position: inside)) && other.around.contains(region)
      }
  }
}

// Taking completions, as part of the step that leads to them.
extension StateMachine {
  /// Takes the completions of everything that a step has completed, and those that follow from them.
  ///
  /// They come before the events that are queued, those of several regions in the order of these.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the step.
  ///   - source: The state before the step.
  ///   - answer: The answer of regions, if they took the step.
  ///   - event: The event of the step.
  ///   - subject: The subject.
  @usableFromInline
  func takeCompletions(
    after outcome: Outcome, from source: State, by answer: JointTransition<State, Subject>?,
    _ event: Event, _ subject: Subject
  ) {
    var due = dueCompletions(after: outcome, from: source, by: answer)
    while let form = nextCompletion(of: &due, subject) {
      let source = currentState
      let outcome = carryOut(
        event, by: .answer(form), from: RunningActivities<State, Event, Subject>.completion, subject
      )
      due.positions += dueCompletions(after: outcome, from: source, by: form.joint).positions
    }
  }

  /// The completions that are still to be taken, by their positions in the schema.
  struct DueCompletions {
    var positions: [Int]
    fileprivate var count = 0
  }

  /// Returns the completions that a step has caused.
  func dueCompletions(
    after outcome: Outcome, from source: State, by answer: JointTransition<State, Subject>?
  ) -> DueCompletions {
    DueCompletions(
      positions: schema.storage.completions(
        after: outcome, from: source, to: currentState, by: answer))
  }

  /// Returns the answer to the next completion that has one, or `nil` if all are taken.
  func nextCompletion(
    of due: inout DueCompletions, _ subject: Subject
  ) -> Transition<State, Subject>.Form? {
    while !due.positions.isEmpty {
      let completion = schema.storage.additions.completions[due.positions.removeFirst()]
      guard let form = self.answer(to: completion, subject) else { continue }
      due.count += 1
      if mayComplete(due.count) { return form }
      break
    }
    // The answers of guards belong to one event.
    if due.count > 0 { extras.recorder.begin() }
    return nil
  }

  /// Returns the answer to a completion, or `nil` if there is none or the state has been left.
  private func answer(
    to completion: Completion<State, Subject>, _ subject: Subject
  ) -> Transition<State, Subject>.Form? {
    guard lifecycle != .rejecting, let answer = completion.answer,
      completion.isComplete(currentState)
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
  private func mayComplete(_ count: Int) -> Bool {
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
