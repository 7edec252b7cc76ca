/// The names of nodes and clusters in DOT text.
///
/// A composite state is a cluster (<https://graphviz.org/docs/clusters/>) and, if it shows its
/// start, contains a point. Edges lead only to and from nodes: the edge of a cluster leads to or
/// from a node inside, and is cut off at the border. A region is a cluster too. The names of its
/// nodes begin with the key of the region: its name, or, if it is in a composite state, that of the
/// composite state followed by its name.
struct DOTNames {
  /// A zero-width space in a form that identifiers never use.
  ///
  /// It comes before the identifier in the name of a composite state's starting point, and after
  /// the name of a region.
  private static let mark = "&#8203;"

  /// The prefix of the names of nodes.
  private let prefix: String
  private let clusterPrefix: String

  /// A Boolean value that indicates whether the names are those of a whole graph.
  var areOutermost: Bool { prefix.isEmpty }

  /// Creates the names of a graph, or of a region of one by its key.
  init(region key: String? = nil) {
    prefix = key.map(Self.prefix) ?? ""
    clusterPrefix = key.map { $0 + "__" } ?? ""
  }

  /// Returns keys that distinguish regions: their names, numbered from the second of the same name
  /// on.
  static func keys(ofRegions names: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return names.map(plain).map { name in
      let count = (counts[name] ?? 0) + 1
      counts[name] = count
      // No name is written with two underscores.
      return count == 1 ? name : "\(name)__\(count)"
    }
  }

  /// The text between the names of a composite state and its region, which no other name contains: an
  /// underscore comes before two hexadecimal digits or another one.
  private static let regionMark = "_r_"

  /// Returns the names of the regions in a composite state.
  func regions(_ names: [String], in composite: String) -> [DOTNames] {
    var counts: [String: Int] = [:]
    return names.map(Self.plain).map { name in
      let count = (counts[name] ?? 0) + 1
      counts[name] = count
      let key = clusterPrefix + Self.plain(composite) + Self.regionMark + name
      return DOTNames(region: count == 1 ? key : "\(key)_n\(count)")
    }
  }

  /// The name of the cluster of a region in a composite state.
  var innerRegion: String { "cluster_" + clusterPrefix.dropLast(2) }

  /// Returns the prefix of the names of the nodes in a region.
  private static func prefix(ofRegion key: String) -> String {
    key + mark
  }

  /// The text in the name of each history, which no other name contains.
  private static func historyMark(isDeep: Bool) -> String {
    mark + History.symbol(isDeep: isDeep) + mark
  }

  /// Returns the name of a composite state's history, in double quotes.
  func history(of composite: String, isDeep: Bool) -> String {
    DOTLabel.quoted(
      encoded: prefix + Self.historyMark(isDeep: isDeep) + DOTIdentifier.encode(composite))
  }

  /// The name of the initial pseudo-state, in double quotes.
  var initial: String { DOTLabel.quoted(encoded: prefix + DOTIdentifier.initial) }

  /// Returns the name of a state, in double quotes.
  func state(_ identifier: String) -> String {
    DOTLabel.quoted(encoded: prefix + DOTIdentifier.encode(identifier))
  }

  /// Returns the name of a composite state's starting point, in double quotes.
  func start(of composite: String) -> String {
    DOTLabel.quoted(encoded: prefix + Self.mark + DOTIdentifier.encode(composite))
  }

  /// Returns the name of the cluster of a composite state.
  func cluster(_ composite: String) -> String {
    "cluster_" + clusterPrefix + Self.plain(composite)
  }

  /// Returns the name of the cluster of a region.
  static func region(_ key: String) -> String {
    "cluster__" + key
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
