extension SchemaStorage {
  /// Returns the completion that applies in a state, or `nil` if no embedded machine is in a final
  /// state.
  ///
  /// If several machines are in final states, the first counts. An outer machine comes before the
  /// machines inside it, whose rules no longer apply.
  func completion(of state: State) -> Completion<State, Subject>? {
    additions.completions.first { $0.isComplete(state) }
  }

  /// Returns the positions of the completions that a step causes.
  ///
  /// Each region, and the state around all regions, has at most one: the completion of the
  /// outermost machine there that is in a final state.
  fileprivate func completions(
    after outcome: Outcome, from source: State, to target: State,
    by answer: JointTransition<State, Subject>?
  ) -> [Int] {
    // An internal transition enters nothing, so a machine that was already complete isn't completed
    // again.
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
      // The step of another region doesn't complete the machine again, either.
      let wasElsewhere = completion.region.map { !isEntered($0, by: answer) } ?? false
      if !isInternal && !wasElsewhere || !completion.isComplete(source) {
        positions.append(position)
      }
    }
    return positions
  }

  /// Returns whether a step enters a state of a region or of a region inside it.
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
  /// Takes the completions that a step causes, and the completions that follow from them.
  ///
  /// The machine takes completions before queued events, and completions of several regions in the
  /// order of the regions. `answer` is the answer of the regions, or `nil` if no region took the
  /// event.
  @usableFromInline
  func takeCompletions(
    after outcome: Outcome, from source: State, by answer: JointTransition<State, Subject>?,
    _ event: Event, _ subject: Subject
  ) {
    take(dueCompletions(after: outcome, from: source, by: answer), event, subject)
  }

  private func take(_ completions: DueCompletions, _ event: Event, _ subject: Subject) {
    var due = completions
    while let form = nextCompletion(of: &due, subject) {
      let source = currentState
      let outcome = performObserved(
        event, by: .answer(form), from: RunningActivities<State, Event, Subject>.completion, subject
      )
      due.positions += dueCompletions(after: outcome, from: source, by: form.joint).positions
    }
    forgetCausing()
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

  /// Returns the answer to the next completion that has one, or `nil` if none is left or too many
  /// have been taken.
  func nextCompletion(
    of due: inout DueCompletions, _ subject: Subject
  ) -> Transition<State, Subject>.Form? {
    while !due.positions.isEmpty {
      let completion = schema.storage.additions.completions[due.positions.removeFirst()]
      guard let form = self.answer(to: completion, subject) else { continue }
      due.count += 1
      extras.waitingCompletions = due.positions
      if mayComplete(due.count) { return form }
      break
    }
    // The guards of the last completion don't belong to the next event.
    if due.count > 0 {
      extras.recorder.begin()
      extras.waitingCompletions = []
    }
    return nil
  }

  /// Returns the answer to a completion, or `nil` if there is none.
  ///
  /// There is none if the rules ignore the completion, if the state has been left, or if the
  /// machine is finished.
  private func answer(
    to completion: Completion<State, Subject>, _ subject: Subject
  ) -> Transition<State, Subject>.Form? {
    guard lifecycle != .rejecting, let answer = completion.answer,
      completion.isComplete(currentState)
    else { return nil }
    let recorder = extras.recorder
    recorder.begin()
    let beganAsking = beginAsking()
    let form = answer(currentState, Guard(subject: subject, recorder: recorder)).form
    if beganAsking { lifecycle.answer() }
    return form.isIgnored ? nil : form
  }

  /// Returns whether one more completion may follow; if not, the run ends with an error.
  private func mayComplete(_ count: Int) -> Bool {
    let bound = max(extras.maximumQueuedEvents, QueueOverflowError.traceLength)
    guard count > bound else { return true }
    isStepIncomplete = true
    extras.queue.overflow(ofCompletions: bound)
    return false
  }
}

// Completions of a machine that is saved before they are taken.
extension StateMachine {
  /// Records the transition whose completions are taken next.
  @usableFromInline
  func noteCausing(
    _ event: Event, from source: State, _ isInternal: Bool,
    _ joint: JointTransition<State, Subject>?
  ) {
    extras.causing = CausingStep(event: event, source: source, isInternal, joint)
  }

  /// Records that all completions are taken.
  @usableFromInline
  func forgetCausing() { existingExtras?.causing = nil }

  /// The completions that have an answer and wait to be taken.
  private var due: [Completion<State, Subject>] {
    guard let extras = existingExtras, let step = extras.causing else { return [] }
    let caused = schema.storage.completions(
      after: step.outcome, from: step.source, to: currentState, by: step.joint)
    return (extras.waitingCompletions + caused).map { schema.storage.additions.completions[$0] }
      .filter { $0.answer != nil && $0.isComplete(currentState) }
  }

  /// The completions that wait until a transition is committed, each by the name of its region, and the event that
  /// caused them; `nil` if there are none.
  package var waitingCompletions: (regions: [String?], event: Event)? {
    guard let extras = existingExtras, extras.isCommitting, let step = extras.causing else {
      return nil
    }
    let regions = due.map { completion in
      completion.region.map { schema.storage.additions.regions[$0].name }
    }
    return regions.isEmpty ? nil : (regions, step.event)
  }

  /// Takes the completions that waited when the machine was saved.
  func takeCompletions(of regions: [String?], _ event: Event, _ subject: Subject) {
    let additions = schema.storage.additions
    let due = regions.compactMap { name in
      additions.completions.firstIndex { completion in
        completion.region.map { additions.regions[$0].name } == name
          && completion.isComplete(currentState)
      }
    }
    take(DueCompletions(positions: due), event, subject)
  }

  /// Returns whether a completion that the rules don't ignore is taken next.
  func isCompletionDue(_ subject: Subject) -> Bool {
    due.contains { completion in
      let guards = Guard(subject: subject, recorder: GuardRecorder())
      return completion.answer.map { !$0(currentState, guards).form.isIgnored } ?? false
    }
  }
}

extension Transition.Form {
  fileprivate var isIgnored: Bool {
    if case .ignored = self { true } else { false }
  }
}

extension EventQueue {
  /// Makes the run end with an error, because too many completions follow each other.
  fileprivate mutating func overflow(ofCompletions bound: Int) {
    lastEvents = ["completion", "completion"]
    overflow = QueueOverflowError(bound: bound, lastEvents: lastEvents)
  }
}

// For drawing and exploring.
extension StateMachineSchema {
  /// A Boolean value that indicates whether any embedded machine may have final states.
  package var hasCompletions: Bool { !storage.additions.completions.isEmpty }

  /// Returns whether an embedded machine is in a final state, and this machine isn't finished.
  package func isComplete(_ state: State) -> Bool {
    !isFinal(state) && storage.completion(of: state) != nil
  }

  /// Returns the answer to the completion of a state, or `.ignored` if the state isn't complete or
  /// nothing answers.
  package func completion(
    of state: State, guards answer: @escaping (_ name: String) -> Bool
  ) -> Transition<State, Subject> {
    guard isComplete(state) else { return .ignored }
    return storage.completion(of: state)?.answer?(state, Guard(answers: answer)) ?? .ignored
  }
}
