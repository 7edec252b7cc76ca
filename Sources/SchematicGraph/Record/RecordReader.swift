/// A reader of the rows that ``GraphRecord`` writes.
struct RecordReader {
  private struct Row {
    let line: Int
    let depth: Int
    let text: String
  }

  /// The most regions that lie in each other.
  private static let deepest = 64

  private var rows: ArraySlice<Row>
  private let end: Int

  /// Returns the graph that a text records.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the text and the size of the graph.
  static func graph(in text: String) throws(DOTError) -> StateGraph {
    let lines = Self.lines(of: text)
    if let mark = lines.firstIndex(where: isConflict) { throw DOTError(conflictAt: mark + 1) }
    guard let start = lines.firstIndex(where: { $0.after(GraphRecord.comment + "record ") != nil })
    else {
      throw DOTError(
        lines.count,
        "There are no rows of a graph: another program or an earlier version wrote the file, or "
          + "it was cut short; generate it again.")
    }
    guard lines[start] == GraphRecord.comment + GraphRecord.head else {
      throw DOTError(
        start + 1, "The rows are those of another version of the package: generate the file again.")
    }
    guard let last = lines[start...].firstIndex(of: GraphRecord.comment + GraphRecord.end) else {
      throw DOTError(
        lines.count, "The rows have no end: the file was cut short; generate it again.")
    }
    // Blank lines between rows are no edits: a formatter may leave them.
    let kept = lines.indices[start...last].filter { !lines[$0].isEmpty }
    var rows: [Row] = []
    for index in kept.dropFirst().dropLast() {
      let line = lines[index]
      if let rest = line.after(GraphRecord.continuation), let row = rows.popLast() {
        rows.append(Row(line: row.line, depth: row.depth, text: row.text + rest))
      } else if let content = line.after(GraphRecord.comment) {
        let blanks = content.utf8.prefix { $0 == UInt8(ascii: " ") }.count
        rows.append(
          Row(line: index + 1, depth: blanks / 2, text: String(content.utf8.dropFirst(blanks))!))
      } else {
        throw DOTError(index + 1, notOurs: "There is no row of the graph")
      }
    }
    var reader = RecordReader(rows: rows[...], end: last + 1)
    let graph = try reader.graph(depth: 0)
    if let row = reader.rows.first { throw Self.unknown(row) }
    // What is written differently was not written here.
    let written = GraphRecord.lines(of: graph)
    for (index, line) in zip(kept, written) where lines[index] != line {
      throw DOTError(index + 1, notOurs: "Another row is expected here, `\(line.prefix(80))`")
    }
    guard written.count == kept.count else {
      throw DOTError(last + 1, notOurs: "A row is missing, or too many")
    }
    return graph
  }

  /// Returns the lines of a text, without their ends.
  private static func lines(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }

  private static func isConflict(_ line: String) -> Bool {
    ["<<<<<<<", ">>>>>>>"].contains { line.after($0) != nil }
  }

  private static func unknown(_ row: Row) -> DOTError {
    DOTError(row.line, notOurs: "`\(row.text.prefix(80))` is no row that can stand here")
  }

  // MARK: Rows

  /// Removes the next row if it is at a depth and a function reads it.
  private mutating func take<Result>(_ depth: Int, _ read: (inout RowScanner) -> Result?) -> Result?
  {
    guard let row = rows.first, row.depth == depth else { return nil }
    var scanner = RowScanner(row.text)
    guard let result = read(&scanner), scanner.isAtEnd else { return nil }
    rows.removeFirst()
    return result
  }

  private mutating func graph(depth: Int) throws(DOTError) -> StateGraph {
    guard let initial = take(depth, { $0.skip("[*] -> ") ? $0.name() : nil }) else {
      throw missing()
    }
    let isCommitting = take(depth) { $0.skip("committing") ? true : nil } ?? false
    let omission = omission(depth: depth)
    let regions = try regions(depth: depth)
    var graph: StateGraph
    if regions.isEmpty {
      graph = try states(depth: depth, initial)
    } else {
      try ReadingBounds.check(productOf: regions, rows.first?.line ?? end)
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
    let numbers = take(depth) { scanner in
      scanner.skip("omits ") ? scanner.numbers() : nil
    }
    guard let numbers, numbers.count == 3 else { return nil }
    var omission = GraphOmission(
      views: [], states: numbers[0], transitions: numbers[1], refusals: numbers[2], exits: [])
    while let view = take(depth + 1, { $0.skip("view ") ? $0.name() : nil }) {
      omission.views.append(view)
    }
    while let exit = take(depth + 1, { $0.skip("exit ") ? $0.name() : nil }) {
      omission.exits.append(exit)
    }
    return omission.isPlausible ? omission : nil
  }

  private mutating func regions(depth: Int) throws(DOTError) -> [StateGraph.Region] {
    guard depth <= 2 * Self.deepest else {
      throw DOTError(rows.first?.line ?? end, "Regions lie too deep in each other: flatten them.")
    }
    var regions: [StateGraph.Region] = []
    while let name = take(depth, { $0.skip("region ") ? $0.name() : nil }) {
      regions.append(StateGraph.Region(name: name, graph: try graph(depth: depth + 1)))
    }
    return regions
  }

  private mutating func states(depth: Int, _ initial: String) throws(DOTError) -> StateGraph {
    var states: [StateGraph.State] = []
    var composites: [StateGraph.CompositeState] = []
    var rules: [StateGraph.Rule] = []
    while true {
      if var composite = take(depth, { $0.composite() }) {
        composite.behaviors = behaviors(depth: depth + 1)
        composite.regions = try regions(depth: depth + 1)
        try ReadingBounds.check(productOf: composite.regions, rows.first?.line ?? end)
        states += InnerRegions.states(of: composite)
        rules += InnerRegions.rules(of: composite)
        composites.append(composite)
      } else if var state = take(depth, { $0.state() }) {
        state.behaviors = behaviors(depth: depth + 1)
        states.append(state)
      } else {
        break
      }
    }
    while let rule = take(depth, { $0.rule() }) { rules.append(rule) }
    return StateGraph(states: states, composites: composites, rules: rules, initialState: initial)
  }

  private mutating func behaviors(depth: Int) -> [StateGraph.StateBehavior] {
    var behaviors: [StateGraph.StateBehavior] = []
    while let behavior = take(depth, { $0.behavior() }) { behaviors.append(behavior) }
    return behaviors
  }
}

/// A scanner of one row.
private struct RowScanner {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips a text, or returns `false` if another one comes next.
  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }

  /// Reads a name, in quotes or up to what can't be in one.
  mutating func name() -> String? {
    if rest.first == "\"" { return quoted() }
    let ends = [" -> ", " ~> ", ":", " [", "]", " {", "}", " / ", " and ", " in ", " \""]
      .map { Array($0.unicodeScalars) }
    let end = rest.indices.first { index in ends.contains { rest[index...].starts(with: $0) } }
    let name = rest[..<(end ?? rest.endIndex)]
    rest = rest[(end ?? rest.endIndex)...]
    return name.isEmpty ? nil : String(name)
  }

  private mutating func quoted() -> String? {
    var isEscaped = false
    for index in rest.indices.dropFirst() {
      let scalar = rest[index]
      if isEscaped || scalar == "\\" {
        isEscaped.toggle()
      } else if scalar == "\"" {
        let end = rest.index(after: index)
        let text = JSONValue(String(rest[..<end]))?.text
        rest = rest[end...]
        return text
      }
    }
    return nil
  }

  mutating func numbers() -> [Int]? {
    let words = String(rest).split(separator: " ")
    rest = rest[rest.endIndex...]
    let numbers = words.compactMap { Int($0) }
    return numbers.count == words.count ? numbers : nil
  }

  private mutating func box() -> (identifier: String, label: String, parent: String?)? {
    guard let identifier = name() else { return nil }
    let label = skip(" ") && rest.first == "\"" ? quoted() : nil
    // The blank before `in` may be gone with that before a label.
    let parent = skip(" in ") || label == nil && skip("in ") ? name() : nil
    return (identifier, label ?? GraphRecord.label(of: identifier, in: parent), parent)
  }

  mutating func composite() -> StateGraph.CompositeState? {
    guard skip("composite "), let (identifier, label, parent) = box() else { return nil }
    return StateGraph.CompositeState(identifier: identifier, label: label, parent: parent)
  }

  mutating func state() -> StateGraph.State? {
    let isFinal = skip("final ")
    let completion = StateGraph.State.Completion.allCases.first { skip("\($0.rawValue) ") }
    guard skip("state "), let (identifier, label, parent) = box() else { return nil }
    return StateGraph.State(
      identifier: identifier, label: label, isFinal: isFinal, completion: completion, parent: parent
    )
  }

  mutating func behavior() -> StateGraph.StateBehavior? {
    if skip("after ") { return delay().map { .init(after: $0) } }
    guard let kind = StateGraph.StateBehavior.Kind.allCases.first(where: { skip($0.rawValue) }),
      kind != .timeout, let conditions = conditions()
    else { return nil }
    guard skip(" / ") else { return .init(kind, if: conditions) }
    return name().map { .init(kind, $0, if: conditions) }
  }

  private mutating func delay() -> StateGraph.Delay? {
    if rest.first == "\"" { return quoted().map { .named($0) } }
    return name().flatMap { Duration(label: $0) }.map { .fixed($0) }
  }

  mutating func rule() -> StateGraph.Rule? {
    guard let source = name() else { return nil }
    let isInner = skip(" ~> ")
    let target = isInner || skip(" -> ") ? name() : nil
    guard skip(": "), let trigger = trigger(), let conditions = conditions(),
      let effect = effect(isInternal: isInner || target == nil)
    else { return nil }
    let change = skip(" {") ? name() : nil
    guard change == nil || skip("}") else { return nil }
    return StateGraph.Rule(
      source: source, target: target, trigger: trigger, conditions: conditions, effect: effect,
      change: change)
  }

  private mutating func trigger() -> StateGraph.Trigger? {
    guard !skip("after ") else {
      guard let delay = delay() else { return nil }
      return .timeout(delay, region: skip(" in ") ? name() : nil)
    }
    guard rest.first != "\"" else { return quoted().map { .event($0) } }
    return name().map { $0 == "completion" ? .completion : .event($0) }
  }

  private mutating func conditions() -> [StateGraph.Condition]? {
    guard skip(" [") else { return [] }
    var conditions: [StateGraph.Condition] = []
    repeat {
      let isPayload = skip("if ")
      let isNegated = !isPayload && skip("not ")
      guard let name = name() else { return nil }
      conditions.append(isPayload ? .payload(name) : .guard(name, holds: !isNegated))
    } while skip(" and ")
    return skip("]") ? conditions : nil
  }

  private mutating func effect(isInternal: Bool) -> StateGraph.Effect? {
    guard skip(" / ") else { return isInternal ? .internal() : .external() }
    guard rest.first != "\"" else {
      return quoted().map { isInternal ? .internal(action: $0) : .external(action: $0) }
    }
    guard let word = name() else { return nil }
    switch word {
    case "ignored": return .ignored
    case "rejected": return .rejected(reason: skip(": ") ? name() : nil)
    case "traps": return .traps(message: skip(": ") ? name() : nil)
    default: return isInternal ? .internal(action: word) : .external(action: word)
    }
  }
}
