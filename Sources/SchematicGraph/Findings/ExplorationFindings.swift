extension GraphFinding {
  static func undeclaredState(_ state: StateGraph.State) -> GraphFinding {
    GraphFinding(
      .undeclaredState, state: state.identifier,
      """
      state \(state.identifier) is reached by the rules, but no declared case stands for it; \
      add one to `graphCases`
      """
    )
  }

  static func undeclaredStateBound(_ bound: Int, state: String) -> GraphFinding {
    GraphFinding(
      .undeclaredStateBound, state: state,
      """
      the rules reach more than \(bound) states that no declared case stands for, and from \
      \(state) on they were not explored; let identifiers leave out what can grow
      """
    )
  }

  static func nameBound(_ bound: Int, state: String) -> GraphFinding {
    GraphFinding(
      .nameBound, state: state,
      """
      the rules reach a state whose identifier or label is longer than \(bound) bytes, and from it \
      on they were not explored: \(beginning(of: state)); let \
      names leave out what can grow, or raise the bound with `bounds: ExplorationBounds(names: \(2 * bound))`
      """
    )
  }

  private static func beginning(of name: String) -> String {
    let beginning = name.prefix(40)
    return beginning + (beginning.endIndex < name.endIndex ? "…" : "")
  }

  static func depthBound(state: String) -> GraphFinding {
    GraphFinding(
      .depthBound, state: state,
      """
      the rules reach a state that is more than \(ExplorationBounds.depth) states deep in others, and from it \
      on they were not explored: \(beginning(of: state)); let the state be less deep, or divide the machine
      """
    )
  }

  static func repeatedIdentifier(
    _ state: StateGraph.State, other: StateGraph.State
  ) -> GraphFinding {
    GraphFinding(
      .repeatedIdentifier, state: state.identifier,
      """
      the declared cases \(other) and \(state) have the same identifier and share a node; \
      give each its own `casePath`
      """
    )
  }

  static func repeatedSpelling(_ one: String, _ other: String) -> GraphFinding {
    let scalars = [one, other].map { name in
      name.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
        .joined(separator: " ")
    }
    return GraphFinding(
      .repeatedIdentifier, state: other,
      """
      two states are named \(one), once with the characters \(scalars[0]) and once with \
      \(scalars[1]), which count as the same and share a node; give each its own `casePath`
      """
    )
  }

  static func repeatedEventLabel(_ label: String, _ one: String, _ other: String) -> GraphFinding {
    GraphFinding(
      .repeatedEventLabel, event: label,
      """
      the events \(one) and \(other) have the same label "\(label)", and transitions that \
      differ in nothing else are shown as one; give each its own `graphLabel`
      """
    )
  }

  static func repeatedTimeout(
    _ label: String, sending events: [String], state: String
  ) -> GraphFinding {
    GraphFinding(
      .repeatedEventLabel, state: state, event: label,
      """
      state \(state) has several timeouts "\(label)", which a diagram cannot tell apart: they send \
      \(events.joined(separator: ", then ")); make one of them, or let them differ in time
      """
    )
  }

  static func refusedTimeout(
    _ trigger: String, of state: String, sending event: String, _ outcome: String
  ) -> GraphFinding {
    GraphFinding(
      .refusedTimeout, state: state, event: trigger,
      """
      state \(state) has a timeout "\(trigger)" that sends \(event), which is \(outcome) there, so \
      that nothing comes of it; handle the event, or remove the timeout
      """
    )
  }

  static func internalTransitionLeaves(
    _ state: String,
    event: String,
    target: String
  ) -> GraphFinding {
    GraphFinding(
      .internalTransitionLeaves, state: state, event: event,
      """
      event \(event) leaves state \(state) for \(target) by an internal transition; \
      answer `.to` if the case changes
      """
    )
  }

  static func guardBound(_ bound: Int, state: String, event: String) -> GraphFinding {
    GraphFinding(
      .guardBound, state: state, event: event,
      """
      event \(event) in state \(state) asks more than \(bound) guards on one path; \
      those beyond are tried in one way only; ask fewer, or raise the bound with \
      `bounds: ExplorationBounds(guards: \(2 * bound))`
      """
    )
  }

  static func evaluationBound(
    _ bound: Int, _ growing: GrowingField?, isOfMachine: Bool
  ) -> GraphFinding {
    GraphFinding(
      .evaluationBound,
      """
      the rules were evaluated \(bound) times, and not every event was tried in every state\
      \(growing?.text ?? ""); \(isOfMachine ? growing?.advice ?? "" : "")try fewer events or values, or raise the \
      bound with `bounds: ExplorationBounds(evaluations: \(2 * bound))`
      """
    )
  }

  static func valueBound(
    _ bound: Int, state: String, _ growing: GrowingField?, _ advice: String, isOfMachine: Bool
  ) -> GraphFinding {
    GraphFinding(
      .valueBound, state: state,
      """
      the rules reach more than \(bound) values of state \(state), and those beyond were not \
      explored\(growing?.text ?? ""); \(isOfMachine ? growing?.advice ?? "" : "")\(advice), or raise the bound with \
      `bounds: ExplorationBounds(values: \(2 * bound))`
      """
    )
  }

  static func missingSample(of state: String) -> GraphFinding {
    GraphFinding(
      .undeclaredState, state: state,
      "no value stands for state \(state), whose regions are not drawn; add one to `graphCases`")
  }

  static func unnamedRegion(_ region: String, type: String) -> GraphFinding {
    GraphFinding(
      .undeclaredState, state: region,
      "the states of region \(region) have no names; make \(type) Graphable")
  }

  static func sharedEvent(_ event: String, of regions: [String]) -> GraphFinding {
    GraphFinding(
      .sharedEvent, event: event,
      "event \(event) is taken by the regions \(regions.joined(separator: ", ")), in one step")
  }

  static func regionStart(_ region: String, in start: String, insteadOf own: String) -> GraphFinding
  {
    GraphFinding(
      .regionStart, state: region,
      """
      region \(region) starts in \(start), as the state of the whole machine says, and its own schema \
      says \(own)
      """
    )
  }

  static func configurationBound(_ bound: Int, of state: String) -> GraphFinding {
    GraphFinding(
      .configurationBound, state: state,
      """
      the regions of state \(state) have more than \(bound) combinations of states; the rules around \
      them were tried where one or two regions are elsewhere; let the rules look at fewer regions, or raise the \
      bound with `bounds: ExplorationBounds(configurations: \(2 * bound))`
      """
    )
  }

  package static func startTraps(_ message: String?) -> GraphFinding {
    GraphFinding(
      .startTraps,
      """
      the program stops before the first step\(message.map { ": \($0)" } ?? ""); change the start of the machine, \
      or the sample that can't be made
      """)
  }

  static func stepDoesNotEnd(state: String, event: String) -> GraphFinding {
    GraphFinding(
      .stepDoesNotEnd, state: state, event: event,
      """
      event \(event) in state \(state) did not return in time and was given up, so the diagram does \
      not show what it does; let the step return
      """
    )
  }

  static func stuckStepBound(_ bound: Int) -> GraphFinding {
    GraphFinding(
      .stuckStepBound,
      """
      \(bound) steps did not return, and those after them were not tried; let every step return
      """
    )
  }
}

extension GraphFinding {
  /// Returns the finding about a case that has too many samples.
  static func sampleBound(
    _ omission: OmittedSamples, state: String = "", event: String = ""
  ) -> GraphFinding {
    if let type = omission.unsampled {
      return GraphFinding(
        .undeclaredState, state: state, event: event,
        """
        no values of \(omission.identifier) that carry a \(type) are listed, because regions have no samples; write one \
        in `graphCases`, with the \(type) in which its regions start
        """
      )
    }
    guard omission.listed > 0 else {
      return GraphFinding(
        .sampleBound, state: state, event: event,
        """
        the types that case \(omission.identifier) carries nest each other in more ways than are \
        followed; list the values that matter in `graphCases`
        """
      )
    }
    let total = omission.total == .max ? "more than can be counted" : "\(omission.total)"
    return GraphFinding(
      .sampleBound, state: state, event: event,
      """
      what case \(omission.identifier) carries has \(total) combinations of samples, of which \
      \(omission.listed) are tried; name those that matter in `graphCases` or with `@GraphSamples`
      """
    )
  }
}
