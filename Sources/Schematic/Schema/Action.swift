import CSchematicAtomics

/// The closure of a transition, an entry or an exit, which acts on the subject.
///
/// Closures keep their isolation: a closure of the main actor is stored and called as one.
@frozen @usableFromInline
enum Action<Subject> {
  // Each closure is in a structure. As the payload of a generic enum it would be wrapped in another
  // closure, which captures it and so allocates memory.
  @frozen @usableFromInline
  struct Nonisolated {
    @usableFromInline let run: (Subject) throws -> Void
    @inlinable init(_ run: @escaping (Subject) throws -> Void) { self.run = run }
  }

  case nonisolated(Nonisolated)
  case mainActor(MainActorAction<Subject>)

  @inlinable
  init(_ run: @escaping (Subject) throws -> Void) {
    self = .nonisolated(Nonisolated(run))
  }

  @inlinable
  init(onMainActor run: @escaping @MainActor (Subject) throws -> Void) {
    self = .mainActor(MainActorAction(run))
  }

  /// Runs the closure with a subject, which must belong to the main actor if the closure does.
  @inlinable
  @inline(__always)
  func callAsFunction(_ subject: Subject) throws {
    switch self {
    case .nonisolated(let action): try action.run(subject)
    case .mainActor(let action): try callHere(action, subject)
    }
  }

  /// A Boolean value that indicates whether the closure captures nothing, and so is the same on
  /// every thread.
  var capturesNothing: Bool {
    switch self {
    case .nonisolated(let action): Schematic.capturesNothing(action)
    case .mainActor(let action): Schematic.capturesNothing(action)
    }
  }
}

extension Action where Subject: Actor {
  /// Creates an action from a closure that is isolated to the subject.
  @inlinable
  init(onSubject run: @escaping (isolated Subject) throws -> Void) {
    // The closure is called only here, where the machine lives. It isn't sent anywhere.
    nonisolated(unsafe) let run = run
    self = .nonisolated(Nonisolated { subject in try subject.assumeIsolated { try run($0) } })
  }
}

/// The closure of a guard: see ``Action``.
@frozen @usableFromInline
enum Condition<Subject> {
  @frozen @usableFromInline
  struct Nonisolated {
    @usableFromInline let holds: (Subject) -> Bool
    @inlinable init(_ holds: @escaping (Subject) -> Bool) { self.holds = holds }
  }

  case nonisolated(Nonisolated)
  case mainActor(MainActorCondition<Subject>)

  @inlinable
  init(_ holds: @escaping (Subject) -> Bool) {
    self = .nonisolated(Nonisolated(holds))
  }

  @inlinable
  init(onMainActor holds: @escaping @MainActor (Subject) -> Bool) {
    self = .mainActor(MainActorCondition(holds))
  }

  /// Evaluates the condition for a subject, which must belong to the main actor if the closure
  /// does.
  @inlinable
  @inline(__always)
  func callAsFunction(_ subject: Subject) -> Bool {
    switch self {
    case .nonisolated(let condition): condition.holds(subject)
    // The public functions accept no condition that throws.
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

// Closures of the main actor, called in code that the compiler doesn't know to be on the main
// actor. The conformance checks the isolation when the requirement is called, and stops the program
// if it is wrong (SE-0423). `MainActor.assumeIsolated` does the same, but allocates memory at each
// call.

@frozen @usableFromInline
struct MainActorAction<Subject>: Sendable, @preconcurrency SubjectClosure {
  @usableFromInline let run: @MainActor (Subject) throws -> Void

  @inlinable
  init(_ run: @escaping @MainActor (Subject) throws -> Void) { self.run = run }

  @inlinable
  @MainActor func call(_ subject: Subject) throws { try run(subject) }
}

@frozen @usableFromInline
struct MainActorCondition<Subject>: Sendable, @preconcurrency SubjectClosure {
  @usableFromInline let holds: @MainActor (Subject) -> Bool

  @inlinable
  init(_ holds: @escaping @MainActor (Subject) -> Bool) { self.holds = holds }

  @inlinable
  @MainActor func call(_ subject: Subject) -> Bool { holds(subject) }
}

/// Calls a closure synchronously, and stops the program if this isn't the closure's actor.
@inlinable
@inline(__always)
func callHere<Closure: SubjectClosure>(
  _ closure: Closure, _ subject: Closure.Subject
) throws -> Closure.Result {
  if isOffMainThread() { explainIfOffMainActor(Closure.Subject.self) }
  return try closure.call(subject)
}

/// Returns whether this is another thread than the main one.
///
/// This isn't the check, only a fast reason to look closer.
@usableFromInline
func isOffMainThread() -> Bool { schematic_is_off_main_thread() }

/// Writes a message if a closure for a subject is about to be called off the main actor.
///
/// The check of the runtime decides, and stops the program without a word. It knows executors that
/// nobody else knows, so this only writes what it expects.
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

/// Returns whether a closure in a structure captures nothing.
///
/// A closure is a pointer to its code and a pointer to its captures, which is null if there are
/// none. This only reads the bytes; closures are always stored and called as what they are. If a
/// compiler laid closures out differently, the table would cache the wrong answers. Then
/// `RuleTableTests/cachesNothingThatCaptures` and `RuleTableTests/cachesWhatCapturesNothing` would
/// fail.
private func capturesNothing<Closure>(_ closure: Closure) -> Bool {
  withUnsafeBytes(of: closure) { bytes in
    bytes.count == 2 * MemoryLayout<Int>.size
      && bytes.load(fromByteOffset: MemoryLayout<Int>.size, as: Int.self) == 0
  }
}
