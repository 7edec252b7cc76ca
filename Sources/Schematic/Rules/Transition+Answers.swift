extension Transition {
  /// Returns an external transition: leave the state, move, perform, enter.
  ///
  /// A transition to the state it came from leaves it and enters it again; use
  /// ``stay(_:perform:)`` where nothing is to be left.
  ///
  /// ```swift
  /// case .coin: return .to(.unlocked, "open") { $0.open() }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run once the state has changed. What it throws restores the state and
  ///     becomes the outcome ``Outcome/failed(_:)``.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func to(
    _ state: State,
    _ label: String? = nil,
    perform: ((Subject) throws -> Void)? = nil
  ) -> Transition {
    if label == nil, perform == nil { return Transition(.move(state)) }
    return Transition(.take(label: label, action: perform, target: state, isInternal: false))
  }

  /// An internal transition without an action: the event is expected and nothing changes.
  @inlinable public static var stay: Transition { stay(nil) }

  /// Returns an internal transition: perform, and neither leave nor enter a state.
  ///
  /// ```swift
  /// case .coin: return .stay("count") { $0.coins += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(
    _ label: String? = nil,
    perform: ((Subject) throws -> Void)? = nil
  ) -> Transition {
    Transition(.take(label: label, action: perform, target: nil, isInternal: true))
  }

  /// Returns an internal transition that only changes what the state carries.
  ///
  /// The new state must be the same case with another payload. Leaving the case this way is a
  /// mistake that drawing the machine reports as a finding.
  ///
  /// ```swift
  /// case (.fetching, .progress(let part)): return .stay(as: .fetching(part))
  /// ```
  ///
  /// - Parameters:
  ///   - state: The same case with its new payload.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run once the payload has changed.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(
    as state: State,
    _ label: String? = nil,
    perform: ((Subject) throws -> Void)? = nil
  ) -> Transition {
    Transition(.take(label: label, action: perform, target: state, isInternal: true))
  }

  /// The event means nothing in the state, which is not an error.
  @inlinable public static var ignored: Transition { Transition(.ignored(true)) }

  /// The event is a mistake in the state: the machine says so, and nothing moves.
  @inlinable public static var rejected: Transition { Transition(.rejected(reason: nil)) }

  /// Returns the answer that the event is a mistake in the state, and why.
  ///
  /// ```swift
  /// case .push: return .rejected("pay first")
  /// ```
  ///
  /// - Parameter reason: Why, for the caller and for the diagram.
  /// - Returns: The rejection.
  @inlinable
  public static func rejected(_ reason: String) -> Transition {
    Transition(.rejected(reason: reason))
  }
}
