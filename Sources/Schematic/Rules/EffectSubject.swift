/// A subject whose rules may answer with effects: values that say what to do.
///
/// A closure says how something is done; an effect only names it. It can be compared, saved and
/// handed out, and its case is its name in diagrams.
///
/// A subject that performs its effects conforms to ``EffectPerformer``,
/// ``MainActorEffectPerformer`` or ``ActorEffectPerformer``. A schema whose subject is ``Effects``
/// performs nothing, and its machines hand the effects out.
///
/// ```swift
/// case (.draft, .send(let file)): return .to(.sending, .upload(file), .count)  // instead of a closure
/// ```
public protocol EffectSubject<Effect>: SendableMetatype {
  /// The effects, usually an enum.
  associatedtype Effect
  /// The error with which performing may fail: `Never` if `perform(_:)` doesn't throw.
  ///
  /// Only a subject that never fails can have effects on entry and exit, which can't be undone.
  associatedtype EffectFailure: Error

  /// Performs an effect; a machine calls this where it would run a closure.
  static func _perform(_ effect: Effect, on subject: Self) throws
}

/// A subject that performs the effects of its rules.
///
/// A machine calls ``perform(_:)`` when it would run a closure: after the state has changed, in the
/// order of the effects. If it throws, the machine performs no further effect of the transition
/// and returns to the old state, and the outcome is ``Outcome/failed(_:)``.
///
/// ```swift
/// final class Outlet: EffectPerformer {
///   enum Effect { case upload(File), count }
///   let client = Client()
///   var uploads = 0
///   func perform(_ effect: Effect) throws {
///     switch effect {
///     case .upload(let file): try client.upload(file)
///     case .count: uploads += 1
///     }
///   }
/// }
/// ```
public protocol EffectPerformer: EffectSubject {
  /// The effects.
  associatedtype Effect
  /// The error with which performing may fail.
  associatedtype EffectFailure

  /// Performs an effect of a transition, an entry or an exit.
  ///
  /// - Parameter effect: The effect.
  /// - Throws: An error that undoes the step. Effects on entry and exit can't throw.
  func perform(_ effect: Effect) throws(EffectFailure)
}

extension EffectPerformer {
  /// Performs an effect.
  @inlinable
  public static func _perform(_ effect: Effect, on subject: Self) throws {
    try subject.perform(effect)
  }
}

/// A subject on the main actor that performs the effects of its rules: see ``EffectPerformer``.
///
/// Its schema is created with `on: MainActor.self`.
///
/// ```swift
/// @MainActor final class Screen: MainActorEffectPerformer {
///   enum Effect { case showSpinner, hideSpinner }
///   let spinner = Spinner()
///   func perform(_ effect: Effect) { spinner.isHidden = effect == .hideSpinner }
/// }
/// ```
@MainActor
public protocol MainActorEffectPerformer: EffectSubject {
  /// The effects.
  associatedtype Effect
  /// The error with which performing may fail.
  associatedtype EffectFailure

  /// Performs an effect of a transition, an entry or an exit.
  ///
  /// - Parameter effect: The effect.
  /// - Throws: An error that undoes the step. Effects on entry and exit can't throw.
  func perform(_ effect: Effect) throws(EffectFailure)
}

extension MainActorEffectPerformer {
  /// Performs an effect on the main actor; the program stops if the caller isn't there.
  @inlinable
  nonisolated public static func _perform(_ effect: Effect, on subject: Self) throws {
    try callHere(MainActorEffect(effect: effect), subject)
  }
}

/// An actor that performs the effects of its rules: see ``EffectPerformer``.
///
/// ```swift
/// actor Outlet: ActorEffectPerformer {
///   enum Effect { case upload(File), count }
///   func perform(_ effect: Effect) throws { … }  // isolated to the actor
/// }
/// ```
public protocol ActorEffectPerformer: Actor, EffectSubject {
  /// The effects.
  associatedtype Effect
  /// The error with which performing may fail.
  associatedtype EffectFailure

  /// Performs an effect of a transition, an entry or an exit.
  ///
  /// - Parameter effect: The effect.
  /// - Throws: An error that undoes the step. Effects on entry and exit can't throw.
  func perform(_ effect: Effect) throws(EffectFailure)
}

extension ActorEffectPerformer {
  /// Performs an effect on the actor; the program stops if the caller isn't there.
  @inlinable
  public static func _perform(_ effect: Effect, on subject: Self) throws {
    // Sound because `assumeIsolated` calls the closure synchronously, so the effect stays on the
    // actor.
    nonisolated(unsafe) let effect = effect
    try subject.assumeIsolated { try $0.perform(effect) }
  }
}

/// An effect that a subject on the main actor performs.
@frozen @usableFromInline
struct MainActorEffect<Subject: MainActorEffectPerformer>: @preconcurrency SubjectClosure {
  @usableFromInline let effect: Subject.Effect

  @inlinable
  init(effect: Subject.Effect) { self.effect = effect }

  @inlinable
  @MainActor func call(_ subject: Subject) throws { try subject.perform(effect) }
}

/// Effects that nobody has taken.
protocol WaitingEffects {
  var count: Int { get }
  func drop(after count: Int)
}

// A protocol, because Swift prefers an overload for a protocol to a general one, and a general one
// to an overload for `Effects<Effect>` with any `Effect`.
/// A subject that keeps effects until somebody takes them: ``Effects``.
public protocol _HandingOut: EffectSubject {
  /// Removes all effects, and returns them.
  func _take() -> [Effect]
}
