/// A reader of the rows of a graph: see ``GraphRecord`` for their grammar.
struct RecordReader {
  private struct Row {
    /// The line of the text, counted from 1.
    let line: Int
    /// The number of rows around this row.
    let depth: Int
    var text: String
  }

  /// The rows that are still to be read.
  private var rows: ArraySlice<Row>
  /// The line with the end of the record.
  private let end: Int

  /// Returns the graph that a text records.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the text and the size of the graph.
  static func graph(in text: String) throws(DOTError) -> StateGraph {
    let lines = RecordLines(of: text)
    let kept = try lines.record()
    var reader = try RecordReader(kept, of: lines)
    let graph = try reader.graph()
    // Rows are accepted only as the writer would write them, so nothing is written in two ways.
    let written = GraphRecord.lines(of: graph)
    for (index, line) in zip(kept, written) where lines[index] != line {
      throw DOTError(index + 1, notOurs: "Here the row `\(line.prefix(80))` is expected")
    }
    guard written.count == kept.count else {
      throw DOTError(reader.end, notOurs: "A row is missing, or there is one too many")
    }
    return graph
  }

  private init(_ kept: [Int], of lines: RecordLines) throws(DOTError) {
    var rows: [Row] = []
    for index in kept.dropFirst().dropLast() {
      let line = lines[index]
      if let rest = line.after(GraphRecord.continuation), !rows.isEmpty {
        rows[rows.count - 1].text += rest
      } else if let content = line.after(GraphRecord.comment) {
        // Blanks are counted as scalars, because a blank and an accent after it are one character.
        let text = content.unicodeScalars.drop { $0 == " " }
        let blanks = content.unicodeScalars.count - text.count
        rows.append(Row(line: index + 1, depth: blanks / 2, text: String(text)))
      } else {
        throw DOTError(index + 1, notOurs: "There is no row of the graph")
      }
    }
    if let row = rows.first(where: { $0.depth > GraphRecord.deepest + 1 }) {
      throw DOTError(row.line, StateGraph.tooDeep)
    }
    self.rows = rows[...]
    end = (kept.last ?? 0) + 1
  }

  private static func unknown(_ row: Row) -> DOTError {
    DOTError(row.line, notOurs: "`\(row.text.prefix(80))` is no row that can stand here")
  }

  // MARK: Rows

  /// Removes the next row if it has the given depth and `read` reads all of it, and returns the result.
  private mutating func take<Result>(
    _ depth: Int, _ read: (inout RowScanner) -> Result?
  ) -> Result? {
    guard let row = rows.first, row.depth == depth else { return nil }
    var scanner = RowScanner(row.text)
    guard let result = read(&scanner), scanner.isAtEnd else { return nil }
    rows.removeFirst()
    return result
  }

  /// Removes the next rows as long as they have the given depth and `read` reads them.
  private mutating func takeAll<Result>(
    _ depth: Int, _ read: (inout RowScanner) -> Result?
  ) -> [Result] {
    var results: [Result] = []
    while let result = take(depth, read) { results.append(result) }
    return results
  }

  private mutating func graph() throws(DOTError) -> StateGraph {
    let start = line
    let initial = take(0) { $0.initialState() }
    let isCommitting = take(0) { $0.skip("committing") ? true : nil } ?? false
    let omission = omission()
    var content = Content()
    addBoxes(to: &content, in: nil, depth: 0)
    addRegions(to: &content, of: nil, depth: 0)
    let isDivided = content.regions.divideMachine
    guard initial == nil || !isDivided else {
      throw DOTError(start, notOurs: "The machine starts where its regions do")
    }
    guard initial != nil || isDivided else {
      throw content.states.isEmpty
        ? missing() : DOTError(start, notOurs: "A row is missing: `[*] -> …`")
    }
    let lines = rows.map(\.line)
    let rules = takeAll(0) { $0.rule() }
    if let row = rows.first { throw Self.unknown(row) }
    let names = Set(content.states.map(\.identifier))
    if let initial { try check([initial], at: start, in: names) }
    for (region, line) in zip(content.regions, content.lines) {
      try check([region.initialState], at: line, in: names)
    }
    for (rule, line) in zip(rules, lines) {
      try check([rule.source, rule.target] + rule.entry.states, at: line, in: names)
    }
    var graph = StateGraph(
      states: content.states, composites: content.composites, regions: content.regions,
      rules: rules, initialState: initial)
    graph.isCommitting = isCommitting
    graph.omission = omission
    try check(
      graph, start: isDivided ? nil : start, zip(content.regions, content.lines), zip(rules, lines))
    return graph
  }

  /// Throws an error if a name in a row isn't one of the states in the rows.
  private func check(
    _ names: [String], at line: Int, in states: Set<String>
  ) throws(DOTError) {
    guard let name = names.first(where: { !states.contains($0) }) else { return }
    throw DOTError(line, notOurs: "`\(name.prefix(80))` is none of the states in the rows")
  }

  /// Throws an error if a machine starts in a state of another machine, or can't take a rule.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - start: The line of the initial state; `nil` if the machine as a whole consists of regions.
  ///   - regions: The regions, each with its line.
  ///   - rules: The rules, each with its line.
  /// - Throws: An error with the line of the mistake.
  private func check(
    _ graph: StateGraph, start: Int?, _ regions: Zip2Sequence<[StateGraph.Region], [Int]>,
    _ rules: Zip2Sequence<[StateGraph.Rule], [Int]>
  ) throws(DOTError) {
    guard !graph.regions.isEmpty else { return }
    let hierarchy = StateHierarchy(of: graph)
    for (region, line) in regions
    where hierarchy.region(of: region.initialState) != region.identifier {
      throw DOTError(
        line, notOurs: "The region `\(region.identifier)` starts in a state of another region")
    }
    if let start, hierarchy.region(of: graph.initialState) != nil {
      throw DOTError(start, notOurs: "The machine starts in a state of a region")
    }
    for (rule, line) in rules where !hierarchy.canTake(rule, inView: graph.omission != nil) {
      throw DOTError(line, notOurs: "The rule enters no state of the same machine or one around it")
    }
  }

  private func missing() -> DOTError {
    rows.first.map(Self.unknown) ?? DOTError(end, notOurs: "A row is missing")
  }

  /// The line of the next row, or else of the record's end.
  private var line: Int { rows.first?.line ?? end }

  private mutating func omission() -> GraphOmission? {
    guard var omission = take(0, { $0.omission() }) else { return nil }
    omission.views = takeAll(1) { $0.skip("view ") ? $0.text(.name) : nil }
    omission.exits = takeAll(1) { $0.skip("exit ") ? $0.text(.name) : nil }
    return omission
  }

  /// The states, composite states and regions that were read.
  private struct Content {
    var states: [StateGraph.State] = []
    var composites: [StateGraph.CompositeState] = []
    var regions: [StateGraph.Region] = []
    /// The line of each region.
    var lines: [Int] = []
  }

  /// Adds the states and composite states in a composite state or region; for `nil`, the outermost ones.
  private mutating func addBoxes(to content: inout Content, in parent: String?, depth: Int) {
    while var state = take(depth, { $0.state(in: parent) }) {
      state.behaviors = takeAll(depth + 1) { $0.behavior() }
      let count = content.states.count
      if !state.isFinal, state.completion == nil {
        addBoxes(to: &content, in: state.identifier, depth: depth + 1)
      }
      if content.states.count == count {
        content.states.append(state)
        addRegions(to: &content, of: state.identifier, depth: depth + 1)
      } else {
        content.composites.append(
          StateGraph.CompositeState(
            identifier: state.identifier, label: state.label, parent: parent,
            behaviors: state.behaviors))
      }
    }
  }

  /// Adds the regions of a state, or of the machine as a whole for `nil`, with the states inside.
  private mutating func addRegions(to content: inout Content, of state: String?, depth: Int) {
    while case let line = line, let region = take(depth, { $0.region(in: state) }) {
      content.regions.append(region)
      content.lines.append(line)
      addBoxes(to: &content, in: region.identifier, depth: depth + 1)
    }
  }
}

extension StateHierarchy {
  /// Returns whether a machine can take a rule.
  ///
  /// The source must lie in the region of the target, and the states in which regions are entered
  /// must lie inside the target. A target that is entered by history must have regions, which only a view may leave out.
  fileprivate func canTake(_ rule: StateGraph.Rule, inView: Bool) -> Bool {
    let region = region(of: rule.target)
    return state(around: rule.source, in: region) != nil
      && rule.entry.states.allSatisfy {
        $0 != rule.target && state(around: $0, in: region) == rule.target
      }
      && (rule.entry != .history || inView || !regions(of: rule.target).isEmpty)
  }
}

/// The lines of a text that may have a record at its end.
struct RecordLines: Equatable {
  private let lines: [String]
  /// The index of the head of the record, or the number of lines if there is no record.
  private let start: Int

  init(of text: String) {
    let feed = UInt8(ascii: "\n")
    lines = text.utf8.split(separator: feed, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    start = lines.firstIndex { $0.after("// record ") != nil } ?? lines.count
  }

  /// The line at an index, without its line break.
  subscript(index: Int) -> String { lines[index] }

  /// The lines before the record.
  var picture: ArraySlice<String> { lines[..<start] }

  /// The lines from the head of the record to the end of the text.
  var rows: ArraySlice<String> { lines[start...] }

  static func == (one: RecordLines, other: RecordLines) -> Bool {
    // Bytes are compared, because Swift's strings are equal even if they spell a character differently.
    one.lines.count == other.lines.count
      && zip(one.lines, other.lines).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Returns the indices of the lines of the record, from its head to its end, without empty ones.
  ///
  /// - Throws: A ``DOTError`` if the text has no whole record of this version, or has marks of a merge
  ///   conflict.
  func record() throws(DOTError) -> [Int] {
    if let mark = lines.firstIndex(where: Self.isConflict) {
      throw DOTError(conflictAt: mark + 1)
    }
    guard start < lines.count else { throw missing() }
    guard lines[start] == GraphRecord.comment + GraphRecord.head else {
      throw DOTError(
        start + 1, "The rows are those of another version of the package: generate the file again.")
    }
    guard let end = lines[start...].firstIndex(of: GraphRecord.comment + GraphRecord.end) else {
      throw DOTError(
        lines.count, "The rows have no end: the file was cut short; generate it again.")
    }
    return lines.indices[start...end].filter { !lines[$0].isEmpty }
  }

  private static func isConflict(_ line: String) -> Bool {
    ["<<<<<<<", ">>>>>>>"].contains { line.after($0) != nil }
  }

  /// Returns the error about a text without the head of a record.
  private func missing() -> DOTError {
    guard let last = lines.lastIndex(where: { !$0.isEmpty }) else {
      return DOTError(1, "The file is empty: generate it again.")
    }
    guard lines[0] != StateGraph.pointerHead else {
      return DOTError(1, "The file is \(StateGraph.pointerAdvice).")
    }
    guard let first = lines.first, first.after("digraph \"") != nil else {
      return DOTError(1, notOurs: "There is no diagram with the rows of its graph")
    }
    return lines[last] == "}"
      ? DOTError(
        last + 1,
        "There is a picture without the rows of its graph: an earlier version wrote it, or they "
          + "were removed; generate the file again.")
      : DOTError(last + 1, "The picture has no end: the file was cut short; generate it again.")
  }
}
