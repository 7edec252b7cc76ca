/// The time that a machine may stay in a state, and the event that it then receives.
@frozen @usableFromInline
package struct StateTimeout<Event, Subject> {
  /// The time that a machine may stay after it enters a state.
  @frozen @usableFromInline
  package enum Length {
    case fixed(Duration)
    case named(NamedLength<Subject>)
  }

  package let length: Length
  /// The event that the machine receives after that time.
  package let event: Event

  @usableFromInline
  package init(_ length: Length, send event: Event) {
    self.length = length
    self.event = event
  }

  /// The name by which a saved machine knows the timeout.
  var name: TimeoutName {
    switch length {
    case .fixed(let duration): TimeoutName(length: "\(duration)", event: "\(event)")
    case .named(let length): TimeoutName(length: length.name, event: "\(event)")
    }
  }

  /// Returns the length that the subject determines, or `nil` if it is fixed.
  func namedLength(of subject: Subject) -> Duration? {
    if case .named(let length) = length { length.read(subject) } else { nil }
  }

  package var sender: EventSender {
    switch length {
    case .fixed(let duration): .timeout(duration)
    case .named(let length): .namedTimeout(length.name)
    }
  }

  /// Returns the timeout translated to other events and another subject.
  func mapping<OuterEvent, OuterSubject>(
    _ outerEvent: (Event) -> OuterEvent, _ inner: @escaping (OuterSubject) -> Subject
  ) -> StateTimeout<OuterEvent, OuterSubject> {
    let outerLength: StateTimeout<OuterEvent, OuterSubject>.Length =
      switch length {
      case .fixed(let duration): .fixed(duration)
      case .named(let length): .named(NamedLength(length.name) { length.read(inner($0)) })
      }
    return StateTimeout<OuterEvent, OuterSubject>(outerLength, send: outerEvent(event))
  }
}

/// The length of a timeout if the subject determines the length, with its name in diagrams.
// An object, so that behaviors without a named length stay small.
@usableFromInline
package final class NamedLength<Subject> {
  package let name: String
  let read: (Subject) -> Duration

  @usableFromInline
  init(_ name: String, _ read: @escaping (Subject) -> Duration) {
    self.name = name
    self.read = read
  }

  /// Creates a length that is read on the main actor.
  @usableFromInline
  convenience init(_ name: String, onMainActor read: @escaping @MainActor (Subject) -> Duration) {
    self.init(name) { subject in
      // Sound because the subject is read only on the main actor.
      nonisolated(unsafe) let subject = subject
      return MainActor.assumeIsolated { read(subject) }
    }
  }
}

extension NamedLength where Subject: Actor {
  /// Creates a length that is read by a closure isolated to the subject.
  @usableFromInline
  convenience init(_ name: String, onSubject read: @escaping (isolated Subject) -> Duration) {
    // Sound because only `assumeIsolated` calls the closure, synchronously and on the subject.
    nonisolated(unsafe) let read = read
    self.init(name) { subject in subject.assumeIsolated { read($0) } }
  }
}

extension StateBehavior {
  /// The function that adds a timeout to an answer.
  @frozen
  public struct TimeoutFunction<Answer: StateAnswer<Event, Subject>> {
    @usableFromInline var behavior: StateBehavior

    @inlinable
    init(addingTo behavior: StateBehavior) { self.behavior = behavior }

    /// Adds a timeout.
    ///
    /// - Parameters:
    ///   - duration: The time that the machine may stay after it enters the state.
    ///   - event: The event to send after that time.
    ///   - fileID: The file of the call, for links from diagrams to the code.
    ///   - line: The line of the call.
    /// - Returns: The answer. Nothing has happened yet.
    @inlinable
    public func callAsFunction(
      _ duration: Duration, send event: Event, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Answer {
      adding(.fixed(duration), fileID, line, event)
    }

    @inlinable
    consuming func adding(
      _ length: StateTimeout<Event, Subject>.Length, _ fileID: StaticString, _ line: UInt,
      _ event: Event
    ) -> Answer {
      SourceRecord.note(.behavior(.timeout), nil, fileID, line)
      if behavior.timeout != nil { behavior.makeRoom() }
      behavior.timeout = StateTimeout(length, send: event)
      return Answer(_behavior: behavior)
    }
  }
}

extension StateBehavior.TimeoutFunction where Answer == StateBehavior<Event, Subject> {
  /// Adds a timeout whose length the subject determines, such as a configured length.
  ///
  /// The machine reads the length when it enters the state. If the length changes later, the change
  /// applies the next time. A diagram shows the name in place of the length, as `after patience`,
  /// and reads nothing.
  ///
  /// ```swift
  /// return .after("patience", { $0.patience }, send: .timedOut)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the length in diagrams.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - length: Returns the time that the machine may stay after it enters the state. A time of
  ///     zero or less is over at once.
  ///   - event: The event to send after that time.
  /// - Returns: The answer. Nothing has happened yet.
  @_disfavoredOverload
  public func callAsFunction(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ length: @escaping (_ subject: Subject) -> Duration,
    send event: Event
  ) -> Answer {
    adding(.named(NamedLength(name, length)), fileID, line, event)
  }
}

extension StateBehavior.TimeoutFunction
where Answer == StateBehavior<Event, Subject>, Subject: Actor {
  /// Adds a timeout whose length is determined by a closure that is isolated to the subject.
  public func callAsFunction(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ length: @escaping (_ subject: isolated Subject) -> Duration,
    send event: Event
  ) -> Answer {
    adding(.named(NamedLength(name, onSubject: length)), fileID, line, event)
  }
}

extension StateBehavior.TimeoutFunction where Answer == StateBehavior<Event, Subject>.OnMainActor {
  /// Adds a timeout whose length is determined by a closure that is isolated to the main actor.
  public func callAsFunction(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ length: @escaping @MainActor (_ subject: Subject) -> Duration,
    send event: Event
  ) -> Answer {
    adding(.named(NamedLength(name, onMainActor: length)), fileID, line, event)
  }
}

/// The name by which a saved machine knows a timeout among others of the same state: its length and its event.
struct TimeoutName: Hashable {
  /// The length as text, or the name of a length that the subject determines.
  let length: String
  /// The event as text.
  let event: String
}
