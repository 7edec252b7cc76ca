import Schematic

/// The lines of code that make a rule, a behavior or a state of a graph.
///
/// They say where something comes from and aren't part of it: any two are equal, so moving code changes
/// no graph, no fingerprint and no text.
package struct SourceLines: Hashable, Sendable, Codable {
  /// The lines of the answers, such as `.to`, each once, in the order in which they were found.
  package var answers: [SourceLine] = []
  /// The lines of the timeouts that send the event.
  package var timeouts: [SourceLine] = []
  /// The lines of the conditions, by their names.
  package var conditions: [String: SourceLine] = [:]
  /// A Boolean value that indicates whether the answer itself knows no line, so that its lines are
  /// those of the nearest answer.
  package var isNear = false

  /// Creates lines.
  package init(_ answers: [SourceLine] = [], isNear: Bool = false) {
    self.answers = answers
    self.isNear = isNear
  }

  /// The lines of the answers, and then those of the timeouts.
  package var all: [SourceLine] { (answers + timeouts).uniqued() }

  /// A Boolean value that indicates whether no line is known.
  var isEmpty: Bool { answers.isEmpty && timeouts.isEmpty }

  package static func == (_: SourceLines, _: SourceLines) -> Bool { true }

  package func hash(into _: inout Hasher) {}

  /// Adds the lines of another one.
  package mutating func merge(_ other: SourceLines) {
    // Few lines make one arrow, and this is called for each value that a state carries.
    for line in other.answers where !answers.contains(line) { answers.append(line) }
    for line in other.timeouts where !timeouts.contains(line) { timeouts.append(line) }
    conditions.merge(other.conditions) { first, _ in first }
  }
}

extension StateGraph.Rule {
  /// The lines of code that make the rule, the one that was found first at the beginning.
  ///
  /// ```swift
  /// StateGraph(Turnstile.schema).rules[0].sourceLines.map(\.description)  // ["Turnstiles/Turnstile.swift:24"]
  /// ```
  ///
  /// An answer without a call, such as `.ignored` or `.stay`, knows no line; the rule then has that of
  /// another answer in the same state, or of the schema. It is empty for a graph that wasn't made from
  /// a schema.
  public var sourceLines: [SourceLine] { lines.all }
}

extension StateGraph.Rule {
  /// The first line in parentheses, to follow the rule in a message; empty if none is known.
  package var place: String {
    lines.all.first.map { " (\(lines.isNear ? "near " : "")\($0))" } ?? ""
  }
}

extension StateGraph.StateBehavior {
  /// The lines of code that make the behavior; empty if the graph wasn't made from a schema.
  public var sourceLines: [SourceLine] { lines.all }
}

extension Array<StateGraph.Rule> {
  /// The rules without repetitions, each with the lines of all that are equal to it.
  func mergingLines() -> [StateGraph.Rule] {
    var positions: [StateGraph.Rule: Int] = [:]
    var merged: [StateGraph.Rule] = []
    for rule in self {
      if let position = positions[rule] {
        merged[position].lines.merge(rule.lines)
      } else {
        positions[rule] = merged.count
        merged.append(rule)
      }
    }
    return merged
  }
}

extension StateGraph {
  /// The lines of all that has some, always in the same order: of the rules, then of the behaviors.
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

  /// Gives the rules without a line those that are nearest.
  ///
  /// Only rules of schemas get some: a step function knows no lines.
  mutating func addNearLines() {
    guard sourceLine != nil else { return }
    let nearest = NearestLines(in: self)
    for index in rules.indices where rules[index].lines.isEmpty {
      rules[index].lines = nearest.lines(state: rules[index].source, event: rules[index].event)
    }
    transitions = rules.filter { !$0.effect.isRefusal }
  }
}

/// The lines of a graph, found by the state and the event that they are nearest to.
package struct NearestLines {
  private struct Place: Hashable {
    let state: String
    let event: String?
  }

  /// The positions of the first rules with a line.
  private var sources: [Place: Int] = [:]
  private var targets: [String: Int] = [:]
  private let rules: [StateGraph.Rule]
  private let sourceLine: SourceLine?

  /// Creates an index of the lines of a graph.
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

  /// Returns the lines that are nearest to a state and an event: those of its rules, else those of the
  /// state, else those of the rules that lead to it, else that of the schema.
  package func lines(state: String? = nil, event: String? = nil) -> SourceLines {
    let rule = state.flatMap { state in
      sources[Place(state: state, event: event)] ?? sources[Place(state: state, event: nil)]
        ?? targets[state]
    }
    return SourceLines(
      rule.map { rules[$0].lines.all } ?? sourceLine.map { [$0] } ?? [], isNear: true)
  }

  /// Returns the lines of a state: those of its first behavior, else of its first answer, else the
  /// nearest.
  package func lines(of state: String, _ behaviors: [StateGraph.StateBehavior]) -> SourceLines {
    let answer = sources[Place(state: state, event: nil)].map { rules[$0].lines }
    return behaviors.map(\.lines).first { !$0.isEmpty } ?? answer ?? lines(state: state)
  }
}
