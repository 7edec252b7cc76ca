// These overloads are for subjects that are actors. Their closures are isolated to the subject, so
// they can call the subject's methods without `await`. Swift chooses an overload before it looks at
// isolation, and prefers these because the general overloads are disfavored. The machine calls the
// closures synchronously. If the machine calls one of them anywhere but on the subject, the
// program stops.

extension Transition where Subject: Actor {
  /// Returns an external transition whose action is isolated to the subject.
  @inlinable
  public static func to(
    _ state: State,
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    SourceRecord.note(.transition, label, fileID, line)
    return Transition(
      label, Action(onSubject: perform), to: state, isInternal: false)
  }

  /// Returns an internal transition whose action is isolated to the subject.
  @inlinable
  public static func stay(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    SourceRecord.note(.transition, label, fileID, line)
    return Transition(label, Action(onSubject: perform), to: nil, isInternal: true)
  }

  /// Returns an internal transition that changes the payload and whose action is isolated to the
  /// subject.
  @inlinable
  public static func stay(
    as state: State,
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    SourceRecord.note(.transition, label, fileID, line)
    return Transition(label, Action(onSubject: perform), to: state, isInternal: true)
  }
}

extension Guard where Subject: Actor {
  /// Returns whether a condition that is isolated to the subject holds.
  @inlinable
  public func callAsFunction(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ condition: @escaping (isolated Subject) -> Bool
  ) -> Bool {
    SourceRecord.note(.condition, name, fileID, line)
    // Sound because only `assumeIsolated` calls the closure, synchronously and on the subject.
    nonisolated(unsafe) let condition = condition
    return evaluate(name, GuardClosure { subject in subject.assumeIsolated { condition($0) } })
  }
}

extension StateMachineSchema where Subject: Actor {
  /// Returns the schema with a closure that is isolated to the subject and commits each transition.
  public func onCommit(
    _ commit:
      @escaping @Sendable (
        _ transition: HandledEvent<State, Event>, _ subject: isolated Subject
      ) throws -> Void
  ) -> StateMachineSchema {
    adding {
      $0.commits.append(
        Commit { transition, _, subject in
          // Sound because the closure is called synchronously, so the transition stays on the
          // actor.
          nonisolated(unsafe) let transition = transition
          try subject.assumeIsolated { try commit(transition, $0) }
        })
    }
  }
}

extension StateMachineSchema {
  /// Returns the schema for an actor that holds the schema's own subject.
  public func mappingSubject<Outer: Actor>(
    _ map: @escaping @Sendable (_ subject: isolated Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    mapped { subject in
      // Sound because the result is read and used only on the actor that holds it.
      nonisolated(unsafe) var result: Subject?
      subject.assumeIsolated { result = map($0) }
      return result!
    }
  }
}
