/// A scheduler whose time passes when the test says so.
final class ManualScheduler {
  private(set) var delays: [Duration] = []
  private var actions: [() -> Void] = []

  /// Takes down an action.
  func schedule(_ delay: Duration, _ action: @escaping () -> Void) {
    delays.append(delay)
    actions.append(action)
  }

  /// Runs an action that was scheduled, counted from 0, whether or not it is still wanted.
  func fire(_ index: Int) {
    actions[index]()
  }
}
