/// Takes down how the guards answered while the rules were asked about one event, so that none is
/// asked twice and those that did not hold can be named.
final class GuardRecorder {
  private typealias Answer = (name: String, holds: Bool)

  // One guard is the common case, and costs no allocation.
  private var first: Answer?
  // Their room is kept, so that several guards cost none in the long run.
  private var others: [Answer] = []

  /// The names of the guards that did not hold, in the order in which they were asked.
  var failed: [String] {
    ((first.map { [$0] } ?? []) + others).filter { !$0.holds }.map(\.name)
  }

  func begin() {
    first = nil
    others.removeAll(keepingCapacity: true)
  }

  /// Returns how a guard answered before; `nil` where it was not asked yet.
  func answer(of name: String) -> Bool? {
    guard let first else { return nil }
    if first.name == name { return first.holds }
    return others.first { $0.name == name }?.holds
  }

  func note(_ name: String, _ holds: Bool) {
    guard first != nil else { return first = (name, holds) }
    others.append((name, holds))
  }
}
