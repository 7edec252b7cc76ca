/// The values of those attributes of a statement that say something, by name.
typealias DOTAttributes = [String: String]

/// The statements of a DOT text that ``DOTPrinter`` wrote.
///
/// This is the whole grammar, in the notation of <https://graphviz.org/doc/info/lang.html>. Tokens
/// can be separated by spaces and line breaks; comments, ports, and names without quotes aren't
/// part of it.
///
///     graph     : digraph STRING { default* state* edge* level* caption* }   without regions
///               | digraph STRING { default* region+ caption* }               with regions
///     default   : ( graph | node | edge ) [ attribute* ] ;
///     caption   : WORD = value ;
///     region    : subgraph WORD { graph [ region=STRING attribute* ] ; state* edge* level* }
///     state     : STRING list? ;                         a state, a starting point, or a history
///               | subgraph WORD { graph [ state=STRING attribute* ] ; state* }
///               | subgraph WORD { graph [ state=STRING attribute* ] ; history* region+ }
///     edge      : STRING -> STRING list? ;
///     level     : { rank=same ; ( STRING ; )+ }
///     list      : [ attribute+ ]
///     attribute : WORD = value
///     value     : WORD | STRING
///
/// Labels of edges and states, and the attributes `transitions`, `rejects` and `behaviors`, contain
/// lines. Each ends with `\l` if there are several or they are in a compartment:
///
///     label     : title                                     of a state
///               | { title "|" line+ } | title "|" line+     of a state with a compartment: a record
///               | title line*                               of a composite state, with behaviors
///               | line+                                     of an edge, each after `&nbsp;` or nothing
///     line      : rule | behavior
///     behavior  : ( "entry / " | "exit / " | "do / " | timeout ) ( TEXT | "(unnamed)" )
///     rule      : event? ( " [" guard "]" )? ( " / " effect )? ( " {" change "}" )?
///     effect    : action | "rejected: " reason | "traps" ( ": " message )?
///
/// In a `TEXT`, `\\` is a backslash, `\n` a line break, and `&…;` a character that would be
/// mistaken for something else. A rule inside a state, or on an edge with `class=internal`, leaves
/// no state; a rule in `rejects` is rejected or traps.
///
/// An edge to a history has the attribute `remembers`: for each state to return to a line
/// `state [guard]`, with the condition under which the arrow leads there, or without one if the state
/// at its tail stands for a copy of each. In the changes of arrows to the state at its tail, `H` stands
/// for what the condition says.
///
/// Each name is declared once, before edges lead to or from it. Attributes are those that the
/// printer writes, none of them twice. A `STRING` may consist of pieces joined by `+`.
/// ``DOTTransitionText``, ``DOTBehaviorText`` and ``DOTRecord`` describe the labels in the values;
/// ``DOTNames`` describes the names of nodes and clusters.
struct DOTDocument {
  struct Node {
    let name: String
    let attributes: DOTAttributes
    /// The position of the cluster around it in its part.
    let cluster: Int?
    let line: Int
  }

  struct Edge {
    let tail: String
    let head: String
    let attributes: DOTAttributes
    let line: Int
  }

  struct Cluster {
    let name: String
    let attributes: DOTAttributes
    /// The position of the cluster around it in its part.
    let parent: Int?
    let line: Int
    /// The number of nodes before it in its part.
    var nodesBefore = 0
    /// The regions in it, in the order of the text.
    var regions: [Part] = []
  }

  /// The statements of a graph without regions, or of a region.
  struct Part {
    /// The cluster of the region; `nil` in a graph without regions.
    var region: Cluster?
    var nodes: [Node] = []
    var edges: [Edge] = []
    var clusters: [Cluster] = []
  }

  /// The attributes of the graph.
  var attributes: DOTAttributes = [:]
  /// Everything that isn't in a region.
  var outermost = Part()
  /// The regions, in the order of the text.
  var regions: [Part] = []
  /// The number of the line on which the text ends.
  var lastLine = 1

  /// The maximum depth of nested clusters.
  static let deepest = 250
}
