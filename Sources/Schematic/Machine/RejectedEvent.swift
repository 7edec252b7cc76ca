/// An event that the rules call a mistake in the state it arrived in.
///
/// State and event are given as text, so that the error can be thrown from any isolation whatever
/// the machine's types are.
///
/// ```swift
/// do { try gate.handle(.push).get() } catch let error as RejectedEvent {
///   print(error)  // event push is rejected in state locked: pay first
/// }
/// ```
public struct RejectedEvent: Error, Hashable, CustomStringConvertible {
  /// The state that the event arrived in.
  public let state: String
  /// The event that was rejected.
  public let event: String
  /// Why, in the words of the rules; `nil` when they give no reason.
  public let reason: String?
  /// The names of the guards that were asked and did not hold.
  public let failedGuards: [String]

  init<State, Event>(
    state: State, event: Event, reason: String? = nil, failedGuards: [String] = []
  ) {
    self.state = String(describing: state)
    self.event = String(describing: event)
    self.reason = reason
    self.failedGuards = failedGuards
  }

  /// What was rejected, where and why.
  public var description: String {
    let why = reason.map { ": \($0)" } ?? ""
    let guards = failedGuards.map { "not \($0)" }.joined(separator: ", ")
    return "event \(event) is rejected in state \(state)\(why)"
      + (guards.isEmpty ? "" : " [\(guards)]")
  }
}
