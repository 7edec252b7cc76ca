// Answers and guards for schemas that are created with `on: MainActor.self`. The closures in these
// answers and guards are isolated to the main actor. Swift doesn't choose between overloads by
// isolation, so the answers need types of their own. The rules themselves aren't isolated: a schema
// can be evaluated and drawn anywhere, and only its machines are bound to the main actor.

extension Transition {
  /// A transition whose action is isolated to the main actor.
  @frozen
  public struct OnMainActor: TransitionAnswer {
    @usableFromInline let transition: Transition

    /// Creates the answer from a transition.
    @inlinable
    public init(answer: Transition) { transition = answer }

    /// Returns an external transition: see `Transition.to(_:_:perform:)`.
    @inlinable
    public static func to(
      _ state: State,
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      perform: @escaping @MainActor (Subject) throws -> Void
    ) -> OnMainActor {
      SourceRecord.note(.transition, label, fileID, line)
      return OnMainActor(
        answer: Transition(
          label, Action(onMainActor: perform), to: state, isInternal: false))
    }

    /// Returns an internal transition: see `Transition.stay(_:perform:)`.
    @inlinable
    public static func stay(
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      perform: @escaping @MainActor (Subject) throws -> Void
    ) -> OnMainActor {
      SourceRecord.note(.transition, label, fileID, line)
      return OnMainActor(
        answer: Transition(label, Action(onMainActor: perform), to: nil, isInternal: true))
    }

    /// Returns an internal transition that changes only the payload of the state: see
    /// `Transition.stay(as:_:perform:)`.
    @inlinable
    public static func stay(
      as state: State,
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      perform: @escaping @MainActor (Subject) throws -> Void
    ) -> OnMainActor {
      SourceRecord.note(.transition, label, fileID, line)
      return OnMainActor(
        answer: Transition(label, Action(onMainActor: perform), to: state, isInternal: true))
    }
  }
}

extension Guard {
  /// The guards of rules whose subject lives on the main actor.
  @frozen
  public struct OnMainActor {
    @usableFromInline let guards: Guard

    @inlinable
    init(_ guards: Guard) { self.guards = guards }

    /// Returns whether the condition holds: see `Guard.callAsFunction(_:_:)`.
    @inlinable
    public func callAsFunction(
      _ name: String,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ condition: @escaping @MainActor (Subject) -> Bool
    ) -> Bool {
      SourceRecord.note(.condition, name, fileID, line)
      return guards.evaluate(name, GuardClosure(onMainActor: condition))
    }
  }
}
