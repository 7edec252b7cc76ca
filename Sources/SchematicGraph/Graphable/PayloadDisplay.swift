/// How much of what a case carries its name shows.
///
/// What a name shows tells states apart: `door(true)` and `door(false)` are two nodes, while the
/// values of a case that shows nothing share one.
///
/// ```swift
/// @Graphable(payload: .all) enum Visitor { case coin(Int), push }
/// Visitor.coin(25).graphLabel  // "coin(25)"
/// ```
public enum PayloadDisplay: Hashable, Sendable {
  /// Nothing: `coin`.
  case hidden
  /// What has few values: truth, the case of a `Graphable` or `CaseIterable` type, and whether an
  /// optional or a result holds something.
  case finite
  /// Everything, numbers and texts too: `coin(25)`.
  ///
  /// Every value that the rules reach becomes a state of its own.
  case all
}
