/// Asynchronous work that belongs to a state.
///
/// It begins when the state is entered and is cancelled when the state is left. The event it ends
/// with is sent to the machine, on the actor that the machine lives on.
///
/// ```swift
/// StateWork { await .loaded(loader.load()) }
/// ```
public struct StateWork<Event> {
  let run: () async -> Event?

  /// Creates work.
  ///
  /// - Parameter run: What to do. It returns the event to send, or `nil` for none; what it returns
  ///   after the state was left is dropped.
  public init(_ run: @escaping () async -> Event?) {
    self.run = run
  }
}
