import Foundation
import SchematicTesting

/// The tables of the documents that examples follow, with the picture's words for the documents'.
enum Specifications {
  /// Returns the text of a table.
  static func text(of file: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appending(components: "Tables", file), encoding: .utf8)
  }

  /// Returns the table of RFC 1661, section 4.1.
  static func ppp(csv text: String? = nil) throws -> TransitionTable {
    try TransitionTable(
      csv: text ?? self.text(of: "PPP.csv"),
      notes: [
        // The example has neither the passive nor the restart option, which an implementation may leave out.
        "p": "", "r": "",
        // The note explains how connections cross; the cell says all that happens.
        "x": "",
      ])
  }

  /// Returns figure 5 of RFC 9293, section 3.3.2.
  ///
  /// Note 3 has no line: a reset leads from any state to LISTEN or CLOSED, which the figure omits, and so does
  /// the example.
  static func tcp(csv text: String? = nil) throws -> TransitionTable {
    try TransitionTable(
      csv: text ?? self.text(of: "TCP.csv"),
      // The figure abbreviates what the text of the RFC spells out.
      states: [
        "SYN RCVD": "SYN-RECEIVED", "SYN SENT": "SYN-SENT", "ESTAB": "ESTABLISHED",
        "FIN WAIT-1": "FIN-WAIT-1", "FINWAIT-2": "FIN-WAIT-2", "CLOSE WAIT": "CLOSE-WAIT",
      ],
      actions: ["x": ""],
      notes: [
        "(note 1)": "after passive OPEN",
        // The arrow that note 2 describes in words has no condition.
        "(note 2)": "",
      ])
  }
}
