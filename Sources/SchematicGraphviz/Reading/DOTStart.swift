import SchematicGraph

/// Where the machine of a DOT text starts.
struct DOTStart {
  /// The nodes that are initial pseudo-states.
  let marks: Set<String>
  /// The node of the initial state.
  let head: String
  /// The nodes in which composite states of others start, by the name of the cluster.
  let heads: [String: String]

  init(
    in document: DOTDocument, _ arrows: [DOTArrow], _ clusters: DOTClusters, _ dialect: DOTDialect,
    named name: String?
  ) throws(GraphvizError) {
    let marks = Self.marks(in: document, arrows, dialect)
    let entries = arrows.filter { marks.contains($0.tail) }
    for entry in entries where entry.edge.hasText { throw .labelledEntry(entry.edge) }
    let outermost = entries.filter { clusters.name(around: $0.tail) == nil }
    self.marks = marks
    heads = try Self.heads(of: entries, clusters, dialect)
    if let name {
      let states = document.nodes.map(\.name).filter {
        !marks.contains($0) && !clusters.isStart($0)
      }
      guard let named = states.first(where: { dialect.identifier($0) == name }) else {
        throw .unknownInitialState(name)
      }
      head = named
    } else {
      var candidates = (outermost.isEmpty ? entries : outermost).map(\.head).uniqued()
      if candidates.isEmpty { candidates = Self.candidates(in: document) }
      guard let first = candidates.first else {
        throw document.nodes.isEmpty ? .noStates : .noInitialState
      }
      guard candidates.count == 1 else { throw .severalInitialStates(candidates) }
      head = first
    }
  }

  private static func marks(
    in document: DOTDocument, _ arrows: [DOTArrow], _ dialect: DOTDialect
  ) -> Set<String> {
    guard dialect == .others else { return [DOTIdentifier.initial] }
    let entered = Set(arrows.map(\.head))
    let left = Set(arrows.map(\.tail))
    let speaking = Set(arrows.filter(\.edge.hasText).map(\.tail))
    let candidates = document.nodes.filter { !entered.contains($0.name) && left.contains($0.name) }
    return Set(
      candidates.filter { $0.isMark || $0.isWithoutText && !speaking.contains($0.name) }
        .map(\.name))
  }

  private static func heads(
    of entries: [DOTArrow], _ clusters: DOTClusters, _ dialect: DOTDialect
  ) throws(GraphvizError) -> [String: String] {
    guard dialect == .others else { return [:] }
    var heads: [String: String] = [:]
    for entry in entries {
      guard let cluster = clusters.name(around: entry.tail) else { continue }
      let head = heads[cluster, default: entry.head]
      guard head == entry.head else { throw .severalInitialStates([head, entry.head]) }
      heads[cluster] = head
    }
    return heads
  }

  /// Returns the nodes whose attributes single them out.
  private static func candidates(in document: DOTDocument) -> [String] {
    let said = document.nodes.filter { $0.attributes["initial"] == "true" }
    let red = document.nodes.filter { $0.attributes["color"] == "red" }
    return (said.isEmpty ? red : said).map(\.name)
  }
}

extension DOTNode {
  /// Whether the node can only be an initial pseudo-state, if no arrow leads to it.
  fileprivate var isMark: Bool {
    let digits = name.unicodeScalars.reversed().prefix { "0"..."9" ~= $0 }.count
    return name.unicodeScalars.dropLast(digits).suffix(7).elementsEqual("__start".unicodeScalars)
      || name == DOTIdentifier.initial || attributes["shape"] == "point" || isInvisible
  }

  /// Whether the node shows no state, but nothing or words beside an arrow.
  fileprivate var isWithoutText: Bool {
    ["none", "plaintext", "plain"].contains(attributes["shape"]) || attributes["label"] == ""
  }
}

extension DOTEdge {
  /// Whether the edge has something written beside it.
  fileprivate var hasText: Bool { attributes["label"] != nil || attributes["xlabel"] != nil }
}
