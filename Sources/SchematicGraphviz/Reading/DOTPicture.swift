import SchematicGraph

/// The picture that a DOT text draws, as far as it says something.
///
/// That is its texts, and the arrows, boxes and borders that can be seen. Blanks, most colors, sizes
/// and places say nothing.
///
/// A reader of diagrams trusts attributes that are not drawn, so a text may read as the graph of the
/// code and yet show something else: an arrow that is invisible or turned round, or a label that was
/// edited beside the attribute that keeps what it says.
///
/// ```swift
/// let committed = try DOTPicture(of: text)
/// committed.differences(from: try DOTPicture(of: graph.dot()))  // ["arrow locked -> unlocked"]
/// ```
package struct DOTPicture {
  /// The parts of the picture, each with what can be seen of those of its name.
  private var parts: [String: [Appearance]] = [:]

  /// Reads the picture of a text.
  ///
  /// - Throws: A ``GraphvizError`` when the text cannot be read.
  package init(of text: String) throws(GraphvizError) {
    let document = try DOTDocument(parsing: text)
    parts["title"] = [Appearance(document.attributes, isLine: true)]
    for node in document.nodes {
      add("state", DOTIdentifier.decode(node.name), Appearance(node.attributes, name: node.name))
    }
    for edge in document.edges {
      add(
        "arrow", [edge.tail, edge.head].map(DOTIdentifier.decode).joined(separator: " -> "),
        Appearance(edge.attributes, isLine: true))
    }
    for subgraph in document.subgraphs { add(subgraph) }
  }

  /// Returns the parts that differ from those of another picture, sorted by name.
  package func differences(from other: DOTPicture) -> [String] {
    Set(parts.keys).union(other.parts.keys).sorted().filter { name in
      parts[name, default: []].sorted() != other.parts[name, default: []].sorted()
    }
  }

  private mutating func add(_ kind: String, _ name: String, _ appearance: Appearance) {
    let name = name.isEmpty ? "\(kind) \"\"" : "\(kind) \(name)"
    parts[name, default: []].append(appearance)
  }

  private mutating func add(_ subgraph: DOTSubgraph) {
    if subgraph.isCluster, let name = subgraph.name {
      let identifier =
        subgraph.attributes[DOTNames.identifierAttribute]
        ?? subgraph.attributes[DOTNames.regionAttribute]
      add("box", identifier.map(DOTIdentifier.decode) ?? name, Appearance(subgraph.attributes))
    }
    for inner in subgraph.subgraphs { add(inner) }
  }
}

/// What can be seen of a part of a picture.
private struct Appearance: Hashable, Comparable {
  /// The visible texts, without blanks, and the words for everything else.
  private let facts: [String]

  /// - Parameters:
  ///   - attributes: The attributes of the part.
  ///   - name: The name of a node, which shows where it has no label.
  ///   - isLine: Whether the part is a line, and has no box.
  init(_ attributes: DOTAttributes, name: String? = nil, isLine: Bool = false) {
    let style = attributes["style", default: ""].split(separator: ",").map(\.trimmed)
    if style.contains("invis") || style.contains("invisible") {
      facts = ["invisible"]
      return
    }
    let isDrawn = !Self.isClear(attributes["color"]) && attributes["penwidth"] != "0"
    let hasText = !Self.isClear(attributes["fontcolor"])
    let shape = attributes["shape", default: "box"]
    let isPoint = shape == "point"
    var label = attributes["label"] ?? name ?? ""
    if label == "\\N", let name { label = name }
    if shape == "record", label.hasPrefix("{"), label.hasSuffix("}") {
      label = String(label.dropFirst().dropLast())
    }
    let texts = ["xlabel", "headlabel", "taillabel"].map { attributes[$0] ?? "" }
    facts =
      ([isPoint ? "" : label] + texts).map { hasText ? Self.text($0) : "" }
      + (isLine
        ? [Self.heads(attributes), isDrawn ? "" : "no line"]
        : [Self.frameless.contains(shape) || attributes["peripheries"] == "0" ? "no frame" : ""]
          + (isDrawn || Self.isFilled(style) ? [] : ["no line"]))
  }

  static func < (lhs: Appearance, rhs: Appearance) -> Bool {
    lhs.facts.lexicographicallyPrecedes(rhs.facts)
  }

  private static let frameless: Set<String> = ["none", "plain", "plaintext", "underline"]

  /// The ends at which an arrow has a head.
  private static func heads(_ attributes: DOTAttributes) -> String {
    let direction = attributes["dir", default: "forward"]
    let head = ["forward", "both"].contains(direction) && attributes["arrowhead"] != "none"
    let tail = ["back", "both"].contains(direction) && attributes["arrowtail"] != "none"
    return (tail ? "<" : "") + (head ? ">" : "")
  }

  private static func isFilled(_ style: [String]) -> Bool { style.contains("filled") }

  /// Returns whether a color is none at all; those on a ground of the same color are not found out.
  private static func isClear(_ color: String?) -> Bool {
    guard let color = color?.lowercased() else { return false }
    return color == "transparent" || color == "none"
      || (color.hasPrefix("#") && color.count == 9 && color.hasSuffix("00"))
  }

  /// Returns a text without the blanks that formatters and printers set as they like.
  private static func text(_ label: String) -> String {
    DOTLabel.decode(label).filter { !$0.isWhitespace }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension DOTAttributes {
  fileprivate subscript(name: String, default value: String) -> String { self[name] ?? value }
}
