/// An action on entry to a state or on exit from it, with its name in diagrams.
@frozen @usableFromInline
struct StateAction<Subject> {
  /// The name that the client gave, or `nil` if there is none.
  @usableFromInline let label: String?
  @usableFromInline let action: Action<Subject>

  @inlinable
  init(_ label: String?, _ action: Action<Subject>) {
    self.label = label
    self.action = action
  }

  @usableFromInline var name: ActionName? { ActionName(label, action.allEffects) }
}

extension StateBehavior {
  /// The function that adds an action on entry or on exit to an answer.
  @frozen
  public struct ActionFunction<Answer: StateAnswer<Event, Subject>> {
    @usableFromInline let kind: BehaviorKind
    @usableFromInline var behavior: StateBehavior

    @inlinable
    init(_ kind: BehaviorKind, addingTo behavior: StateBehavior) {
      self.kind = kind
      self.behavior = behavior
    }

    @inlinable
    consuming func adding(
      _ label: String?, _ fileID: StaticString, _ line: UInt, _ action: Action<Subject>
    ) -> Answer {
      SourceRecord.note(.behavior(kind), label ?? action.effectNames, fileID, line)
      if kind == .entry {
        if behavior.entry != nil { behavior.makeRoom() }
        behavior.entry = StateAction(label, action)
      } else {
        if behavior.exit != nil { behavior.makeRoom() }
        behavior.exit = StateAction(label, action)
      }
      return Answer(_behavior: behavior)
    }
  }
}

extension StateBehavior.ActionFunction where Answer == StateBehavior<Event, Subject> {
  /// Adds an action.
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - action: The action on the subject.
  /// - Returns: The answer. Nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public func callAsFunction(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: Subject) -> Void
  ) -> Answer {
    adding(label, fileID, line, Action(action))
  }
}

extension StateBehavior.ActionFunction
where Answer == StateBehavior<Event, Subject>, Subject: Actor {
  /// Adds an action that is isolated to the subject.
  @inlinable
  public func callAsFunction(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: isolated Subject) -> Void
  ) -> Answer {
    adding(label, fileID, line, Action(onSubject: action))
  }
}

extension StateBehavior.ActionFunction where Answer == StateBehavior<Event, Subject>.OnMainActor {
  /// Adds an action that is isolated to the main actor.
  @inlinable
  public func callAsFunction(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping @MainActor (_ subject: Subject) -> Void
  ) -> Answer {
    adding(label, fileID, line, Action(onMainActor: action))
  }
}

extension StateBehavior.ActionFunction
where Subject: EffectSubject, Subject.EffectFailure == Never {
  /// Adds effects, for a subject whose effects never fail.
  ///
  /// ```swift
  /// return .entry(.showSpinner).exit(.hideSpinner)
  /// ```
  ///
  /// - Parameters:
  ///   - effect: The effect that is performed first.
  ///   - more: The effects that are performed next, in order.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  /// - Returns: The answer. Nothing has happened yet.
  @inlinable
  public func callAsFunction(
    _ effect: Subject.Effect, _ more: Subject.Effect...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Answer {
    adding(nil, fileID, line, Action(effect, more))
  }
}
