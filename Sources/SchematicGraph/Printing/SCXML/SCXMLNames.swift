/// What the states, events and conditions of a graph are called in SCXML.
///
/// An `id` is a name without colons, unique in the document (W3C SCXML 1.0, §3.14). An event is
/// matched token by token between dots, so that `error` would match `error.execution`, and events
/// that begin with `done` or `error` come from the engine itself (§3.12.1, §5.10.1): the tokens have
/// no dots, and none is one of these two words. A condition is a variable of the data model.
struct SCXMLNames {
  private static let engineEvents: Set<String> = ["done", "error"]
  private static let conditionPrefix = "guard_"

  private let states: UniqueNames<Statechart.Vertex>
  private var events = UniqueNames<String>(reserved: engineEvents, fallback: "event")
  private var conditions = UniqueNames<String>(fallback: "guard")

  /// The conditions that guards ask for, in the order of their first use.
  let asked: [String]

  init(of graph: StateGraph) {
    states = UniqueNames(of: graph)
    for transition in graph.transitions { events.add(transition.event, like: transition.event) }
    for rejection in graph.rejections { events.add(rejection.event, like: rejection.event) }
    let guards = graph.transitions.map(\.guard) + graph.rejections.map(\.guard)
    asked = guards.compactMap { $0 }.flatMap { Conjunction($0).terms.map(\.name) }.uniqued()
    for name in asked { conditions.add(name, like: Self.conditionPrefix + name) }
  }

  /// Returns the `id` of a state.
  func id(of vertex: Statechart.Vertex) -> String { states[vertex] }

  /// Returns the name of an event.
  func event(_ label: String) -> String { events[label] }

  /// Returns the variable of a condition.
  func variable(_ condition: String) -> String { conditions[condition] }

  /// Returns a guard as a boolean expression.
  ///
  /// The operators are those that ECMAScript and Python agree on.
  func expression(_ text: String) -> String {
    Conjunction(text).terms.map { "\(variable($0.name)) \($0.holds ? "!=" : "==") 0" }
      .joined(separator: " && ")
  }
}
