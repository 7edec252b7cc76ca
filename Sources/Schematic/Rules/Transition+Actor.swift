// Actions on an actor are isolated to it, so that they may call its methods without waiting. Swift
// chooses an overload before it looks at isolation; these win because the general ones take an
// optional action.
extension Transition where Subject: Actor {
  /// Returns an external transition whose action is isolated to the subject.
  ///
  /// The machine lives inside the actor and must be driven from there; driven from elsewhere, the
  /// action stops the program.
  ///
  /// ```swift
  /// actor Link {
  ///   func send() {}
  ///   static let schema = StateMachineSchema<LinkState, LinkEvent, Link>(initialState: .down) {
  ///     state, event in
  ///     return .to(.up) { $0.send() }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run on the actor once the state has changed.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func to(
    _ state: State,
    _ label: String? = nil,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    to(state, label, perform: onActor(perform))
  }

  /// Returns an internal transition whose action is isolated to the subject.
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run on the actor.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(
    _ label: String? = nil,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    stay(label, perform: onActor(perform))
  }

  /// Returns an internal transition that changes the payload, its action isolated to the subject.
  ///
  /// - Parameters:
  ///   - state: The same case with its new payload.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run on the actor once the payload has changed.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(
    as state: State,
    _ label: String? = nil,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    stay(as: state, label, perform: onActor(perform))
  }

  @inlinable
  static func onActor(
    _ perform: @escaping (isolated Subject) throws -> Void
  ) -> ((Subject) throws -> Void)? {
    // Sent nowhere: `assumeIsolated` calls it here and now, on the actor the machine lives in.
    nonisolated(unsafe) let perform = perform
    return { subject in try subject.assumeIsolated { try perform($0) } }
  }
}
