/// A guard and what it was said to answer.
struct GuardAnswer: Hashable {
  let name: String
  let holds: Bool

  /// The answer as a condition: `paid` or `not paid`.
  var condition: String { holds ? name : "not \(name)" }
}
