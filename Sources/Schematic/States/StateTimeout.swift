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

  /// The sender of the event.
  package var sender: EventSender {
    switch length {
    case .fixed(let duration): .timeout(duration)
    case .named(let length): .namedTimeout(length.name)
    }
  }

  /// Returns the timeout translated to another event and another subject.
  func mapping<OuterEvent, OuterSubject>(
    to event: OuterEvent, _ inner: @escaping (OuterSubject) -> Subject
  ) -> StateTimeout<OuterEvent, OuterSubject> {
    switch length {
    case .fixed(let duration): StateTimeout<OuterEvent, OuterSubject>(.fixed(duration), send: event)
    case .named(let length):
      StateTimeout<OuterEvent, OuterSubject>(
        .named(NamedLength(length.name) { length.read(inner($0)) }), send: event)
    }
  }
}

/// A time that the subject says, and its name in diagrams.
// An object, so that behaviors without one are no larger for it.
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
      // The subject is read on the main actor.
      nonisolated(unsafe) let subject = subject
      return MainActor.assumeIsolated { read(subject) }
    }
  }
}

extension NamedLength where Subject: Actor {
  /// Creates a length that is read on the subject.
  @usableFromInline
  convenience init(_ name: String, onSubject read: @escaping (isolated Subject) -> Duration) {
    // The closure is called only here, where the machine lives. It isn't sent anywhere.
    nonisolated(unsafe) let read = read
    self.init(name) { subject in subject.assumeIsolated { read($0) } }
  }
}
