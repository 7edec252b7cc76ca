/// The output of `replay`: the lines that aren't steps, and numbers of lines and transitions.
struct ReplayReport: JSONReport {
  let version = Self.version
  /// A Boolean value that indicates whether every line that was checked is a step of its diagram.
  let passed: Bool
  let machines: [Machine]
  let violations: [Violation]
  let unreadableLines: Int
  /// The machines in the traces for which no diagram was chosen, up to a limit.
  let unknownMachines: [String]
  /// The number of lines about further machines for which no diagram was chosen.
  let otherUnknownLines: Int

  struct Machine: Encodable {
    let name: String
    let lines: Int
    let gaps: Int
    let violations: Int
    let transitions: Int
    let neverTaken: [String]
  }

  struct Violation: Encodable {
    let file: String
    let line: Int
    let machine: String
    let message: String
  }

  init(
    machines: [Machine], violations: [Violation], unreadableLines: Int, unknownMachines: [String],
    otherUnknownLines: Int
  ) {
    // Nothing was replayed if no line of the files can be read.
    passed =
      machines.allSatisfy { $0.violations == 0 }
      && (unreadableLines == 0 || machines.contains { $0.lines > 0 })
    self.machines = machines
    self.violations = violations
    self.unreadableLines = unreadableLines
    self.unknownMachines = unknownMachines
    self.otherUnknownLines = otherUnknownLines
  }

  /// The whole report for a terminal.
  var text: String { text(in: Answer(isWhole: true)) }

  /// Returns the report for a terminal, with as many lines as an answer has.
  func text(in answer: Answer) -> String {
    var answer = answer
    let count = machines.reduce(0) { $0 + $1.violations }
    var lines = violations.map { "\($0.file):\($0.line): \($0.message)" }
    if count > violations.count { lines.append("and \(count - violations.count) more") }
    if unreadableLines > 0 {
      lines.append("note: \(unreadableLines) lines are no lines of a trace")
    }
    lines += unknownMachines.map { "note: no diagram is named \($0); its lines were passed over" }
    if otherUnknownLines > 0 {
      lines.append("note: \(otherUnknownLines) more lines name machines without a diagram")
    }
    let ends = machines.map { machine in
      let taken = machine.transitions - machine.neverTaken.count
      return "\(machine.name): \(machine.lines) lines, \(machine.gaps) gaps, "
        + "\(machine.violations) violations, \(taken) of \(machine.transitions) transitions taken"
    }
    return (answer.fitting(lines) + answer.fitting(ends)).joined(separator: "\n")
  }
}

extension String {
  /// Returns the text, shortened with an ellipsis if it has more characters than `length`.
  func shortened(to length: Int) -> String {
    // This avoids counting the characters of a long text.
    guard utf8.count > length, let end = index(startIndex, offsetBy: length, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return "\(self[..<index(before: end)])…"
  }
}
