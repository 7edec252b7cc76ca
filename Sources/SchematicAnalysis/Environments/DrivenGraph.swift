import SchematicGraph

/// The behavior of a machine in an environment: see `StateGraph.driven(by:)`.
public struct DrivenGraph: Sendable {
  /// The states and rules that are possible in the environment.
  ///
  /// If the environment can be in several states while the machine is in one, the environment's states
  /// are inside the machine's. You can draw and check the graph like any other one.
  public let graph: StateGraph

  /// A shortest walk to each trap that an environment's event, a timeout or a completion sets off.
  ///
  /// ```swift
  /// #expect(try graph.driven(by: peer).reachableTraps.isEmpty)
  /// ```
  public let reachableTraps: [Walk]

  /// A shortest walk to each trap that is set off by an event that no environment sends.
  ///
  /// A caller who sends such an event makes a mistake.
  public let callerTraps: [Walk]

  /// The traps that cannot happen in the environment.
  public let impossibleTraps: [StateGraph.Rule]

  /// The identifiers of the states that the machine cannot reach in the environment.
  public let impossibleStates: [String]

  /// The names of the environments that have more than 1,000 states, the most that are tried.
  let cut: [String]
}

extension DrivenGraph: CustomStringConvertible {
  /// The number of traps of each kind, a walk to each possible trap, and the impossible states.
  public var description: String {
    func lines(_ walks: [Walk], _ whose: String) -> [String] {
      walks.map { "\(whose): \($0.steps.last.map { "\($0.rule)" } ?? "")\n  \($0)" }
    }
    let counts = """
      \(reachableTraps.count) trap\(reachableTraps.count == 1 ? "" : "s") can be reached, \
      \(callerTraps.count) by a mistake of the caller, \(impossibleTraps.count) cannot happen
      """
    let states = impossibleStates.isEmpty ? [] : [impossibleStates.joined(separator: ", ")]
    return
      ([counts] + lines(reachableTraps, "reachable") + lines(callerTraps, "the caller's")
      + states.map { "states that cannot happen: \($0)" }
      + cut.map { "not whole: \(MachineEnvironment.mostStates) states of \($0) tried" }
      + (graph.omission.map { ["\($0)"] } ?? [])).joined(separator: "\n")
  }
}

extension StateGraph {
  /// Returns the behavior of the machine if events arrive only as environments send them.
  ///
  /// A trap guards against an event that must not arrive in a state. The result has three groups of
  /// traps: the ones that the environments can reach, the ones that only a mistake of the caller
  /// reaches, and the ones that can't happen.
  ///
  /// ```swift
  /// let driven = try graph.driven(by: .only("data", after: "opened"))
  /// driven.reachableTraps.first?.description  // "idle: open -> opening, close -> closing, data -> traps"
  /// ```
  ///
  /// If environments send an event in some of their states, it arrives only while each of them is in
  /// such a state. Any other event, timeout or completion may happen at any time. The environments
  /// hear events that others send, and then the labels of everything that the machine does, in order:
  /// exits, the action, entries and tasks. Guards may give either answer at any time, so a walk shows
  /// the answers that it needs.
  ///
  /// - Parameter environments: The environments.
  /// - Returns: The states and the rules that are possible.
  /// - Throws: `UnknownNameError` if an environment sends an event that the graph doesn't have, or hears
  ///   something that the machine doesn't do.
  /// - Complexity: O(*n*) in the number of rules times the number of combinations of the
  ///   environments' states.
  public func driven(by environments: MachineEnvironment...) throws(UnknownNameError) -> DrivenGraph
  {
    try driven(by: environments)
  }

  package func driven(by environments: [MachineEnvironment]) throws(UnknownNameError) -> DrivenGraph
  {
    for environment in environments { try check(namesOf: environment) }
    return Driving(self, by: environments).result
  }

  private func check(namesOf environment: MachineEnvironment) throws(UnknownNameError) {
    // An event that was tried and means nothing has no rule, but its name is right.
    let idle = findings.filter { $0.kind == .unhandledEvent }.map(\.event)
    let events = (rules.map(\.event) + idle).uniqued()
    let behaviors = placedBehaviors.compactMap(\.behavior.label)
    let labels = rules.compactMap(\.action) + behaviors
    let names = labels.flatMap { MachineEnvironment.Sound(label: $0).names }
    let sounds = (names + events).uniqued()
    for move in environment.moves.joined() {
      switch move.action {
      case .sends(let event) where !events.contains(event):
        throw UnknownNameError(kind: .event, name: event, known: events)
      case .hears(let sound) where !sounds.contains(sound):
        throw UnknownNameError(kind: .action, name: sound, known: sounds)
      case .sends, .hears: break
      }
    }
  }
}
