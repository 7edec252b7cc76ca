/// Writes a graph as JSON, for programs that are not written in Swift.
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
/// All seven members of the document are always there, and lists are in the order of the graph. Of
/// the entries of a list,
///
/// - a state has `identifier` and `label`; `parent`, the identifier of the composite state that it
///   lies in, where there is one; `final`, which is `true`, where it is final;
/// - a composite state has `identifier` and `label`, and `parent` where there is one;
/// - a transition has `source`, `target` and `event`; `guard` and `action` where there is one;
///   `internal`, which is `true`, where no state is left and none is entered;
/// - a rejection has `state` and `event`; `guard` and `reason` where there is one.
///
/// Transitions lead from and to identifiers of states, never of composite states. `version` grows
/// when a program that reads the format has to change; members may be added without that, and a
/// program ignores those that it does not know. `state-graph-1.schema.json`, in the folder of the
/// printers, says the same as a JSON Schema.
///
/// Every entry stands on a line of its own, so that a change of the rules changes few lines. The
/// text is UTF-8 by the rules of RFC 8259.
public struct JSONPrinter: GraphPrinter {
  /// The name of the format, in the text's member `format`.
  public static let format = "schematic-state-graph"

  /// The version of the format, in the text's member `version`.
  public static let version = 1

  /// Creates a printer.
  public init() {}

  /// Returns the JSON text that describes a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func text(of graph: StateGraph) -> String {
    """
    {
      "format": \(JSONText.quoted(Self.format)),
      "version": \(Self.version),
      "initialState": \(JSONText.quoted(graph.initialState)),
      "states": \(Self.list(graph.states.map(Self.object))),
      "composites": \(Self.list(graph.composites.map(Self.object))),
      "transitions": \(Self.list(graph.transitions.map(Self.object))),
      "rejections": \(Self.list(graph.rejections.map(Self.object)))
    }

    """
  }

  private static func list(_ objects: [JSONObject]) -> String {
    guard !objects.isEmpty else { return "[]" }
    return "[\n" + objects.map { "    \($0.text)" }.joined(separator: ",\n") + "\n  ]"
  }

  private static func object(_ state: StateGraph.State) -> JSONObject {
    JSONObject().with("identifier", state.identifier).with("label", state.label)
      .with("parent", state.parent).with("final", state.isFinal)
  }

  private static func object(_ composite: StateGraph.CompositeState) -> JSONObject {
    JSONObject().with("identifier", composite.identifier).with("label", composite.label)
      .with("parent", composite.parent)
  }

  private static func object(_ transition: StateGraph.Transition) -> JSONObject {
    JSONObject().with("source", transition.source).with("target", transition.target)
      .with("event", transition.event).with("guard", transition.guard)
      .with("action", transition.action).with("internal", transition.isInternal)
  }

  private static func object(_ rejection: StateGraph.Rejection) -> JSONObject {
    JSONObject().with("state", rejection.state).with("event", rejection.event)
      .with("guard", rejection.guard).with("reason", rejection.reason)
  }
}

extension StateGraph {
  /// Returns the graph as JSON, in the format that ``JSONPrinter`` describes.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).json())
  /// ```
  ///
  /// - Returns: The text; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func json() -> String {
    JSONPrinter().text(of: self)
  }
}
