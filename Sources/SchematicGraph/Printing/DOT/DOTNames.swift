/// The names of nodes and clusters in DOT text.
///
/// A composite state is a cluster (<https://graphviz.org/docs/clusters/>) and, where it shows its
/// start, a point inside. Edges lead to and from nodes alone: an edge of a cluster leads to or from a
/// node inside, and is cut off at the border. A region is a cluster, too; what is in it has the name
/// of the region before its own.
package struct DOTNames {
  /// The attribute of a cluster that keeps the identifier of a composite state.
  package static let identifierAttribute = "state"

  /// The attribute of a cluster that keeps the name of a region.
  package static let regionAttribute = "region"

  /// A space without width, which identifiers never write like this: stands before the identifier in
  /// the name of the point where a composite state starts, and after the name of a region.
  private static let mark = "&#8203;"

  /// Stands before the names of nodes.
  private let prefix: String
  private let clusterPrefix: String

  /// Creates the names of a graph, or of a region of one.
  init(region: String? = nil) {
    prefix = Self.prefix(of: region)
    clusterPrefix = region.map { Self.plain($0) + "__" } ?? ""
  }

  /// What stands before the names of the nodes in a region.
  package static func prefix(of region: String?) -> String {
    region.map { plain($0) + mark } ?? ""
  }

  /// Returns whether a node is the point where a composite state starts.
  package static func isStart(_ name: String) -> Bool {
    name.unicodeScalars.starts(with: mark.unicodeScalars) && name != mark
  }

  /// The name of the initial pseudo-state, in double quotes.
  var initial: String { DOTLabel.quoted(encoded: prefix + DOTIdentifier.initial) }

  /// Returns the name of a state, in double quotes.
  func state(_ identifier: String) -> String {
    DOTLabel.quoted(encoded: prefix + DOTIdentifier.encode(identifier))
  }

  /// Returns the name of the point where a composite state starts, in double quotes.
  func start(of composite: String) -> String {
    DOTLabel.quoted(encoded: prefix + Self.mark + DOTIdentifier.encode(composite))
  }

  /// Returns the name of the cluster of a composite state.
  func cluster(_ composite: String) -> String {
    "cluster_" + clusterPrefix + Self.plain(composite)
  }

  /// Returns the name of the cluster of a region.
  static func region(_ name: String) -> String {
    "cluster__" + plain(name)
  }

  /// Returns a text in letters, digits and underscores, which is all that Graphviz wants in the name
  /// of a cluster.
  private static func plain(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        return String(Unicode.Scalar(byte))
      default:
        return "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
