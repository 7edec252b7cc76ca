/// An error about a view or a property that names something that the graph doesn't have, or about
/// regions with too many combinations of states.
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
    /// No name is wrong, but the regions have too many combinations of states.
    case combination
  }

  /// The kind of thing that the name refers to.
  package let kind: Kind
  package let name: String
  /// The names that the graph has, in its order.
  package let known: [String]

  package init(kind: Kind, name: String, known: [String]) {
    self.kind = kind
    self.name = name
    self.known = known
  }

  /// A sentence about the unknown name and the names that the graph has, or about the combinations.
  public var description: String {
    if kind == .combination {
      return
        "the regions have more than \(name) combinations of states; check the graphs of single regions"
    }
    return "the graph has no \(kind.rawValue) \"\(name)\"; it has "
      + (known.isEmpty ? "none" : known.map { "\"\($0)\"" }.joined(separator: ", "))
  }
}
