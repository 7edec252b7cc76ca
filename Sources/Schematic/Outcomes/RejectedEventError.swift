/// The error if an event is a mistake in the state in which it arrived.
///
/// The error gives the state and the event as strings, so it can be thrown across isolation
/// boundaries whatever the machine's types are.
///
/// ```swift
/// do { try gate.handle(.push).get() } catch let error as RejectedEventError {
///   print(error)  // event push is rejected in state locked: pay first
/// }
/// ```
public struct RejectedEventError: Error, Hashable, CustomStringConvertible {
  private struct Description: Hashable {
    let state: String
    let event: String
    let reason: String?
  }

  // An object, so that outcomes and cached rules, which have room for a rejection, stay small. A
  // cached rule's rejection is described only when somebody reads it: most are never read, and a
  // reason may depend on the user's language.
  private final class Details: Hashable, Sendable {
    let failedGuards: [String]
    let describe: @Sendable () -> Description

    init(failedGuards: [String], _ describe: @escaping @Sendable () -> Description) {
      self.failedGuards = failedGuards
      self.describe = describe
    }

    static func == (one: Details, other: Details) -> Bool {
      one === other
        || one.failedGuards == other.failedGuards && one.describe() == other.describe()
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(failedGuards)
      hasher.combine(describe())
    }
  }

  private let details: Details

  /// The state in which the event arrived.
  public var state: String { details.describe().state }
  /// The event that was rejected.
  public var event: String { details.describe().event }
  /// The reason for the rejection, or `nil` if none was given.
  public var reason: String? { details.describe().reason }
  /// The names of the guards that were evaluated and did not hold.
  public var failedGuards: [String] { details.failedGuards }

  /// Creates a rejection, and describes the state and the event at once.
  @usableFromInline
  init<State, Event>(
    state: State, event: Event, reason: String? = nil, failedGuards: [String] = []
  ) {
    let description = Description(
      state: String(describing: state), event: String(describing: event), reason: reason)
    details = Details(failedGuards: failedGuards) { description }
  }

  /// Creates a rejection that is described only when it is read.
  ///
  /// The state and the event must take at most one byte each.
  init<State, Event, Subject>(
    _ rules: Rules<State, Event, Subject>, to event: Event, in state: State,
    answered: [GuardRecorder<Subject>.Answer]
  ) {
    // A value of one byte holds no reference, so it is the same on every thread.
    nonisolated(unsafe) let (state, event) = (state, event)
    let answers = answered.map { (name: $0.name, holds: $0.holds) }
    details = Details(failedGuards: answers.filter { !$0.holds }.map(\.name)) {
      let guards = Guard<Subject> { name in answers.first { $0.name == name }?.holds ?? true }
      let answer =
        rules.hasGuards ? rules.guarded(state, event, guards) : rules.plain(state, event)
      return Description(
        state: String(describing: state), event: String(describing: event), reason: answer.reason)
    }
  }

  /// The event, the state, the reason, and the guards that did not hold.
  public var description: String {
    let described = details.describe()
    let why = described.reason.map { ": \($0)" } ?? ""
    let guards = failedGuards.map { "not \($0)" }.joined(separator: ", ")
    return "event \(described.event) is rejected in state \(described.state)\(why)"
      + (guards.isEmpty ? "" : " [\(guards)]")
  }
}
