extension StateMachine {
  /// Where a machine is in its life.
  @usableFromInline
  enum Phase {
    /// Nothing has happened yet.
    case new
    /// At rest; nothing is known of the next step.
    case idle
    /// At rest; the next step is a plain one on an object that the machine owns.
    case ready
    /// At rest; the next step is a plain one on an object that the machine holds weakly.
    case readyIfAlive
    /// Within a step: events are queued.
    case handling
    /// Asking the rules: nobody may send events.
    case deciding
  }

  /// What the machine is between two steps.
  @inlinable var rest: Phase {
    guard schema.storage.isPlain, schema.storage.isAboutObjects else { return .idle }
    return value == nil ? .readyIfAlive : .ready
  }
}
