/// A schema's answer for a state: what a machine does because it is in that state.
///
/// A behavior is a value, like a ``Transition``: a diagram reads its labels and performs nothing.
///
/// ```swift
/// schema.states { state in
///   switch state {
///   case .loading:
///     return .entry("show spinner") { $0.spin() }
///       .exit("hide spinner") { $0.stop() }
///       .task("load") { screen, send in await screen.load(send) }
///       .after(.seconds(30), send: .timedOut)
///   case .done: return .final
///   case .idle: return .none
///   }
/// }
/// ```
///
/// ``StateAnswer`` describes each member. Anything that you add twice happens twice, in the order of
/// addition.
@frozen
public struct StateBehavior<Event, Subject> {
  /// A function that sends an event to the machine unless the state has been left.
  public typealias Send = (_ event: Event) -> Void

  @usableFromInline var entry: StateAction<Subject>?
  @usableFromInline var exit: StateAction<Subject>?
  @usableFromInline var task: StateTask<Event, Subject>?
  @usableFromInline var timeout: StateTimeout<Event, Subject>?
  @usableFromInline var isFinalItself = false

  /// The behavior before a second entry, exit, task or timeout was added; usually `nil`.
  // Kept apart, so that a behavior with at most one of each allocates no memory.
  @usableFromInline let earlier: EarlierBehavior<Event, Subject>?

  @inlinable
  init(isFinal: Bool = false, after earlier: EarlierBehavior<Event, Subject>? = nil) {
    isFinalItself = isFinal
    self.earlier = earlier
  }

  /// Moves everything into an earlier behavior, so that there is room for a second entry, exit,
  /// task or timeout.
  @inlinable
  @inline(never)
  mutating func makeRoom() { self = StateBehavior(after: EarlierBehavior(self)) }

  // MARK: Reading

  /// A Boolean value that indicates whether a machine is finished in the state.
  @inlinable var isFinal: Bool { isFinalItself || earlier?.behavior.isFinal ?? false }

  /// A Boolean value that indicates whether a task or a timeout begins in the state.
  @inlinable var hasActivities: Bool {
    task != nil || timeout != nil || earlier?.behavior.hasActivities ?? false
  }

  /// Calls a function with the earlier behaviors and this behavior, in the order of addition.
  func forEach(_ body: (StateBehavior) -> Void) {
    earlier?.behavior.forEach(body)
    body(self)
  }
}

extension StateBehavior {
  /// Returns the behavior translated to other events and another subject.
  ///
  /// `action` translates an action; by default, the inner subject performs it.
  func mapping<OuterEvent, OuterSubject>(
    _ outerEvent: @escaping @Sendable (Event) -> OuterEvent,
    _ inner: @escaping @Sendable (OuterSubject) -> Subject,
    action: ((Action<Subject>) -> Action<OuterSubject>)? = nil
  ) -> StateBehavior<OuterEvent, OuterSubject> {
    let action = action ?? { $0.mapping(inner) }
    var mapped = StateBehavior<OuterEvent, OuterSubject>(
      after: earlier.map { EarlierBehavior($0.behavior.mapping(outerEvent, inner, action: action)) }
    )
    mapped.entry = entry.map { StateAction($0.label, action($0.action)) }
    mapped.exit = exit.map { StateAction($0.label, action($0.action)) }
    mapped.task = task?.mapping(outerEvent, inner)
    mapped.timeout = timeout?.mapping(outerEvent, inner)
    mapped.isFinalItself = isFinalItself
    return mapped
  }

  /// The entries of the behavior, without anything else.
  var entries: StateBehavior {
    var entries = StateBehavior(after: earlier.map { EarlierBehavior($0.behavior.entries) })
    entries.entry = entry
    return entries
  }
}

/// A behavior in an object, so that another behavior can contain it.
@usableFromInline
final class EarlierBehavior<Event, Subject> {
  @usableFromInline let behavior: StateBehavior<Event, Subject>
  @usableFromInline init(_ behavior: StateBehavior<Event, Subject>) { self.behavior = behavior }
}

/// A function that answers for the states of one level.
@frozen @usableFromInline
struct StateRule<State, Event, Subject>: Sendable {
  /// The level of the states: 1 is the outermost, and 0 is the innermost, however deep it is.
  @usableFromInline let level: Int
  @usableFromInline let behavior: @Sendable (State) -> StateBehavior<Event, Subject>

  @usableFromInline
  init(
    level: Int?, behavior: @escaping @Sendable (State) -> StateBehavior<Event, Subject>
  ) {
    if let level, level < 1 {
      fatalError("The schema answers about level \(level) of a state; the outermost level is 1.")
    }
    self.level = level ?? 0
    self.behavior = behavior
  }

  /// Returns whether the function answers for the state at a given depth of a nested state.
  @inlinable
  func isAbout(_ depth: Int, of innermost: Int) -> Bool {
    level == depth || level == 0 && depth == innermost
  }
}
