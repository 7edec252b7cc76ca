/// Asynchronous work that belongs to a state.
///
/// It begins when the state is entered and is cancelled when the state is left. The events it sends,
/// and the one it ends with, are handled on the actor that the machine lives on. What comes after
/// the state was left is dropped: work that was cancelled may go on, and must not act on a later
/// state.
///
/// ```swift
/// StateWork("load") { await .loaded(Page.load()) }
///
/// StateWork("download") { file, send in
///   for await part in file.parts { send(.progress(part)) }
///   return .completed
/// }
/// ```
///
/// Work that takes the subject keeps it alive until it ends.
public struct StateWork<Event, Subject> {
  /// Sends an event to the machine, as long as the state has not been left.
  public typealias Send = (_ event: Event) -> Void

  // Not sent anywhere: work that is not isolated itself runs on the actor that calls it, which is the
  // machine's.
  typealias Alone = nonisolated(nonsending) () async -> Event?
  typealias WithSubject = nonisolated(nonsending) (Subject, @escaping Send) async -> Event?

  enum Run {
    case alone(Alone)
    case withSubject(WithSubject)
  }

  /// The name of the work in diagrams; `nil` when it has none.
  public let label: String?

  let run: Run

  init(label: String?, run: Run) {
    self.label = label
    self.run = run
  }

  /// Creates work that ends with an event.
  ///
  /// - Parameters:
  ///   - label: The name of the work in diagrams.
  ///   - run: What to do. It returns the event to send, or `nil` for none.
  public init(
    _ label: String? = nil, _ run: nonisolated(nonsending) @escaping () async -> Event?
  ) {
    self.label = label
    self.run = .alone(run)
  }

  /// Creates work with the subject, which may send events on its way.
  ///
  /// - Parameters:
  ///   - label: The name of the work in diagrams.
  ///   - run: What to do, on the actor that the machine lives on. It is given the subject and what
  ///     sends an event, to be called there, and returns the last event to send, or `nil` for none.
  @_disfavoredOverload
  public init(
    _ label: String? = nil,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async
      -> Event?
  ) {
    self.label = label
    self.run = .withSubject(run)
  }
}

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
