/// A reference to an object that somebody else keeps alive, and that is not counted.
///
/// Actions, guards and observers are handed the address of a reference to the subject. Counting that
/// reference took as long as the rest of a step. One that is not counted looks the same in memory, so
/// what was written for the one can be handed the other: a machine keeps its subject alive during a
/// step in any case.
@usableFromInline typealias Uncounted = Unmanaged<AnyObject>

extension Rules {
  /// The same rules, to be asked about uncounted objects.
  ///
  /// Only where the subject is an object.
  var ofUncounted: Rules<State, Event, Uncounted> {
    unsafeBitCast(self, to: Rules<State, Event, Uncounted>.self)
  }
}

extension ObserverList {
  /// The same observers, to be told of a subject, or of an object uncounted.
  @inlinable
  func of<Held>(_ subject: Held.Type) -> ObserverList<State, Event, Held> {
    unsafeBitCast(self, to: ObserverList<State, Event, Held>.self)
  }
}
