/// What becomes of an event that the rules ignore.
public enum UnhandledEventPolicy: Hashable, Sendable {
  /// It is ignored, and the outcome says so.
  case ignore
  /// It is rejected, as a mistake.
  case reject
  /// In debug builds the program stops and names the event; in others it is ignored.
  case trap
}

extension StateMachineSchema {
  /// Returns the schema with another policy for events that the rules ignore.
  ///
  /// ```swift
  /// schema.unhandledEvents(.reject)
  /// ```
  ///
  /// - Parameter policy: What becomes of them; they are ignored unless you say otherwise.
  /// - Returns: A schema with the same rules.
  public func unhandledEvents(_ policy: UnhandledEventPolicy) -> StateMachineSchema {
    var schema = self
    schema.extras.unhandledEvents = policy
    return schema
  }

  /// Whether events that the rules ignore are mistakes.
  @usableFromInline var rejectsUnhandledEvents: Bool { extras.unhandledEvents == .reject }
}
