extension GraphFinding {
  /// The kind of a finding, by name.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    /// No transitions lead to the state from the initial one.
    public static let unreachableState = Kind(description: "unreachable state")
    /// The state handles events, but no transition leads out of it, and it is not final.
    public static let noWayOut = Kind(description: "no way out")
    /// No transitions lead from the state to any of the final ones.
    public static let noWayToFinalState = Kind(description: "no way to a final state")
    /// The state handles no event, and is not final.
    public static let handlesNothing = Kind(description: "handles nothing")
    /// No state handles the event.
    public static let unhandledEvent = Kind(description: "unhandled event")
    /// What an event does in a state depends on what the two carry.
    public static let payloadsDisagree = Kind(description: "payload values disagree")
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
