/// Takes down which guards did not hold while the rules were asked about one event.
final class GuardRecorder {
  private(set) var failed: [String] = []

  func begin() {
    // Its room is kept, so that a guard that does not hold costs no allocation in the long run.
    failed.removeAll(keepingCapacity: true)
  }

  func note(_ name: String) {
    failed.append(name)
  }
}
