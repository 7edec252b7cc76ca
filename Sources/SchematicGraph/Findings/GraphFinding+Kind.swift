extension GraphFinding {
  /// The kind of a finding, by name.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    /// The rules reach a state that no declared case stands for.
    public static let undeclaredState = Kind(description: "undeclared state")
    /// The rules reach more undeclared states than are explored.
    public static let undeclaredStateBound = Kind(description: "undeclared state bound met")
    /// Two declared cases share an identifier, and so a node, though they differ.
    public static let repeatedIdentifier = Kind(description: "repeated identifier")
    /// Two events share a label, so that a diagram cannot tell them apart.
    public static let repeatedEventLabel = Kind(description: "repeated event label")
    /// An internal transition leads to another case.
    public static let internalTransitionLeaves = Kind(description: "internal transition leaves")
    /// More guards are asked on one path than are tried both ways.
    public static let guardBound = Kind(description: "guard bound met")
    /// The rules reach more values of one case than are explored.
    public static let valueBound = Kind(description: "value bound met")
  }
}
