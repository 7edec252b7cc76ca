/// A writer of the rows of a graph: see ``GraphRecord`` for their grammar.
struct RecordWriter {
  private var rows: [String] = []

  static func rows(of graph: StateGraph) -> [String] {
    var writer = RecordWriter()
    writer.add(graph.inRecordedOrder)
    return writer.rows
  }

  private mutating func add(_ row: String, depth: Int) {
    rows.append(String(repeating: "  ", count: depth) + row)
  }

  private mutating func add(_ graph: StateGraph) {
    let hierarchy = StateHierarchy(of: graph)
    let isDivided = !hierarchy.regions(of: nil).isEmpty
    if !isDivided { add("[*] -> \(name(graph.initialState))", depth: 0) }
    if graph.isCommitting { add("committing", depth: 0) }
    if let omission = graph.omission { add(omission, depth: 0) }
    addStates(in: nil, of: hierarchy, depth: 0)
    addRegions(of: nil, of: hierarchy, depth: 0)
    for rule in graph.rules { add(text(of: rule), depth: 0) }
  }

  private mutating func add(_ omission: GraphOmission, depth: Int) {
    let (states, transitions) = (omission.states, omission.transitions)
    add(
      "omits states \(states) transitions \(transitions) refusals \(omission.refusals)",
      depth: depth)
    for view in omission.views { add("view \(name(view))", depth: depth + 1) }
    for exit in omission.exits { add("exit \(name(exit))", depth: depth + 1) }
  }

  private mutating func addStates(in box: String?, of hierarchy: StateHierarchy, depth: Int) {
    for child in hierarchy.children(of: box) {
      switch child {
      case .state(let state):
        let word = state.isFinal ? "final " : state.completion.map { "\($0.rawValue) " } ?? ""
        add(word + row(state.identifier, state.label, in: state.parent), depth: depth)
        add(state.behaviors, depth: depth + 1)
        addRegions(of: state.identifier, of: hierarchy, depth: depth + 1)
      case .composite(let state):
        add(row(state.identifier, state.label, in: state.parent), depth: depth)
        add(state.behaviors, depth: depth + 1)
        addStates(in: state.identifier, of: hierarchy, depth: depth + 1)
      }
    }
  }

  private mutating func addRegions(of state: String?, of hierarchy: StateHierarchy, depth: Int) {
    for region in hierarchy.regions(of: state) {
      add("region \(name(region.identifier)) -> \(name(region.initialState))", depth: depth)
      addStates(in: region.identifier, of: hierarchy, depth: depth + 1)
    }
  }

  private mutating func add(_ behaviors: [StateGraph.StateBehavior], depth: Int) {
    for behavior in behaviors {
      let label =
        behavior.delay.map { " " + text(of: $0) + sent(behavior.sends) }
        ?? behavior.label.map { " / " + GraphRecord.Place.rest.written($0) } ?? ""
      add(
        behavior.kind.rawValue + text(of: behavior.conditions) + mark(behavior.untold) + label,
        depth: depth)
    }
  }

  // MARK: Texts

  private func name(_ text: String) -> String { GraphRecord.Place.name.written(text) }

  private func row(_ identifier: String, _ label: String, in parent: String?) -> String {
    let usual = GraphRecord.label(of: identifier, in: parent)
    // Scalars are compared, because Swift's strings are equal even if they spell a character differently.
    let isUsual = label.unicodeScalars.elementsEqual(usual.unicodeScalars)
    return "state \(name(identifier))" + (isUsual ? "" : " \(JSONText.quoted(label))")
  }

  private func text(of rule: StateGraph.Rule) -> String {
    let stays = rule.effect.isRefusal || rule.isInternal && rule.source == rule.target
    let arrow =
      stays ? "" : (rule.isInternal ? " ~> " : " -> ") + name(rule.target) + text(of: rule.entry)
    return name(rule.source) + arrow + ": " + text(of: rule.trigger) + text(of: rule.conditions)
      + mark(rule.untold) + (text(of: rule.effect).map { " / \($0)" } ?? "")
      + (rule.change.map { " {\(GraphRecord.Place.change.written($0))}" } ?? "")
  }

  private func text(of entry: StateGraph.Entry) -> String {
    switch entry {
    case .initial: ""
    case .history: " [\(GraphRecord.history)]"
    case .states(let states):
      " [\(states.map(GraphRecord.Place.entry.written).joined(separator: " and "))]"
    }
  }

  private func text(of trigger: StateGraph.Trigger) -> String {
    let place = GraphRecord.Place.trigger
    return switch trigger {
    case .event(let label): place.written(label)
    case .completion: "completion"
    case .timeout(let delay, let event):
      "after " + text(of: delay) + sent(event)
    }
  }

  private func sent(_ event: String?) -> String {
    event.map { " sends \(GraphRecord.Place.trigger.written($0))" } ?? ""
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
      case .in(let state, let holds): (holds ? "in " : "not in ") + place.written(state)
      case .payload(let text): "if " + place.written(text)
      }
    }
    return texts.isEmpty ? "" : " [\(texts.joined(separator: " and "))]"
  }

  private func mark(_ untold: String?) -> String {
    untold.map { GraphRecord.untold + GraphRecord.Place.digest.written($0) } ?? ""
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
