import Schematic

/// The lines of code that make a rule, a behavior or a state of a graph.
///
/// Any two values are equal, so two graphs don't differ just because code was moved.
package struct SourceLines: Hashable, Sendable, Codable {
  /// The lines of the answers in the rules, such as `.to`, each once, in the order in which they
  /// were found.
  package var answers: [SourceLine] = []
  /// The lines of the timeouts that send the event.
  package var timeouts: [SourceLine] = []
  /// The line of each condition, by the condition's name.
  package var conditions: [String: SourceLine] = [:]
  /// A Boolean value that indicates whether the element has no line of its own, so these are the
  /// nearest lines.
  package var isNear = false

  package init(_ answers: [SourceLine] = [], isNear: Bool = false) {
    self.answers = answers
    self.isNear = isNear
  }

  /// The lines of the answers, then the lines of the timeouts, each once.
  package var all: [SourceLine] { (answers + timeouts).uniqued() }

  /// A Boolean value that indicates whether no answer and no timeout has a line.
  var isEmpty: Bool { answers.isEmpty && timeouts.isEmpty }

  package static func == (_: SourceLines, _: SourceLines) -> Bool { true }

  package func hash(into _: inout Hasher) {}

  /// Adds the lines of another value, without repetitions.
  package mutating func merge(_ other: SourceLines) {
    // A rule has few lines, so a search through the lists is short.
    for line in other.answers where !answers.contains(line) { answers.append(line) }
    for line in other.timeouts where !timeouts.contains(line) { timeouts.append(line) }
    conditions.merge(other.conditions) { first, _ in first }
  }
}

extension StateGraph.Rule {
  /// The lines of code that make the rule: the lines of its answers, then the lines of its timeouts.
  ///
  /// ```swift
  /// StateGraph(Turnstile.schema).rules[0].sourceLines.map(\.description)  // ["Turnstiles/Turnstile.swift:24"]
  /// ```
  ///
  /// An answer without a call, such as `.ignored` or `.stay`, has no line. A rule without any line
  /// gets the lines of another rule in the same state, or of a rule that leads to the state, or the
  /// line of the schema. The list is empty if the graph wasn't made from a schema.
  public var sourceLines: [SourceLine] { lines.all }
}

extension StateGraph.Rule {
  /// The first line as a message shows it after the rule: ` (near Turnstiles/Turnstile.swift:24)`; empty
  /// if no line is known.
  package var place: String {
    lines.all.first.map { " (\(lines.isNear ? "near " : "")\($0))" } ?? ""
  }
}

extension StateGraph.StateBehavior {
  /// The lines of code that make the behavior; empty if the graph wasn't made from a schema.
  public var sourceLines: [SourceLine] { lines.all }
}

extension StateGraph {
  /// The lines of each rule, then of each behavior, always in the same order.
  package var allLines: [SourceLines] {
    get {
      rules.map(\.lines) + states.flatMap { $0.behaviors.map(\.lines) }
        + composites.flatMap { $0.behaviors.map(\.lines) }
    }
    set {
      var lines = newValue[...]
      func next() -> SourceLines { lines.popFirst() ?? SourceLines() }
      for index in rules.indices { rules[index].lines = next() }
      transitions = rules.filter { !$0.effect.isRefusal }
      for index in states.indices {
        for behavior in states[index].behaviors.indices {
          states[index].behaviors[behavior].lines = next()
        }
      }
      for index in composites.indices {
        for behavior in composites[index].behaviors.indices {
          composites[index].behaviors[behavior].lines = next()
        }
      }
    }
  }

  /// Gives each rule without a line the nearest lines.
  ///
  /// A graph that wasn't made from a schema stays as it is: a step function knows no lines.
  mutating func addNearLines() {
    guard sourceLine != nil else { return }
    let nearest = NearestLines(in: self)
    for index in rules.indices where rules[index].lines.isEmpty {
      rules[index].lines = nearest.lines(state: rules[index].source, event: rules[index].event)
    }
    transitions = rules.filter { !$0.effect.isRefusal }
  }
}

/// An index that finds the lines of code nearest to a state and an event.
package struct NearestLines {
  private struct Place: Hashable {
    let state: String
    let event: String?
  }

  /// For each state and event, and for each state alone: the position of the first rule with a line.
  private var sources: [Place: Int] = [:]
  private var targets: [String: Int] = [:]
  private let rules: [StateGraph.Rule]
  private let sourceLine: SourceLine?

  package init(in graph: StateGraph) {
    rules = graph.rules
    sourceLine = graph.sourceLine
    func set(_ position: inout Int?, to index: Int) { position = position ?? index }
    for (index, rule) in rules.enumerated() where !rule.lines.isEmpty {
      set(&sources[Place(state: rule.source, event: rule.event)], to: index)
      set(&sources[Place(state: rule.source, event: nil)], to: index)
      set(&targets[rule.target], to: index)
    }
  }

  /// Returns the nearest lines: of a rule for the event in the state, else of any rule of the
  /// state, else of a rule that leads to the state, else of the schema.
  package func lines(state: String? = nil, event: String? = nil) -> SourceLines {
    let rule = state.flatMap { state in
      sources[Place(state: state, event: event)] ?? sources[Place(state: state, event: nil)]
        ?? targets[state]
    }
    return SourceLines(
      rule.map { rules[$0].lines.all } ?? sourceLine.map { [$0] } ?? [], isNear: true)
  }

  /// Returns the lines of a state: of its first behavior with a line, else of its first rule with a
  /// line, else the nearest lines.
  package func lines(of state: String, _ behaviors: [StateGraph.StateBehavior]) -> SourceLines {
    let answer = sources[Place(state: state, event: nil)].map { rules[$0].lines }
    return behaviors.map(\.lines).first { !$0.isEmpty } ?? answer ?? lines(state: state)
  }
}
