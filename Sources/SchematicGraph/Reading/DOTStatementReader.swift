/// A reader of the statements in our DOT texts.
///
/// It has no recursion: the clusters that are open are a list.
struct DOTStatementReader {
  private var scanner: DOTScanner
  private var document = DOTDocument()
  private var part = DOTDocument.Part()
  /// The names of the nodes in the part.
  private var nodes: Set<String> = []
  /// The positions of the open clusters in the part.
  private var open: [Int] = []
  /// The parts around the open region, the outermost first, each with its nodes and open clusters.
  private var around: [(part: DOTDocument.Part, nodes: Set<String>, open: [Int])] = []

  /// Returns the statements of a text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func document(of text: String) throws(DOTError) -> DOTDocument {
    var reader = DOTStatementReader(scanner: try DOTScanner(text))
    try reader.read()
    return reader.document
  }

  private init(scanner: DOTScanner) {
    self.scanner = scanner
  }

  private mutating func read() throws(DOTError) {
    try take(.word("digraph"), "`digraph`")
    _ = try string("the name of the graph in quotes")
    try take(.sign("{"))
    while try readStatement() {}
    if document.regions.isEmpty {
      document.outermost = part
    } else if !nodes.isEmpty || !part.edges.isEmpty || !part.clusters.isEmpty {
      throw DOTError(scanner.line, notOurs: "There are states beside regions")
    }
    document.lastLine = scanner.line
    guard scanner.token == .end else { throw foreign("the end of the text") }
  }

  /// Reads a statement, or returns `false` at the end of the graph.
  private mutating func readStatement() throws(DOTError) -> Bool {
    let line = scanner.line
    switch scanner.token {
    case .sign("}"):
      try scanner.advance()
      return endCluster()
    case .word("subgraph"):
      try scanner.advance()
      try beginCluster(line)
      return true
    case .sign("{") where open.isEmpty:
      try scanner.advance()
      try readLevel()
      return true
    case .word(let word) where isOutside:
      try scanner.advance()
      try readSetting(word)
    case .string(let name):
      try scanner.advance()
      if scanner.token == .sign("->") {
        try scanner.advance()
        try readEdge(from: name, line)
      } else {
        try readNode(name, line)
      }
    default:
      throw foreign("a statement")
    }
    try take(.sign(";"))
    return true
  }

  /// Reads which nodes are drawn level, which says nothing about the graph.
  private mutating func readLevel() throws(DOTError) {
    try take(.word("rank"), "`rank`")
    try take(.sign("="))
    try take(.word("same"), "`same`")
    try take(.sign(";"))
    repeat {
      let line = scanner.line
      let name = try string("the name of a node in quotes")
      guard nodes.contains(name) else {
        throw DOTError(line, notOurs: "The node \"\(name)\" is not declared before this")
      }
      try take(.sign(";"))
    } while scanner.token != .sign("}")
    try scanner.advance()
  }

  /// A Boolean value that indicates whether no cluster is open.
  private var isOutside: Bool { part.region == nil && open.isEmpty && around.isEmpty }

  private mutating func readSetting(_ word: String) throws(DOTError) {
    let kind = DOTVocabulary.defaults[word]
    if let kind {
      let attributes = try attributes(kind)
      if kind == .graph { document.attributes.merge(attributes) { $1 } }
    } else {
      document.attributes.merge(try attribute(named: word, .graph)) { $1 }
    }
  }

  private mutating func readNode(_ name: String, _ line: Int) throws(DOTError) {
    guard nodes.insert(name).inserted else {
      throw DOTError(line, notOurs: "The node \"\(name)\" is declared twice")
    }
    if let cluster = open.last, !part.clusters[cluster].regions.isEmpty {
      throw DOTError(line, notOurs: "There are states beside regions")
    }
    let attributes = scanner.token == .sign("[") ? try attributes(.node) : [:]
    part.nodes.append(
      DOTDocument.Node(name: name, attributes: attributes, cluster: open.last, line: line))
  }

  private mutating func readEdge(from tail: String, _ line: Int) throws(DOTError) {
    let head = try string("the name of a node in quotes")
    if let name = [tail, head].first(where: { !nodes.contains($0) }) {
      throw DOTError(line, notOurs: "The node \"\(name)\" is not declared before this edge")
    }
    guard open.isEmpty else { throw DOTError(line, notOurs: "An edge is in a composite state") }
    let attributes = scanner.token == .sign("[") ? try attributes(.edge) : [:]
    part.edges.append(
      DOTDocument.Edge(tail: tail, head: head, attributes: attributes, line: line))
  }
}

// MARK: - Clusters

extension DOTStatementReader {
  private mutating func beginCluster(_ line: Int) throws(DOTError) {
    guard case .word(let name) = scanner.token else { throw foreign("the name of a cluster") }
    try scanner.advance()
    try take(.sign("{"))
    try take(.word("graph"), "`graph`")
    let attributes = try attributes(.cluster)
    try take(.sign(";"))
    let cluster = DOTDocument.Cluster(
      name: name, attributes: attributes, parent: open.last, line: line,
      nodesBefore: part.nodes.count)
    guard attributes[DOTNames.regionAttribute] == nil else {
      try beginRegion(cluster)
      return
    }
    guard attributes[DOTNames.identifierAttribute] != nil else {
      throw DOTError(line, notOurs: "The cluster \(name) is neither a state nor a region")
    }
    if let around = open.last, !part.clusters[around].regions.isEmpty {
      throw DOTError(line, notOurs: "There are states beside regions")
    }
    guard depth < DOTDocument.deepest else {
      throw DOTError(
        line, "States lie more than \(DOTDocument.deepest) deep in each other: flatten them.")
    }
    open.append(part.clusters.count)
    part.clusters.append(cluster)
  }

  /// The number of open clusters.
  private var depth: Int { open.count + around.reduce(0) { $0 + $1.open.count + 1 } }

  private mutating func beginRegion(_ cluster: DOTDocument.Cluster) throws(DOTError) {
    if let owner = open.last {
      let isAmongStates =
        part.nodes.contains { $0.cluster == owner && !DOTNames.isHistory($0.name) }
        || part.clusters.contains { $0.parent == owner }
      guard !isAmongStates else {
        throw DOTError(cluster.line, notOurs: "The region \(cluster.name) is among states")
      }
      guard depth < DOTDocument.deepest else {
        throw DOTError(
          cluster.line,
          "States lie more than \(DOTDocument.deepest) deep in each other: flatten them.")
      }
      around.append((part, nodes, open))
      (part, nodes, open) = (DOTDocument.Part(), [], [])
      part.region = cluster
      return
    }
    guard isOutside, part.nodes.isEmpty, part.clusters.isEmpty else {
      throw DOTError(cluster.line, notOurs: "The region \(cluster.name) is among states")
    }
    part.region = cluster
  }

  /// Ends the innermost cluster or region, or returns `false` if there is none.
  private mutating func endCluster() -> Bool {
    if open.popLast() != nil { return true }
    guard part.region != nil else { return false }
    if let outer = around.popLast(), let owner = outer.open.last {
      let (region, inside) = (part, nodes)
      (part, open) = (outer.part, outer.open)
      part.clusters[owner].regions.append(region)
      // Arrows lead from and to the states in the region.
      nodes = outer.nodes.union(inside)
      return true
    }
    document.regions.append(part)
    part = DOTDocument.Part()
    nodes = []
    return true
  }
}

// MARK: - Tokens and attributes

extension DOTStatementReader {
  private func foreign(_ expectation: String) -> DOTError {
    DOTError(scanner.line, notOurs: "There is \(scanner.token), and not \(expectation)")
  }

  private mutating func take(
    _ token: DOTScanner.Token, _ words: String? = nil
  ) throws(DOTError) {
    guard scanner.token == token else { throw foreign(words ?? "\(token)") }
    try scanner.advance()
  }

  private mutating func string(_ expectation: String) throws(DOTError) -> String {
    guard case .string(let text) = scanner.token else { throw foreign(expectation) }
    try scanner.advance()
    return text
  }

  /// Returns those of the attributes in brackets that say something.
  private mutating func attributes(_ kind: DOTVocabulary) throws(DOTError) -> DOTAttributes {
    try take(.sign("["))
    var names: Set<String> = []
    var result: DOTAttributes = [:]
    while case .word(let name) = scanner.token {
      guard names.insert(name).inserted else {
        throw DOTError(scanner.line, notOurs: "The attribute `\(name)` stands there twice")
      }
      try scanner.advance()
      result.merge(try attribute(named: name, kind)) { $1 }
    }
    try take(.sign("]"))
    return result
  }

  /// Returns an attribute whose name has been read, or none if it says nothing.
  private mutating func attribute(
    named name: String, _ kind: DOTVocabulary
  ) throws(DOTError) -> DOTAttributes {
    let line = scanner.line
    guard let use = kind.use(of: name) else {
      throw DOTError(line, notOurs: "The attribute `\(name.prefix(40))` does not belong there")
    }
    try take(.sign("="))
    let value: String
    switch scanner.token {
    case .word(let text), .string(let text): value = text
    default: throw foreign("the value of `\(name)`")
    }
    try scanner.advance()
    guard use.allows(value) else {
      throw DOTError(line, notOurs: "The attribute `\(name)` has the value `\(value.prefix(40))`")
    }
    return use.saysSomething ? [name: value] : [:]
  }
}

/// The attributes that the printer writes, by the kind of statement.
enum DOTVocabulary {
  case graph, nodeDefaults, edgeDefaults, node, edge, cluster

  /// The statements that set defaults, and the attributes of the graph.
  static let defaults: [String: DOTVocabulary] = [
    "graph": .graph, "node": .nodeDefaults, "edge": .edgeDefaults,
  ]

  /// What an attribute is used for.
  enum Use {
    /// Colors, sizes and places.
    case look
    /// Colors, sizes and positions, if only a few values are accepted.
    case oneOf(Set<String>)
    /// One of few values, which say something.
    case fact(Set<String>)
    /// A name of a state, region or cluster.
    case name
    /// Text by the rules of labels.
    case label

    var saysSomething: Bool {
      switch self {
      case .look, .oneOf: false
      case .fact, .name, .label: true
      }
    }

    func allows(_ value: String) -> Bool {
      switch self {
      case .look, .name: true
      case .oneOf(let values), .fact(let values): values.contains(value)
      case .label: DOTLabel.isWellFormed(value)
      }
    }
  }

  /// Returns what an attribute is used for, or `nil` if the printer doesn't write an attribute with
  /// that name.
  func use(of attribute: String) -> Use? {
    if Self.looks.contains(attribute) { return .look }
    return uses[attribute]
  }

  private static let looks: Set<String> = [
    "arrowsize", "bgcolor", "color", "fillcolor", "fixedsize", "fontcolor", "fontname", "fontsize",
    "height", "id", "labeljust", "labelloc", "margin", "nodesep", "pad", "penwidth", "peripheries",
    "rankdir", "ranksep", "width",
  ]

  private var uses: [String: Use] {
    switch self {
    case .graph: Self.graphUses
    case .nodeDefaults: Self.nodeDefaultUses
    case .edgeDefaults: Self.edgeDefaultUses
    case .node: Self.nodeUses
    case .edge: Self.edgeUses
    case .cluster: Self.clusterUses
    }
  }

  private static let graphUses: [String: Use] = [
    "compound": .oneOf(["true"]), "newrank": .oneOf(["true"]), "label": .label,
    DOTPrinter.commitAttribute: .fact(["true"]), DOTPrinter.omissionAttribute: .label,
  ]
  private static let nodeDefaultUses: [String: Use] = [
    "shape": .oneOf(["box"]), "style": .oneOf(["rounded,filled"]),
  ]
  private static let edgeDefaultUses: [String: Use] = ["arrowhead": .oneOf(["vee"])]
  private static let nodeUses: [String: Use] = [
    "shape": .fact(["circle", DOTRecord.shape]),
    "style": .oneOf(["filled", "rounded,filled,dashed", "rounded,filled,dotted"]), "label": .label,
    "class": .fact(
      Set([DOTPrinter.finalClass] + StateGraph.State.Completion.allCases.map(\.rawValue))),
    DOTPrinter.rejectionAttribute: .label,
    DOTPrinter.transitionAttribute: .label, DOTPrinter.behaviorAttribute: .label,
    DOTPrinter.labelAttribute: .label,
  ]
  private static let edgeUses: [String: Use] = [
    "style": .oneOf(["dashed", "dotted"]), "label": .label, "ltail": .name, "lhead": .name,
    DOTPrinter.enteredAttribute: .name, DOTPrinter.memoryAttribute: .label,
    "constraint": .oneOf(["false"]),
    "class": .fact([DOTPrinter.internalClass]), DOTPrinter.transitionAttribute: .label,
  ]
  private static let clusterUses: [String: Use] = [
    "style": .oneOf(["rounded,filled", "rounded,dashed"]), "label": .label,
    DOTNames.identifierAttribute: .name, DOTNames.regionAttribute: .name,
    DOTPrinter.behaviorAttribute: .label, DOTPrinter.labelAttribute: .label,
  ]
}
