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
}
