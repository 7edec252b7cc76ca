import CSchematicAtomics

/// An action on the subject: the closure or the effects of a transition, an entry or an exit.
///
/// A closure that is isolated to the main actor keeps this isolation when it is stored and called.
@frozen @usableFromInline
enum Action<Subject> {
  // Each closure is in a structure. If it were itself the payload of this generic enum, the
  // compiler would wrap it in another closure, which allocates memory.
  @frozen @usableFromInline
  struct Nonisolated {
    @usableFromInline let run: (Subject) throws -> Void
    @inlinable init(_ run: @escaping (Subject) throws -> Void) { self.run = run }
  }

  case nonisolated(Nonisolated)
  case mainActor(MainActorAction<Subject>)
  case effects(EffectAction<Subject>)

  @inlinable
  init(_ run: @escaping (Subject) throws -> Void) {
    self = .nonisolated(Nonisolated(run))
  }

  @inlinable
  init(onMainActor run: @escaping @MainActor (Subject) throws -> Void) {
    self = .mainActor(MainActorAction(run))
  }

  /// Performs the action with a subject; if its closure is isolated to the main actor, call this
  /// there.
  @inlinable
  @inline(__always)
  func callAsFunction(_ subject: Subject) throws {
    switch self {
    case .nonisolated(let action): try action.run(subject)
    case .mainActor(let action): try callHere(action, subject)
    case .effects(let action): try action.perform(subject)
    }
  }

  /// A Boolean value that indicates whether the action captures nothing, so that machines on
  /// different threads can share it.
  ///
  /// An effect of at most one byte counts as nothing, because it holds no reference.
  var capturesNothing: Bool {
    switch self {
    case .nonisolated(let action): Schematic.capturesNothing(action)
    case .mainActor(let action): Schematic.capturesNothing(action)
    case .effects:
      isComparable && (Subject.self as? any EffectSubject.Type)?.hasSmallEffects ?? false
    }
  }
}

/// The closure of an action in a cached rule.
// Effects have no case of their own, because each step by a cached rule would ask for it.
@frozen @usableFromInline
enum CachedAction<Subject> {
  case nonisolated(Action<Subject>.Nonisolated)
  case mainActor(MainActorAction<Subject>)

  init(_ action: Action<Subject>) {
    switch action {
    case .nonisolated(let action): self = .nonisolated(action)
    case .mainActor(let action): self = .mainActor(action)
    case .effects(let action): self = .nonisolated(Action.Nonisolated(action.perform))
    }
  }

  /// See ``Action/callAsFunction(_:)``.
  @inlinable
  @inline(__always)
  func callAsFunction(_ subject: Subject) throws {
    switch self {
    case .nonisolated(let action): try action.run(subject)
    case .mainActor(let action): try callHere(action, subject)
    }
  }
}

extension Action where Subject: Actor {
  /// Creates an action from a closure that is isolated to the subject.
  @inlinable
  init(onSubject run: @escaping (isolated Subject) throws -> Void) {
    // Sound because only `assumeIsolated` calls the closure, synchronously and on the subject.
    nonisolated(unsafe) let run = run
    self = .nonisolated(Nonisolated { subject in try subject.assumeIsolated { try run($0) } })
  }
}

/// A condition on the subject: the closure of a guard, which keeps its isolation like an
/// ``Action``.
@frozen @usableFromInline
enum GuardClosure<Subject> {
  @frozen @usableFromInline
  struct Nonisolated {
    @usableFromInline let holds: (Subject) -> Bool
    @inlinable init(_ holds: @escaping (Subject) -> Bool) { self.holds = holds }
  }

  case nonisolated(Nonisolated)
  case mainActor(MainActorGuardClosure<Subject>)

  @inlinable
  init(_ holds: @escaping (Subject) -> Bool) {
    self = .nonisolated(Nonisolated(holds))
  }

  @inlinable
  init(onMainActor holds: @escaping @MainActor (Subject) -> Bool) {
    self = .mainActor(MainActorGuardClosure(holds))
  }

  /// Evaluates the condition; if the closure is isolated to the main actor, call this there.
  @inlinable
  @inline(__always)
  func callAsFunction(_ subject: Subject) -> Bool {
    switch self {
    case .nonisolated(let condition): condition.holds(subject)
    // Never fails, because the public functions accept no condition that throws.
    case .mainActor(let condition): try! callHere(condition, subject)
    }
  }

  /// See ``Action/capturesNothing``.
  var capturesNothing: Bool {
    switch self {
    case .nonisolated(let condition): Schematic.capturesNothing(condition)
    case .mainActor(let condition): Schematic.capturesNothing(condition)
    }
  }
}

/// A closure that takes a subject.
@usableFromInline
protocol SubjectClosure {
  associatedtype Subject
  associatedtype Result
  func call(_ subject: Subject) throws -> Result
}

// The next two structures hold closures of the main actor. Code without isolation calls them
// through the protocol: the `@preconcurrency` conformance then checks that the code runs on the
// main actor, and stops the program if it doesn't (SE-0423). `MainActor.assumeIsolated` does the
// same, but allocates memory at each call.

@frozen @usableFromInline
struct MainActorAction<Subject>: Sendable, @preconcurrency SubjectClosure {
  @usableFromInline let run: @MainActor (Subject) throws -> Void

  @inlinable
  init(_ run: @escaping @MainActor (Subject) throws -> Void) { self.run = run }

  @inlinable
  @MainActor func call(_ subject: Subject) throws { try run(subject) }
}

@frozen @usableFromInline
struct MainActorGuardClosure<Subject>: Sendable, @preconcurrency SubjectClosure {
  @usableFromInline let holds: @MainActor (Subject) -> Bool

  @inlinable
  init(_ holds: @escaping @MainActor (Subject) -> Bool) { self.holds = holds }

  @inlinable
  @MainActor func call(_ subject: Subject) -> Bool { holds(subject) }
}

/// Calls a closure synchronously, and stops the program if the caller isn't on the closure's actor.
@inlinable
@inline(__always)
func callHere<Closure: SubjectClosure>(
  _ closure: Closure, _ subject: Closure.Subject
) throws -> Closure.Result {
  if isOffMainThread() { explainIfOffMainActor(Closure.Subject.self) }
  return try closure.call(subject)
}

/// Returns `true` if the current thread is certainly not the main thread.
///
/// This is only a quick hint. Swift's runtime decides whether code is on the main actor.
@usableFromInline
func isOffMainThread() -> Bool { schematic_is_off_main_thread() }

/// Writes a message to standard error unless the code runs on the main queue.
///
/// The check of Swift's runtime comes next and may stop the program without an explanation. Only
/// that check knows every executor of the main actor, so this function stops nothing.
@usableFromInline
@inline(never)
func explainIfOffMainActor<Subject>(_ subject: Subject.Type) {
  guard !schematic_is_on_main_queue() else { return }
  schematic_report(
    """
    Schematic: a machine of the main actor, whose subject is \(subject), was used elsewhere. \
    Its schema says `on: MainActor.self`: make its caller @MainActor, or use `await MainActor.run`.

    """)
}

/// Returns whether the closure in a structure captures nothing.
///
/// A closure is a pointer to its code and a pointer to its captures, which is null if there are
/// none. This function only reads these bytes. If a compiler laid closures out differently, the
/// rule table might cache wrong answers. The tests `RuleTableTests/tableCachesNothingThatCaptures`
/// and `RuleTableTests/tableCachesWhatCapturesNothing` check the layout.
private func capturesNothing<Closure>(_ closure: Closure) -> Bool {
  withUnsafeBytes(of: closure) { bytes in
    bytes.count == 2 * MemoryLayout<Int>.size
      && bytes.load(fromByteOffset: MemoryLayout<Int>.size, as: Int.self) == 0
  }
}
