/// A graph as rows of text, at the end of a diagram: what is compared, while the picture above is only
/// looked at.
///
/// A row is a comment of DOT. It begins with two spaces for each row that it belongs to:
///
///     record     : "// record 1" graph "// end"
///     graph      : "[*] ->" name, "committing"?, omission?, region* | ( composite | state )* rule*
///     omission   : "omits" number number number { ( "view" | "exit" ) name }*
///     composite  : "composite" name quoted? ( "in" name )? { behavior | region }*
///     region     : "region" name { graph }
///     state      : ( "final" | "complete" | "passed" )? "state" name quoted? ( "in" name )? { behavior }*
///     behavior   : ( "entry" | "exit" | "do" ) conditions? ( "/" name )?  |  "after" delay
///     rule       : name ( ( "->" | "~>" ) name )? ":" trigger conditions? ( "/" effect )? ( "{" name "}" )?
///     trigger    : name  |  "after" delay ( "in" name )?  |  "completion"
///     delay      : a duration such as `1 h 30 min`, or a quoted name
///     conditions : "[" condition ( "and" condition )* "]"
///     condition  : "not"? name  |  "if" name
///     effect     : name  |  ( "rejected" | "traps" ) ( ":" name )?  |  "ignored"
///     name       : a text without anything that has a meaning here, or quoted
///     quoted     : a string of JSON
///
/// A rule without an arrow leaves no state; `~>` is the arrow of one that enters another all the same.
/// The states and rules of regions are those of their machines, and the combinations of these are not
/// listed. A row longer than ``longestRow`` continues after `//+`, because Graphviz reads no longer lines.
///
/// The same graph has the same rows, and only these are read.
enum GraphRecord {
  /// The first row, with the version of the grammar.
  static let head = "record 1"
  static let end = "end"
  static let comment = "// "
  static let continuation = "//+"
  /// The most Unicode scalars in a line; Graphviz 2.43 reads none of 16,384 bytes.
  static let longestRow = 4_000

  /// Returns the rows of a graph, as lines of a DOT text.
  static func lines(of graph: StateGraph) -> [String] {
    var writer = RecordWriter()
    writer.add(graph, depth: 0)
    return ([head] + writer.rows + [end]).flatMap(divided)
  }

  private static func divided(_ row: String) -> [String] {
    guard row.utf8.count > longestRow else { return [comment + row] }
    let scalars = Array(row.unicodeScalars)
    return stride(from: 0, to: scalars.count, by: longestRow).map { start in
      var line = String.UnicodeScalarView()
      line.append(contentsOf: scalars[start..<min(start + longestRow, scalars.count)])
      return (start == 0 ? comment : continuation) + String(line)
    }
  }

  // MARK: Names

  /// What a name without quotes does not contain.
  private static let marks: [String] = [
    " -> ", " ~> ", ":", "[", "]", "{", "}", " / ", "\"", " and ", " in ",
  ]
  /// What a name without quotes does not begin with, or is.
  private static let words = [
    "not", "if", "after", "completion", "rejected", "traps", "ignored", "committing", "omits",
    "composite", "region", "final", "complete", "passed", "state", "/",
  ]

  /// Returns a name, in quotes if it could be read as anything else.
  static func name(_ text: String) -> String {
    isBare(text) ? text : JSONText.quoted(text)
  }

  /// Returns the label that isn't written: the identifier, without that of the composite state around it.
  static func label(of identifier: String, in parent: String?) -> String {
    parent.flatMap { identifier.after("\($0).") } ?? identifier
  }

  private static func isBare(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, first != " ", last != " " else {
      return false
    }
    // With a blank at the end, since anything may follow.
    let spaced = "\(text) "
    return scalars.allSatisfy(isPlain) && !marks.contains { spaced.contains(scalars: $0) }
      && !words.contains { spaced.after("\($0) ") != nil } && !["->", "~>"].contains(text)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}": false
    default: true
    }
  }
}

extension String {
  /// Returns whether the text contains another one, compared by Unicode scalars.
  fileprivate func contains(scalars text: String) -> Bool {
    utf8.contains(text.utf8)
  }
}

/// A writer of the rows of a graph.
private struct RecordWriter {
  private(set) var rows: [String] = []

  private mutating func add(_ row: String, depth: Int) {
    rows.append(String(repeating: "  ", count: depth) + row)
  }

  mutating func add(_ graph: StateGraph, depth: Int) {
    add("[*] -> \(GraphRecord.name(graph.initialState))", depth: depth)
    if graph.isCommitting { add("committing", depth: depth) }
    if let omission = graph.omission {
      add("omits \(omission.states) \(omission.transitions) \(omission.refusals)", depth: depth)
      for view in omission.views { add("view \(GraphRecord.name(view))", depth: depth + 1) }
      for exit in omission.exits { add("exit \(GraphRecord.name(exit))", depth: depth + 1) }
    }
    guard graph.regions.isEmpty else { return add(graph.regions, depth: depth) }
    let hierarchy = StateHierarchy(of: graph)
    let composites = Dictionary(
      graph.composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var written: Set<String> = []
    var combinations: [String: Set<StateGraph.Rule>] = [:]
    for state in graph.states {
      for identifier in hierarchy.ancestors(of: state.identifier).reversed() {
        guard written.insert(identifier).inserted, let composite = composites[identifier] else {
          continue
        }
        add(composite, depth: depth)
        if !composite.regions.isEmpty {
          combinations[identifier] = Set(InnerRegions.rules(of: composite))
        }
      }
      if state.parent.flatMap({ combinations[$0] }) == nil { add(state, depth: depth) }
    }
    let owners = Dictionary(
      graph.states.compactMap { state in state.parent.map { (state.identifier, $0) } },
      uniquingKeysWith: { first, _ in first })
    for rule in graph.rules {
      let inside = owners[rule.source].flatMap { combinations[$0] }
      if inside?.contains(rule) != true { add(Self.text(of: rule), depth: depth) }
    }
  }

  private mutating func add(_ regions: [StateGraph.Region], depth: Int) {
    for region in regions {
      add("region \(GraphRecord.name(region.name))", depth: depth)
      add(region.graph, depth: depth + 1)
    }
  }

  private mutating func add(_ composite: StateGraph.CompositeState, depth: Int) {
    let name = Self.text(composite.identifier, composite.label, in: composite.parent)
    add("composite \(name)", depth: depth)
    add(composite.behaviors, depth: depth + 1)
    add(composite.regions, depth: depth + 1)
  }

  private mutating func add(_ state: StateGraph.State, depth: Int) {
    let ending = state.isFinal ? "final " : state.completion.map { "\($0.rawValue) " } ?? ""
    add(
      ending + "state " + Self.text(state.identifier, state.label, in: state.parent), depth: depth)
    add(state.behaviors, depth: depth + 1)
  }

  private mutating func add(_ behaviors: [StateGraph.StateBehavior], depth: Int) {
    for behavior in behaviors {
      let label =
        behavior.delay.map { " " + Self.text(of: $0) }
        ?? behavior.label.map { " / " + GraphRecord.name($0) }
      let text = behavior.kind.rawValue + Self.text(of: behavior.conditions) + (label ?? "")
      add(text, depth: depth)
    }
  }

  private static func text(_ identifier: String, _ label: String, in parent: String?) -> String {
    let usual = GraphRecord.label(of: identifier, in: parent)
    // By scalars: the same character can be written in two ways.
    return GraphRecord.name(identifier)
      + (label.unicodeScalars.elementsEqual(usual.unicodeScalars)
        ? "" : " " + JSONText.quoted(label))
      + (parent.map { " in " + GraphRecord.name($0) } ?? "")
  }

  private static func text(of rule: StateGraph.Rule) -> String {
    let stays = rule.effect.isRefusal || rule.isInternal && rule.source == rule.target
    let arrow = stays ? "" : (rule.isInternal ? " ~> " : " -> ") + GraphRecord.name(rule.target)
    return GraphRecord.name(rule.source) + arrow + ": " + text(of: rule.trigger)
      + text(of: rule.conditions) + (text(of: rule.effect).map { " / " + $0 } ?? "")
      + (rule.change.map { " {" + GraphRecord.name($0) + "}" } ?? "")
  }

  private static func text(of trigger: StateGraph.Trigger) -> String {
    switch trigger {
    case .event(let label): GraphRecord.name(label)
    case .completion: "completion"
    case .timeout(let delay, let region):
      "after " + text(of: delay) + (region.map { " in " + GraphRecord.name($0) } ?? "")
    }
  }

  private static func text(of delay: StateGraph.Delay) -> String {
    switch delay {
    case .fixed(let duration): duration.label
    case .named(let name): JSONText.quoted(name)
    }
  }

  private static func text(of conditions: [StateGraph.Condition]) -> String {
    let texts = conditions.map { condition in
      switch condition {
      case .guard(let name, let holds): (holds ? "" : "not ") + GraphRecord.name(name)
      case .payload(let text): "if " + GraphRecord.name(text)
      }
    }
    return texts.isEmpty ? "" : " [\(texts.joined(separator: " and "))]"
  }

  private static func text(of effect: StateGraph.Effect) -> String? {
    switch effect {
    case .external(let action), .internal(let action): action.map(GraphRecord.name)
    case .rejected(let reason): "rejected" + (reason.map { ": " + GraphRecord.name($0) } ?? "")
    case .traps(let message): "traps" + (message.map { ": " + GraphRecord.name($0) } ?? "")
    case .ignored: "ignored"
    }
  }
}
