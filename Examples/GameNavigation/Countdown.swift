/// A wait that ends by itself, or without a word when it is let go of.
final class Countdown {
  /// Runs an action once a time has passed.
  typealias Scheduler = (_ delay: Duration, _ action: @escaping () -> Void) -> Void

  /// Starts a countdown.
  init(_ duration: Duration, on scheduler: Scheduler, whenOver action: @escaping () -> Void) {
    // Held weakly, so that whoever owns the countdown decides how long it may act.
    scheduler(duration) { [weak self] in
      if self != nil { action() }
    }
  }
}
