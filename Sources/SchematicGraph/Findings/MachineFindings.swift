extension GraphFinding.Kind {
  /// The machine is an object, which cannot be copied before each step.
  public static let sharedInstance = GraphFinding.Kind(description: "machine is an object")
  /// Copies of the machine share an object that a step changes.
  public static let sharedStorage = GraphFinding.Kind(description: "copies share an object")
  /// The same events lead a machine that is made anew to something else.
  public static let replayDiffers = GraphFinding.Kind(description: "replay differs")
}

extension GraphFinding {
  static func sharedInstance(of type: String) -> GraphFinding {
    GraphFinding(
      kind: .sharedInstance,
      description: """
        \(type) is a class, and an object cannot be copied before each step, so the diagram shows no \
        transitions; write make: { \(type)(…) } in place of the object, so that each step has a new one
        """
    )
  }

  static func sharedStorage(in type: String, state: String, event: String) -> GraphFinding {
    GraphFinding(
      kind: .sharedStorage,
      state: state,
      event: event,
      description: """
        event \(event) in state \(state) changes an object that copies of \(type) share, so the \
        diagram shows no transitions; write make: { \(type)(…) } in place of the machine, so that each \
        step has a new one
        """
    )
  }

  static func replayDiffers(state: String) -> GraphFinding {
    GraphFinding(
      kind: .replayDiffers,
      state: state,
      description: """
        the events that led to state \(state) lead to something else when a new machine gets them, so \
        the diagram may be wrong; let make: return an equal machine each time, with nothing shared, no \
        clock and no chance
        """
    )
  }
}

extension GraphFinding.Kind {
  /// A state or an event that carries something was tried with one value only.
  public static let fewSamples = GraphFinding.Kind(description: "few samples")
}

extension GraphFinding {
  static func fewSamples(ofState state: String) -> GraphFinding {
    GraphFinding(
      kind: .fewSamples,
      state: state,
      description: """
        state \(state) was tried with one of the values that it can carry, so that what events do in it \
        may have conditions that are not shown; name more samples
        """
    )
  }

  static func fewSamples(ofEvent event: String) -> GraphFinding {
    GraphFinding(
      kind: .fewSamples,
      event: event,
      description: """
        event \(event) was tried with one of the values that it can carry, so that what it does may \
        have conditions that are not shown; name more samples
        """
    )
  }
}

extension GraphFinding.Kind {
  /// A transition is not committed, though others of the machine are.
  public static let uncommittedTransition = GraphFinding.Kind(description: "uncommitted transition")
}

extension GraphFinding {
  static func uncommitted(_ event: String, in state: String) -> GraphFinding {
    GraphFinding(
      kind: .uncommittedTransition,
      state: state,
      event: event,
      description: """
        event \(event) in state \(state) causes a transition that is not committed, though those of an \
        embedded machine are; add committing(_:) to the outer schema, too
        """
    )
  }
}
