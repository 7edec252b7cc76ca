/// The names that a composite state has in DOT text.
///
/// It is a cluster (<https://graphviz.org/docs/clusters/>) and, where it shows its start, a point
/// inside. Edges lead to and from nodes alone: an edge of a cluster leads to or from a node inside,
/// and is cut off at the border.
package enum DOTCluster {
  /// The attribute of a cluster that keeps the identifier of the state.
  package static let identifierAttribute = "state"

  /// Stands before the identifier in the name of the point where a composite state starts: a space
  /// without width, which identifiers never write like this.
  private static let startMark = "&#8203;"

  /// Returns the name of the cluster, in which Graphviz wants letters, digits and underscores only.
  static func name(of composite: String) -> String {
    "cluster_"
      + composite.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          return String(Unicode.Scalar(byte))
        default:
          return "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
      }.joined()
  }

  /// Returns the name of the point where a composite state starts, in double quotes.
  static func quotedStart(of composite: String) -> String {
    DOTLabel.quoted(encoded: startMark + DOTIdentifier.encode(composite))
  }

  /// Returns whether a node is the point where a composite state starts.
  package static func isStart(_ name: String) -> Bool {
    name.unicodeScalars.starts(with: startMark.unicodeScalars) && name != startMark
  }
}
