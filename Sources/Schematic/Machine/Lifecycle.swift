/// The stage of a machine's life.
///
/// This value only decides: a machine asks it how to receive an event, and acts on the answer. It
/// is a state machine itself, drawn in `Diagrams/MachineLife.svg`.
@frozen @usableFromInline
package enum Lifecycle: Hashable, Sendable {
  /// The stages in which the rules can be evaluated.
  @frozen @usableFromInline
  package enum Asker: Hashable, Sendable, CaseIterable { case new, resting, handling }

  /// No event has been handled, and the first state hasn't been entered.
  case new
  /// No event is being handled.
  case resting
  /// A step is under way; events are queued.
  case handling
  /// The rules or a guard are being evaluated; events are refused.
  case deciding(Asker)
  /// A final state was reached; events are rejected without evaluating the rules.
  case finished
  /// A step is under way in a finished machine; events are queued, and rejected afterwards.
  case rejecting

  /// The treatment of an event that arrives.
  @frozen @usableFromInline
  package enum Reception: Hashable, Sendable { case handled, queued, refused }

  /// Receives an event, and begins a step if the event is handled at once.
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
  /// - Returns: `false` if the machine has already entered that state or handled an event.
  package mutating func start() -> Bool {
    guard self == .new else { return false }
    self = .handling
    return true
  }

  /// Begins evaluating the rules.
  ///
  /// - Returns: `false` if the rules are already being evaluated, because a guard called `can`, or
  ///   if the machine is finished.
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

  /// Returns to the earlier stage after the rules have answered.
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

  /// Records that the first state, or the state that a step has led to, is final.
  @usableFromInline
  package mutating func finish() {
    switch self {
    case .new: self = .finished
    case .handling: self = .rejecting
    case .resting, .deciding, .finished, .rejecting: break
    }
  }

  /// Ends the step after its queued events have been handled.
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
