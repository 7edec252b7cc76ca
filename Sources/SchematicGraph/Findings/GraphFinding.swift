/// A remark about the rules, made while they were explored.
///
/// A finding is no error: the graph is there and shows what the rules do. To check diagrams strictly,
/// allow the findings that are intended: see ``AllowedFinding``.
///
/// ```swift
/// StateGraph(Lamp.schema).findings.map(\.name)  // ["unreachable state: broken"]
/// ```
public struct GraphFinding: Hashable, Sendable, CustomStringConvertible {
  /// The kind of the finding.
  public let kind: Kind
  /// The identifier of the state that it concerns; empty where it concerns none.
  public let state: String
  /// The label of the event that it concerns; empty where it concerns none.
  public let event: String
  /// A sentence that says what was found, where, and what to do about it.
  public let description: String

  package init(kind: Kind, state: String = "", event: String = "", description: String) {
    self.kind = kind
    self.state = state
    self.event = event
    self.description = description
  }

  /// The kind and the place: `unreachable state: broken`, `payload values disagree: retrying, fail`.
  public var name: String {
    let place = [state, event].filter { !$0.isEmpty }.joined(separator: ", ")
    return place.isEmpty ? kind.description : "\(kind): \(place)"
  }
}

extension GraphFinding {
  /// The kind of a finding, by name.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    /// No transitions lead to the state from the initial one.
    public static let unreachableState = Kind(description: "unreachable state")
    /// The state handles events, but no transition leads out of it, and it is not final.
    public static let noWayOut = Kind(description: "no way out")
    /// No transitions lead from the state to any of the final ones.
    public static let noWayToFinalState = Kind(description: "no way to a final state")
    /// The state handles no event, and is not final.
    public static let handlesNothing = Kind(description: "handles nothing")
    /// No state handles the event.
    public static let unhandledEvent = Kind(description: "unhandled event")
    /// The effect of an event in a state depends on the payloads of the two.
    public static let payloadsDisagree = Kind(description: "payload values disagree")
    /// The rules reach a state that no declared case stands for.
    public static let undeclaredState = Kind(description: "undeclared state")
    /// The rules reach more undeclared states than are explored.
    public static let undeclaredStateBound = Kind(description: "undeclared state bound met")
    /// Two declared cases share an identifier, and so a node, though they differ.
    public static let repeatedIdentifier = Kind(description: "repeated identifier")
    /// Two events share a label, so that a diagram cannot tell them apart.
    public static let repeatedEventLabel = Kind(description: "repeated event label")
    /// An internal transition leads to another case.
    public static let internalTransitionLeaves = Kind(description: "internal transition leaves")
    /// More guards are asked on one path than are tried both ways.
    public static let guardBound = Kind(description: "guard bound met")
    /// The rules reach more values of one case than are explored.
    public static let valueBound = Kind(description: "value bound met")
    /// The rules reach states with longer names than are explored.
    public static let nameBound = Kind(description: "name bound met")
    /// The rules were evaluated as often as they may be before all was tried.
    public static let evaluationBound = Kind(description: "evaluation bound met")
  }
}

extension GraphFinding {
  static func undeclaredState(_ state: StateGraph.State) -> GraphFinding {
    GraphFinding(
      kind: .undeclaredState,
      state: state.identifier,
      description: """
        state \(state.identifier) is reached by the rules, but no declared case stands for it; \
        add one to graphCases
        """
    )
  }

  static func undeclaredStateBound(_ bound: Int, state: String) -> GraphFinding {
    GraphFinding(
      kind: .undeclaredStateBound,
      state: state,
      description: """
        the rules reach more than \(bound) states that no declared case stands for, and from \
        \(state) on they were not explored; let identifiers leave out what can grow
        """
    )
  }

  static func nameBound(_ bound: Int, state: String) -> GraphFinding {
    let beginning = state.prefix(40)
    return GraphFinding(
      kind: .nameBound,
      state: state,
      description: """
        the rules reach a state whose identifier or label is longer than \(bound) bytes, and from it \
        on they were not explored: \(beginning)\(beginning.endIndex < state.endIndex ? "…" : ""); let \
        names leave out what can grow, or raise the bound
        """
    )
  }

  static func repeatedIdentifier(
    _ state: StateGraph.State, other: StateGraph.State
  ) -> GraphFinding {
    GraphFinding(
      kind: .repeatedIdentifier,
      state: state.identifier,
      description: """
        the declared cases \(other) and \(state) have the same identifier and share a node; \
        give each its own graphIdentifier
        """
    )
  }

  static func repeatedSpelling(_ one: String, _ other: String) -> GraphFinding {
    let scalars = [one, other].map { name in
      name.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
        .joined(separator: " ")
    }
    return GraphFinding(
      kind: .repeatedIdentifier,
      state: other,
      description: """
        two states are named \(one), once with the characters \(scalars[0]) and once with \
        \(scalars[1]), which count as the same and share a node; give each its own graphIdentifier
        """
    )
  }

  static func repeatedEventLabel(_ label: String, _ one: String, _ other: String) -> GraphFinding {
    GraphFinding(
      kind: .repeatedEventLabel,
      event: label,
      description: """
        the events \(one) and \(other) have the same label "\(label)", and transitions that \
        differ in nothing else are shown as one; give each its own graphLabel
        """
    )
  }

  static func repeatedTimeout(
    _ label: String, sending events: [String], state: String
  ) -> GraphFinding {
    GraphFinding(
      kind: .repeatedEventLabel,
      state: state,
      event: label,
      description: """
        state \(state) has several timeouts "\(label)", which a diagram cannot tell apart: they send \
        \(events.joined(separator: ", then ")); make one of them, or let them differ in time
        """
    )
  }

  static func internalTransitionLeaves(
    _ state: String,
    event: String,
    target: String
  ) -> GraphFinding {
    GraphFinding(
      kind: .internalTransitionLeaves,
      state: state,
      event: event,
      description: """
        event \(event) leaves state \(state) for \(target) by an internal transition; \
        answer .to where the case changes
        """
    )
  }

  static func guardBound(_ bound: Int, state: String, event: String) -> GraphFinding {
    GraphFinding(
      kind: .guardBound,
      state: state,
      event: event,
      description: """
        event \(event) in state \(state) asks more than \(bound) guards on one path; \
        those beyond are tried in one way only; ask fewer, or raise the bound
        """
    )
  }

  static func evaluationBound(_ bound: Int) -> GraphFinding {
    GraphFinding(
      kind: .evaluationBound,
      description: """
        the rules were evaluated \(bound) times, and not every event was tried in every state; try \
        fewer events or values, or raise the bound
        """
    )
  }

  static func valueBound(_ bound: Int, state: String, advice: String) -> GraphFinding {
    GraphFinding(
      kind: .valueBound,
      state: state,
      description: """
        the rules reach more than \(bound) values of state \(state), and those beyond were not \
        explored; \(advice)
        """
    )
  }
}

extension GraphFinding.Kind {
  /// A case carries more combinations of samples than are listed.
  public static let sampleBound = GraphFinding.Kind(description: "sample bound met")
}

extension GraphFinding {
  /// Returns the cases of a state type, and a finding for each that has too many samples.
  static func declaredStates<State: Graphable>(_ type: State.Type) -> ([State], [GraphFinding]) {
    let (cases, omissions) = SamplingContext.recordingOmissions { State.graphCases }
    return (cases, omissions.uniqued().map { sampleBound($0, state: $0.identifier) })
  }

  /// Returns the cases of an event type, and a finding for each that has too many samples.
  static func declaredEvents<Event: Graphable>(_ type: Event.Type) -> ([Event], [GraphFinding]) {
    let (cases, omissions) = SamplingContext.recordingOmissions { Event.graphCases }
    return (cases, omissions.uniqued().map { sampleBound($0, event: $0.identifier) })
  }

  private static func sampleBound(
    _ omission: OmittedSamples, state: String = "", event: String = ""
  ) -> GraphFinding {
    guard omission.listed > 0 else {
      return GraphFinding(
        kind: .sampleBound,
        state: state,
        event: event,
        description: """
          the types that case \(omission.identifier) carries nest each other in more ways than are \
          followed; list the values that matter in graphCases
          """
      )
    }
    let total = omission.total == .max ? "more than can be counted" : "\(omission.total)"
    return GraphFinding(
      kind: .sampleBound,
      state: state,
      event: event,
      description: """
        what case \(omission.identifier) carries has \(total) combinations of samples, of which \
        \(omission.listed) are tried; name those that matter in graphCases or with @GraphSamples
        """
    )
  }
}
