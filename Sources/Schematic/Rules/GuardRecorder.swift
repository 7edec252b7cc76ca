/// Takes down how the guards answered while the rules were asked about one event, so that none is
/// asked twice and those that did not hold can be named.
@usableFromInline
class GuardRecorder {
  @usableFromInline typealias Answer = (name: String, holds: Bool)

  // One guard is the common case, and costs no allocation.
  @exclusivity(unchecked) @usableFromInline final var first: Answer?
  // Their room is kept, so that several guards cost none in the long run.
  @exclusivity(unchecked) @usableFromInline final var others: [Answer] = []

  @usableFromInline init() {}

  /// The names of the guards that did not hold, in the order in which they were asked.
  final var failed: [String] {
    ((first.map { [$0] } ?? []) + others).filter { !$0.holds }.map(\.name)
  }

  @inlinable
  @inline(__always)
  final func begin() {
    first = nil
    if !others.isEmpty { forgetOthers() }
  }

  @usableFromInline
  final func forgetOthers() {
    others.removeAll(keepingCapacity: true)
  }

  /// Returns how a guard answers, which is how it answered before.
  @inlinable
  @inline(__always)
  final func answer(_ name: String, _ condition: () -> Bool) -> Bool {
    if first != nil { return answerAgain(name, condition) }
    let holds = condition()
    // A condition may ask another guard, which is then the first.
    if first == nil { first = (name, holds) } else { others.append((name, holds)) }
    return holds
  }

  @usableFromInline
  final func answerAgain(_ name: String, _ condition: () -> Bool) -> Bool {
    if let first, first.name == name { return first.holds }
    if let known = others.first(where: { $0.name == name }) { return known.holds }
    let holds = condition()
    others.append((name, holds))
    return holds
  }
}
