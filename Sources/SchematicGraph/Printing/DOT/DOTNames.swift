/// The names of nodes and clusters in DOT text.
///
/// A composite state is a cluster (<https://graphviz.org/docs/clusters/>) and, if it shows its start,
/// contains a point. So is a state that consists of regions, and each region, which always contains a
/// point. Edges lead only to and from nodes: the edge of a cluster leads to or from a node inside, and is
/// cut off at the border.
enum DOTNames {
  /// A zero-width space in a form that identifiers never use.
  private static let mark = "&#8203;"

  /// The name of the initial pseudo-state, in double quotes.
  static let initial = DOTLabel.quoted(encoded: DOTIdentifier.initial)

  /// Returns the name of a state, in double quotes.
  static func state(_ identifier: String) -> String { DOTIdentifier.quoted(identifier) }

  /// Returns the name of a composite state's starting point, in double quotes.
  static func start(of composite: String) -> String { marked("", composite) }

  /// Returns the name of a region's starting point, in double quotes.
  static func start(ofRegion region: String) -> String { marked("region" + mark, region) }

  /// Returns the name of a composite state's history, in double quotes.
  static func history(of composite: String, isDeep: Bool) -> String {
    marked(History.symbol(isDeep: isDeep) + mark, composite)
  }

  /// Returns the name of the point beside a state by which an arrow leads back to the state, in double
  /// quotes.
  static func turn(_ arrow: Int) -> String { marked("turn" + mark, "\(arrow)") }

  private static func marked(_ kind: String, _ identifier: String) -> String {
    DOTLabel.quoted(encoded: mark + kind + DOTIdentifier.encode(identifier))
  }

  /// Returns the name of the cluster of a composite state.
  static func cluster(_ composite: String) -> String { "cluster_" + plain(composite) }

  /// Returns the name of the cluster of a state that consists of regions.
  static func cluster(ofState state: String) -> String { "cluster_" + stateMark + plain(state) }

  /// Returns the name of the cluster of a region.
  static func cluster(ofRegion region: String) -> String { "cluster_" + regionMark + plain(region) }

  // Two hexadecimal digits come after an underscore in other names.
  private static let stateMark = "_state_"
  private static let regionMark = "_region_"

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
