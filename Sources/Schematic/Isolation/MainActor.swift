// Answers and guards for schemas that are created with `on: MainActor.self`. The closures in these
// answers and guards are isolated to the main actor. Swift doesn't choose between overloads by
// isolation, so the answers need types of their own. The rules themselves aren't isolated: a schema
// can be evaluated and drawn anywhere, and only its machines are bound to the main actor.

extension Transition {
  /// A transition whose action is isolated to the main actor.
  @frozen
  public struct OnMainActor {
    @usableFromInline let transition: Transition

    @inlinable
    init(_ transition: Transition) { self.transition = transition }

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
        Transition(
          label, Action(onMainActor: perform), to: state, isInternal: false))
    }

    /// Returns an external transition without an action: see `Transition.to(_:_:)`.
    @inlinable
    public static func to(
      _ state: State, _ label: String? = nil,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> OnMainActor {
      return OnMainActor(.to(state, label, fileID: fileID, line: line))
    }

    /// An internal transition without an action: the event is expected, and nothing changes.
    @inlinable public static var stay: OnMainActor { OnMainActor(.stay) }

    /// Returns an internal transition: see `Transition.stay(_:perform:)`.
    @inlinable
    public static func stay(
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      perform: @escaping @MainActor (Subject) throws -> Void
    ) -> OnMainActor {
      SourceRecord.note(.transition, label, fileID, line)
      return OnMainActor(Transition(label, Action(onMainActor: perform), to: nil, isInternal: true))
    }

    /// Returns an internal transition without an action: see `Transition.stay(_:)`.
    @inlinable
    public static func stay(_ label: String?, fileID: StaticString = #fileID, line: UInt = #line)
      -> OnMainActor
    {
      return OnMainActor(.stay(label, fileID: fileID, line: line))
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
        Transition(label, Action(onMainActor: perform), to: state, isInternal: true))
    }

    /// Returns an internal transition that changes the payload and performs nothing.
    @inlinable
    public static func stay(
      as state: State, _ label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> OnMainActor {
      return OnMainActor(.stay(as: state, label, fileID: fileID, line: line))
    }

    /// The event means nothing in the state, and isn't a mistake.
    @inlinable public static var ignored: OnMainActor { OnMainActor(.ignored) }

    /// The event is a mistake in the state: the machine rejects it and doesn't move.
    @inlinable public static var rejected: OnMainActor { OnMainActor(.rejected) }

    /// Returns the answer that the event is a mistake in the state, with a reason.
    @inlinable
    public static func rejected(
      _ reason: String, fileID: StaticString = #fileID, line: UInt = #line
    ) -> OnMainActor {
      return OnMainActor(.rejected(reason, fileID: fileID, line: line))
    }
  }
}

extension Transition.OnMainActor: ExpressibleByNilLiteral {
  /// Creates the transition that ignores the event.
  @inlinable
  public init(nilLiteral: ()) { self = .ignored }
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
