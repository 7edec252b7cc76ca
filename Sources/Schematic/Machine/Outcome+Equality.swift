extension Outcome: Equatable {
  /// Returns whether two events met the same fate.
  ///
  /// ```swift
  /// machine.handle(.coin) == .moved  // true
  /// ```
  ///
  /// Two failures are equal when their errors are: an error that is not `Equatable` equals none,
  /// itself included.
  ///
  /// - Parameters:
  ///   - lhs: An outcome.
  ///   - rhs: Another outcome.
  /// - Returns: Whether they are equal.
  public static func == (lhs: Outcome, rhs: Outcome) -> Bool {
    switch (lhs, rhs) {
    case (.moved, .moved), (.stayed, .stayed), (.ignored, .ignored), (.queued, .queued),
      (.subjectGone, .subjectGone):
      return true
    case (.rejected(let left), .rejected(let right)):
      return left == right
    case (.failed(let left), .failed(let right)):
      guard let left = left as? any Equatable else { return false }
      return equals(left, right)
    default:
      return false
    }
  }

  private static func equals<Value: Equatable>(_ left: Value, _ right: any Error) -> Bool {
    left == right as? Value
  }
}
