/// A property names something that the graph does not have, so that it would say nothing.
public struct UnknownName: Error, Hashable, CustomStringConvertible {
  /// What a name can stand for.
  public enum Kind: String, Hashable, Sendable {
    /// A state, by its identifier.
    case state
    /// A region, by the beginning of its states' identifiers.
    case region
    /// An event, by its label.
    case event
    /// An action, by its label.
    case action
  }

  /// What the name was taken for.
  public let kind: Kind
  /// The name.
  public let name: String
  /// The names that the graph has, in its order.
  public let known: [String]

  /// What was not found, and what there is.
  public var description: String {
    "the graph has no \(kind) \"\(name)\"; it has "
      + (known.isEmpty ? "none" : known.map { "\"\($0)\"" }.joined(separator: ", "))
  }
}
