@testable import Examples
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

/// Examples do what the documents say, and a table that says anything else is noticed.
@Suite struct SpecificationTests {
  private static let ppp = StateGraph(PPP.schema)
  private static let tcp = StateGraph(TCPConnection.schema)

  @Test func pppFollowsTheTableOfItsRFC() throws {
    expectSame(Self.ppp, as: try Specifications.ppp())
    #expect(try Specifications.ppp().cells.count == 160)
  }

  @Test func tcpFollowsTheFigureOfItsRFC() throws {
    expectSame(Self.tcp, as: try Specifications.tcp())
    #expect(try Specifications.tcp().cells.count == 21)
  }

  // MARK: - Another table

  /// The fields of the table of RFC 1661, each with another cell for each seed.
  @Test(arguments: try TableText("PPP.csv").fields(columns: 1...10))
  func changedCellOfPPPIsNamed(field: TableText.Field) throws {
    let table = try TableText("PPP.csv")
    let event = table.rows[field.row][0]
    let state = table.rows[0][field.column]
    try Seeds.each(1) { seed in
      var generator = SplitMix64(seed: seed)
      let (number, action) = ("\(Int.random(in: 0...9, using: &generator))", "ser,tlu")
      let old = table.rows[field.row][field.column]
      let (oldActions, oldNumber) = TableText.parts(of: old)
      let news = [
        "-", number, "\(action)/\(number)", "\(action)/\(oldNumber)", "\(oldActions)\(number)",
        oldNumber,
      ].filter { new in
        TableText.parts(of: new) != (oldActions, oldNumber) && !new.hasSuffix("/-")
      }
      let new = news.randomElement(using: &generator)!
      let found = try Self.ppp.difference(
        from: try Specifications.ppp(csv: table.text(with: new, in: field)))
      let place = "\(event) in \(state) (line \(field.row + 2), column \(field.column + 1))"
      Self.expect(found, toName: ["\(place): the table says \(new), and the rules "], new)
    }
  }

  @Test(arguments: try TableText("TCP.csv").fields(columns: 2...4))
  func changedLineOfTCPIsNamed(field: TableText.Field) throws {
    let table = try TableText("TCP.csv")
    let row = table.rows[field.row]
    try Seeds.each(1) { seed in
      var generator = SplitMix64(seed: seed)
      let news =
        switch table.rows[0][field.column] {
        case "Note": [row[2] == "(note 1)" ? "" : "(note 1)"]
        case "Actions": ["", "x"].contains(row[3]) ? ["snd RST"] : ["", "snd RST"]
        default: ["CLOSED", "ESTAB", "FINWAIT-2"].filter { $0 != row[4] }
        }
      let new = news.randomElement(using: &generator)!
      let found = try Self.tcp.difference(
        from: try Specifications.tcp(csv: table.text(with: new, in: field)))
      Self.expect(
        found, toName: ["\(row[1]) in \(row[0]) (line \(field.row + 2)): the table says "], new)
    }
  }

  /// A line that is moved to another cell is missing in one, and is too much in the other.
  @Test(arguments: try TableText("TCP.csv").fields(columns: 0...1))
  func movedLineOfTCPIsNamedInBothCells(field: TableText.Field) throws {
    let table = try TableText("TCP.csv")
    var moved = table.rows[field.row]
    let old = moved
    moved[field.column] = field.column == 0 ? "LISTEN" : "rcv FIN"
    guard moved != old else { return }
    let state = try Specifications.tcp().cells.first { $0.name == "\(old[1]) in \(old[0])" }?.state
    do {
      let text = table.text(with: moved[field.column], in: field)
      let found = try Self.tcp.difference(from: Specifications.tcp(csv: text))
      Self.expect(
        found,
        toName: [
          "\(moved[1]) in \(moved[0]) (line \(field.row + 2)): the table says ",
          "\(old[1]) in \(state ?? ""): the table has no such cell, and the rules say ",
        ], moved[field.column])
    } catch let error as TransitionTableError {
      // The cell has a line already.
      #expect(error.problems.count == 1)
      #expect(error.description.contains(": \(moved[1]) in \(moved[0]) is in line "))
    }
  }

  /// Expects a failure to name some cells, and no other one.
  private static func expect(_ failure: String?, toName cells: [String], _ new: String) {
    let lines = (failure ?? "").split(separator: "\n").map {
      $0.trimmingPrefix(while: \.isWhitespace)
    }
    #expect(lines.count == cells.count + 1, "\(new): \(failure ?? "nothing differs")")
    for cell in cells {
      #expect(lines.contains { $0.hasPrefix(cell) }, "\(new): \(failure ?? "nothing differs")")
    }
  }

  // MARK: - Other rules

  /// Mistakes that walks can't find, because they come from the same rules.
  @Test(arguments: Seeds.first(1))
  func wrongRuleIsNoticedByTheTable(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    try notice(PPP.schema, by: Specifications.ppp(), 30, &generator)
    try notice(TCPConnection.schema, by: Specifications.tcp(), 30, &generator)
  }

  private func notice<State: Graphable, Event: Graphable, Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>, by table: TransitionTable, _ count: Int,
    _ generator: inout SplitMix64
  ) throws {
    for mutation in Mutation.all(in: StateGraph(schema)).shuffled(using: &generator).prefix(count) {
      // To ignore an event that changes nothing, or that can't happen, is no mistake.
      if case .lost(let rule) = mutation,
        rule.effect.isRejection || rule.isInternal && rule.action == nil
      {
        continue
      }
      let found = try StateGraph(schema.mutated(by: mutation)).difference(from: table)
      #expect(found != nil, "\(mutation)")
    }
  }

  @Test func failureNamesTheLineOfTheRule() throws {
    let text = try Specifications.text(of: "PPP.csv")
    let table = try Specifications.ppp(
      csv: text.replacing("Up,2,", with: "Up,-,").replacing("RXR,-,", with: "RXR,1,"))
    let failure = try Self.ppp.difference(from: table) ?? ""
    #expect(
      failure.replacing(#/PPP.swift:\d+/#, with: "PPP.swift:N") == """
        the rules differ from the table:
          Up in 0 Initial (line 3, column 2): the table says -, and the rules say initial -> closed: \
        Up (Examples/PPP.swift:N)
          RXR in 0 Initial (line 18, column 2): the table says 1, and the rules say initial: \
        RXR / rejected (near Examples/PPP.swift:N)
        """)
  }
}

/// The text of a table, in which one field at a time is changed.
struct TableText {
  /// The place of a field, from zero; the first row is the header.
  struct Field: Sendable {
    let row: Int
    let column: Int
  }

  private let comment: Substring
  let rows: [[String]]

  init(_ file: String) throws {
    let text = try Specifications.text(of: file)
    comment = text.prefix { $0 != "\n" }
    rows = CSV.records(of: text).map(\.fields)
  }

  /// Returns the fields of some columns below the header.
  func fields(columns: ClosedRange<Int>) -> [Field] {
    rows.indices.dropFirst().flatMap { row in columns.map { Field(row: row, column: $0) } }
  }

  /// Returns the text with another field.
  func text(with new: String, in field: Field) -> String {
    var rows = rows
    rows[field.row][field.column] = new
    let lines = rows.map { row in
      row.map { $0.contains(",") ? "\"\($0)\"" : $0 }.joined(separator: ",")
    }
    return comment + "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// Returns the actions of a cell with the slash after them, and its state without a note.
  static func parts(of cell: String) -> (actions: String, state: String) {
    let slash = cell.lastIndex(of: "/")
    let state = slash.map { cell[cell.index(after: $0)...] } ?? cell[...]
    return (
      slash.map { String(cell[...$0]) } ?? "",
      state.last.map("prx".contains) == true ? String(state.dropLast()) : String(state)
    )
  }
}
