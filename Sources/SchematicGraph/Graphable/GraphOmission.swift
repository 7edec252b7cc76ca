/// A case that carries more combinations of samples than are listed.
struct GraphOmission: Hashable, Sendable {
  /// The name of the case; a dotted path where a case carries it.
  let identifier: String
  /// The number of combinations that are listed.
  let listed: Int
  /// The number of all combinations; the greatest integer where there are more.
  let total: Int
}
