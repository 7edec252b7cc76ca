import SchematicGraph
import Testing

/// Expects rules to agree with the table that a specification prints.
///
/// ```swift
/// expectSame(StateGraph(Turnstile.schema), as: try TransitionTable(csv: text))
/// ```
///
/// The rules are compared with the table cell by cell: the conditions, the actions of the transition and the
/// next state. The issue names each cell that differs, what the table says, what the rules do, and the line of
/// the rule. If the table says that an event can't happen, the rules must not take it. If the table says that
/// an event changes nothing, the rules may ignore it. A transition for which the table has no cell is an
/// issue, too.
///
/// Entries, exits and tasks of states aren't compared. An internal transition counts as the same as an external
/// one from a state to itself.
///
/// - Parameters:
///   - graph: The graph of the rules.
///   - table: The table.
///   - except: The cells that differ on purpose, as the issue names them: `"RCA in 7 Ack-Rcvd"`. Say the
///     reason in a comment. If one of these cells doesn't differ, that is an issue.
///   - sourceLocation: The location at which issues are reported.
public func expectSame(
  _ graph: StateGraph, as table: TransitionTable, except: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  record(sourceLocation) { () throws(UnknownNameError) in
    try graph.difference(from: table, except: except)
  }
}

/// Expects two machines to behave the same, whatever events they receive.
///
/// The other machine may be an older version, even one of which only a committed diagram is left:
///
/// ```swift
/// expectSame(StateGraph(Turnstile.schema), as: try StateGraph(dot: text))
/// ```
///
/// If the machines differ, the issue shows the events that distinguish them, and the line of the rule that
/// only one of them has. The names and the number of states make no difference. Entries, exits and tasks of
/// states aren't compared.
///
/// - Parameters:
///   - graph: A graph.
///   - other: The graph to compare it with.
///   - sourceLocation: The location at which issues are reported.
public func expectSame(
  _ graph: StateGraph, as other: StateGraph, sourceLocation: SourceLocation = #_sourceLocation
) {
  record(sourceLocation) { () throws(UnknownNameError) in
    guard let trace = try graph.distinguishingTrace(from: other) else { return nil }
    let rules = (trace.isInThisGraph ? graph : other).rules
    return "\(trace)" + (rules.first { $0 == trace.rule }?.place ?? "")
  }
}

/// Reports how machines differ, or why they can't be compared, unless there is nothing to report.
private func record(
  _ sourceLocation: SourceLocation, failure: () throws(UnknownNameError) -> String?
) {
  let text: String?
  do { text = try failure() } catch { text = error.description }
  guard let text else { return }
  Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
}

/// Expects another implementation to be in the same state as the rules after every event in every state.
///
/// ```swift
/// await expectSame(
///   graph, as: { Light() }, send: { light, step in light.handle(step.event) },
///   state: { $0.color })
/// ```
///
/// New systems are driven along walks that together take every transition and every rejection. In each state
/// on the way, the system also gets the events that the rules ignore there. Failures are reported as for one
/// walk: see ``expectWalk(_:in:system:send:state:sourceLocation:)-3di3``. An event that the rules ignore in all
/// states isn't part of a graph, and isn't sent.
///
/// - Parameters:
///   - graph: The graph of the rules.
///   - system: Returns a new system in the initial state.
///   - send: Makes sure that guards give the answers that the step assumes, sends the system the step's
///     event, and returns when the system has handled it. It isn't called for a completion.
///   - state: Returns the identifier of the system's state.
///   - sourceLocation: The location at which issues are reported.
nonisolated(nonsending) public func expectSame<System>(
  _ graph: StateGraph,
  as system: nonisolated(nonsending) @escaping () async throws -> System,
  send:
    nonisolated(nonsending) @escaping (_ system: System, _ step: Walk.Step) async throws -> Void,
  state: nonisolated(nonsending) @escaping (_ system: System) async throws -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  for walk in graph.walksThroughIgnoredEvents() {
    await expectWalk(
      walk, in: graph, system: system, send: send, state: state, sourceLocation: sourceLocation)
  }
}

extension StateGraph {
  /// Returns walks that take every transition and rejection, and that also send, in each state on the way, the
  /// events that the state ignores.
  ///
  /// A machine that follows these rules surely ignores such events; another implementation may take them.
  package func walksThroughIgnoredEvents() -> [Walk] {
    let steps = GraphSteps(of: self)
    let events = rules.map(\.trigger).filter(\.isEvent).uniqued()
    let passed = passedStates
    var seen: Set<String> = []
    func ignored(in state: String) -> [Walk.Step] {
      guard !passed.contains(state), seen.insert(state).inserted,
        let configuration = steps.tree.configuration(named: state)
      else { return [] }
      let handled = Set(steps.combinedRules(in: configuration).map(\.rule.trigger))
      return events.filter { !handled.contains($0) }.map {
        Walk.Step(Rule(source: state, trigger: $0, effect: .ignored))
      }
    }
    return walks(taking: .everyTransitionAndRejection).map { walk in
      let begun = walk.prefix(0).appending(ignored(in: walk.start))
      return zip(walk.steps, walk.steps.dropFirst().map(Optional.some) + [nil]).reduce(begun) {
        walk, pair in
        let (step, next) = pair
        // If a completion follows, the system leaves the state before another event can arrive.
        let isLeft = next?.isCompletion == true
        return walk.appending([step] + (isLeft ? [] : ignored(in: step.target)))
      }
    }
  }
}
