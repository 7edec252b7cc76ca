/// The time that a machine may stay in a state, and the event it is sent then.
///
/// ```swift
/// .after(.seconds(30), send: .timeout)
/// ```
public struct StateTimeout<Event> {
  /// The time that the machine may stay, from entering the state.
  public let duration: Duration
  /// The event it is sent when it stayed as long.
  public let event: Event

  /// Returns a timeout.
  ///
  /// - Parameters:
  ///   - duration: How long the machine may stay.
  ///   - event: What it is sent then.
  /// - Returns: The timeout.
  public static func after(_ duration: Duration, send event: Event) -> StateTimeout {
    StateTimeout(duration: duration, event: event)
  }
}

extension StateTimeout: Sendable where Event: Sendable {}
