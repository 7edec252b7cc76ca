extension GraphFinding {
  /// The kind of a finding, by name.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String
    /// The severity of all findings of the kind.
    let severity: Severity

    init(_ description: String, _ severity: Severity = .warning) {
      self.description = description
      self.severity = severity
    }
  }
}

// MARK: - The shape of the graph

extension GraphFinding.Kind {
  /// No transitions lead from the initial state to the state.
  public static let unreachableState = Self("unreachable state")
  /// No transition leads out of the state, which isn't final.
  ///
  /// The state handles events, or completes the composite state around it.
  public static let noWayOut = Self("no way out")
  /// No transitions lead from the state to a final state.
  public static let noWayToFinalState = Self("no way to a final state")
  /// The state accepts no event and isn't final.
  public static let handlesNothing = Self("handles nothing")
  /// No state handles the event.
  public static let unhandledEvent = Self("unhandled event")
}

// MARK: - The rules and their values

extension GraphFinding.Kind {
  /// Payloads that look the same in a diagram lead to different effects of an event, or to
  /// different behaviors of a state.
  public static let payloadsDisagree = Self("payload values disagree")
  /// The rules lead to a state that no declared case represents.
  ///
  /// Or no case represents a state that consists of regions, or the states of a region have no names.
  public static let undeclaredState = Self("undeclared state")
  /// Two different states have the same identifier, and therefore share a node.
  public static let repeatedIdentifier = Self("repeated identifier")
  /// Two events have the same label, or two timeouts of a state the same delay, so a diagram can't
  /// distinguish them.
  public static let repeatedEventLabel = Self("repeated event label")
  /// An internal transition leads to another state.
  public static let internalTransitionLeaves = Self("internal transition leaves")
  /// A case carries more combinations of samples than are tried.
  public static let sampleBound = Self("sample bound met")
  /// A state or an event with a payload was tried with only one value.
  public static let fewSamples = Self("few samples", .note)
  /// A transition isn't committed although others of the machine are.
  public static let uncommittedTransition = Self("uncommitted transition")
}

// MARK: - Actions, tasks and regions

extension GraphFinding.Kind {
  /// The action of a transition has no label, so diagrams don't show it.
  public static let unnamedAction = Self("unnamed action", .note)
  /// An action or a task of a state has no label, so that diagrams cannot name it.
  public static let unnamedBehavior = Self("unnamed behavior")
  /// An action, a task or a timeout never runs.
  ///
  /// The state is never entered. Or it is final, so that only its entry actions run. Or the schema
  /// answers for a level of nesting that no state has.
  public static let behaviorNeverRuns = Self("behavior never runs")
  /// A timeout sends an event that its state ignores or rejects.
  public static let refusedTimeout = Self("refused timeout")
  /// The behavior of a state depends on the state's payload; the diagram shows the condition.
  public static let behaviorsDisagree = Self("behaviors disagree", .note)
  /// The behavior of a composite state depends on the state inside.
  public static let innerStateDecides = Self("inner state decides")
  /// Several regions take the same event.
  public static let sharedEvent = Self("event of several regions", .note)
  /// Rules that aren't those of a region beside it ask in which state a region is, which stops the program.
  public static let questionFromOutside = Self("question from outside", .error)
  /// A machine starts a region in another state than the region's own schema says.
  public static let regionStart = Self("region starts elsewhere", .note)
}

// MARK: - Machines that people already have

extension GraphFinding.Kind {
  /// The machine is the same object each time, so each step would begin where another one ended.
  public static let sharedInstance = Self("machine is an object", .error)
  /// A property has another value each time the same rules make it, so a diagram may differ in each run.
  public static let varyingProperty = Self("property differs in each run", .error)
  /// A step takes an argument and has no samples of it, so that nobody tries the step.
  public static let untriedStep = Self("step without samples")
  /// The machine waits for a service, or for time to pass, and no step ends that.
  public static let unansweredCall = Self("call never returns")
  /// The machine waits for something that no step ends and no stand-in answers, such as the time of a real clock.
  public static let endlessWork = Self("waits for something that no step ends")
  /// A transition leads out of a state that somebody calls final.
  public static let finalStateActs = Self("final state acts")
  /// The options name a property to ignore that no machine has.
  public static let unknownProperty = Self("unknown property")
  /// Two machines do different things although they agree in all that the picture knows of them.
  public static let mergedMachinesDiffer = Self("merged machines differ", .error)
  /// More machines agree in what the picture knows of them than are compared.
  public static let mergeBound = Self("merge bound met", .note)
  /// The same events lead to a different result if the machine is created again.
  public static let replayDiffers = Self("replay differs", .error)
  /// A machine starts in another state with another argument.
  public static let startsDiffer = Self("starts differ")
  /// A peer, a user or a timer can set off a trap.
  public static let reachableTrap = Self("trap that others reach")
  /// An environment names an event or an action that the machine lacks.
  public static let unknownName = Self("unknown name", .error)
}

// MARK: - Bounds, at which an exploration stops

extension GraphFinding.Kind {
  /// The rules lead to more values of one state than are explored.
  public static let valueBound = Self("value bound met", .error)
  /// The regions of a state have more combinations of states than are explored.
  public static let configurationBound = Self("configuration bound met", .error)
  /// The rules lead to more undeclared states than are explored.
  public static let undeclaredStateBound = Self("undeclared state bound met", .error)
  /// The rules lead to states with longer identifiers or labels than are explored.
  public static let nameBound = Self("name bound met", .error)
  /// The rules lead to states that are nested more deeply than diagrams show.
  public static let depthBound = Self("depth bound met", .error)
  /// One run of the rules asks more guards than are tried with both answers.
  public static let guardBound = Self("guard bound met", .error)
  /// The limit on evaluations of the rules was reached before everything was tried.
  public static let evaluationBound = Self("evaluation bound met", .error)
  /// A step doesn't return in time.
  public static let stepDoesNotEnd = Self("step does not end", .error)
  /// The start of a machine, or a sample, stops the program before the first step.
  public static let startTraps = Self("start traps", .error)
  /// Too many steps didn't return, so the remaining steps weren't tried.
  public static let stuckStepBound = Self("stuck step bound met", .error)
}

// MARK: - Catalogs

extension GraphFinding.Kind {
  /// A catalog allows a finding that the graph doesn't have.
  package static let unneededAllowance = Self("unneeded allowance")
}
