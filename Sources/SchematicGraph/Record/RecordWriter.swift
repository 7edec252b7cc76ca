/// A writer of the rows of a graph: see ``GraphRecord`` for their grammar.
struct RecordWriter {
  private var rows: [String] = []

  /// Returns the rows of a graph.
  static func rows(of graph: StateGraph) -> [String] {
    var writer = RecordWriter()
    writer.add(graph.inRecordedOrder, depth: 0)
    return writer.rows
  }

  private mutating func add(_ row: String, depth: Int) {
    rows.append(String(repeating: "  ", count: depth) + row)
  }

  private mutating func add(_ graph: StateGraph, depth: Int) {
    add("[*] -> \(name(graph.initialState))", depth: depth)
    if graph.isCommitting { add("committing", depth: depth) }
    if let omission = graph.omission { add(omission, depth: depth) }
    guard graph.regions.isEmpty else { return add(graph.regions, depth: depth) }
    let hierarchy = StateHierarchy(of: graph)
    add(hierarchy.children(of: nil), of: hierarchy, depth: depth)
    let known = graph.rulesOfRegions
    for rule in graph.rules where !known.contains(rule) { add(text(of: rule), depth: depth) }
  }

  private mutating func add(_ omission: GraphOmission, depth: Int) {
    let (states, transitions) = (omission.states, omission.transitions)
    add(
      "omits states \(states) transitions \(transitions) refusals \(omission.refusals)",
      depth: depth)
    for view in omission.views { add("view \(name(view))", depth: depth + 1) }
    for exit in omission.exits { add("exit \(name(exit))", depth: depth + 1) }
  }

  private mutating func add(_ regions: [StateGraph.Region], depth: Int) {
    for region in regions {
      add("region \(name(region.name))", depth: depth)
      add(region.graph, depth: depth + 1)
    }
  }

  private mutating func add(
    _ children: [StateHierarchy.Child], of hierarchy: StateHierarchy, depth: Int
  ) {
    for child in children {
      switch child {
      case .state(let state):
        let word = state.isFinal ? "final " : state.completion.map { "\($0.rawValue) " } ?? ""
        add(word + row(state.identifier, state.label, in: state.parent), depth: depth)
        add(state.behaviors, depth: depth + 1)
      case .composite(let state):
        add(row(state.identifier, state.label, in: state.parent), depth: depth)
        add(state.behaviors, depth: depth + 1)
        if state.regions.isEmpty {
          add(hierarchy.children(of: state.identifier), of: hierarchy, depth: depth + 1)
        } else {
          add(state.regions, depth: depth + 1)
        }
      }
    }
  }

  private mutating func add(_ behaviors: [StateGraph.StateBehavior], depth: Int) {
    for behavior in behaviors {
      let label =
        behavior.delay.map { " " + text(of: $0) }
        ?? behavior.label.map { " / " + GraphRecord.Place.rest.written($0) } ?? ""
      add(behavior.kind.rawValue + text(of: behavior.conditions) + label, depth: depth)
    }
  }

  // MARK: Texts

  private func name(_ text: String) -> String { GraphRecord.Place.name.written(text) }

  private func row(_ identifier: String, _ label: String, in parent: String?) -> String {
    let usual = GraphRecord.label(of: identifier, in: parent)
    // By scalars: the same character can be written in two ways.
    let isUsual = label.unicodeScalars.elementsEqual(usual.unicodeScalars)
    return "state \(name(identifier))" + (isUsual ? "" : " \(JSONText.quoted(label))")
  }

  private func text(of rule: StateGraph.Rule) -> String {
    let stays = rule.effect.isRefusal || rule.isInternal && rule.source == rule.target
    let arrow = stays ? "" : (rule.isInternal ? " ~> " : " -> ") + name(rule.target)
    return name(rule.source) + arrow + ": " + text(of: rule.trigger) + text(of: rule.conditions)
      + (text(of: rule.effect).map { " / \($0)" } ?? "")
      + (rule.change.map { " {\(GraphRecord.Place.change.written($0))}" } ?? "")
  }

  private func text(of trigger: StateGraph.Trigger) -> String {
    let place = GraphRecord.Place.trigger
    return switch trigger {
    case .event(let label): place.written(label)
    case .completion: "completion"
    case .timeout(let delay, let region):
      "after " + text(of: delay) + (region.map { " in \(place.written($0))" } ?? "")
    }
  }

  private func text(of delay: StateGraph.Delay) -> String {
    switch delay {
    case .fixed(let duration): duration.label
    case .named(let name):
      Duration(label: name) == nil
        ? GraphRecord.Place.delay.written(name) : JSONText.quoted(name)
    }
  }

  private func text(of conditions: [StateGraph.Condition]) -> String {
    let place = GraphRecord.Place.condition
    let texts = conditions.map { condition in
      switch condition {
      case .guard(let name, let holds): (holds ? "" : "not ") + place.written(name)
      case .payload(let text): "if " + place.written(text)
      }
    }
    return texts.isEmpty ? "" : " [\(texts.joined(separator: " and "))]"
  }

  private func text(of effect: StateGraph.Effect) -> String? {
    let place = GraphRecord.Place.effect
    return switch effect {
    case .external(let action), .internal(let action): action.map(place.written)
    case .rejected(let reason): "rejected" + (reason.map { ": \(place.written($0))" } ?? "")
    case .traps(let message): "traps" + (message.map { ": \(place.written($0))" } ?? "")
    case .ignored: "ignored"
    }
  }
}

extension StateGraph {
  /// The rules that lead from combination to combination inside composite states, which follow from those
  /// of the regions.
  var rulesOfRegions: Set<Rule> {
    Set(composites.flatMap(InnerRegions.rules))
  }
}
