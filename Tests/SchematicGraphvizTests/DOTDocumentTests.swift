import SchematicGraphviz
import Testing

@Suite(.enabled(if: Graphviz.isBuilt)) struct DOTDocumentTests {
  @Test func readsTheGraphItself() throws {
    let document = try DOTDocument(parsing: "strict digraph \"My graph\" { rankdir=LR }")
    #expect(document.name == "My graph")
    #expect(document.isDirected)
    #expect(document.isStrict)
    #expect(document.attributes["rankdir"] == "LR")

    let other = try DOTDocument(parsing: "graph { a -- b }")
    #expect(other.name == nil)
    #expect(!other.isDirected)
    #expect(!other.isStrict)
  }

  @Test func keepsTheOrderOfTheText() throws {
    let document = try DOTDocument(parsing: "digraph { z; a -> m; z -> a; m -> z [label=x]; b }")
    #expect(document.nodes.map(\.name) == ["z", "a", "m", "b"])
    #expect(document.edges.map { "\($0.tail)\($0.head)" } == ["am", "za", "mz"])
  }

  @Test func mentionsADuplicateNodeOnce() throws {
    let document = try DOTDocument(parsing: "digraph { a [color=red]; b; \"a\" [color=blue] }")
    #expect(document.nodes.map(\.name) == ["a", "b"])
    #expect(document.nodes[0].attributes["color"] == "blue")
  }

  @Test func keepsParallelEdgesApart() throws {
    let text = "{ a -> b [label=x]; a -> b [label=y]; a -> a }"
    #expect(try DOTDocument(parsing: "digraph \(text)").edges.count == 3)
    #expect(try DOTDocument(parsing: "strict digraph \(text)").edges.count == 2)
  }

  @Test func resolvesDefaults() throws {
    let document = try DOTDocument(
      parsing: "digraph { a; node [shape=box]; edge [color=red]; b; a -> b; c [shape=oval] }")
    #expect(document.nodes.map { $0.attributes["shape"] } == [nil, "box", "oval"])
    #expect(document.edges[0].attributes["color"] == "red")
  }

  @Test func tellsAnEmptyLabelFromNone() throws {
    let document = try DOTDocument(parsing: "digraph { a [label=\"\"]; b; c [label=C] }")
    #expect(document.nodes.map { $0.attributes["label"] } == ["", nil, "C"])
  }

  @Test func readsTheSameAfterARendering() throws {
    let before = try DOTDocument(parsing: Sample.clusters)
    _ = try Graphviz.render(dot: Sample.clusters, as: .svg)
    #expect(try DOTDocument(parsing: Sample.clusters) == before)
  }

  @Test func keepsValuesAsWritten() throws {
    let document = try DOTDocument(
      parsing: #"digraph { "say \"hi\" \n" [label="a\l&amp; \\ \"b\" ü 🚦"] }"#)
    #expect(document.nodes[0].name == #"say "hi" \n"#)
    #expect(document.nodes[0].attributes["label"] == #"a\l&amp; \\ "b" ü 🚦"#)
  }

  @Test func tellsHTMLLabelsApart() throws {
    let document = try DOTDocument(
      parsing: "digraph { a [label=<<b>x</b>>, tooltip=plain]; b [label=\"y\"] }")
    #expect(document.nodes[0].attributes["label"] == "<b>x</b>")
    #expect(document.nodes[0].attributes.htmlNames == ["label"])
    #expect(document.nodes[1].attributes.htmlNames.isEmpty)
  }

  @Test func readsSubgraphs() throws {
    let document = try DOTDocument(parsing: Sample.clusters)
    #expect(
      document.subgraphs.map(\.name) == [nil, "cluster_zebra", "cluster_apple", "cluster_mango"])
    #expect(document.subgraphs.map(\.isCluster) == [false, true, true, true])
    let zebra = document.subgraphs[1]
    #expect(zebra.attributes["label"] == "Zebra")
    #expect(zebra.nodes == ["playing", "paused", "stopped"])
    #expect(zebra.subgraphs.map(\.name) == ["cluster_inner"])
    #expect(zebra.subgraphs[0].nodes == ["playing", "paused"])
  }

  /// The parser renames these nodes; their edges must still lead to them.
  @Test func joinsNodesThatTheParserRenames() throws {
    let document = try DOTDocument(parsing: #"digraph { "%a" -> "%b" -> c }"#)
    #expect(document.nodes.count == 3)
    #expect(document.edges.map(\.tail) == document.nodes.prefix(2).map(\.name))
    #expect(document.edges.map(\.head) == document.nodes.suffix(2).map(\.name))
  }

  @Test func readsPorts() throws {
    let document = try DOTDocument(parsing: "digraph { a:n -> b:s }")
    #expect(document.edges[0].attributes["tailport"] == "n")
    #expect(document.edges[0].attributes["headport"] == "s")
  }

  @Test(arguments: [
    "digraph {\r\n  a -> b\r\n}\r\n",
    "# a comment\n#line 7\ndigraph {\n# another } \"\n  a -> b\n}",
    "\u{FEFF}digraph { a -> b }",
    "/* } */ digraph { // }\n a -> b }",
    "digraph { a -> b } // the end",
  ])
  func readsLineEndsAndCommentsOfAllKinds(text: String) throws {
    let document = try DOTDocument(parsing: text)
    #expect(document.nodes.map(\.name) == ["a", "b"])
    #expect(document.edges.count == 1)
  }

  @Test func readsATextLongerThanTheScannersBuffer() throws {
    let label = String(repeating: "long ", count: 20_000)
    let document = try DOTDocument(parsing: "digraph { a [label=\"\(label)\"] }")
    #expect(document.nodes[0].attributes["label"] == label)
  }
}
