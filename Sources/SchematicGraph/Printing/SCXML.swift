extension StateGraph {
  /// Returns the graph as a State Chart XML document, which engines of other languages can run.
  ///
  /// The document has nested `<state>` and `<final>` elements in the order of the graph, each with
  /// its `<transition>` elements. A transition that all states of a composite state share is in
  /// that state's element, once.
  ///
  /// ```swift
  /// StateGraph(Turnstile.schema).scxml(name: "Turnstile")
  /// // <scxml … name="Turnstile" datamodel="ecmascript" initial="locked">
  /// //   <datamodel>
  /// //     <data id="guard_paid" expr="0" schematic:label="paid"/>
  /// //   </datamodel>
  /// //   <state id="locked">
  /// //     <transition event="coin" cond="guard_paid != 0" schematic:guard="paid" target="unlocked">
  /// //       <log label="open"/>
  /// //     </transition>
  /// //     …
  /// ```
  ///
  /// The meaning of the document to an engine:
  ///
  /// - **Names.** Identifiers of states, labels of events and names of guards become unique ASCII
  ///   words: the event `after 30 s` is `after_30_s`. If a name differs from its word, it is stored
  ///   in an attribute of the namespace `urn:x-schematic:1`: `identifier`, `label` or `guard`.
  /// - **Guards.** A program knows whether a guard holds, but a document doesn't. Every guard is a
  ///   variable of the data model, 0 until the engine's host sets it, and a condition compares it:
  ///   `paid and not oiled` is `guard_paid != 0 && guard_oiled == 0`. A guard whose own name
  ///   contains the word `and` between spaces is read as two. Without guards, the data model is
  ///   `null`.
  /// - **Actions** are `<log>` elements, those on entry and exit in `<onentry>` and `<onexit>`, in an
  ///   `<if>` where they have conditions. A task is an `<invoke>` of the type
  ///   `urn:x-schematic:work`, which the host provides. Timeouts
  ///   are ordinary events that the host sends; an element `timeout` of the namespace marks one
  ///   that belongs to a composite state.
  /// - **Internal transitions** have no `target`. One that leads to another state, which is a
  ///   mistake of the rules, is an external one, and is marked by the attribute `internal` of the
  ///   namespace; so is, by `final`, a final state that transitions lead out of.
  /// - **Rejections** are elements `rejection` of the same namespace, and timeouts that are ignored
  ///   are elements `ignored`. Engines pass over them: an
  ///   event that is rejected moves nothing, and neither does one that matches no transition.
  /// - **Regions** are states of a `<parallel>` element. An action that several of them share runs once
  ///   in a machine, and is logged by each of them here.
  /// - **Views** have an attribute `omission` of the namespace, which says what is left out.
  ///
  /// Document and semantics are those of the W3C Recommendation of 1 September 2015,
  /// <https://www.w3.org/TR/scxml/>.
  ///
  /// - Parameters:
  ///   - name: The name of the machine in the document.
  ///   - style: The look of the diagram, of which documents have the labels.
  /// - Returns: The document; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func scxml(
    name: String = "StateMachine", style: DiagramStyle = DiagramStyle()
  ) -> String {
    let lines =
      ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
      + SCXMLDocument.root(of: self, name: name, style.labelStyle).lines
    return lines.map { $0 + "\n" }.joined()
  }
}

/// The elements of an SCXML document.
private struct SCXMLDocument {
  /// The namespace of SCXML.
  private static let namespace = "http://www.w3.org/2005/07/scxml"
  /// The namespace of what SCXML has no place for.
  private static let ownNamespace = "urn:x-schematic:1"
  /// The type of services that represent tasks.
  private static let workType = "urn:x-schematic:work"

  private let outline: DiagramOutline
  private let labels: GraphLabelStyle
  private let names: SCXMLNames
  private let transitions: [Statechart.Vertex: [Statechart.Transition]]

  private init(of outline: DiagramOutline, _ labels: GraphLabelStyle, _ names: SCXMLNames) {
    self.outline = outline
    self.labels = labels
    self.names = names
    transitions = Self.transitions(of: outline)
  }

  /// Returns the transitions of each state, in the order of the statechart.
  ///
  /// A machine in a final state is finished. In SCXML it isn't if the final state is inside
  /// another: transitions of that state would still be taken. They are therefore written in each of
  /// the other states in it.
  private static func transitions(
    of outline: DiagramOutline
  ) -> [Statechart.Vertex: [Statechart.Transition]] {
    var transitions: [Statechart.Vertex: [Statechart.Transition]] = [:]
    for transition in outline.chart.transitions {
      var sources = [transition.source]
      if case .composite(let composite) = transition.source,
        outline.hierarchy.descendants(of: composite).contains(where: \.isFinal)
      {
        sources = outline.hierarchy.nonFinalDescendants(of: composite).map { .state($0) }
      }
      for source in sources { transitions[source, default: []].append(transition) }
    }
    return transitions
  }

  /// Returns the root element for a graph.
  static func root(
    of graph: StateGraph, name: String, _ labels: GraphLabelStyle
  ) -> SCXMLElement {
    let token = UniqueNames<String>.stem(of: name, or: "machine")
    let regions = DiagramOutline.regions(of: graph, labels: labels)
    var names = SCXMLNames(of: graph)
    let root = SCXMLElement("scxml").with("xmlns", Self.namespace)
      .with("xmlns:schematic", Self.ownNamespace)
      .with("version", "1.0").with("name", token)
      .with("schematic:label", token == name ? nil : name)
      .with("schematic:committing", graph.isCommitting ? "true" : nil)
      .with("schematic:omission", graph.omission.map { "\($0)" })
      .with("datamodel", names.asked.isEmpty ? "null" : "ecmascript")
    guard !regions.isEmpty else {
      let document = SCXMLDocument(
        of: DiagramOutline(of: graph, labels: labels), labels, names)
      return root.with("initial", names.id(of: document.outline.initial))
        .with(dataModel(names) + document.outline.states.map(document.element))
    }
    let parallel = "regions"
    let stateNames = UniqueNames.names(ofRegions: regions, reserved: [parallel])
    let states = zip(regions, stateNames).map { region, stateNames in
      names.states = stateNames.states
      let document = SCXMLDocument(of: region.outline, labels, names)
      let id = stateNames.region
      return SCXMLElement("state").with("id", id)
        .with("schematic:label", region.label == id ? nil : region.label)
        .with("initial", names.id(of: region.outline.initial))
        .with(region.outline.states.map(document.element))
    }
    return root.with("initial", parallel)
      .with(dataModel(names) + [SCXMLElement("parallel").with("id", parallel).with(states)])
  }

  private static func dataModel(_ names: SCXMLNames) -> [SCXMLElement] {
    let variables = names.asked.map { condition in
      SCXMLElement("data").with("id", names.variable(condition)).with("expr", "0")
        .with("schematic:label", condition.name)
    }
    return variables.isEmpty ? [] : [SCXMLElement("datamodel").with(variables)]
  }

  private func element(for state: DiagramOutline.State) -> SCXMLElement {
    let transitions = transitions[state.vertex, default: []]
    // A final state of SCXML has neither transitions nor work. One of ours has some only where a graph was made
    // by hand.
    let isFinal =
      state.isFinal && transitions.isEmpty && state.behaviors.allSatisfy { $0.kind != .task }
    let id = names.id(of: state.vertex)
    return SCXMLElement(isFinal ? "final" : "state").with("id", id)
      .with("schematic:identifier", state.identifier == id ? nil : state.identifier)
      .with("schematic:label", state.label == state.identifier ? nil : state.label)
      .with("initial", state.initialSubstate.map { names.id(of: $0) })
      .with("schematic:final", state.isFinal && !isFinal ? "true" : nil)
      .with(state.behaviors.map(element))
      .with(transitions.map(element))
      .with(
        state.rejections.map { line in
          let isTrap = line.label.effect.isTrap
          if line.label.effect == .ignored { return element("schematic:ignored", line.rule) }
          return element("schematic:\(isTrap ? "trap" : "rejection")", line.rule)
            .with(isTrap ? "message" : "reason", line.label.effect.reason)
        }
      )
      .with(state.substates.map(element))
  }

  private func element(for behavior: StateGraph.StateBehavior) -> SCXMLElement {
    let log = SCXMLElement("log").with("label", behavior.label)
    let conditions = behavior.conditions
    let condition = StateGraph.Condition.text(of: conditions)
    let action =
      conditions.isEmpty
      ? log
      : SCXMLElement("if").with("cond", names.expression(conditions))
        .with("schematic:guard", condition).with([log])
    return switch behavior.kind {
    case .entry: SCXMLElement("onentry").with([action])
    case .exit: SCXMLElement("onexit").with([action])
    case .task:
      SCXMLElement("invoke").with("type", Self.workType).with("schematic:label", behavior.label)
        .with("schematic:guard", condition)
    case .timeout: SCXMLElement("schematic:timeout").with("label", behavior.description)
    }
  }

  private func element(for transition: Statechart.Transition) -> SCXMLElement {
    // Without a target no state is left.
    let target = transition.isListed ? nil : names.id(of: transition.target)
    // SCXML takes `type="internal"` of a state without states inside for external (§3.5), and some
    // engines refuse it.
    let isMisplaced = transition.isInternal && !transition.isListed
    return element("transition", transition.label)
      .with("target", target)
      .with("schematic:internal", isMisplaced ? "true" : nil)
      .with("schematic:change", transition.label.change)
      .with(transition.label.effect.action.map { [SCXMLElement("log").with("label", $0)] } ?? [])
  }

  private func element(_ name: String, _ label: RuleLabel) -> SCXMLElement {
    let event = "\(label.trigger)"
    let (token, shown) = (names.event(event), "\(labels.label(label).trigger)")
    return SCXMLElement(name).with("event", token)
      .with("schematic:label", token == shown ? nil : shown)
      .with("cond", label.conditions.isEmpty ? nil : names.expression(label.conditions))
      .with("schematic:guard", label.guard)
  }
}

/// The names of the states, events and conditions of a graph in SCXML.
///
/// An `id` is a name without colons, unique in the document (W3C SCXML 1.0, §3.14). An event is
/// matched token by token between dots, so `error` would match `error.execution`, and events that
/// begin with `done` or `error` come from the engine itself (§3.12.1, §5.10.1). The tokens
/// therefore have no dots, and none is one of these two words. A condition is a variable of the
/// data model.
private struct SCXMLNames {
  private static let engineEvents: Set<String> = ["done", "error"]
  private static let conditionPrefix = "guard_"

  var states: UniqueNames<Statechart.Vertex>
  private var events = UniqueNames<String>(reserved: engineEvents, fallback: "event")
  private var conditions = UniqueNames<StateGraph.Condition>(fallback: "guard")

  /// The conditions that rules need, in the order of their first use; of guards, that they hold.
  let asked: [StateGraph.Condition]

  init(of graph: StateGraph) {
    states = UniqueNames(of: graph)
    let rules = graph.transitions + graph.refusals
    for rule in rules { events.add(rule.event, like: rule.event) }
    var conditions = rules.flatMap(\.conditions)
    for graph in [graph] + graph.regions.map(\.graph) {
      let behaviors = graph.composites.flatMap(\.behaviors) + graph.states.flatMap(\.behaviors)
      for behavior in behaviors where behavior.kind == .entry || behavior.kind == .exit {
        conditions += behavior.conditions
      }
    }
    asked = conditions.map(\.affirmed).uniqued()
    for condition in asked {
      self.conditions.add(condition, like: Self.conditionPrefix + condition.name)
    }
  }

  /// Returns the `id` of a state.
  func id(of vertex: Statechart.Vertex) -> String { states[vertex] }

  /// Returns the name of an event.
  func event(_ label: String) -> String { events[label] }

  /// Returns the variable of a condition.
  func variable(_ condition: StateGraph.Condition) -> String { conditions[condition] }

  /// Returns conditions that must all hold as a boolean expression.
  ///
  /// The operators are those that ECMAScript and Python agree on.
  func expression(_ conditions: [StateGraph.Condition]) -> String {
    conditions.map { condition in
      "\(variable(condition.affirmed)) \(condition.holds ? "!=" : "==") 0"
    }.joined(separator: " && ")
  }
}

extension StateGraph.Condition {
  /// The condition that a guard of the same name holds.
  fileprivate var affirmed: StateGraph.Condition {
    if case .guard(let name, _) = self { .guard(name) } else { self }
  }
}

/// An XML element with attributes and child elements, and no text.
private struct SCXMLElement {
  private let name: String
  private var attributes: [(name: String, value: String)] = []
  private var children: [SCXMLElement] = []

  init(_ name: String) {
    self.name = name
  }

  /// Returns the element with one more attribute; without it for `nil`.
  func with(_ name: String, _ value: String?) -> SCXMLElement {
    guard let value else { return self }
    var element = self
    element.attributes.append((name, value))
    return element
  }

  /// Returns the element with more children.
  func with(_ children: [SCXMLElement]) -> SCXMLElement {
    var element = self
    element.children += children
    return element
  }

  /// The element as lines of text.
  var lines: [String] {
    let tag =
      name + attributes.map { " \($0.name)=\(SCXMLText.quoted($0.value))" }.joined()
    guard !children.isEmpty else { return ["<\(tag)/>"] }
    return ["<\(tag)>"] + children.flatMap(\.lines).map { "  " + $0 } + ["</\(name)>"]
  }
}

/// The escaping rules of an XML attribute.
///
/// Markup and quotes are written as entities, and so is white space that reading an attribute would
/// turn into spaces (XML 1.0, §2.4 and §3.3.3, <https://www.w3.org/TR/xml/>). Characters that XML
/// can't contain in any form (§2.2) are replaced by a picture. Only labels can have any, because
/// names are ASCII.
private enum SCXMLText {
  /// Returns a text as the value of an attribute, in double quotes.
  static func quoted(_ text: String) -> String {
    "\"\(text.unicodeScalars.map(encode).joined())\""
  }

  private static func encode(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "&": return "&amp;"
    case "<": return "&lt;"
    case ">": return "&gt;"
    case "\"": return "&quot;"
    // The last of them are allowed, but readers differ in what they make of them.
    case "\t", "\n", "\r", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
      return "&#\(scalar.value);"
    default: return String(VisibleCharacter.replacement(of: scalar) ?? scalar)
    }
  }
}
