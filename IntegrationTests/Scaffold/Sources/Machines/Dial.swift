/// A dial that others turn, but not from high to off.
final class Dial {
  enum State { case off, low, high }
  var state = State.off {
    didSet { if oldValue == .high, state == .off { state = oldValue } }
  }
}
