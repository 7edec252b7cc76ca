import SchematicGraph
import SchematicGraphviz
import Testing

/// Diagrams as other people and programs write them.
@Suite(.enabled(if: Graphviz.isBuilt)) struct ForeignTextTests {
  private func read(_ statements: String) throws -> StateGraph {
    let graph = try StateGraph(dot: "digraph g {\n\(statements)\n}")
    #expect(try StateGraph(dot: graph.dot()) == graph)
    return graph
  }

  private func failure(of statements: String, from state: String? = nil) throws -> GraphvizError {
    try #require(throws: GraphvizError.self) {
      try StateGraph(dot: "digraph g {\n\(statements)\n}", initialState: state)
    }
  }

  @Test func readsIdentifiersOfAllKinds() throws {
    let graph = try read(
      #"__start0 -> "two words" -> bare -> 12 -> -.5 -> <<b>h</b>> -> "a&#45;b" -> "a-b" -> é"#)
    #expect(
      graph.states.map(\.identifier)
        == ["two words", "bare", "12", "-.5", "<b>h</b>", "a&#45;b", "a-b", "é"])
  }

  @Test(arguments: [
    "__start0 -> a", "__start -> a", "x__start12 -> a",
    "__start0 [label=\"\" shape=none]; __start0 -> a",
    "i [shape=point] i -> a", "i [style=\"rounded, invis\"] i -> a", "i [label=\"\"] i -> a",
    "start [shape=plaintext] start -> a", "node [shape=point] i; node [shape=box] i -> a",
    "subgraph { node [shape=point]; i } i -> a", "a [initial=true]", "a [color=red]",
    "a [initial=true] b [color=red]", "i [shape=point] a -> i [dir=back]",
    "i [shape=point] i -> a; i -> a", "b -> i [style=invis] i [shape=point] i -> a",
    "\"\" [shape=point]; \"\" -> a",
  ])
  func findsTheInitialState(mark: String) throws {
    let graph = try read("b; \(mark)\n a -> b [label=x]")
    #expect(graph.initialState == "a")
    #expect(graph.states.map(\.identifier).sorted() == ["a", "b"])
    #expect(graph.transitions.map(\.description) == ["a -> b: x"])
  }

  @Test(arguments: [
    ("a -> b", GraphvizError.Code.noInitialState),
    ("a; b -> a [label=x]; i [shape=point]", .noInitialState),
    ("a -> i -> b; i [shape=point]", .noInitialState),
    ("i [label=\"\"] i -> a [label=x]", .noInitialState),
    ("__start0 -> a; __start1 -> b", .severalInitialStates),
    ("__start0 -> { a b }", .severalInitialStates),
    ("node [color=red] a -> b", .severalInitialStates),
    (
      "subgraph cluster_a { __start0 -> a } subgraph cluster_b { __start1 -> b }",
      .severalInitialStates
    ),
    ("__start0 -> a [label=\"/ boot\"]", .unsupported),
    ("\"\" -> a [label=\"/ boot\"]", .unsupported),
    ("__start0 -> a -> b [dir=none]", .unsupported),
    ("__start0 -> a; subgraph cluster_a { a } subgraph cluster_b { a }", .unsupported),
    (
      """
      __start0 -> a; subgraph cluster_a { a }
      subgraph { subgraph cluster_b { subgraph cluster_a { b } } }
      """,
      .unsupported
    ),
    ("__start0 -> \"%a\"", .unsupported),
  ])
  func refusesWhatItCannotHold(statements: String, code: GraphvizError.Code) throws {
    let error = try failure(of: statements)
    #expect(error.code == code)
    #expect(error.message.contains(":"))
  }

  @Test func followsItsOwnAdvice() throws {
    let error = try failure(of: "a -> b [label=\"x/y\"]")
    let lines = error.message.split(separator: "`").filter { $0.hasSuffix(";") }
    #expect(lines.count == 2)
    let advice = lines.joined(separator: "\n").replacing("name of the state", with: "a")
    let graph = try read("a -> b [label=\"x/y\"]\n\(advice)")
    #expect(graph.initialState == "a")
    #expect(graph.transitions.map(\.description) == ["a -> b: x / y"])
  }

  @Test func startsInTheNamedState() throws {
    let text = "digraph { subgraph cluster_a { __start0 -> a -> b } __start1 -> c }"
    #expect(try StateGraph(dot: text, initialState: "b").initialState == "b")
    #expect(try StateGraph(dot: text, initialState: "b").states.count == 3)
    #expect(try failure(of: "a", from: "c").message.contains("\"c\""))
    #expect(try failure(of: "__start0 -> a", from: "__start0").code == .noInitialState)
  }

  @Test(arguments: [
    ("a / b\\nc / d", ["a / b", "c / d"]),
    ("a/b\\lc/d\\l", ["a / b", "c / d"]),
    ("a\\rb\nc\r\nd\\n\\n", ["a", "b", "c", "d"]),
    (" a [x] / y ", ["a [x] / y"]),
    ("a[x]/y", ["a [x] / y"]),
    ("a[b[0]] /c/d", ["a [b[0]] / c/d"]),
    ("SYN(V/V,0)/ACK(1/2)", ["SYN(V/V,0) / ACK(1/2)"]),
    ("on/off / toggle", ["on/off / toggle"]),
    ("see http://x", ["see http://x"]),
    ("/ y", [" / y"]),
    ("[x]", [" [x]"]),
    ("a&#47;b / &lt;&rarr;&#x3b5;&epsilon;&unknown;&", ["a/b / <→εε&unknown;&"]),
    (#"\E \T \H \G \\n \"q\" \x"#, [#"a->b a b g \n "q" x"#]),
    ("&nbsp;a\\l&nbsp;b\\l", ["a", "b"]),
    ("", [""]),
  ])
  func readsEveryLineOfALabel(label: String, expected: [String]) throws {
    let graph = try read("__start0 -> a; a -> b [label=\"\(label)\"]")
    #expect(graph.transitions.map(\.description) == expected.map { "a -> b: \($0)" })
  }

  @Test func readsHTMLLabels() throws {
    let graph = try read(
      """
      __start0 -> a
      a [label=<<TABLE><TR><TD PORT="<y>">one</TD><TD>two &amp;
      more</TD></TR><!-- <b> --><TR><TD><B>three</B></TD></TR></TABLE>>]
      b [label=<x&eacute;<SUB>0</SUB><BR/>y>]
      c [label=<<!-- x> &>]
      a -> b [label=<<i>go</i> / <b>run</b><br align="left"/>stop>]
      """)
    #expect(graph.states.map(\.label) == ["one two & more\nthree", "xé0\ny", "<!-- x> &"])
    #expect(graph.transitions.map(\.description) == ["a -> b: go / run", "a -> b: stop"])
  }

  /// Our own printer ends lines with `\l` and writes no HTML.
  @Test func tellsWhoMarkedTheStart() throws {
    let ours = try read("\"\" -> a; a -> b [label=\"x\\ny\"]")
    #expect(ours.transitions.map(\.event) == ["x\ny"])
    let others = try read("\"\" -> a; a -> b [label=\"x\\ny\"]; b [label=<<b>B</b>>]")
    #expect(others.transitions.map(\.event) == ["x", "y"])
    #expect(others.states.map(\.label) == ["a", "B"])
    let entered = try read("\"\" -> a -> \"\" -> b; __start0 -> \"\"")
    #expect(entered.states.map(\.identifier) == ["", "a", "b"])
    #expect(entered.initialState == "")
  }

  @Test func readsLabelsOfStates() throws {
    let graph = try read(
      #"""
      node [label="\N of \G"] __start0 -> a; b [label="two\nlines\l"]; c [label=""]
      "d\e" [label="\N"]; e [shape=record label="{<p> one|{two \{|three}}"]; f [label="␀ \\ \"q\""]
      """#)
    #expect(
      graph.states.map(\.label)
        == ["a of g", "two\nlines", "", "d\\e", "one\ntwo {\nthree", "␀ \\ \"q\""])
  }

  @Test func readsClustersAndWhereTheyStart() throws {
    let graph = try read(
      """
      label="Player"
      start [shape=point]; start -> off
      subgraph cluster_on {
        label=<<b>On</b>>
        inner [shape=point]; inner -> paused
        { rank=same; playing; paused }
        subgraph cluster_deep { label="" fast }
      }
      off -> playing [lhead=cluster_on label=power]
      playing -> paused [label=pause]
      playing -> off [ltail=cluster_on label=power]
      off -> playing [style=invis]
      ghost [style=invis]
      """)
    #expect(graph.initialState == "off")
    #expect(
      graph.composites.map(\.description) == ["cluster_on \"On\"", "cluster_deep in cluster_on"])
    #expect(graph.states.map(\.identifier) == ["off", "paused", "playing", "fast"])
    #expect(
      graph.transitions.map(\.description) == [
        "off -> paused: power", "paused -> off: power", "playing -> paused: pause",
        "playing -> off: power", "fast -> off: power",
      ])
  }

  @Test func takesAcceptingDeadEndsForFinal() throws {
    let graph = try read(
      "node [shape=doublecircle] __start0 [shape=none]; __start0 -> a -> b; a -> a")
    #expect(graph.states.filter(\.isFinal).map(\.identifier) == ["b"])
  }

  /// No machine leaves a final state, whatever leaves the composite state around it.
  @Test func leavesNoFinalStateFromABorder() throws {
    let graph = try read(
      """
      __start0 -> a; subgraph cluster_a { a; b; c [shape=doublecircle] } a -> c [label=x]
      a -> d [ltail=cluster_a label=y]
      """)
    #expect(
      graph.transitions.map(\.description).sorted() == ["a -> c: x", "a -> d: y", "b -> d: y"])
  }

  @Test func turnsArrowsTheWayTheyPoint() throws {
    let graph = try read("__start0 -> a; a -> b [dir=back label=x]; a -> b [dir=both xlabel=y]")
    #expect(
      graph.transitions.map(\.description) == ["a -> b: y", "b -> a: x", "b -> a: y"])
  }

  @Test func readsTextWithEveryOddity() throws {
    let text = [
      "\u{FEFF}/* by hand */", "# 1 \"file.gv\"", "strict digraph Door {",
      "  node [label=\"the \\N\"]",
      "  __start0 -> open // go", "  \"open\" -> closed:n:w [label=\"push\" + \" / click\"];",
      "  open [color=blue]; closed; open [shape=box]",
      "  subgraph { edge [label=pull]; closed -> open }",
      "}", "// end", "",
    ].joined(separator: "\r\n")
    let graph = try StateGraph(dot: text)
    #expect(graph.states.map(\.label) == ["the open", "the closed"])
    #expect(
      graph.transitions.map(\.description) == [
        "open -> closed: push / click", "closed -> open: pull",
      ])
    #expect(try StateGraph(dot: graph.dot()) == graph)
  }

  @Test func refusesUndirectedAndSeveralGraphs() throws {
    let undirected = try #require(throws: GraphvizError.self) {
      try StateGraph(dot: "graph { a -- b }")
    }
    #expect(undirected.code == .notDirected)
    let several = try #require(throws: GraphvizError.self) {
      try StateGraph(dot: "digraph { __start0 -> a }\ndigraph { __start0 -> a }")
    }
    #expect(several.code == .trailingInput)
    #expect(several.line == 2)
  }

  @Test(arguments: [300, 5_000, 100_000]) func refusesSubgraphsThatAreNestedTooDeep(depth: Int)
    throws
  {
    let (opening, closing) = (
      String(repeating: "{", count: depth), String(repeating: "}", count: depth)
    )
    let code = try failure(of: "__start0 -> a \(opening) b \(closing)").code
    #expect(code == .unsupported || code == .syntax)
  }

  @Test func readsSubgraphsThatAreNestedDeep() throws {
    let clusters = (0..<200).map { "subgraph cluster_\($0) {" }.joined()
    let graph = try read("__start0 -> a \(clusters) a \(String(repeating: "}", count: 200))")
    #expect(graph.composites.count == 200)
  }

  /// Looking for the end of every comment anew would take minutes.
  @Test func readsManyCommentsWithoutEnd() throws {
    let label = String(repeating: "<!-- >", count: 20_000)
    #expect(try read("__start0 -> a [label=\"\"]; a [label=<\(label)>]").states[0].label == label)
  }
}
