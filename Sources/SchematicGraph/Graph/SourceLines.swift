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

  package static func == (_: SourceLines, _: SourceLines) -> Bool { true }

  package func hash(into _: inout Hasher) {}

  /// Adds the lines of another one.
  package mutating func merge(_ other: SourceLines) {
    answers = (answers + other.answers).uniqued()
    timeouts = (timeouts + other.timeouts).uniqued()
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
  /// The lines of all that has some, always in the same order: of the rules, the behaviors, and the
  /// graphs of the regions.
  package var allLines: [SourceLines] {
    get {
      rules.map(\.lines) + states.flatMap { $0.behaviors.map(\.lines) }
        + composites.flatMap { $0.behaviors.map(\.lines) } + regions.flatMap(\.graph.allLines)
    }
    set {
      var rest = newValue[...]
      take(from: &rest)
    }
  }

  private mutating func take(from lines: inout ArraySlice<SourceLines>) {
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
    for index in regions.indices { regions[index].graph.take(from: &lines) }
  }

  /// Returns the lines that are nearest to a state and an event: those of its rules, else those of the
  /// state, else those of the rules that lead to it, else that of the schema.
  package func linesNear(state: String? = nil, event: String? = nil) -> SourceLines {
    let isIn = { (rule: Rule) in rule.source == state }
    let places: [(Rule) -> Bool] = [
      { isIn($0) && $0.event == event }, isIn, { $0.target == state },
    ]
    for place in places {
      if let rule = rules.first(where: { place($0) && !$0.lines.all.isEmpty }) {
        return SourceLines(rule.lines.all, isNear: true)
      }
    }
    return SourceLines(sourceLine.map { [$0] } ?? [], isNear: true)
  }

  /// Gives the rules without a line those that are nearest.
  ///
  /// Only rules of schemas get some: a step function knows no lines.
  mutating func addNearLines() {
    let known = self
    for index in rules.indices where rules[index].lines.all.isEmpty {
      rules[index].lines = known.linesNear(state: rules[index].source, event: rules[index].event)
    }
    transitions = rules.filter { !$0.effect.isRefusal }
  }
}
