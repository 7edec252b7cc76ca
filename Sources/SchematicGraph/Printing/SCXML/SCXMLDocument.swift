/// The elements of an SCXML document.
struct SCXMLDocument {
  /// The namespace of SCXML.
  private static let namespace = "http://www.w3.org/2005/07/scxml"
  /// The namespace of what SCXML has no place for.
  private static let ownNamespace = "urn:x-schematic:1"

  private let name: String
  private let chart: Statechart
  private let tree: DOTStateTree
  private let names: SCXMLNames
  private let transitions: SCXMLTransitions
  private let rejections: [String: [StateGraph.Rejection]]

  init(of graph: StateGraph, name: String) {
    self.name = name
    chart = Statechart(of: graph)
    tree = DOTStateTree(of: graph)
    names = SCXMLNames(of: graph)
    transitions = SCXMLTransitions(of: chart)
    rejections = Dictionary(grouping: graph.rejections, by: \.state)
  }

  /// The root element.
  var root: SCXMLElement {
    let token = UniqueNames<String>.stem(of: name, or: "machine")
    return SCXMLElement("scxml").with("xmlns", Self.namespace)
      .with("xmlns:schematic", Self.ownNamespace)
      .with("version", "1.0").with("name", token)
      .with("schematic:label", token == name ? nil : name)
      .with("datamodel", names.asked.isEmpty ? "null" : "ecmascript")
      .with("initial", names.id(of: chart.initial))
      .with(dataModel + elements(in: nil))
  }

  private var dataModel: [SCXMLElement] {
    let variables = names.asked.map { condition in
      SCXMLElement("data").with("id", names.variable(condition)).with("expr", "0")
        .with("schematic:label", condition)
    }
    return variables.isEmpty ? [] : [SCXMLElement("datamodel").with(variables)]
  }

  private func elements(in composite: String?) -> [SCXMLElement] {
    tree.items(in: composite).map { item in
      switch item {
      case .state(let state): element(for: state)
      case .composite(let composite): element(for: composite)
      }
    }
  }

  private func element(for composite: StateGraph.CompositeState) -> SCXMLElement {
    let vertex = Statechart.Vertex.composite(composite.identifier)
    return element("state", vertex, identifier: composite.identifier, label: composite.label)
      .with("initial", chart.starts[composite.identifier].map { names.id(of: $0) })
      .with(transitions.transitions(in: vertex).map(element))
      .with(elements(in: composite.identifier))
  }

  private func element(for state: StateGraph.State) -> SCXMLElement {
    let vertex = Statechart.Vertex.state(state.identifier)
    let transitions = transitions.transitions(in: vertex)
    // A final state of SCXML has no transitions. One of ours has some only where a graph was made
    // by hand.
    let isFinal = state.isFinal && transitions.isEmpty
    return element(
      isFinal ? "final" : "state", vertex, identifier: state.identifier, label: state.label
    )
    .with("schematic:final", state.isFinal && !isFinal ? "true" : nil)
    .with(transitions.map(element))
    .with(rejections[state.identifier, default: []].map(element))
  }

  private func element(
    _ name: String, _ vertex: Statechart.Vertex, identifier: String, label: String
  ) -> SCXMLElement {
    let id = names.id(of: vertex)
    return SCXMLElement(name).with("id", id)
      .with("schematic:identifier", identifier == id ? nil : identifier)
      .with("schematic:label", label == identifier ? nil : label)
  }

  private func element(for transition: Statechart.Transition) -> SCXMLElement {
    // Without a target no state is left.
    let target = transition.isInside ? nil : names.id(of: transition.target)
    // SCXML takes `type="internal"` of a state without states inside for external (§3.5), and some
    // engines refuse it.
    let isMisplaced = transition.isInternal && !transition.isInside
    return element("transition", event: transition.event, guard: transition.guard)
      .with("target", target)
      .with("schematic:internal", isMisplaced ? "true" : nil)
      .with(transition.action.map { [SCXMLElement("log").with("label", $0)] } ?? [])
  }

  private func element(for rejection: StateGraph.Rejection) -> SCXMLElement {
    element("schematic:rejection", event: rejection.event, guard: rejection.guard)
      .with("reason", rejection.reason)
  }

  private func element(_ name: String, event: String, guard: String?) -> SCXMLElement {
    let token = names.event(event)
    return SCXMLElement(name).with("event", token)
      .with("schematic:label", token == event ? nil : event)
      .with("cond", `guard`.map(names.expression))
      .with("schematic:guard", `guard`)
  }
}
