import SchematicGraph

/// The state transition table of a specification, with which rules are compared.
///
/// The table is a CSV file that a person can compare with the document side by side. If the document
/// prints a table, the file has the same cells. The first field says whether events or states are
/// below it:
///
/// ```text
/// # RFC 1661, section 4.1 (an extract)
/// Event,2 Closed,6 Req-Sent
/// Open,"irc,scr/6",6
/// RCA,sta/2,irc/7
/// TO-,-,tlf/3p
/// ```
///
/// A cell has the actions, a slash and the next state, or the next state alone; `-` means that the event
/// can't happen in the state. A number in front of a state is another name for the state. A note may follow
/// the next state. If conditions decide between several answers, semicolons separate the answers:
/// `irc/7a; scr/6b`.
///
/// If the document prints a figure or a list, each line of the file is an arrow. The columns `actions` and
/// `note` may be missing:
///
/// ```text
/// State,Event,Note,Actions,Next state
/// CLOSED,passive OPEN,,create TCB,LISTEN
/// SYN RCVD,rcv RST,(note 1),,LISTEN
/// ```
///
/// If the document has other words than the diagram, translate them when you read the table:
///
/// ```swift
/// let table = try TransitionTable(
///   csv: text, states: ["SYN RCVD": "SYN-RECEIVED"], actions: ["x": ""],
///   notes: ["(note 1)": "after passive OPEN"])
/// expectSame(StateGraph(Turnstile.schema), as: table)
/// ```
public struct TransitionTable: Hashable, Sendable {
  /// The cells, in the order of the file.
  package let cells: [Cell]

  /// Reads a table.
  ///
  /// A word that isn't translated must be the same in the diagram.
  ///
  /// - Parameters:
  ///   - text: The text of a CSV file. A line that begins with `#` is a comment.
  ///   - states: The labels or identifiers of states in the diagram, by the document's names.
  ///   - events: The events in the diagram, by the document's names; a timeout is `after 30 s`.
  ///   - actions: The actions in the diagram, by the document's names. A name may be one action, or all
  ///     actions of a cell; an empty text is no action.
  ///   - notes: The conditions in the diagram, such as `not paid`, by the document's notes; an empty text
  ///     if the rules have no condition for the note.
  /// - Throws: A ``TransitionTableError`` that names each malformed cell.
  public init(
    csv text: String, states: [String: String] = [:], events: [String: String] = [:],
    actions: [String: String] = [:], notes: [String: String] = [:]
  ) throws(TransitionTableError) {
    let words = TableWords(states: states, events: events, actions: actions, notes: notes)
    cells = try TableReader.cells(of: text, words)
  }
}

extension TransitionTable {
  /// What a document says about an event in a state.
  package struct Cell: Hashable, Sendable {
    /// The event and the state in the words of the document: `RCA in 7 Ack-Rcvd`.
    package let name: String
    /// The state in the words of the diagram.
    package let state: String
    /// The event in the words of the diagram.
    package let event: String
    /// The numbers of the lines that the cell comes from.
    package var lines: [Int]
    /// The number of the field in the line; `nil` if each line of the table is an arrow.
    package let column: Int?
    /// The texts of the document, one for each answer.
    package var texts: [String]
    /// The answers, which are empty if the event can't happen in the state.
    package var answers: Set<Answer>

    /// The lines and the column in parentheses.
    var place: String {
      let numbers = lines.map(String.init).joined(separator: " and ")
      let column = column.map { ", column \($0)" } ?? ""
      return "(\(lines.count == 1 ? "line" : "lines") \(numbers)\(column))"
    }
  }

  /// One way in which an event is answered, in the words of the diagram.
  package struct Answer: Hashable, Sendable {
    /// The condition, or `nil` if there is none.
    package let condition: String?
    /// The actions, one by one, in order.
    package let actions: [String]
    /// The next state.
    package var target: String

    package init(condition: String?, actions: [String], target: String) {
      self.condition = condition
      self.actions = actions
      self.target = target
    }
  }
}

/// The error if the text of a table can't be read.
///
/// The error names the place of each problem, and says what to write instead.
public struct TransitionTableError: Error, Hashable, CustomStringConvertible {
  /// The problems, each with its place and with advice.
  package let problems: [String]

  /// The problems, one on each line.
  public var description: String { problems.joined(separator: "\n") }
}

/// The words of a diagram, by the words of a document.
struct TableWords {
  let states: [String: String]
  let events: [String: String]
  let actions: [String: String]
  let notes: [String: String]

  /// Returns the actions of a cell one by one, in the words of the diagram.
  func actions(of text: String) -> [String] {
    if let all = actions[text] { return Self.actions(in: all) }
    return Self.actions(in: text).flatMap { Self.actions(in: actions[$0] ?? $0) }
  }

  /// Divides a text at its commas.
  static func actions(in text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
  }
}

extension StringProtocol {
  /// The text without the blanks around it.
  var trimmed: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
