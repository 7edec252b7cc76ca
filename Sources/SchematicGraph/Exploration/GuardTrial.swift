/// One run of the rules with guards that answer by script and take down what they were asked.
///
/// A name is asked once per run; asked again, it gives the same answer.
final class GuardTrial {
  private let script: [Bool]
  private let bound: Int
  private(set) var asked: [GuardAnswer] = []

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - script: The answers.
  ///   - bound: The number of guards that are tried both ways.
  init(script: [Bool], bound: Int) {
    self.script = script
    self.bound = bound
  }

  /// Returns the scripted answer; beyond the script, that the guard holds.
  ///
  /// Beyond the bound answers take turns, so that rules which ask in a loop come to its end.
  func answer(_ name: String) -> Bool {
    if let known = asked.first(where: { $0.name == name }) { return known.holds }
    let answer =
      asked.count < script.count ? script[asked.count] : asked.count < bound || asked.count % 2 == 1
    asked.append(GuardAnswer(name: name, holds: answer))
    return answer
  }

  /// The scripts that this run has shown to be worth trying: the same answers up to a guard that
  /// the script did not foresee, and the opposite answer there.
  var alternatives: [[Bool]] {
    guard script.count < min(asked.count, bound) else { return [] }
    return (script.count..<min(asked.count, bound)).map { index in
      asked[..<index].map(\.holds) + [!asked[index].holds]
    }
  }
}
