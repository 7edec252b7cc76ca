/// The record of a graph: the rows of text at the end of its diagram.
///
/// Tools compare them, and people read them in a pull request, while the picture above is only looked at.
/// Each row is a comment of DOT, and has two spaces more than the row that it belongs to:
///
///     record     : "record 1"  start?  "committing"?  omission?  box*  region*  rule*  "end"
///     start      : "[*] ->" name
///     omission   : "omits states" number "transitions" number "refusals" number { view* exit* }
///     view       : "view" name
///     exit       : "exit" name
///     region     : "region" name "->" name { box+ }
///     box        : "state" name label? { behavior* box+ }
///                | ( "final" | "complete" | "passed" )? "state" name label? { behavior* region* }
///     behavior   : ( "entry" | "exit" | "do" ) conditions? ( "/" text )?  |  timeout
///     rule       : name target? ":" trigger conditions? ( "/" effect )? ( "{" text "}" )?
///     target     : ( "->" | "~>" ) name ( "[H*]" | "[" name ( "and" name )* "]" )?
///     trigger    : text  |  timeout  |  "completion"
///     timeout    : "after" delay ( "sends" text )?
///     delay      : a duration such as `1 h 30 min`, or a text
///     conditions : "[" condition ( "and" condition )* "]"
///     condition  : "not"? "in"? text  |  "if" text
///     effect     : text  |  ( "rejected" | "traps" ) ( ":" text )?  |  "ignored"
///     label      : a string of JSON
///     name, text : what stands there, or, if that could be read as anything else, a string of JSON
///
/// A state with states inside is a composite state. One with regions consists of them, and so does the
/// machine as a whole if regions are outermost. A state without a label is labeled with its identifier,
/// without that of the composite state or region around it. A rule without an arrow leaves no state, and
/// `~>` is the arrow of one that is internal, although it leads to another state. Behind a target are the
/// states in which its regions are entered, unless these are their first ones: `[H*]` if they are those that
/// were left last.
///
/// ```
/// // record 1
/// // [*] -> locked
/// // state locked
/// // state unlocked
/// // locked -> unlocked: coin [paid] / unlock
/// // locked: push / alarm
/// // end
/// ```
///
/// Equal graphs of the same order have the same rows. A text is only read if it is the one that its graph
/// is written as, so whoever edits rows by hand, such as in a merge, can't write one thing in two ways. Empty
/// lines between rows don't matter.
enum GraphRecord {
  /// The first row, with the version of the grammar.
  static let head = "record 1"
  static let end = "end"
  /// Stands for the states that were left last.
  static let history = "H*"
  /// The beginning of a line with a row.
  static let comment = "// "
  /// The beginning of a line that continues the row before.
  static let continuation = "//+"
  /// The most Unicode scalars of a row in one line: Graphviz 2.43 reads no lines of 16,384 bytes.
  static let longestLine = 4_000
  /// The most rows that a state or region may lie in.
  static let deepest = ExplorationBounds.depth

  /// Returns the record of a graph, as lines of a DOT text.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the graph.
  static func lines(of graph: StateGraph) -> [String] {
    ([head] + RecordWriter.rows(of: graph) + [end]).flatMap(divided)
  }

  private static func divided(_ row: String) -> [String] {
    guard row.utf8.count > longestLine else { return [comment + row] }
    let scalars = Array(row.unicodeScalars)
    return stride(from: 0, to: scalars.count, by: longestLine).map { start in
      var line = String.UnicodeScalarView()
      line.append(contentsOf: scalars[start..<min(start + longestLine, scalars.count)])
      return (start == 0 ? comment : continuation) + String(line)
    }
  }

  /// Returns the label of a state that has none in its row.
  static func label(of identifier: String, in parent: String?) -> String {
    parent.flatMap { identifier.after("\($0).") ?? identifier.after($0 + StateGraph.Region.mark) }
      ?? identifier
  }
}

extension GraphRecord {
  /// A place in a row where a name or another text stands.
  enum Place {
    /// The name of a state or of a region.
    case name
    /// The name of a state in which a region is entered.
    case entry
    /// The label of an event.
    case trigger
    case delay
    case condition
    /// The label of an action, a reason or a message.
    case effect
    case change
    /// The label of a behavior, which is the rest of its row.
    case rest

    /// What ends a text that has no quotes.
    private var ends: [String] {
      switch self {
      case .name: [" -> ", " ~> ", ":", " \"", " ["]
      case .entry: [" and ", "]"]
      case .trigger: [" [", " / ", " {"]
      case .delay: [" sends ", " [", " / ", " {"]
      case .condition: [" and ", "]"]
      case .effect: [" {"]
      case .change: ["}"]
      case .rest: []
      }
    }

    /// What has a meaning at the beginning of a text without quotes, a blank after it.
    private var words: [String] {
      switch self {
      case .trigger: ["after", "completion"]
      case .entry: [GraphRecord.history]
      case .condition: ["not", "if", "in"]
      case .effect: ["rejected", "rejected:", "traps", "traps:", "ignored"]
      case .name, .delay, .change, .rest: []
      }
    }

    /// Returns the index at which a text without quotes ends.
    func end(of bytes: ArraySlice<UInt8>) -> Int {
      let ends = ends.map(\.utf8)
      return bytes.indices.first { index in
        ends.contains { $0.first == bytes[index] && bytes[index...].starts(with: $0) }
      } ?? bytes.endIndex
    }

    /// Returns a text, in quotes if it could be read as anything else.
    func written(_ text: String) -> String {
      isClear(text) ? text : JSONText.quoted(text)
    }

    private func isClear(_ text: String) -> Bool {
      // Something may stand on either side.
      let bytes = Array(" \(text) ".utf8)[...]
      guard bytes.count > 2, bytes[1] != UInt8(ascii: " "), bytes[1] != UInt8(ascii: "\""),
        bytes[bytes.count - 2] != UInt8(ascii: " ")
      else { return false }
      return end(of: bytes) == bytes.endIndex && text.unicodeScalars.allSatisfy(Self.isPlain)
        && !words.contains { "\(text) ".after("\($0) ") != nil }
    }

    /// Returns whether a character neither ends a line nor is invisible.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}": false
      default: true
      }
    }
  }
}
