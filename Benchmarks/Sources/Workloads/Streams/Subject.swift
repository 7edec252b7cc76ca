/// A subject whose changes can be told as a number, to see that both sides did the same.
package protocol Subject: AnyObject {
  init()
  var effect: Int { get }
}

extension Screen: Subject {
  package var effect: Int { spins &* 31 &+ messages }
}

extension CDPlayer: Subject {
  package var effect: Int { (drawer &* 31 &+ plays) &* 31 &+ pauses }
}

extension Ring: Subject {
  package var effect: Int { charge &* 31 &+ charges }
}

extension Downloads: Subject {
  package var effect: Int { (Int(shown * 1_000) &* 31 &+ characters) &* 31 &+ errors }
}

extension HTTP2Stream: Subject {
  package var effect: Int { (sent &* 31 &+ received) &* 31 &+ resets }
}

extension Relay: Subject {
  package var effect: Int { forwarded }
}

extension PPP: Subject {
  package var effect: Int { done &* 31 &+ restarts }
}
