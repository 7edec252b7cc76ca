/// The subject of a schema whose effects are handed out and not performed: a reducer.
///
/// ```swift
/// let schema = StateMachineSchema<Mail, MailEvent, Effects<MailEffect>>(initialState: .draft) {
///   state, event in …
/// }
/// let machine = StateMachine(schema: schema)
/// machine.handle(.send(file))  // Reaction(.moved, [.upload(file), .count])
/// ```
///
/// The effects of a machine are the ones that a subject would have performed, in the same order:
/// those of the exits, of the transition and of the entries, of all regions in their order, then
/// those of completions and of the events that were sent meanwhile.
///
/// Only a machine creates the value. A closure in such a schema receives it and can do nothing with
/// it.
public struct Effects<Effect>: _HandingOut {
  /// The effects that nobody has taken.
  @usableFromInline
  final class Waiting {
    // Unchecked, because only one machine uses the list, one access at a time.
    @exclusivity(unchecked) @usableFromInline var effects: [Effect] = []
    @usableFromInline init() {}
  }

  /// Handing an effect out never fails.
  public typealias EffectFailure = Never

  @usableFromInline let waiting = Waiting()

  init() {}

  /// Keeps an effect until somebody takes it.
  @inlinable
  public static func _perform(_ effect: Effect, on subject: Effects) {
    subject.waiting.effects.append(effect)
  }

  /// Removes all effects, and returns them.
  @inlinable
  public func _take() -> [Effect] {
    let effects = waiting.effects
    waiting.effects = []
    return effects
  }
}

/// A machine's answer to an event, with the effects that it hands out.
///
/// ```swift
/// machine.handle(.send(file)) == Reaction(.moved, [.upload(file), .count])  // true
/// ```
public struct Reaction<Effect> {
  /// The outcome of the event.
  public let outcome: Outcome
  /// The effects to perform, in order.
  public let effects: [Effect]

  /// Creates an answer, for example the one that a test expects.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the event.
  ///   - effects: The effects, in order.
  public init(_ outcome: Outcome, _ effects: [Effect] = []) {
    self.outcome = outcome
    self.effects = effects
  }
}

extension Reaction: Equatable where Effect: Equatable {}
extension Reaction: Sendable where Effect: Sendable {}

extension Reaction: CustomStringConvertible {
  /// The outcome and the effects: `moved: showBreak, play(.bell)`.
  public var description: String {
    let names = effects.map { "\($0)" }.joined(separator: ", ")
    return effects.isEmpty ? "\(outcome)" : "\(outcome): \(names)"
  }
}

extension StateMachine {
  /// Creates a machine without a subject, which hands its effects out.
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - state: The state to start in. By default, this is the schema's initial state.
  public convenience init<Effect>(
    schema: StateMachineSchema<State, Event, Effects<Effect>>, state: State? = nil
  ) where Subject == Effects<Effect> {
    self.init(schema: schema, subject: Effects(), state: state)
  }

  /// Handles an event; its effects wait.
  @inlinable
  func step(by event: Event) -> Outcome { handle(event) }
}

extension StateMachine where Subject: _HandingOut {
  /// Handles an event to completion, and hands its effects out.
  ///
  /// The step is that of every machine, but nothing is performed: perform the
  /// effects after this function has returned, or see ``handle(_:performing:)``. Effects that
  /// nobody has taken, for example those of an event that a timeout has sent, come first.
  ///
  /// ```swift
  /// for effect in machine.handle(.send(file)).effects { perform(effect) }
  /// ```
  ///
  /// An event that is sent during a step has no effects of its own: they come with the event that
  /// is being handled. If a closure of `onCommit(_:)` throws, the step has no effects.
  ///
  /// - Parameter event: The event.
  /// - Returns: The outcome of the event, and the effects of this event, of its completions and of
  ///   the events that were sent meanwhile.
  @inlinable
  public func handle(_ event: Event) -> Reaction<Subject.Effect> {
    reaction(step(by: event))
  }

  /// Returns an outcome with the effects that nobody has taken.
  @inlinable
  func reaction(_ outcome: Outcome) -> Reaction<Subject.Effect> {
    switch lifecycle {
    // An outer step is under way, and hands all effects out when it ends.
    case .handling, .rejecting, .deciding: Reaction(outcome)
    case .new, .resting, .finished: Reaction(outcome, takeEffects())
    }
  }

  /// Returns the effects that nobody has taken, in order, and forgets them.
  ///
  /// Call it after ``start()``, or in an observer for the effects of events that timeouts and tasks
  /// send.
  ///
  /// ```swift
  /// machine.start()
  /// machine.takeEffects()  // [.count]
  /// ```
  ///
  /// - Returns: The effects.
  @inlinable
  public func takeEffects() -> [Subject.Effect] {
    subject?._take() ?? []
  }

  /// Handles an event, and returns when its effects have been performed, one after the other.
  ///
  /// The machine has moved before the first effect begins, and doesn't move back. It handles other
  /// events while an effect waits; each call performs its own effects. If an effect throws, the
  /// remaining ones aren't performed. If the task is canceled, no further effect begins.
  ///
  /// ```swift
  /// let reaction = await machine.handle(.send(file)) { try await client.perform($0) }
  /// // Reaction(.moved, []); .failed with the effects that are left if an effect threw
  /// ```
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - perform: Performs an effect.
  /// - Returns: The outcome, and the effects that weren't performed: none if all were. If one threw,
  ///   the outcome is ``Outcome/failed(_:)`` with its error, and the effect that threw is the first.
  ///   If the task was canceled, the error is a `CancellationError`, and the effect that would have
  ///   been next is the first.
  @discardableResult
  public nonisolated(nonsending) func handle(
    _ event: Event,
    performing perform: nonisolated(nonsending) (_ effect: Subject.Effect) async throws -> Void
  ) async -> Reaction<Subject.Effect> {
    let reaction: Reaction<Subject.Effect> = handle(event)
    for (number, effect) in reaction.effects.enumerated() {
      do {
        try Task.checkCancellation()
        try await perform(effect)
      } catch {
        return Reaction(.failed(error), Array(reaction.effects[number...]))
      }
    }
    return Reaction(reaction.outcome)
  }
}
