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
  // One reference, because every outcome has room for a rejection.
  private final class Box: Sendable {
    let details: Details

    init(_ details: Details) {
      self.details = details
    }
  }

  private struct Details: Hashable, Sendable {
    let state: String
    let event: String
    let reason: String?
    let failedGuards: [String]
  }

  private let box: Box

  /// The state that the event arrived in.
  public var state: String { box.details.state }
  /// The event that was rejected.
  public var event: String { box.details.event }
  /// Why, in the words of the rules; `nil` when they give no reason.
  public var reason: String? { box.details.reason }
  /// The names of the guards that were asked and did not hold.
  public var failedGuards: [String] { box.details.failedGuards }

  init<State, Event>(
    state: State, event: Event, reason: String? = nil, failedGuards: [String] = []
  ) {
    box = Box(
      Details(
        state: String(describing: state), event: String(describing: event), reason: reason,
        failedGuards: failedGuards))
  }

  /// Returns whether two rejections say the same.
  ///
  /// - Parameters:
  ///   - lhs: A rejection.
  ///   - rhs: Another rejection.
  /// - Returns: Whether all they say is equal.
  public static func == (lhs: RejectedEvent, rhs: RejectedEvent) -> Bool {
    lhs.box.details == rhs.box.details
  }

  /// Feeds what the rejection says into a hash.
  ///
  /// - Parameter hasher: The hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(box.details)
  }

  /// What was rejected, where and why.
  public var description: String {
    let why = reason.map { ": \($0)" } ?? ""
    let guards = failedGuards.map { "not \($0)" }.joined(separator: ", ")
    return "event \(event) is rejected in state \(state)\(why)"
      + (guards.isEmpty ? "" : " [\(guards)]")
  }
}
