extension StateGraph {
  /// Returns the graph as JSON, for programs that aren't written in Swift.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).json())
  /// ```
  ///
  /// ```json
  /// {
  ///   "format": "schematic-state-graph",
  ///   "version": 1,
  ///   "initialState": "locked",
  ///   "states": [
  ///     {"identifier": "locked", "label": "locked"},
  ///     {"identifier": "unlocked", "label": "unlocked"}
  ///   ],
  ///   "composites": [],
  ///   "transitions": [
  ///     {"source": "locked", "target": "unlocked", "event": "coin",
  ///       "conditions": [{"guard": "paid", "holds": true}]}
  ///   ],
  ///   "rejections": []
  /// }
  /// ```
  ///
  /// Seven members of the document are always present, and lists are in the order of the graph.
  /// `committing`, which is `true`, is present if a machine commits each transition. Of the entries
  /// of a list,
  ///
  /// - a state has `identifier` and `label`; `parent`, the identifier of the composite state around
  ///   it, if there is one; and `final`, which is `true`, if it is final;
  /// - a composite state has `identifier` and `label`, and `parent` if there is one;
  /// - both have `entry`, `exit` and `do` if there are such actions or tasks: lists of labels in
  ///   the order in which they run, with `null` for a missing label; a composite state has `after`
  ///   if it has its own timeouts: a list of their durations;
  /// - a transition has `source` and `target`; `action` and `change` if there is one; and
  ///   `internal`, which is `true`, if it leaves and enters no state;
  /// - a rejection has `state`, and `reason` if there is one;
  /// - a trap has `state`, and `message` if there is one;
  /// - all three have either `event`, a label, or `after`, the duration of a timeout, with `region`
  ///   if the timeout belongs to a region that isn't drawn as one; and `conditions` if there are
  ///   any: a list of `guard`, a name, with `holds`, the answer that it must give, or `payload`, a
  ///   condition on the payloads of the state and the event.
  ///
  /// A time is a list of two numbers: whole seconds, and the attoseconds besides.
  ///
  /// A graph with regions has another member, `regions`: a list of machines, each with its `name`
  /// and the last five members of the document. They show which regions a transition leaves. A
  /// composite state with regions has the same member; `states` has the combinations of their states.
  ///
  /// A graph with a state that remembers where a composite state was left has another member,
  /// `histories`: a list of `composite`, the identifier of the composite state; `keeper`, that of the
  /// state, or of the composite state with a copy of each state, that remembers; and `deep`, which is
  /// `true` if states inside nested ones are remembered. The transitions say the same.
  ///
  /// Transitions lead from and to identifiers of states, never of composite states. `version`
  /// increases if programs that read the format have to change. Members may be added without that,
  /// and a program ignores those that it doesn't know. `state-graph-1.schema.json`, in the folder
  /// of the printers, describes this as a JSON Schema.
  ///
  /// Every entry is on its own line, so a change of the rules changes only a few lines. The text is
  /// UTF-8 according to RFC 8259.
  ///
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func json() -> String {
    JSONDocument.text(of: self)
  }
}

/// The document of the format that ``StateGraph/json()`` describes.
enum JSONDocument {
  /// The name of the format, in the text's member `format`.
  static let format = "schematic-state-graph"

  /// The version of the format, in the text's member `version`.
  static let version = 1

  /// Returns the document of a graph.
  static func text(of graph: StateGraph) -> String {
    """
    {
      "format": \(JSONText.quoted(format)),
      "version": \(version),
      "initialState": \(JSONText.quoted(graph.initialState)),\(commitment(of: graph))
      "states": \(list(graph.states.map(object))),
      "composites": \(list(of: graph.composites, indent: "  ")),
      "transitions": \(list(graph.transitions.map(object))),
      "rejections": \(list(graph.rejections.map(object)))\(additions(to: graph))
    }

    """
  }

  /// Returns the members for events that stop the program and for timeouts that are ignored, each if
  /// there are some.
  private static func refusals(in graph: StateGraph, indent: String = "  ") -> String {
    [("traps", graph.traps), ("ignored", graph.ignoredTimeouts)].map { name, rules in
      let objects = list(rules.map(object), indent: indent)
      return rules.isEmpty ? "" : ",\n\(indent)\(JSONText.quoted(name)): \(objects)"
    }.joined()
  }

  private static func commitment(of graph: StateGraph) -> String {
    graph.isCommitting ? "\n  \"committing\": true," : ""
  }

  /// Returns the members that only some graphs have.
  private static func additions(to graph: StateGraph) -> String {
    refusals(in: graph) + regions(of: graph) + histories(of: graph) + omission(of: graph)
  }

  /// Returns the member for what a view leaves out, or an empty string for a whole graph.
  private static func omission(of graph: StateGraph) -> String {
    guard let omission = graph.omission else { return "" }
    let views = omission.views.map(JSONText.quoted).joined(separator: ", ")
    let exits = omission.exits.map(JSONText.quoted).joined(separator: ", ")
    return ",\n  \"omission\": {\"views\": [\(views)], \"states\": \(omission.states), "
      + "\"transitions\": \(omission.transitions), \"refusals\": \(omission.refusals), "
      + "\"exits\": [\(exits)]}"
  }

  /// Returns the member with the histories of a graph, or an empty string if it has none.
  private static func histories(of graph: StateGraph) -> String {
    let found = graph.histories.map { history in
      JSONObject().with("composite", history.composite).with("keeper", history.keeper)
        .with("deep", history.isDeep)
    }
    return found.isEmpty ? "" : ",\n  \"histories\": \(list(found))"
  }

  /// Returns the member with the regions of a graph, or an empty string if it has none.
  private static func regions(of graph: StateGraph) -> String {
    graph.regions.isEmpty ? "" : ",\n  \"regions\": \(list(of: graph.regions, indent: "  "))"
  }

  /// Returns a list of regions, the entries of which are on lines of their own.
  private static func list(of regions: [StateGraph.Region], indent outer: String) -> String {
    let indent = outer + "    "
    let regions = regions.map { region in
      let graph = region.graph
      let rejections = list(graph.rejections.map(object), indent: indent)
      let members = [
        "\"name\": \(JSONText.quoted(region.name))",
        "\"initialState\": \(JSONText.quoted(graph.initialState))",
        "\"states\": \(list(graph.states.map(object), indent: indent))",
        "\"composites\": \(list(of: graph.composites, indent: indent))",
        "\"transitions\": \(list(graph.transitions.map(object), indent: indent))",
        "\"rejections\": \(rejections)\(refusals(in: graph, indent: indent))",
      ]
      return "\(outer)  {\n" + members.map { indent + $0 }.joined(separator: ",\n")
        + "\n\(outer)  }"
    }
    return "[\n\(regions.joined(separator: ",\n"))\n\(outer)]"
  }

  /// Returns a list of composite states, each with its regions if it has some.
  private static func list(of composites: [StateGraph.CompositeState], indent: String) -> String {
    list(
      composites.map { composite in
        let regions = composite.regions
        let text = object(composite)
        return regions.isEmpty
          ? text : text.adding("regions", list(of: regions, indent: indent + "  "))
      }, indent: indent)
  }

  private static func list(_ objects: [JSONObject], indent: String = "  ") -> String {
    guard !objects.isEmpty else { return "[]" }
    return "[\n" + objects.map { "\(indent)  \($0.text)" }.joined(separator: ",\n")
      + "\n\(indent)]"
  }

  private static func object(_ state: StateGraph.State) -> JSONObject {
    JSONObject().with("identifier", state.identifier).with("label", state.label)
      .with("parent", state.parent).with("final", state.isFinal)
      .with("completion", state.completion?.rawValue).with(state.behaviors)
  }

  private static func object(_ composite: StateGraph.CompositeState) -> JSONObject {
    JSONObject().with("identifier", composite.identifier).with("label", composite.label)
      .with("parent", composite.parent).with(composite.behaviors)
  }

  private static func object(_ rule: StateGraph.Rule) -> JSONObject {
    let ends = JSONObject()
    return switch rule.effect {
    case .external(let action), .internal(let action):
      ends.with("source", rule.source).with("target", rule.target).with(rule.trigger)
        .with(rule.conditions).with("action", action).with("internal", rule.isInternal)
        .with("change", rule.change)
    case .rejected(let reason):
      ends.with("state", rule.source).with(rule.trigger).with(rule.conditions)
        .with("reason", reason)
    case .traps(let message):
      ends.with("state", rule.source).with(rule.trigger).with(rule.conditions)
        .with("message", message)
    case .ignored: ends.with("state", rule.source).with(rule.trigger).with(rule.conditions)
    }
  }
}

/// A JSON object of strings and flags on one line, its members in the order in which they are
/// added.
private struct JSONObject {
  private var members: [String] = []

  /// The object as text.
  var text: String { "{\(members.joined(separator: ", "))}" }

  /// Returns the object with one more member; without it for `nil`.
  func with(_ name: String, _ value: String?) -> JSONObject {
    value.map { adding(name, JSONText.quoted($0)) } ?? self
  }

  /// Returns the object with one more member that is `true`; without it for `false`.
  func with(_ name: String, _ flag: Bool) -> JSONObject {
    flag ? adding(name, "true") : self
  }

  /// Returns the object with an event, or with a delay and the region that has it.
  func with(_ trigger: StateGraph.Trigger) -> JSONObject {
    switch trigger {
    case .event(let label): with("event", label)
    case .completion: with("completion", true)
    case .timeout(let delay, let region):
      adding("after", Self.text(of: delay)).with("region", region)
    }
  }

  /// Returns the object with conditions, or unchanged if there are none.
  func with(_ conditions: [StateGraph.Condition]) -> JSONObject {
    guard !conditions.isEmpty else { return self }
    let objects = conditions.map { condition in
      switch condition {
      case .guard(let name, let holds):
        JSONObject().with("guard", name).adding("holds", "\(holds)").text
      case .payload(let text): JSONObject().with("payload", text).text
      }
    }
    return adding("conditions", "[\(objects.joined(separator: ", "))]")
  }

  private static func text(of delay: StateGraph.Delay) -> String {
    switch delay {
    case .fixed(let duration):
      "[\(duration.components.seconds), \(duration.components.attoseconds)]"
    case .named(let name): JSONText.quoted(name)
    }
  }

  private static func text(of behavior: StateGraph.StateBehavior) -> String {
    if let delay = behavior.delay { return text(of: delay) }
    guard behavior.conditions.isEmpty else {
      return JSONObject().with("label", behavior.label).with(behavior.conditions).text
    }
    return behavior.label.map(JSONText.quoted) ?? "null"
  }

  /// Returns the object with a list of labels, or of delays, for each kind of behavior that there is.
  func with(_ behaviors: [StateGraph.StateBehavior]) -> JSONObject {
    StateGraph.StateBehavior.Kind.allCases.reduce(self) { object, kind in
      let labels = behaviors.filter { $0.kind == kind }.map(Self.text)
      guard !labels.isEmpty else { return object }
      return object.adding(kind.rawValue, "[\(labels.joined(separator: ", "))]")
    }
  }

  fileprivate func adding(_ name: String, _ value: String) -> JSONObject {
    var object = self
    object.members.append("\(JSONText.quoted(name)): \(value)")
    return object
  }
}

/// The escaping rules of JSON.
///
/// In a string, quotes, backslashes and the control characters U+0000 to U+001F must be escaped
/// (RFC 8259, §7). The other control characters are escaped too, and so are the two separators that
/// some readers mistake for the end of a line. All other characters are written directly, in UTF-8
/// (§8.1).
package enum JSONText {
  /// Returns a text as a string, in double quotes.
  package static func quoted(_ text: String) -> String {
    // Most texts are plain, and are not taken apart.
    guard text.utf8.allSatisfy(isPlain) else {
      return "\"\(text.unicodeScalars.map(encode).joined())\""
    }
    return "\"\(text)\""
  }

  /// Returns whether a byte represents an ASCII character that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != 0x22 && byte != 0x5C
  }

  private static func encode(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\\(scalar)"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
    default: return String(scalar)
    }
  }
}
