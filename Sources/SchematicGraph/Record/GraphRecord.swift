/// The record of a graph: the rows of text at the end of its diagram.
///
/// Tools compare the rows, and people read them in a pull request. Graphviz draws the picture above
/// them. Each row is a comment of DOT. Rows that belong to another row follow it, indented by two
/// more spaces:
///
///     record     : "record 1"  start?  "committing"?  omission?  box*  region*  rule*  "end"
///     start      : "[*] ->" name
///     omission   : "omits states" number "transitions" number "refusals" number { view* exit* }
///     view       : "view" name
///     exit       : "exit" name
///     region     : "region" name "->" name { box+ }
///     box        : "state" name label? { behavior* box+ }
///                | ( "final" | "complete" | "passed" )? "state" name label? { behavior* region* }
///     behavior   : ( "entry" | "exit" | "do" ) conditions? untold? ( "/" text )?  |  timeout
///     rule       : name target? ":" trigger conditions? untold? ( "/" effect )? ( "{" text "}" )?
///     target     : ( "->" | "~>" ) name ( "[H*]" | "[" name ( "and" name )* "]" )?
///     trigger    : text  |  timeout  |  "completion"
///     timeout    : "after" delay ( "sends" text )?
///     delay      : a duration such as `1 h 30 min`, or a text
///     conditions : "[" condition ( "and" condition )* "]"
///     condition  : "not"? "in"? text  |  "if" text
///     untold     : "#" text
///     effect     : text  |  ( "rejected" | "traps" ) ( ":" text )?  |  "ignored"
///     label      : a string of JSON
///     name, text : the text itself, or, if that could be read as anything else, a string of JSON
///
/// A state with states below it is a composite state. A state with regions below it consists of
/// these regions; outermost regions form the machine as a whole. If the row of a state has no label,
/// the label is the identifier without the parent's identifier at its beginning: `playing` for
/// `active.playing` in `active`. A rule without an arrow leaves no state. The arrow `~>` marks an
/// internal transition to another state, which is a mistake in the rules. Brackets behind a target
/// name the states in which the target's regions are entered, if these aren't the initial states.
/// What the words of conditions and changes leave out is a digest behind `#`. `[H*]` means that the regions continue in the states that were left last.
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
/// Equal graphs in the same order have the same rows. The rows are accepted only if the graph that
/// they describe is written as the same rows. So nobody who edits rows by hand, such as in a merge,
/// can write one thing in two ways. Empty lines between rows don't matter.
enum GraphRecord {
  /// The first row, with the version of the grammar.
  static let head = "record 1"
  static let end = "end"
  /// The text in brackets that means the states that were left last.
  static let history = "H*"
  /// The mark before the digest of what words leave out.
  static let untold = " #"
  /// The beginning of a line with a row.
  static let comment = "// "
  /// The beginning of a line that continues the row of the line before.
  static let continuation = "//+"
  /// The maximum number of a row's Unicode scalars on one line.
  ///
  /// A scalar has at most 4 bytes, and Graphviz 2.43 can't read a line of 16,384 bytes.
  static let longestLine = 4_000
  /// The maximum number of rows around the row of a state or region.
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

  /// Returns the label of a state whose row has none: `playing` for `active.playing` in `active`.
  static func label(of identifier: String, in parent: String?) -> String {
    parent.flatMap { identifier.after("\($0).") ?? identifier.after($0 + RegionPath.mark) }
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
    /// A digest of what words leave out.
    case digest
    /// The label of a behavior, which is the rest of its row.
    case rest

    /// The texts that end a text without quotes.
    private var ends: [String] {
      switch self {
      case .name: [" -> ", " ~> ", ":", " \"", " ["]
      case .entry: [" and ", "]"]
      case .trigger: [" [", " / ", " {", GraphRecord.untold]
      case .delay: [" sends ", " [", " / ", " {", GraphRecord.untold]
      case .digest: [" / ", " {"]
      case .condition: [" and ", "]"]
      case .effect: [" {"]
      case .change: ["}"]
      case .rest: []
      }
    }

    /// The words that have a meaning of their own at the beginning of a text without quotes.
    private var words: [String] {
      switch self {
      case .trigger: ["after", "completion"]
      case .entry: [GraphRecord.history]
      case .condition: ["not", "if", "in"]
      case .effect: ["rejected", "rejected:", "traps", "traps:", "ignored"]
      case .name, .delay, .change, .digest, .rest: []
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
      // In a row, a blank may come before and after the text, so `[paid` would begin a condition.
      let bytes = Array(" \(text) ".utf8)[...]
      guard bytes.count > 2, bytes[1] != UInt8(ascii: " "), bytes[1] != UInt8(ascii: "\""),
        bytes[bytes.count - 2] != UInt8(ascii: " ")
      else { return false }
      return end(of: bytes) == bytes.endIndex && text.unicodeScalars.allSatisfy(Self.isPlain)
        && !words.contains { "\(text) ".after("\($0) ") != nil }
    }

    /// Returns whether a character is neither a control character, nor U+2028, U+2029 or U+FEFF.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}": false
      default: true
      }
    }
  }
}
