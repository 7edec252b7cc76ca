/// The error if a property contains a name that the graph doesn't have and would therefore say
/// nothing.
public struct UnknownNameError: Error, Hashable, CustomStringConvertible {
  /// The kinds of things that have names.
  package enum Kind: String, Hashable, Sendable {
    /// A state, by its identifier.
    case state
    /// A composite state, by its identifier.
    case composite = "composite state"
    /// An event, by its label.
    case event
    /// An action, by its label.
    case action
    /// The regions have too many combinations of states.
    case combination
  }

  /// The kind of thing that the name refers to.
  package let kind: Kind
  /// The name.
  package let name: String
  /// The names that the graph has, in its order.
  package let known: [String]

  /// The unknown name, and the names that the graph has.
  public var description: String {
    if kind == .combination {
      return
        "the regions have more than 10000 combinations of states; check the graphs of single regions"
    }
    return "the graph has no \(kind.rawValue) \"\(name)\"; it has "
      + (known.isEmpty ? "none" : known.map { "\"\($0)\"" }.joined(separator: ", "))
  }
}
