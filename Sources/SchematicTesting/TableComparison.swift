import SchematicGraph

extension StateGraph {
  /// Returns how the rules differ from a table, except in some cells; `nil` if they don't.
  package func difference(
    from table: TransitionTable, except: [String] = []
  ) throws(UnknownNameError) -> String? {
    // The behavior of regions depends on all of them together, so combinations of states are compared.
    let comparison = TableComparison(of: try combined().graph, with: table)
    let differences = comparison.differences
    let unneeded = except.filter { name in !differences.contains { $0.name == name } }
    let lines =
      comparison.unknownNames
      + differences.filter { !except.contains($0.name) }.map(\.description)
      + unneeded.map {
        "\($0) is excepted, and no such cell differs; take it from the exceptions"
      }
    return lines.isEmpty
      ? nil
      : "the rules differ from the table:\n" + lines.map { "  \($0)" }.joined(separator: "\n")
  }
}

/// A cell of a table that the rules don't follow.
struct TableDifference: CustomStringConvertible {
  /// The event and the state: `RCA in 7 Ack-Rcvd`.
  let name: String
  /// Where the cell is, what the table says, and what the rules do.
  let description: String
}

/// A comparison of rules with a table, cell by cell.
struct TableComparison {
  /// A place in a table, in the words of the diagram: the identifier of a state, and an event.
  private struct Place: Hashable {
    let state: String
    let event: String
  }

  private let graph: StateGraph
  private let table: TransitionTable
  private let rules: [Place: [StateGraph.Rule]]
  /// The identifier of each state, by itself and by the state's label if no other state has that label.
  private let identifiers: [String: String]

  init(of graph: StateGraph, with table: TransitionTable) {
    self.graph = graph
    self.table = table
    rules = Dictionary(grouping: graph.rules) { Place(state: $0.source, event: $0.event) }
    let labels = Dictionary(grouping: graph.states, by: \.label).filter { $1.count == 1 }
    identifiers = Dictionary(
      graph.states.map { ($0.identifier, $0.identifier) }
        + labels.map { ($0, $1[0].identifier) }
    ) { first, _ in first }
  }

  /// The cells that differ, in the order of the table, and then the cells that the table lacks.
  var differences: [TableDifference] {
    table.cells.compactMap(difference) + missingCells
  }

  /// The table's names of states and events that the graph doesn't have, with advice.
  var unknownNames: [String] {
    let states = table.cells.map(\.state).uniqued().filter { identifiers[$0] == nil }
    let events = table.cells.filter { !$0.answers.isEmpty }.map(\.event).uniqued()
      .filter { event in !graph.rules.contains { $0.event == event } }
    func list(_ names: [String]) -> String {
      names.uniqued().map { "\"\($0)\"" }.joined(separator: ", ")
    }
    return states.map {
      "the picture has no state \"\($0)\", or several; give its name in states:, one of "
        + list(graph.states.map { identifiers[$0.label] == nil ? $0.identifier : $0.label })
    }
      + events.map {
        "no rule has the event \"\($0)\"; unless a rule is missing, give its name in events:, one of "
          + list(graph.rules.map(\.event))
      }
  }

  private func difference(in cell: TransitionTable.Cell) -> TableDifference? {
    guard let state = identifiers[cell.state] else { return nil }
    let rules = rules[Place(state: state, event: cell.event)] ?? []
    let expected = Set(
      cell.answers.map { answer in
        var answer = answer
        answer.target = identifiers[answer.target] ?? answer.target
        return answer
      })
    let found = Set(rules.filter { !$0.effect.isRefusal }.map(\.answer))
    guard expected != found else { return nil }
    // An event that changes nothing may be ignored.
    let nothing = TransitionTable.Answer(condition: nil, actions: [], target: state)
    if rules.isEmpty, expected == [nothing] { return nil }
    let texts = cell.texts.joined(separator: " or ")
    return TableDifference(
      name: cell.name,
      description: "\(cell.name) \(cell.place): the table says \(texts), and the rules "
        + words(for: rules, Place(state: state, event: cell.event)))
  }

  /// The cells that the table lacks, although the rules have transitions there.
  private var missingCells: [TableDifference] {
    let covered = Set(
      table.cells.compactMap { cell in
        identifiers[cell.state].map { Place(state: $0, event: cell.event) }
      })
    let places = graph.transitions.map { Place(state: $0.source, event: $0.event) }.uniqued()
    return places.filter { !covered.contains($0) }.map { place in
      let state = graph.states.first { $0.identifier == place.state }?.label ?? place.state
      let name = "\(place.event) in \(state)"
      return TableDifference(
        name: name,
        description: "\(name): the table has no such cell, and the rules "
          + words(for: rules[place] ?? [], place))
    }
  }

  /// Returns what rules do at a place, with their lines.
  private func words(for rules: [StateGraph.Rule], _ place: Place) -> String {
    guard rules.isEmpty else {
      return "say " + rules.map { "\($0)\($0.place)" }.joined(separator: " and ")
    }
    let near = NearestLines(in: graph).lines(state: place.state, event: place.event)
    return "ignore it" + (near.all.first.map { " (near \($0))" } ?? "")
  }
}

extension StateGraph.Rule {
  /// The answer that a table would have for the transition.
  fileprivate var answer: TransitionTable.Answer {
    TransitionTable.Answer(
      condition: `guard`, actions: TableWords.actions(in: action), target: target)
  }
}
