import SchematicGraph

/// An edge in the direction in which it is drawn.
struct DOTArrow {
  let edge: DOTEdge
  let tail: String
  let head: String
  /// The clusters at whose borders it begins and ends, where it does.
  let borders: (tail: String?, head: String?)

  /// The cluster at whose border the arrow ends.
  var border: String? { borders.head }

  private init(_ edge: DOTEdge, isTurned: Bool = false) {
    let (lower, upper) = (edge.attributes["ltail"], edge.attributes["lhead"])
    self.edge = edge
    tail = isTurned ? edge.head : edge.tail
    head = isTurned ? edge.tail : edge.head
    borders = isTurned ? (upper, lower) : (lower, upper)
  }

  /// Returns the arrows of a document: visible edges, in the direction of their tips.
  static func all(
    in document: DOTDocument, _ dialect: DOTDialect
  ) throws(GraphvizError) -> [DOTArrow] {
    guard dialect == .others else { return document.edges.map { DOTArrow($0) } }
    var arrows: [DOTArrow] = []
    for edge in document.edges where !edge.attributes.isInvisible {
      switch edge.attributes["dir"] {
      case "back": arrows.append(DOTArrow(edge, isTurned: true))
      case "both": arrows += [DOTArrow(edge), DOTArrow(edge, isTurned: true)]
      case "none": throw .withoutTip(edge)
      default: arrows.append(DOTArrow(edge))
      }
    }
    return arrows
  }
}

extension DOTAttributes {
  /// Whether what has the attributes is left out of the drawing.
  var isInvisible: Bool {
    self["style"]?.split(separator: ",").contains { $0.trimmingSpaces == "invis" } ?? false
  }
}

extension DOTNode {
  /// Whether the node is left out of the drawing.
  var isInvisible: Bool { attributes.isInvisible }

  /// Whether the node is a final state of ours.
  var isFinal: Bool { attributes["class"] == DOTPrinter.finalClass }
}
