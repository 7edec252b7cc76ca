/// Asynchronous work that belongs to a state.
///
/// It begins when the state is entered and is cancelled when the state is left. The events it sends,
/// and the one it ends with, are handled on the actor that the machine lives on. What comes after
/// the state was left is dropped: work that was cancelled may go on, and must not act on a later
/// state.
///
/// ```swift
/// StateWork { await .loaded(loader.load()) }
///
/// StateWork { send in
///   for await part in file.parts { send(.progress(part)) }
///   return .completed
/// }
/// ```
public struct StateWork<Event> {
  /// Sends an event to the machine, as long as the state has not been left.
  public typealias Send = (_ event: Event) -> Void

  // Not sent anywhere: work that is not isolated itself runs on the actor that calls it, which is the
  // machine's.
  let run: nonisolated(nonsending) (@escaping Send) async -> Event?

  /// Creates work that ends with an event.
  ///
  /// - Parameter run: What to do. It returns the event to send, or `nil` for none.
  public init(_ run: nonisolated(nonsending) @escaping () async -> Event?) {
    self.run = { _ in await run() }
  }

  /// Creates work that sends events on its way.
  ///
  /// - Parameter run: What to do, on the actor that the machine lives on. It is given what sends an
  ///   event, to be called there, and returns the last event to send, or `nil` for none.
  public init(
    _ run: nonisolated(nonsending) @escaping (_ send: @escaping Send) async -> Event?
  ) {
    self.run = run
  }
}
