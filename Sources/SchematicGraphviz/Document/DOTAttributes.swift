/// The attributes of a graph, node, edge or subgraph of a DOT text.
///
/// Defaults are resolved: a node has what `node [shape=box]` before it says. An attribute whose
/// value is empty is not set, with one exception: an empty `label` of a node, which hides the name
/// that a node without a label shows.
package struct DOTAttributes: Hashable, Sendable {
  /// The values by name.
  package var values: [String: String]

  /// The names of the attributes whose values were written between angle brackets.
  package var htmlNames: Set<String>

  /// Creates attributes from their values.
  package init(values: [String: String] = [:], htmlNames: Set<String> = []) {
    self.values = values
    self.htmlNames = htmlNames
  }

  /// The value of an attribute, or `nil` when it is not set.
  package subscript(name: String) -> String? { values[name] }
}
