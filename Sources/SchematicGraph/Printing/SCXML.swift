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
  /// - **Completion** is the event `done.state.ID` of a state that contains `<final>` elements. If a
  ///   final state of an embedded machine has transitions of its own, it can't be one: it is marked
  ///   by `final` of the namespace, and its completion is a transition without an event. An attribute
  ///   `completion` says whether a machine may stay there.
  /// - **Internal transitions** have no `target`. One that leads to another state, which is a
  ///   mistake of the rules, is an external one, and is marked by the attribute `internal` of the
  ///   namespace; so is, by `final`, a final state that transitions lead out of.
  /// - **Rejections** are elements `rejection` of the same namespace, and timeouts that are ignored
  ///   are elements `ignored`. Engines pass over them: an
  ///   event that is rejected moves nothing, and neither does one that matches no transition.
  /// - **Regions** are states of a `<parallel>` element, at any depth. An action that several of them share runs once
  ///   in a machine, and is logged by each of them here.
  /// - **Histories** are `<history>` elements. The engine remembers which state was left; the rules
  ///   compare a value that says the same.
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
  /// The transitions that lead out of the region, by the states in which they begin.
  private let exits: [Statechart.Vertex: [SCXMLElement]]

  private init(
    of outline: DiagramOutline, _ labels: GraphLabelStyle, _ names: SCXMLNames,
    exits: [Statechart.Vertex: [SCXMLElement]] = [:]
  ) {
    self.outline = outline
    self.labels = labels
    self.names = names
    self.exits = exits
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
        transition.label.trigger != .completion,
        outline.chart.inner?.composites[composite] == nil,
        outline.hierarchy.descendants(of: composite).contains(where: \.isFinal)
      {
        sources = outline.hierarchy.nonFinalDescendants(of: composite).map { .state($0) }
      }
      for source in sources { transitions[source, default: []].append(transition) }
    }
    // Only a `<final>` element completes the state around it, and it has no transitions. Where one of
    // ours has some, its completion is a transition without an event.
    for transition in outline.chart.transitions where transition.label.trigger == .completion {
      guard case .composite(let composite) = transition.source else { continue }
      let finals = outline.hierarchy.completingChildren(of: composite)
      guard finals.contains(where: { transitions[.state($0)] != nil }) else { continue }
      transitions[transition.source]?.removeAll { $0 == transition }
      for final in finals { transitions[.state(final), default: []].append(transition) }
    }
    return transitions
  }

  /// Returns the root element for a graph.
  static func root(
    of graph: StateGraph, name: String, _ labels: GraphLabelStyle
  ) -> SCXMLElement {
    let token = UniqueNames<String>.stem(of: name, or: "machine")
    let showsRegions = graph.runsOnInItsRegions
    let graph = showsRegions ? graph : graph.withoutInnerRegions
    let regions = DiagramOutline.regions(of: graph, labels: labels, showingRegions: showsRegions)
    var names = SCXMLNames(
      of: graph,
      drawnAs: showsRegions ? FoldedHistories(of: graph) : FoldedHistories(unfolded: graph))
    let root = SCXMLElement("scxml").with("xmlns", Self.namespace)
      .with("xmlns:schematic", Self.ownNamespace)
      .with("version", "1.0").with("name", token)
      .with("schematic:label", token == name ? nil : name)
      .with("schematic:committing", graph.isCommitting ? "true" : nil)
      .with("schematic:omission", graph.omission.map { "\($0)" })
      .with("datamodel", names.asked.isEmpty ? "null" : "ecmascript")
    guard !regions.isEmpty else {
      let document = SCXMLDocument(
        of: DiagramOutline(of: graph, labels: labels, showingRegions: showsRegions), labels, names)
      return root.with("initial", document.target(document.outline.initial))
        .with(dataModel(names) + document.outline.states.map(document.element))
    }
    let parallel = "regions"
    let stateNames = UniqueNames.names(ofRegions: regions, reserved: [parallel])
    let states = zip(regions, stateNames).map { region, stateNames in
      names.states = VertexNames(stateNames.states)
      let document = SCXMLDocument(of: region.outline, labels, names)
      let id = stateNames.region
      return SCXMLElement("state").with("id", id)
        .with("schematic:label", region.label == id ? nil : region.label)
        .with("initial", document.target(region.outline.initial))
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
    let isEnding = state.isFinal || state.completion != nil
    let isFinal =
      isEnding && transitions.isEmpty && state.behaviors.allSatisfy { $0.kind != .task }
    let id = names.id(of: state.vertex)
    let kind = isFinal ? "final" : state.regions.isEmpty ? "state" : "parallel"
    return SCXMLElement(kind).with("id", id)
      .with("schematic:identifier", state.identifier == id ? nil : state.identifier)
      .with("schematic:label", state.label == state.identifier ? nil : state.label)
      .with("initial", state.initialSubstate.map(target))
      .with("schematic:final", isEnding && !isFinal ? "true" : nil)
      .with("schematic:completion", state.completion?.rawValue)
      .with(state.behaviors.map(element))
      .with(
        transitions.map { element(for: $0, in: state.vertex) } + exits[state.vertex, default: []]
      )
      .with(
        state.rejections.map { line in
          let isTrap = line.label.effect.isTrap
          if line.label.effect == .ignored { return element("schematic:ignored", line.rule) }
          return element("schematic:\(isTrap ? "trap" : "rejection")", line.rule)
            .with(isTrap ? "message" : "reason", line.label.effect.reason)
        }
      )
      .with(state.histories.map(element))
      .with(state.substates.map(element))
      .with(regions(of: state))
  }

  /// Returns the history of a composite state, which has to say where a machine goes that has never been
  /// there; no rule leads to it then.
  private func element(for history: History) -> SCXMLElement {
    let first = history.memories.first?.state ?? ""
    let inner = outline.chart.inner
    let owner = inner?.owners[first]
    let state: Statechart.Vertex = owner.map { .fork($0, into: first) } ?? .state(first)
    let targets = inner?.targets(of: state) ?? [state]
    return SCXMLElement("history").with("id", names.id(of: history.vertex))
      .with("type", history.isDeep ? "deep" : "shallow")
      .with([
        SCXMLElement("transition")
          .with("target", targets.map { names.id(of: $0) }.joined(separator: " "))
      ])
  }

  /// Returns the regions of a composite state, whose states have the transitions that lead out of it.
  private func regions(of state: DiagramOutline.State) -> [SCXMLElement] {
    state.regions.enumerated().map { index, region in
      var exits: [Statechart.Vertex: [SCXMLElement]] = [:]
      for case .inner(state.identifier, index, let vertex) in self.exits.keys {
        let known = self.exits[.inner(state.identifier, region: index, vertex)] ?? []
        exits[vertex, default: []] += known
      }
      for transition in outline.chart.transitions {
        guard case .inner(state.identifier, index, let vertex) = transition.source else { continue }
        exits[vertex, default: []].append(element(for: transition, in: vertex))
      }
      var inside = names
      inside.states = names.states.inside(state.identifier, index)
      let document = SCXMLDocument(of: region.outline, labels, inside, exits: exits)
      let id = names.states.region(index, in: state.identifier)
      return SCXMLElement("state").with("id", id)
        .with("schematic:label", region.label == id ? nil : region.label)
        .with("initial", document.target(region.outline.initial))
        .with(region.outline.states.map(document.element))
    }
  }

  /// Returns the states that a transition enters: several if they are in regions that start in other
  /// states than their initial ones.
  private func target(_ vertex: Statechart.Vertex) -> String {
    let inner = outline.chart.inner
    return (inner?.targets(of: vertex) ?? [vertex]).map { names.id(of: $0) }.joined(separator: " ")
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

  private func element(
    for transition: Statechart.Transition, in state: Statechart.Vertex
  ) -> SCXMLElement {
    // Without a target no state is left.
    let target = transition.isListed ? nil : target(transition.target)
    if transition.isListed, transition.label.trigger == .completion {
      // Without an event and a target, a transition would be taken endlessly.
      return element(
        for: StateGraph.StateBehavior(
          .entry, transition.label.effect.action, if: transition.label.conditions))
    }
    // SCXML takes `type="internal"` of a state without states inside for external (§3.5), and some
    // engines refuse it.
    let isMisplaced = transition.isInternal && !transition.isListed
    return element("transition", transition.label, in: state)
      .with("target", target)
      .with("schematic:internal", isMisplaced ? "true" : nil)
      .with("schematic:change", outline.chart.shown(transition).change)
      .with(transition.label.effect.action.map { [SCXMLElement("log").with("label", $0)] } ?? [])
  }

  private func element(
    _ name: String, _ label: RuleLabel, in state: Statechart.Vertex? = nil
  ) -> SCXMLElement {
    let event = "\(label.trigger)"
    var (token, shown): (String?, String) = (names.event(event), "\(labels.label(label).trigger)")
    if label.trigger == .completion {
      token = if case .composite = state { "done.state.\(names.id(of: state!))" } else { nil }
      shown = token ?? shown
    }
    return SCXMLElement(name).with("event", token)
      .with("schematic:label", token == shown ? nil : shown)
      .with("cond", label.conditions.isEmpty ? nil : names.expression(label.conditions))
      .with("schematic:guard", label.guard)
  }
}

extension InnerRegions {
  /// Returns the vertices that an arrow enters: that of each region, if several start in other states than
  /// their initial ones.
  fileprivate func targets(of vertex: Statechart.Vertex) -> [Statechart.Vertex] {
    switch vertex {
    case .state, .composite, .history: return [vertex]
    case .inner(let owner, let region, let vertex):
      return (composites[owner]?.regions[region].targets(of: vertex) ?? []).map {
        .inner(owner, region: region, $0)
      }
    case .fork(let owner, let state):
      guard let composite = composites[owner], let parts = composite.parts[state] else { return [] }
      return zip(composite.regions, parts).enumerated().flatMap { index, pair in
        pair.0.targets(of: pair.0.vertex(entering: pair.1)).map {
          .inner(owner, region: index, $0)
        }
      }
    }
  }
}

extension StateGraph {
  /// A Boolean value that indicates whether no combination in a composite state is final: an engine would
  /// take transitions of the composite state even then.
  fileprivate var runsOnInItsRegions: Bool {
    let combined = Set(composites.filter { !$0.regions.isEmpty }.map(\.identifier))
    return !states.contains { $0.isFinal && $0.parent.map(combined.contains) ?? false }
      && regions.allSatisfy { $0.graph.runsOnInItsRegions }
      && composites.allSatisfy { $0.regions.allSatisfy { $0.graph.runsOnInItsRegions } }
  }

  /// The graph, and those of all regions inside it.
  fileprivate var withAllRegions: [StateGraph] {
    [self]
      + (regions + composites.flatMap(\.regions)).flatMap(\.graph.withAllRegions)
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

  var states: VertexNames
  private var events = UniqueNames<String>(reserved: engineEvents, fallback: "event")
  private var conditions = UniqueNames<StateGraph.Condition>(fallback: "guard")

  /// The conditions that rules need, in the order of their first use; of guards, that they hold.
  let asked: [StateGraph.Condition]

  init(of graph: StateGraph, drawnAs drawn: FoldedHistories) {
    states = VertexNames(UniqueNames(of: graph, drawnAs: drawn))
    let rules = graph.transitions + graph.refusals
    for rule in rules where rule.trigger != .completion { events.add(rule.event, like: rule.event) }
    var conditions = drawn.conditions
    for graph in graph.withAllRegions {
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
      name + attributes.map { " \($0.name)=\"\(XMLText.encoded($0.value))\"" }.joined()
    guard !children.isEmpty else { return ["<\(tag)/>"] }
    return ["<\(tag)>"] + children.flatMap(\.lines).map { "  " + $0 } + ["</\(name)>"]
  }
}
