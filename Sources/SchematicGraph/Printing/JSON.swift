extension StateGraph {
  /// Returns the graph as JSON, for programs that are not written in Swift.
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
  ///     {"source": "locked", "target": "unlocked", "event": "coin", "guard": "paid"}
  ///   ],
  ///   "rejections": []
  /// }
  /// ```
  ///
  /// Seven members of the document are always there, and lists are in the order of the graph;
  /// `committing`, which is `true`, is there where a machine commits each transition.
  /// Of the entries of a list,
  ///
  /// - a state has `identifier` and `label`; `parent`, the identifier of the composite state that
  ///   it lies in, where there is one; `final`, which is `true`, where it is final;
  /// - a composite state has `identifier` and `label`, and `parent` where there is one;
  /// - both have `entry`, `exit` and `do` where there are such actions or such work: lists of
  ///   labels in the order in which they run, with `null` for what has none; a composite state has
  ///   `after` where it has timeouts of its own: a list of their times;
  /// - a transition has `source`, `target` and `event`; `guard`, `action` and `change` where there is
  ///   one; `internal`, which is `true`, where no state is left and none is entered;
  /// - a rejection has `state` and `event`; `guard` and `reason` where there is one.
  ///
  /// A graph of regions has another member, `regions`: a list of machines, each with its `name` and the
  /// last five members of the document. They say which parts of a state a transition leaves.
  ///
  /// Transitions lead from and to identifiers of states, never of composite states. `version` grows
  /// when a program that reads the format has to change; members may be added without that, and a
  /// program ignores those that it does not know. `state-graph-1.schema.json`, in the folder of the
  /// printers, says the same as a JSON Schema.
  ///
  /// Every entry stands on a line of its own, so that a change of the rules changes few lines. The
  /// text is UTF-8 by the rules of RFC 8259.
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
      "composites": \(list(graph.composites.map(object))),
      "transitions": \(list(graph.transitions.map(object))),
      "rejections": \(list(graph.rejections.map(object)))\(additions(to: graph))
    }

    """
  }

  /// Returns the member for events that stop the program; nothing where there are none.
  private static func traps(of graph: StateGraph, indent: String = "  ") -> String {
    let traps = graph.traps.map { rule in
      let message: String? = if case .traps(let message) = rule.outcome { message } else { nil }
      return JSONObject().with("state", rule.state).with("event", rule.event)
        .with("guard", rule.guard).with("message", message)
    }
    return traps.isEmpty ? "" : ",\n\(indent)\"traps\": \(list(traps, indent: indent))"
  }

  private static func commitment(of graph: StateGraph) -> String {
    graph.isCommitting ? "\n  \"committing\": true," : ""
  }

  /// Returns the members that only some graphs have.
  private static func additions(to graph: StateGraph) -> String {
    traps(of: graph) + regions(of: graph) + omission(of: graph)
  }

  /// Returns the member for what a view leaves out; nothing for a whole graph.
  private static func omission(of graph: StateGraph) -> String {
    guard let omission = graph.omission else { return "" }
    let views = omission.views.map(JSONText.quoted).joined(separator: ", ")
    let exits = omission.exits.map(JSONText.quoted).joined(separator: ", ")
    return ",\n  \"omission\": {\"views\": [\(views)], \"states\": \(omission.states), "
      + "\"transitions\": \(omission.transitions), \"refusals\": \(omission.refusals), "
      + "\"exits\": [\(exits)], "
      + "\"whole\": \(JSONText.quoted(omission.whole))}"
  }

  /// Returns the member with the regions of a graph; empty where it has none.
  private static func regions(of graph: StateGraph) -> String {
    guard !graph.regions.isEmpty else { return "" }
    let indent = "      "
    let regions = graph.regions.map { region in
      let graph = region.graph
      let rejections = list(graph.rejections.map(object), indent: indent)
      return """
            {
              "name": \(JSONText.quoted(region.name)),
              "initialState": \(JSONText.quoted(graph.initialState)),
              "states": \(list(graph.states.map(object), indent: indent)),
              "composites": \(list(graph.composites.map(object), indent: indent)),
              "transitions": \(list(graph.transitions.map(object), indent: indent)),
              "rejections": \(rejections)\(traps(of: graph, indent: indent))
            }
        """
    }
    return ",\n  \"regions\": [\n\(regions.joined(separator: ",\n"))\n  ]"
  }

  private static func list(_ objects: [JSONObject], indent: String = "  ") -> String {
    guard !objects.isEmpty else { return "[]" }
    return "[\n" + objects.map { "\(indent)  \($0.text)" }.joined(separator: ",\n")
      + "\n\(indent)]"
  }

  private static func object(_ state: StateGraph.State) -> JSONObject {
    JSONObject().with("identifier", state.identifier).with("label", state.label)
      .with("parent", state.parent).with("final", state.isFinal).with(state.behaviors)
  }

  private static func object(_ composite: StateGraph.CompositeState) -> JSONObject {
    JSONObject().with("identifier", composite.identifier).with("label", composite.label)
      .with("parent", composite.parent).with(composite.behaviors)
  }

  private static func object(_ transition: StateGraph.Transition) -> JSONObject {
    JSONObject().with("source", transition.source).with("target", transition.target)
      .with("event", transition.event).with("guard", transition.guard)
      .with("action", transition.action).with("internal", transition.isInternal)
      .with("change", transition.change)
  }

  private static func object(_ rejection: StateGraph.Rejection) -> JSONObject {
    JSONObject().with("state", rejection.state).with("event", rejection.event)
      .with("guard", rejection.guard).with("reason", rejection.reason)
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

  /// Returns the object with a list of labels for each kind of behavior that there is.
  func with(_ behaviors: [StateGraph.StateBehavior]) -> JSONObject {
    StateGraph.StateBehavior.Kind.allCases.reduce(self) { object, kind in
      let labels = behaviors.labels(of: kind).map { $0.map(JSONText.quoted) ?? "null" }
      guard !labels.isEmpty else { return object }
      return object.adding(kind.rawValue, "[\(labels.joined(separator: ", "))]")
    }
  }

  private func adding(_ name: String, _ value: String) -> JSONObject {
    var object = self
    object.members.append("\(JSONText.quoted(name)): \(value)")
    return object
  }
}

/// The escaping rules of JSON.
///
/// In a string, quotes, backslashes and the control characters U+0000 to U+001F must be escaped
/// (RFC 8259, §7). Written like that too are the rest of the control characters and the two
/// separators that some readers take for the end of a line. Everything else stands as it is, in
/// UTF-8 (§8.1).
package enum JSONText {
  /// Returns a text as a string, in double quotes.
  package static func quoted(_ text: String) -> String {
    // Most texts are plain, and are not taken apart.
    guard text.utf8.allSatisfy(isPlain) else {
      return "\"\(text.unicodeScalars.map(encode).joined())\""
    }
    return "\"\(text)\""
  }

  /// Returns whether a byte stands for a character of ASCII that is written as it is.
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
