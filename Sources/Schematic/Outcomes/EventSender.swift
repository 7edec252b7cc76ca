/// The sender of an event.
@frozen
public enum EventSender: Hashable, Sendable {
  /// The code that called `handle`, including the machine's actions and observers.
  case caller
  /// The state's timeout with this duration.
  case timeout(Duration)
  /// The state's timeout with this name, whose duration the subject determines.
  case namedTimeout(String)
  /// The state's task with this label, or `nil` if it has none.
  case task(label: String?)
  /// Nobody: an embedded machine's final state has completed the state around the machine.
  case completion
}
