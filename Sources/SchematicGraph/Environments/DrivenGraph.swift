/// What a machine may do in an environment: see ``StateGraph/driven(by:)``.
public struct DrivenGraph: Sendable {
  /// The states of the machine, each with those of the environment inside, and what may happen there.
  ///
  /// It can be drawn and checked like any other graph.
  public let graph: StateGraph

  /// Shortest walks to the traps that the environment can reach: with its own event, with a timeout or
  /// with a completion.
  ///
  /// ```swift
  /// #expect(try graph.driven(by: peer).reachableTraps.isEmpty)
  /// ```
  public let reachableTraps: [Walk]

  /// Shortest walks to the traps of events that no environment mentions: whoever sends them makes a
  /// mistake.
  public let callerTraps: [Walk]

  /// The traps that cannot happen in the environment.
  public let impossibleTraps: [StateGraph.Rule]

  /// The identifiers of the machine's states that it cannot reach in the environment.
  public let impossibleStates: [String]

  /// The environments of which only 1,000 states were tried.
  let cut: [String]
}

extension DrivenGraph: CustomStringConvertible {
  /// The numbers of traps, and each that can be reached, with a walk.
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
  /// Returns what the machine may do if others send their events only as environments say.
  ///
  /// A machine that many use has traps for what must not happen. This splits them into those that
  /// somebody else can reach, with a shortest walk to each, those that are a mistake of the caller,
  /// and those that cannot happen.
  ///
  /// ```swift
  /// let driven = try graph.driven(by: .only("data", after: "opened"))
  /// driven.reachableTraps.first?.description  // "idle: open -> opening, close -> closing, data -> traps"
  /// ```
  ///
  /// An event arrives if all environments that send it in some state send it now. An event that none of
  /// them sends may arrive at any time; so may timeouts and completions. The environments hear the
  /// labels of what the machine does, in its order: exits, the action, entries and tasks. Guards and
  /// payloads are taken to allow every arrow that is drawn, so a walk tells which conditions it needs.
  ///
  /// - Parameter environments: The environments.
  /// - Returns: The states and the rules that are possible.
  /// - Throws: ``UnknownNameError`` if an environment sends an event that the graph doesn't have, or hears
  ///   something that the machine doesn't do.
  /// - Complexity: O(*n*) in the number of rules times the number of states of the environments.
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
    let events = rules.map(\.event).uniqued()
    let behaviors = placedBehaviors.compactMap(\.behavior.label)
    let sounds = (rules.compactMap(\.action) + behaviors + events).uniqued()
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
