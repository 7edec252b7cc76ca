extension GraphFinding {
  static func sharedInstance(of type: String) -> GraphFinding {
    GraphFinding(
      .sharedInstance,
      """
      \(type) is a class, and each step gets the same object, so the diagram shows no \
      transitions; write `.made(state: …) { \(type)(…) }`, so that each step has a new one
      """
    )
  }

  static func replayDiffers(state: String, _ reached: String) -> GraphFinding {
    GraphFinding(
      .replayDiffers, state: state,
      """
      the events that led to state \(state) lead to \(reached) when a new machine gets them, so nothing more is \
      drawn; let the machine be given what a clock or chance decides, and let machines share nothing
      """
    )
  }
}

extension GraphFinding {
  static func mergedMachinesDiffer(
    _ properties: [String], state: String, event: String, _ ways: [[String]], _ advice: String
  ) -> GraphFinding {
    let names = properties.prefix(3).map { "`\($0)`" }.joined(separator: " or ")
    let walks = ways.map { way in
      way.isEmpty
        ? "the start" : (way.count > 8 ? "…, " : "") + way.suffix(8).joined(separator: ", ")
    }
    return GraphFinding(
      .mergedMachinesDiffer, state: state, event: event,
      """
      event \(event) in state \(state) depends on \(names.isEmpty ? "something" : names), which the picture leaves \
      out: after \(walks[1]) it does something else than after \(walks[0]), as drawn; \(advice)
      """
    )
  }

  static func mergeBound(_ bounds: ExplorationBounds) -> GraphFinding {
    GraphFinding(
      .mergeBound,
      """
      machines that the picture takes for one were compared, but no more than \(bounds.merges), and to \
      \(bounds.mergeSteps) steps behind them; to compare more, raise the bounds `merges` and `mergeSteps`
      """
    )
  }

  static func startsDiffer(_ first: String, _ other: String) -> GraphFinding {
    GraphFinding(
      .startsDiffer, state: other,
      """
      a machine starts in state \(first) with the first argument, and in \(other) with another one, which isn't \
      drawn; give the other one a graph of its own
      """
    )
  }

  static func untriedStep(_ step: String) -> GraphFinding {
    GraphFinding(
      .untriedStep,
      "step \(step) has no samples, so that it isn't drawn; name values in `with:`")
  }

  static func unansweredCall(_ call: String) -> GraphFinding {
    GraphFinding(
      .unansweredCall,
      """
      call \(call) never returns, because no step ends it, so that what comes after it isn't shown; add \
      `.returns("\(call)")` to the steps
      """
    )
  }

  static func endlessWork(of step: String) -> GraphFinding {
    GraphFinding(
      .endlessWork, event: step,
      """
      a task that \(step) begins waits for something that no step ends, such as time or another thread, so what comes \
      after it isn't shown; let the machine be given a clock and a scheduler, and draw it with `StandInClock`
      """
    )
  }

  static func finalStateActs(_ state: String, on event: String) -> GraphFinding {
    GraphFinding(
      .finalStateActs, state: state, event: event,
      """
      state \(state) is called final, but event \(event) leads out of it, so it is drawn like any other state; take \
      it out of `isFinal`
      """
    )
  }

  static func chanceDecides(
    _ event: String, in state: String, between states: [String]
  ) -> GraphFinding {
    GraphFinding(
      .replayDiffers, state: state, event: event,
      """
      event \(event) in state \(state) led to \(states.joined(separator: ", and then to ")), so the diagram may \
      differ in each run; let the event carry what a clock or chance decides
      """
    )
  }
}

extension GraphFinding {
  static func fewSamples(ofState state: String) -> GraphFinding {
    GraphFinding(
      .fewSamples, state: state,
      """
      state \(state) was tried with one of the values that it can carry, so that what events do in it \
      may have conditions that are not shown; name more samples
      """
    )
  }

  static func fewSamples(ofEvent event: String) -> GraphFinding {
    GraphFinding(
      .fewSamples, event: event,
      """
      event \(event) was tried with one of the values that it can carry, so that what it does may \
      have conditions that are not shown; name more samples
      """
    )
  }
}

extension GraphFinding {
  static func uncommitted(_ event: String, in state: String) -> GraphFinding {
    GraphFinding(
      .uncommittedTransition, state: state, event: event,
      """
      event \(event) in state \(state) causes a transition that is not committed, though those of an \
      embedded machine or of a region are; add `onCommit(_:)` to the outer schema, too
      """
    )
  }

  static func uncommitted(region: String) -> GraphFinding {
    GraphFinding(
      .uncommittedTransition, state: region,
      """
      no transition of region \(region) is committed, though those of others are; add `onCommit(_:)` to its schema, or to \
      the outer one
      """
    )
  }

  static func questionFromOutside(
    _ event: String, in state: String, about region: String
  ) -> GraphFinding {
    GraphFinding(
      .questionFromOutside, state: state, event: event,
      """
      event \(event) in state \(state) stops the program, because `when(in:)` about \(region) has an answer only in the \
      rules of a region beside it; read the value that the state carries
      """
    )
  }
}

extension GraphFinding {
  /// Returns the finding about a property of a schema's state that has another value each time.
  static func varyingProperty(_ path: String, in state: String, on event: String) -> GraphFinding {
    GraphFinding(
      .varyingProperty, state: state, event: event,
      """
      event \(event) in state \(state) gives `\(path)` another value each time, so the diagram may differ in each \
      run; let the event carry the value
      """
    )
  }

  /// Returns the finding about a property of a hand-written machine that has another value each time.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - state: The state to which the same events lead, or `nil` if the machine has just been made.
  /// - Returns: The finding.
  static func varyingProperty(_ path: String, after state: String?) -> GraphFinding {
    // A name may be anywhere in the machine, and a state that is looked at alone has no more of the way than its end.
    let end = path.split(separator: ".").suffix(2).joined(separator: ".")
    let moment = state.map { "the events that lead to state \($0)" } ?? "it is made"
    return GraphFinding(
      .varyingProperty, state: state ?? "",
      """
      `\(path)` of the machine has another value each time after \(moment), so nothing more is drawn; if it decides \
      nothing, leave it out with `ignoring: ["\(end)"]`, or else let the machine be given the value
      """
    )
  }

  static func unknownProperty(_ path: String, of machine: String, known: [String]) -> GraphFinding {
    let name = path.split(separator: ".").last.map(String.init) ?? path
    let near = SpellingSuggestion.nearest(to: name, in: known.filter { $0 != name })
    return GraphFinding(
      .unknownProperty,
      """
      no \(machine) that was explored has the property \(path), which is to be ignored; \
      \(near.map { "write \($0)" } ?? "remove it, or name a stored property")
      """
    )
  }
}
