// Most machines are plain: their rules have no hooks, timeouts, final states and the like. Asking for
// each of these costs more than the step, so a step without is written out here. It does what any
// step does, in the same order: see `step`.
extension StateMachine {
  /// Handles one event of a plain machine at rest, and what is sent meanwhile.
  @inlinable
  @inline(never)
  func plainStep(_ event: Event) -> Outcome {
    end(ownedStep(event), then: .ready)
  }

  /// The same on an object that is held weakly.
  @inlinable
  @inline(never)
  func weakPlainStep(_ event: Event) -> Outcome {
    end(weakStep(event), then: .readyIfAlive)
  }

  /// The same on a value.
  @inlinable
  @inline(never)
  func plainValueStep(_ event: Event) -> Outcome {
    let storage = schema.storage
    phase = .deciding
    let outcome = follow(
      storage.rules.hasGuards
        ? storage.rules.guarded(currentState, event, guards(value!, extras))
        : storage.rules.plain(currentState, event),
      on: event, value!)
    return end(consume outcome, then: .idle)
  }

  /// Handles one event on an object that the machine owns.
  @inlinable
  @inline(__always)
  func ownedStep(_ event: Event) -> Outcome {
    plainStep(event, onObject: unsafeBitCast(value!, to: Uncounted.self))
  }

  /// Handles one event on an object that lives to the end of the step, and no longer: what waits must
  /// find it gone.
  @inlinable
  @inline(__always)
  func weakStep(_ event: Event) -> Outcome {
    guard let object else { return .subjectGone }
    defer { extendLifetime(object) }
    return plainStep(event, onObject: .passUnretained(object))
  }

  /// Handles one event on an object that somebody else keeps alive.
  @inlinable
  @inline(__always)
  func plainStep(_ event: Event, onObject object: @autoclosure () -> Uncounted) -> Outcome {
    let storage = schema.storage
    phase = .deciding
    return follow(
      storage.objectRules.hasGuards
        ? storage.objectRules.guarded(currentState, event, guards(object(), extras))
        : storage.objectRules.plain(currentState, event),
      on: event, object())
  }

  /// Does what a transition says, to a subject in the form in which actions take it.
  @inlinable
  @inline(__always)
  func follow<Held>(
    _ transition: @autoclosure () -> Transition<State, Held>, on event: Event,
    _ subject: @autoclosure () -> Held
  ) -> Outcome {
    let form = transition().form
    phase = .handling
    switch consume form {
    case .ignored:
      return .ignored
    case .rejected(let reason):
      return reject(event, reason)
    case .move(let target):
      let source = currentState
      currentState = target
      if isObserved { tellObservers(of: event, nil, from: source, false, subject()) }
      return .moved
    case .take(let label, let action, let target, let isInternal):
      let source = currentState
      if let target { currentState = target }
      do {
        try perform(consume action, subject())
        if isObserved { tellObservers(of: event, label, from: source, isInternal, subject()) }
        return isInternal ? .stayed : .moved
      } catch {
        currentState = source
        return .failed(error)
      }
    }
  }

  /// Performs an action, which is consumed: a copy of it would be counted.
  @inlinable
  @inline(__always)
  func perform<Held>(
    _ action: consuming Transition<State, Held>.Action?, _ subject: @autoclosure () -> Held
  ) throws {
    switch consume action {
    case .some(let action): try action(subject())
    case .none: break
    }
  }

  /// Handles what was sent during the step, and rests.
  @inlinable
  @inline(__always)
  func end(_ outcome: consuming Outcome, then rest: Phase) -> Outcome {
    if isQueueUsed { return completePlainStep(outcome) }
    phase = rest
    return outcome
  }

  @inlinable
  @inline(never)
  func completePlainStep(_ outcome: consuming Outcome) -> Outcome {
    defer { phase = rest }
    return complete(outcome)
  }
}
