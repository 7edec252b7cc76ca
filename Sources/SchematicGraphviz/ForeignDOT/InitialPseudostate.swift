import SchematicGraph

/// The marks of initial states in a diagram by others: nodes that are no states.
struct InitialPseudostate {
  /// The nodes that are marks.
  let marks: Set<String>
  /// The node of the machine's initial state.
  let head: String
  /// The nodes in which composite states start, by the names of their clusters.
  let heads: [String: String]

  /// Finds the marks of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - arrows: Its visible arrows.
  ///   - clusters: Its clusters.
  ///   - name: The initial state, where the reader names it.
  /// - Throws: A ``GraphvizError`` where no initial state is marked, or several are.
  init(
    in document: DOTDocument, _ arrows: [ForeignArrow], _ clusters: ClusterTree, named name: String?
  ) throws(GraphvizError) {
    let marks = Self.marks(in: document, arrows)
    let entries = arrows.filter { marks.contains($0.tail) }
    if let labeled = entries.first(where: \.edge.hasText) { throw .labeledEntry(labeled.edge) }
    self.marks = marks
    heads = try Self.heads(of: entries, clusters)
    if let name {
      guard document.nodes.contains(where: { $0.name == name }), !marks.contains(name) else {
        throw .unknownInitialState(name)
      }
      head = name
    } else {
      head = try Self.head(in: document, entries, clusters)
    }
  }

  private static func marks(in document: DOTDocument, _ arrows: [ForeignArrow]) -> Set<String> {
    let entered = Set(arrows.map(\.head))
    let left = Set(arrows.map(\.tail))
    let speaking = Set(arrows.filter(\.edge.hasText).map(\.tail))
    let candidates = document.nodes.filter { !entered.contains($0.name) && left.contains($0.name) }
    return Set(
      candidates.filter { $0.isMark || $0.isWithoutText && !speaking.contains($0.name) }
        .map(\.name))
  }

  private static func heads(
    of entries: [ForeignArrow], _ clusters: ClusterTree
  ) throws(GraphvizError) -> [String: String] {
    var heads: [String: String] = [:]
    for entry in entries {
      guard let cluster = clusters.cluster(around: entry.tail) else { continue }
      let head = heads[cluster, default: entry.head]
      guard head == entry.head else { throw .severalInitialStates([head, entry.head]) }
      heads[cluster] = head
    }
    return heads
  }

  private static func head(
    in document: DOTDocument, _ entries: [ForeignArrow], _ clusters: ClusterTree
  ) throws(GraphvizError) -> String {
    let outermost = entries.filter { clusters.cluster(around: $0.tail) == nil }
    var candidates = (outermost.isEmpty ? entries : outermost).map(\.head).uniqued()
    if candidates.isEmpty { candidates = Self.candidates(in: document) }
    guard let first = candidates.first else {
      throw document.nodes.isEmpty ? .noStates : .noInitialState
    }
    guard candidates.count == 1 else { throw .severalInitialStates(candidates) }
    return first
  }

  /// Returns the nodes whose attributes single them out.
  private static func candidates(in document: DOTDocument) -> [String] {
    let said = document.nodes.filter { $0.attributes["initial"] == "true" }
    let red = document.nodes.filter { $0.attributes["color"] == "red" }
    return (said.isEmpty ? red : said).map(\.name)
  }
}

extension DOTNode {
  /// A Boolean value that indicates whether the node can only be a mark, if no arrow leads to it.
  fileprivate var isMark: Bool {
    let digits = name.unicodeScalars.reversed().prefix { "0"..."9" ~= $0 }.count
    return name.unicodeScalars.dropLast(digits).suffix(7).elementsEqual("__start".unicodeScalars)
      || name == DOTIdentifier.initial || attributes["shape"] == "point" || attributes.isInvisible
  }

  /// A Boolean value that indicates whether the node shows nothing, or words without a border.
  fileprivate var isWithoutText: Bool {
    ["none", "plaintext", "plain"].contains(attributes["shape"]) || attributes["label"] == ""
  }
}
