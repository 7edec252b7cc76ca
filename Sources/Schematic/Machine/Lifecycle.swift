/// The stage of a machine's life.
///
/// A value that decides and does nothing else: a machine asks it what to do with an event, and does that.
/// It is a state machine itself, and drawn as one in `Diagrams/MachineLife.svg`.
@frozen @usableFromInline
package enum Lifecycle: Hashable, Sendable {
  /// The stages in which the rules are evaluated.
  @frozen @usableFromInline
  package enum Asker: Hashable, Sendable, CaseIterable { case new, resting, handling }

  /// No event was handled yet, and the first state was not entered.
  case new
  /// No event is being handled.
  case resting
  /// A step is under way: events are queued.
  case handling
  /// The rules or a guard are being evaluated: events are refused.
  case deciding(Asker)
  /// A final state was reached: events are rejected, and the rules are not evaluated.
  case finished
  /// An event is being rejected in a final state: events are queued.
  case rejecting

  /// What becomes of an event that arrives.
  @frozen @usableFromInline
  package enum Reception: Hashable, Sendable { case handled, queued, refused }

  /// Receives an event, and begins a step unless one is under way.
  @inlinable
  @inline(__always)
  package mutating func receive() -> Reception {
    switch self {
    case .new, .resting: self = .handling
    case .finished: self = .rejecting
    case .handling, .rejecting: return .queued
    case .deciding: return .refused
    }
    return .handled
  }

  /// Begins the step that enters the first state.
  ///
  /// - Returns: `false` if that state was entered already, or an event was handled.
  package mutating func start() -> Bool {
    guard self == .new else { return false }
    self = .handling
    return true
  }

  /// Begins to evaluate the rules.
  ///
  /// - Returns: `false` if they are being evaluated already: a guard asks what is permitted.
  @inlinable
  @inline(__always)
  package mutating func ask() -> Bool {
    switch self {
    case .new: self = .deciding(.new)
    case .resting: self = .deciding(.resting)
    case .handling: self = .deciding(.handling)
    case .deciding, .finished, .rejecting: return false
    }
    return true
  }

  /// Goes on after the rules have answered.
  @inlinable
  @inline(__always)
  package mutating func answer() {
    switch self {
    case .deciding(.new): self = .new
    case .deciding(.resting): self = .resting
    case .deciding(.handling): self = .handling
    case .new, .resting, .handling, .finished, .rejecting: break
    }
  }

  /// Notes that the state is final: the one that a step has led to, or the first one.
  @usableFromInline
  package mutating func finish() {
    switch self {
    case .new: self = .finished
    case .handling: self = .rejecting
    case .resting, .deciding, .finished, .rejecting: break
    }
  }

  /// Ends the step, after the events that were queued in it.
  @inlinable
  @inline(__always)
  package mutating func rest() {
    switch self {
    case .handling: self = .resting
    case .rejecting: self = .finished
    case .new, .resting, .deciding, .finished: break
    }
  }
}
