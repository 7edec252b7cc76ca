/// A reader of the rows of a graph: see ``GraphRecord`` for their grammar.
struct RecordReader {
  private struct Row {
    /// The line of the text, counted from 1.
    let line: Int
    /// The number of rows that it lies in.
    let depth: Int
    var text: String
  }

  /// The rows that are still to be read.
  private var rows: ArraySlice<Row>
  /// The line of the last row.
  private let end: Int

  /// Returns the graph that a text records.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the text and the size of the graph.
  static func graph(in text: String) throws(DOTError) -> StateGraph {
    let lines = RecordLines(of: text)
    let kept = try lines.record()
    var reader = try RecordReader(kept, of: lines)
    let graph = try reader.graph(depth: 0)
    if let row = reader.rows.first { throw Self.unknown(row) }
    // Nothing can be written in two ways.
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
        // By scalars: an accent may follow a blank.
        let text = content.unicodeScalars.drop { $0 == " " }
        let blanks = content.unicodeScalars.count - text.count
        rows.append(Row(line: index + 1, depth: blanks / 2, text: String(text)))
      } else {
        throw DOTError(index + 1, notOurs: "There is no row of the graph")
      }
    }
    if let row = rows.first(where: { $0.depth > GraphRecord.deepest }) {
      throw DOTError(row.line, StateGraph.tooDeep)
    }
    self.rows = rows[...]
    end = (kept.last ?? 0) + 1
  }

  private static func unknown(_ row: Row) -> DOTError {
    DOTError(row.line, notOurs: "`\(row.text.prefix(80))` is no row that can stand here")
  }

  // MARK: Rows

  /// Removes the next row if it is at a depth and a function reads all of it.
  private mutating func take<Result>(
    _ depth: Int, _ read: (inout RowScanner) -> Result?
  ) -> Result? {
    guard let row = rows.first, row.depth == depth else { return nil }
    var scanner = RowScanner(row.text)
    guard let result = read(&scanner), scanner.isAtEnd else { return nil }
    rows.removeFirst()
    return result
  }

  /// Removes the next rows as long as they are at a depth and a function reads them.
  private mutating func takeAll<Result>(
    _ depth: Int, _ read: (inout RowScanner) -> Result?
  ) -> [Result] {
    var results: [Result] = []
    while let result = take(depth, read) { results.append(result) }
    return results
  }

  private mutating func graph(depth: Int) throws(DOTError) -> StateGraph {
    let line = rows.first?.line ?? end
    guard let initial = take(depth, { $0.initialState() }) else { throw missing() }
    let isCommitting = take(depth) { $0.skip("committing") ? true : nil } ?? false
    let omission = omission(depth: depth)
    let regions = try regions(depth: depth)
    var graph: StateGraph
    if regions.isEmpty {
      var content = Content()
      try addBoxes(to: &content, in: nil, depth: depth)
      try addRules(to: &content, line, initial, depth: depth)
      graph = StateGraph(
        states: content.states, composites: content.composites, rules: content.rules,
        initialState: initial)
    } else {
      graph = StateGraph(regions: regions)
    }
    graph.isCommitting = isCommitting
    graph.omission = omission
    return graph
  }

  private func missing() -> DOTError {
    rows.first.map(Self.unknown) ?? DOTError(end, notOurs: "A row is missing")
  }

  private mutating func omission(depth: Int) -> GraphOmission? {
    guard var omission = take(depth, { $0.omission() }) else { return nil }
    omission.views = takeAll(depth + 1) { $0.skip("view ") ? $0.text(.name) : nil }
    omission.exits = takeAll(depth + 1) { $0.skip("exit ") ? $0.text(.name) : nil }
    return omission
  }

  private mutating func regions(depth: Int) throws(DOTError) -> [StateGraph.Region] {
    var regions: [StateGraph.Region] = []
    while let name = take(depth, { $0.skip("region ") ? $0.text(.name) : nil }) {
      regions.append(StateGraph.Region(name: name, graph: try graph(depth: depth + 1)))
    }
    try RegionProduct.check(sizeOf: regions, rows.first?.line ?? end)
    return regions
  }

  /// Adds the rules between states, and makes sure that these and the initial state are there.
  private mutating func addRules(
    to content: inout Content, _ line: Int, _ initial: String, depth: Int
  ) throws(DOTError) {
    let known = Set(content.states.map(\.identifier))
    func check(_ names: [String], _ line: Int) throws(DOTError) {
      guard let name = names.first(where: { !known.contains($0) }) else { return }
      throw DOTError(line, notOurs: "`\(name.prefix(80))` is none of the states in the rows")
    }
    try check([initial], line)
    while let line = rows.first?.line, let rule = take(depth, { $0.rule() }) {
      try check([rule.source, rule.target], line)
      content.rules.append(rule)
    }
  }

  /// What a graph without regions consists of.
  private struct Content {
    var states: [StateGraph.State] = []
    var composites: [StateGraph.CompositeState] = []
    var rules: [StateGraph.Rule] = []
  }

  /// Adds the states and composite states that lie in one, or in none.
  private mutating func addBoxes(
    to content: inout Content, in parent: String?, depth: Int
  ) throws(DOTError) {
    while var state = take(depth, { $0.state(in: parent) }) {
      let behaviors = takeAll(depth + 1) { $0.behavior() }
      let isWhole = rows.first.map { $0.depth <= depth } ?? true
      guard !isWhole, !state.isFinal, state.completion == nil else {
        state.behaviors = behaviors
        content.states.append(state)
        continue
      }
      var composite = StateGraph.CompositeState(
        identifier: state.identifier, label: state.label, parent: parent, behaviors: behaviors)
      composite.regions = try regions(depth: depth + 1)
      content.composites.append(composite)
      content.states += InnerRegions.states(of: composite)
      content.rules += InnerRegions.rules(of: composite)
      try addBoxes(to: &content, in: state.identifier, depth: depth + 1)
    }
  }
}
