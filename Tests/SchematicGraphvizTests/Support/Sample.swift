import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

/// Texts that several tests draw or read.
enum Sample {
  static let turnstile = """
    digraph "Turnstile" {
      rankdir=LR;
      node [shape=box, style=rounded];
      "" [shape=point];
      "" -> "locked";
      "locked" -> "unlocked" [label="coin"];
      "unlocked" -> "locked" [label="push"];
    }
    """

  static let clusters = """
    digraph Player {
      compound=true; newrank=true;
      { rank=same; off; standby }
      subgraph cluster_zebra {
        label="Zebra";
        subgraph cluster_inner { playing -> paused [label=pause]; paused -> playing [label=play] }
        stopped -> playing;
      }
      subgraph cluster_apple { label="Apple"; rewinding -> winding; }
      subgraph cluster_mango { label="Mango"; recording -> saving -> recording; }
      off -> stopped [lhead=cluster_zebra];
      winding -> recording; saving -> rewinding; standby -> off;
    }
    """

  static let flatEdges = """
    { rank=same; a; b; c; d; e } a -> b -> c -> d -> e;
    a -> c [label=one]; a -> d [label=two]; b -> e [label=three]; e -> a [label=four];
    """

  /// States that follow one another.
  static func row(of count: Int) -> String {
    (1..<count).map { "s\($0 - 1) -> s\($0);" }.joined(separator: " ")
  }

  /// States with scattered edges between them, which take long to uncross.
  static func tangle(of count: Int, edges: Int, _ settings: String) -> String {
    var random = SplitMix64(seed: 1)
    let lines = (0..<edges).map { edge in
      "s\(edge % count) -> s\(Int.random(in: 0..<count, using: &random)) [label=e\(edge)];"
    }
    return "digraph { \(settings) \(lines.joined()) }"
  }

  /// Texts that are correct and that one version of Graphviz or another cannot survive.
  static let breakdowns = [
    """
    digraph { newrank=true; rankdir=LR; concentrate=true; clusterrank=global
      subgraph cluster_0 { rank=same; n7; n4; n2 } subgraph cluster_1 { rank=max; n4; n7; n4 }
      n3:se -> n1:w [label=x]; n2 -> n0 [lhead=cluster_0]; n2 -> n0; n1 -> n3:w [samehead=a] }
    """
  ]
}

extension Graphviz {
  /// Draws a text that no printer wrote, with the numbers of nodes and arrows that it is said to have.
  static func render(
    dot text: String, nodes: Int = 0, edges: Int = 0, as format: ImageFormat,
    limits: RenderingLimits = RenderingLimits(), outOfProcess: Bool? = nil
  ) throws(GraphvizError) -> [UInt8] {
    try render(
      DOTPicture(text, nodes: nodes, edges: edges), as: format, limits: limits,
      outOfProcess: outOfProcess)
  }
}

/// Returns the error of the library that a piece of work throws.
func failure(
  of work: () throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) throws -> GraphvizError {
  try #require(throws: GraphvizError.self, sourceLocation: sourceLocation) { _ = try work() }
}
