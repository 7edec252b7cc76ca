/// A reader of the tables that specifications print.
struct TableReader {
  private let words: TableWords
  private var cells: [TransitionTable.Cell] = []
  private var problems: [String] = []

  /// Returns the cells of a table, in the order of the file.
  static func cells(
    of text: String, _ words: TableWords
  ) throws(TransitionTableError) -> [TransitionTable.Cell] {
    var records = CSV.records(of: text).map { record in
      CSV.Record(line: record.line, fields: record.fields.map(\.trimmed))
    }
    records.removeAll { $0.fields == [""] }
    guard let header = records.first else {
      throw TransitionTableError(problems: ["the table is empty; \(advice)"])
    }
    let broken = records.first { $0.fields.contains { $0.contains(where: \.isNewline) } }
    if let broken {
      throw TransitionTableError(problems: [
        "line \(broken.line): a field has a line break; close its quote"
      ])
    }
    var reader = TableReader(words: words)
    let names = header.fields.map { $0.lowercased() }
    if ["state", "event", "next state"].allSatisfy(names.contains) {
      reader.readArrows(records.dropFirst(), columns: names, header)
    } else if ["event", "events"].contains(names[0]) {
      reader.readGrid(records.dropFirst(), header, hasStatesBelow: false)
    } else if ["state", "states"].contains(names[0]) {
      reader.readGrid(records.dropFirst(), header, hasStatesBelow: true)
    } else {
      reader.problems.append(
        "line \(header.line): the table begins with \"\(header.fields[0])\"; \(advice)")
    }
    guard reader.problems.isEmpty else { throw TransitionTableError(problems: reader.problems) }
    return reader.cells
  }

  private static let advice = """
    begin it with \"Event\" if events are below, with \"State\" if states are, or with \
    \"State,Event,Note,Actions,Next state\" if each line is an arrow
    """

  private init(words: TableWords) {
    self.words = words
  }
}

// MARK: - A table of states and events

extension TableReader {
  /// Reads a table with a column for each state and a row for each event, or the other way round.
  private mutating func readGrid(
    _ rows: ArraySlice<CSV.Record>, _ header: CSV.Record, hasStatesBelow: Bool
  ) {
    let across = header.fields
    let below = [across[0]] + rows.map { $0.fields[0] }
    findRepetitions(in: across.dropFirst(), "line \(header.line): column")
    findRepetitions(in: below.dropFirst(), "row")
    let states = (hasStatesBelow ? below : across).dropFirst().map(DocumentState.init)
    for row in rows {
      let name = row.fields[0]
      guard hasAllFields(row, header, "row \(name)") else { continue }
      for (column, text) in row.fields.enumerated().dropFirst() {
        let state = DocumentState(hasStatesBelow ? name : across[column])
        let event = hasStatesBelow ? across[column] : name
        let place = "line \(row.line), row \(name), column \(across[column])"
        guard let answers = answers(in: text, among: states, place) else { continue }
        cells.append(
          TransitionTable.Cell(
            name: "\(event) in \(state.text)", state: picture(state),
            event: words.events[event] ?? event, lines: [row.line], column: column + 1,
            texts: [text], answers: answers))
      }
    }
  }

  /// Returns the answers of a cell, or `nil` if it is malformed.
  private mutating func answers(
    in text: String, among states: [DocumentState], _ place: String
  ) -> Set<TransitionTable.Answer>? {
    if text == "-" { return [] }
    guard !text.isEmpty else {
      return report("\(place): the cell is empty; write \"-\" if the event can't happen there")
    }
    var answers: [TransitionTable.Answer] = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      guard let answer = answer(in: part.trimmed, among: states, place) else { return nil }
      answers.append(answer)
    }
    guard Set(answers.map(\.condition)).count == answers.count else {
      return report(
        "\(place): \"\(text)\" says one condition twice; give each answer a note of its own")
    }
    return Set(answers)
  }

  /// Returns one answer of a cell, or `nil` if it is malformed.
  private mutating func answer(
    in text: String, among states: [DocumentState], _ place: String
  ) -> TransitionTable.Answer? {
    // The last slash counts, because an action may contain slashes.
    let slash = text.lastIndex(of: "/")
    let actions = slash.map { text[..<$0].trimmed }
    let next = slash.map { text[text.index(after: $0)...].trimmed } ?? text
    if let actions, hasGap(actions) {
      return report(
        "\(place): \"\(text)\" lacks an action; write \"action,action/state\", or the state alone")
    }
    guard let (state, note) = divided(next, among: states) else {
      return report("\(place): \"\(text)\" has \(unknown(next, among: states))")
    }
    return TransitionTable.Answer(
      condition: condition(of: note), actions: words.actions(of: actions ?? ""),
      target: picture(state))
  }

  /// Returns the state that a text names, with the note after it; `nil` if there is no such state or note.
  private func divided(
    _ text: String, among states: [DocumentState]
  ) -> (state: DocumentState, note: String)? {
    for note in [""] + words.notes.keys.sorted(by: { $0.count > $1.count })
    where text.hasSuffix(note) {
      let name = text.dropLast(note.count).trimmed
      if let state = states.first(where: { $0.names.contains(name) }) { return (state, note) }
    }
    return nil
  }

  /// Returns what is wrong with the next state of a cell, and what to do.
  private func unknown(_ text: String, among states: [DocumentState]) -> String {
    guard !text.isEmpty else { return "no next state; write it after the slash" }
    let names = states.flatMap(\.names)
    let known = names.filter { text.hasPrefix($0) }.max { $0.count < $1.count }
    let note = text.dropFirst(known?.count ?? 0).trimmed
    // `12` is no note after the state `1`.
    if let known, note.first?.isNumber == false {
      return "the note \"\(note)\" after the state \"\(known)\"; say in notes: what it means, "
        + "[\"\(note)\": \"\"] if the rules leave it out"
    }
    let list = states.map { $0.number ?? $0.name }.joined(separator: ", ")
    return "no state of the table as its next one: \"\(text)\"; write one of \(list)"
  }
}

// MARK: - A table of arrows

extension TableReader {
  /// Reads a table with a line for each arrow.
  private mutating func readArrows(
    _ rows: ArraySlice<CSV.Record>, columns: [String], _ header: CSV.Record
  ) {
    let known = ["state", "event", "note", "actions", "next state"]
    findRepetitions(in: columns[...], "line \(header.line): column")
    for name in columns where !known.contains(name) {
      problems.append(
        "line \(header.line): no column is called \"\(name)\"; write "
          + known.map { "\"\($0)\"" }.joined(separator: ", "))
    }
    for row in rows where hasAllFields(row, header, "the line") {
      func field(_ name: String) -> String {
        columns.firstIndex(of: name).map { row.fields[$0] } ?? ""
      }
      let missing = ["state", "event", "next state"].filter { field($0).isEmpty }
      for name in missing {
        problems.append(
          "line \(row.line), column \(name): the field is empty; write the document's word"
            + (name == "next state" ? ", or \"-\" if the event can't happen there" : ""))
      }
      let (actions, note) = (field("actions"), field("note"))
      if hasGap(actions), !actions.isEmpty {
        problems.append(
          "line \(row.line), column actions: \"\(actions)\" lacks an action; write "
            + "\"action,action\", or nothing")
      }
      if !note.isEmpty, words.notes[note] == nil {
        problems.append(
          "line \(row.line), column note: \"\(note)\" has no meaning; say it in notes:, "
            + "[\"\(note)\": \"\"] if the rules leave it out")
      }
      guard missing.isEmpty else { continue }
      addArrow(
        row.line, DocumentState(field("state")), field("event"), note, actions,
        DocumentState(field("next state")))
    }
  }

  /// Adds an arrow to the cell of its state and event.
  private mutating func addArrow(
    _ line: Int, _ state: DocumentState, _ event: String, _ note: String, _ actions: String,
    _ next: DocumentState
  ) {
    let text =
      (actions.isEmpty ? "" : "\(actions)/") + next.text + (note.isEmpty ? "" : " \(note)")
    let isPossible = text != "-"
    let answer = TransitionTable.Answer(
      condition: condition(of: note), actions: words.actions(of: actions), target: picture(next))
    let name = "\(event) in \(state.text)"
    guard let index = cells.firstIndex(where: { $0.name == name }) else {
      cells.append(
        TransitionTable.Cell(
          name: name, state: picture(state), event: words.events[event] ?? event, lines: [line],
          column: nil, texts: [text], answers: isPossible ? [answer] : []))
      return
    }
    if !isPossible || cells[index].answers.isEmpty
      || cells[index].answers.contains(where: { $0.condition == answer.condition })
    {
      problems.append(
        "line \(line): \(name) is in line \(cells[index].lines[0]), too; remove one of them, or "
          + "give each a condition in the column note")
    }
    cells[index].lines.append(line)
    cells[index].texts.append(text)
    cells[index].answers.insert(answer)
  }
}

// MARK: - Words

extension TableReader {
  /// A state as a document names it: `6 Req-Sent` is also called `6` and `Req-Sent`.
  private struct DocumentState {
    let text: String
    let number: String?
    let name: String

    init(_ text: String) {
      self.text = text
      let parts = text.split(separator: " ", maxSplits: 1)
      let isNumbered = parts.count == 2 && parts[0].allSatisfy(\.isNumber)
      number = isNumbered ? String(parts[0]) : nil
      name = isNumbered ? parts[1].trimmed : text
    }

    var names: [String] { [text, name] + (number.map { [$0] } ?? []) }
  }

  /// Returns the diagram's word for a state.
  private func picture(_ state: DocumentState) -> String {
    words.states[state.text] ?? words.states[state.name] ?? state.name
  }

  /// Returns the condition of a note, or `nil` if there is none.
  private func condition(of note: String) -> String? {
    words.notes[note].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns whether an action is missing between the commas of a text.
  private func hasGap(_ actions: String) -> Bool {
    actions.split(separator: ",", omittingEmptySubsequences: false).contains { $0.trimmed.isEmpty }
  }

  /// Returns whether a line has as many fields as the header, and reports the line if not.
  private mutating func hasAllFields(
    _ row: CSV.Record, _ header: CSV.Record, _ subject: String
  ) -> Bool {
    guard row.fields.count != header.fields.count else { return true }
    problems.append(
      "line \(row.line): \(subject) has \(row.fields.count) fields, and the header has "
        + "\(header.fields.count); put a field that contains a comma into quotes")
    return false
  }

  /// Reports names that occur twice or are empty.
  private mutating func findRepetitions(in names: ArraySlice<String>, _ place: String) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted || name.isEmpty {
      problems.append(
        "\(place) \"\(name)\": \(name.isEmpty ? "the name is empty" : "the name is there twice"); "
          + "give each a name of its own")
    }
  }

  private mutating func report<Value>(_ problem: String) -> Value? {
    problems.append(problem)
    return nil
  }
}
