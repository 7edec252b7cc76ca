import SchematicAnalysis
import SchematicGraph
import SchematicGraphviz

/// The review of one diagram: each edit is accepted, left, or not decided yet.
@MainActor struct DiagramReview {
  let diagram: Diagram
  /// The content of the `.dot` file that the review began with.
  let text: String
  private let partial: PartialGraph
  /// The positions of the edits that somebody accepted, and of those that these need.
  private(set) var accepted: Set<Int> = []

  /// The named properties that the committed graph has and the new one hasn't.
  private let properties: [GraphProperty]

  init(of diagram: Diagram, from committed: SourcedDiagram) {
    self.diagram = diagram
    text = committed.text
    partial = PartialGraph(from: committed.graph, to: diagram.graph)
    let (old, new) = (committed.graph, diagram.graph)
    // What the code keeps as a whole, no edit breaks: a new state has its arrows in other edits.
    properties = old.suggestedProperties.filter { old.holds($0) == true && new.holds($0) != true }
  }

  var edits: [GraphEdit] { partial.edits }

  /// The positions of the edits that aren't accepted.
  var pending: [Int] { edits.indices.filter { !accepted.contains($0) } }

  /// The committed graph with the accepted edits.
  ///
  /// - Throws: A ``DiagramError`` if it isn't a graph without further edits.
  var graph: StateGraph {
    get throws(DiagramError) {
      if let graph = partial.graph(accepting: accepted) { return graph }
      throw DiagramError(
        .dependentChanges,
        "\(diagram.name): the accepted changes of regions and composite states make no diagram without "
          + "others; accept \(list(of: pending)), too")
    }
  }

  /// Accepts an edit, and returns the positions of the edits that are accepted along because it needs them.
  mutating func accept(_ edit: Int) -> [Int] {
    let along = companions(of: edit)
    accepted.formUnion([edit] + along)
    return along
  }

  /// The positions of the edits that an edit needs and that aren't accepted yet.
  func companions(of edit: Int) -> [Int] {
    partial.completed([edit]).subtracting(accepted).subtracting([edit]).sorted()
  }

  /// The other states from which a transition of the code leads to the new target of an edit.
  func otherSources(of edit: Int) -> [String] {
    let rules = edits[edit].added.compactMap { if case .rule(let rule) = $0 { rule } else { nil } }
    guard let rule = rules.first, rule.source != rule.target else { return [] }
    let sources = partial.new.transitions.filter { $0.target == rule.target }.map(\.source)
    return sources.filter { $0 != rule.source && $0 != rule.target }.uniqued()
  }

  /// The named properties that the code loses, and the committed graph with an edit and what that needs.
  func brokenProperties(by edit: Int) -> [String] {
    guard !properties.isEmpty, let graph = partial.graph(accepting: [edit]) else { return [] }
    return properties.filter { graph.holds($0) == false }.map(\.description)
  }

  /// The lines about an edit that a reviewer reads before the decision.
  func lines(about edit: Int) -> [String] {
    let change = edits[edit]
    let along = companions(of: edit)
    let others = otherSources(of: edit)
    let broken = brokenProperties(by: edit)
    return [
      SourceFiles.current.located("\(change)", at: change.lines),
      "  before: \(change.before ?? "nothing")",
      "  after:  \(change.after ?? "nothing")",
    ]
      + (others.isEmpty
        ? [] : ["  the same state is reached from: \(others.joined(separator: ", "))"])
      + (broken.isEmpty ? [] : ["  breaks: \(broken.joined(separator: ", "))"])
      + along.map { "  needs: \(edits[$0])" }
  }

  fileprivate func list(of edits: [Int]) -> String {
    edits.map { "\"\(name(of: $0))\"" }.joined(separator: ", ")
  }
}

// MARK: - Names

extension DiagramReview {
  /// Returns the shortest name that only one edit of the diagram has: `sending: broke`, or if several
  /// edits concern that event, `sending: broke [again]`.
  func name(of edit: Int) -> String {
    let names = edits[edit].names
    return names.first { positions(of: $0) == [edit] } ?? "\(edits[edit])"
  }

  /// Returns the positions of the edits that have a name.
  func positions(of name: String) -> [Int] {
    edits.indices.filter { edits[$0].names.contains(name) }
  }
}

extension [DiagramReview] {
  /// Returns the only edit with a name.
  ///
  /// - Throws: A ``DiagramError`` that lists all edits, or the edits that have the name.
  @MainActor func edit(named name: String) throws(DiagramError) -> (review: Int, edit: Int) {
    let found = indices.flatMap { review in
      self[review].positions(of: name).map { (review: review, edit: $0) }
    }
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      let names = found.map { "\(self[$0.review].diagram.name): \(self[$0.review].edits[$0.edit])" }
      let choices = found.map { self[$0.review].name(of: $0.edit) }
      let advice =
        Set(choices).count == choices.count
        ? "write \(choices.map { "\"\($0)\"" }.joined(separator: " or "))"
        : "choose a diagram with --only"
      throw DiagramError(
        .ambiguousName,
        "\(found.count) changes are named \"\(name)\"; \(advice):\n"
          + names.map { "  \($0)" }.joined(separator: "\n"))
    }
    let known = flatMap { review in review.edits.indices.map { review.name(of: $0) } }
    guard !known.isEmpty else {
      throw DiagramError(.unknownName, "no change is named \"\(name)\": nothing has changed")
    }
    let nearest = SpellingSuggestion.nearest(to: name, in: known)
    throw DiagramError(
      .unknownName,
      "no change is named \"\(name)\"; \(nearest.map { "did you mean \"\($0)\"? " } ?? "")there are "
        + known.map { "\"\($0)\"" }.joined(separator: ", "))
  }
}

extension GraphEdit {
  /// The texts that name the edit, the shortest ones first.
  fileprivate var names: [String] {
    let short = (added + removed).flatMap { element -> [String] in
      switch element {
      case .rule(let rule):
        ["\(rule.source): \(rule.event)", "\(rule.source): \(rule.label.occasion())"]
      case .behavior(let behavior, let owner): ["\(owner.identifier): \(behavior.kind.rawValue)"]
      case .state(let state): ["state \(state.identifier)"]
      case .composite(let composite): ["composite state \(composite.identifier)"]
      case .region(let region): ["region \(region.identifier)"]
      case .initialState: ["initial state"]
      case .commitment, .omission: []
      }
    }
    let owner = state.map { "\($0): " } ?? ""
    return
      (short.stablySorted(by: \.count) + [after, before].compactMap { $0.map { owner + $0 } }
      + [summary, description]).uniqued()
  }
}

extension StateGraph {
  /// Returns whether the graph has a property; `nil` if that can't be asked.
  fileprivate func holds(_ property: GraphProperty) -> Bool? {
    do { return try check(property) == nil } catch { return nil }
  }
}

extension DiagramError.Code {
  /// Several changes have the given name.
  static let ambiguousName = Self(description: "ambiguous name")
  /// A change can't be accepted without another one.
  static let dependentChanges = Self(description: "dependent changes")
}

extension DiagramError {
  /// Returns the error for an edit that is to be left and that an accepted edit needs.
  @MainActor static func rejected(_ edit: Int, neededIn review: DiagramReview) -> DiagramError {
    DiagramError(
      .dependentChanges,
      "\(review.diagram.name): \"\(review.name(of: edit))\" can't be left: it is accepted, or an "
        + "accepted change needs it; nothing was written")
  }
}

// MARK: - Report

/// The output of `review`, also for programs.
struct ReviewReport: JSONReport {
  let version = Self.version
  private(set) var accepted: [Entry]
  private(set) var pending: [Entry]
  /// The files that were written.
  private(set) var written: [String]
  /// The diagrams that have no `.dot` file yet.
  private(set) var missing: [String]
  /// The command that writes everything that is left.
  let repair: String?
  /// The number of edits, files and diagrams that an answer leaves out; `nil` if it is whole.
  private(set) var leftOut: Int?

  /// An edit of a diagram.
  struct Entry: JSONReport {
    let diagram: String
    /// The name for `--accept` and `--reject`.
    let name: String
    let change: EditEntry
    /// The names of the edits that would be accepted along.
    let needs: [String]?
    /// The other states that lead to the same state.
    let alsoReachedFrom: [String]?
    /// The named properties that the edit breaks, together with the edits that it needs.
    let breaks: [String]?
    /// The edit with its line of code.
    private let text: String

    private enum CodingKeys: CodingKey {
      case diagram, name, change, needs, alsoReachedFrom, breaks
    }

    /// Creates the entry of an edit; if it isn't for programs, without what it takes time to find out.
    @MainActor init(_ edit: Int, of review: DiagramReview, forPrograms isForPrograms: Bool) {
      diagram = review.diagram.name
      name = review.name(of: edit)
      let change = review.edits[edit]
      self.change = EditEntry(change)
      needs = isForPrograms ? Self.some(review.companions(of: edit).map(review.name)) : nil
      alsoReachedFrom = isForPrograms ? Self.some(review.otherSources(of: edit)) : nil
      breaks = isForPrograms ? Self.some(review.brokenProperties(by: edit)) : nil
      text = SourceFiles.current.located("\(change)", at: change.lines)
    }

    private static func some(_ list: [String]) -> [String]? { list.isEmpty ? nil : list }

    /// The number of bytes in a list of the document.
    fileprivate var size: Int {
      let lines = (try? json)?.split(separator: "\n") ?? []
      return lines.reduce(0) { $0 + $1.utf8.count + 5 }
    }

    /// The edit, its line of code and its name.
    var line: String { "\(text)   \"\(name)\"" }
  }

  /// Returns the report for a terminal, with as many lines as an answer has.
  func text(in answer: Answer) -> String {
    var answer = answer
    let left = pending.isEmpty ? [] : ["left, with the name for --accept:"] + pending.map(\.line)
    let lines = written.map { "wrote \($0)" } + missing.map { "\($0): no file yet" } + left
    return
      (answer.fitting(lines) + ["accepted: \(accepted.count), left: \(pending.count)"]
      + (repair.map { ["To accept everything: \($0)"] } ?? [])).joined(separator: "\n")
  }

  /// Returns the report with as many edits, files and diagrams as an answer has.
  ///
  /// What is left comes first, because somebody has to decide about it.
  func fitting(_ answer: Answer) -> ReviewReport {
    var (answer, report) = (answer, self)
    report.pending = answer.prefix(of: pending, size: \.size)
    report.missing = answer.prefix(of: missing) { $0.utf8.count + 8 }
    report.written = answer.prefix(of: written) { $0.utf8.count + 8 }
    report.accepted = answer.prefix(of: accepted, size: \.size)
    let count = self.count - report.count
    report.leftOut = count == 0 ? nil : count
    return report
  }

  private var count: Int { pending.count + missing.count + written.count + accepted.count }
}
