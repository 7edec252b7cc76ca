/// A line-by-line check of a trace against a graph, which uses a bounded amount of memory.
///
/// ```swift
/// var check = TraceCheck(of: graph)
/// for entry in entries {
///   if let violation = check.violation(in: entry) { print(violation) }
/// }
/// ```
///
/// Each line is checked from the state in which the previous line left its machine. A line that
/// isn't a step of the graph is a violation, and the check continues from the state in which that
/// line ended. If line numbers are missing, that is a gap and not a violation: the check accepts
/// the state in which the next line begins.
///
/// If there are very many machines (more than about a hundred thousand), the check forgets those
/// without recent lines. Their next line counts as a gap.
///
/// Guards have the answers that the trace contains. A condition on a payload may have had either
/// answer, because a trace doesn't contain the payloads of states and events.
public struct TraceCheck: Sendable {
  /// The number of lines that have been checked.
  package private(set) var lineCount = 0
  /// The number of places at which lines are missing.
  package private(set) var gapCount = 0
  /// The number of lines that aren't steps of the graph.
  package private(set) var violationCount = 0

  private let graph: StateGraph
  private let finals: Set<String>
  /// The rules of each state, or of each combination of regions' states that was met, by their events.
  private var rules: [String: [String: [TracedRule]]]
  private let steps: GraphSteps
  /// The position of each rule.
  private let numbers: [StateGraph.Rule: Int]
  private var counts: [Int]
  private var places: TracedPlaces

  /// Creates a check.
  ///
  /// - Parameter graph: The graph of the machines in the trace.
  public init(of graph: StateGraph) {
    self.init(of: graph, remembering: 16 << 20)
  }

  /// Creates a check that remembers machines in at least this many bytes, and at most twice as
  /// many.
  package init(of graph: StateGraph, remembering bytes: Int) {
    self.graph = graph
    places = TracedPlaces(bytes: bytes)
    finals = Set(graph.states.filter(\.isFinal).map(\.identifier))
    counts = Array(repeating: 0, count: graph.rules.count)
    steps = GraphSteps(of: graph)
    numbers = Dictionary(
      graph.rules.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    rules = [:]
    guard graph.regions.isEmpty else { return }
    rules = Dictionary(
      graph.states.map { ($0.identifier, [String: [TracedRule]]()) },
      uniquingKeysWith: { first, _ in first })
    for (index, rule) in graph.rules.enumerated() {
      rules[rule.source, default: [:]][rule.tracedEvent, default: []]
        .append(TracedRule(rule: rule, indices: [index], target: Configuration([rule.target])))
    }
  }

  /// Returns the rules of a state or of a combination of states, by their events; `nil` if the graph has
  /// no such state.
  ///
  /// What is remembered are the states in which regions were left, as far as the trace has told.
  private mutating func table(
    of state: String, remembering memories: [String: [String]] = [:]
  ) -> [String: [TracedRule]]? {
    if memories.isEmpty, let known = rules[state] { return known }
    guard !graph.regions.isEmpty, var configuration = steps.tree.configuration(named: state) else {
      return nil
    }
    configuration.memories = memories
    if let known = rules[configuration.name] { return known }
    var table: [String: [TracedRule]] = [:]
    for combined in steps.combinedRules(in: configuration) {
      table[combined.rule.tracedEvent, default: []].append(
        TracedRule(
          rule: combined.rule, indices: combined.parts.compactMap { numbers[$0] },
          target: combined.target,
          forgotten: combined.parts.filter { $0.entry == .history && memories[$0.target] == nil }
            .map(\.target)))
    }
    rules[configuration.name] = table
    return table
  }

  /// Checks the next line of a trace.
  ///
  /// - Parameter entry: The line of a machine that follows the rules of the graph.
  /// - Returns: The violation, or `nil` if the line is a step of the graph.
  /// - Complexity: O(*n*) in the number of rules for the event in the state. If an event was
  ///   ignored, 2ⁿ in the number of payload conditions on it, up to ten.
  public mutating func violation(in entry: TraceEntry) -> TraceViolation? {
    lineCount += 1
    let machine = TracedMachine(name: entry.machine, id: entry.id)
    let last = places[machine]
    guard let step = entry.step else {
      places.set(TracedPlace(state: entry.state, number: entry.number), of: machine)
      return table(of: entry.state) == nil ? report(entry, last?.state, .unknownState) : nil
    }
    let isNext = last.map { $0.number + 1 == entry.number } ?? false
    if !isNext { gapCount += 1 }
    if step.outcome == .queued || step.outcome == .refused {
      // Sent during the step of another event, which has left the machine wherever it is by then.
      places.set(
        TracedPlace(state: isNext ? last?.state : nil, number: entry.number), of: machine)
      return nil
    }
    let known = isNext ? last?.state : nil
    let memories = isNext ? last?.memories ?? [:] : [:]
    places.set(
      TracedPlace(state: step.target, memories: memories, number: entry.number), of: machine)
    guard let table = table(of: entry.state, remembering: memories) else {
      return report(entry, known, .unknownState)
    }
    if let known, known != entry.state { return report(entry, known, .otherState) }
    guard self.table(of: step.target) != nil else { return report(entry, known, .unknownState) }
    switch verdict(on: step, in: entry.state, table) {
    case .taken(let rule):
      for index in rule.indices { counts[index] += 1 }
      places.set(
        TracedPlace(state: step.target, memories: rule.target.memories, number: entry.number),
        of: machine)
      return nil
    case .accepted: return nil
    case .violation: return report(entry, entry.state, .noStep)
    }
  }

  /// Takes a line for granted that isn't a step of the graph, and continues from a state.
  ///
  /// - Parameters:
  ///   - entry: A line of earlier rules.
  ///   - state: The state in which the machine continues; `nil` if it isn't known.
  package mutating func resume(_ entry: TraceEntry, in state: String?) {
    lineCount += 1
    places.set(
      TracedPlace(state: state, number: entry.number),
      of: TracedMachine(name: entry.machine, id: entry.id))
  }

  /// The counts of the transitions that were taken.
  package var coverage: TransitionCoverage {
    var coverage = TransitionCoverage(of: graph)
    for (rule, count) in zip(graph.rules, counts) where count > 0 && !rule.effect.isRefusal {
      coverage.record(rule, count: count)
    }
    return coverage
  }

  private mutating func report(
    _ entry: TraceEntry, _ state: String?, _ kind: TraceViolation.Kind
  ) -> TraceViolation {
    violationCount += 1
    return TraceViolation(
      kind: kind, entry: entry, expectedState: state,
      nearest: entry.step.flatMap { nearestRule(to: $0, from: state ?? entry.state) })
  }

  private func nearestRule(to step: TraceEntry.Step, from state: String) -> StateGraph.Rule? {
    let events = step.events
    func distance(_ rule: StateGraph.Rule) -> Int {
      (rule.source == state ? 0 : 8) + (events.contains(rule.tracedEvent) ? 0 : 4)
        + (rule.target == step.target ? 0 : 2)
        + (rule.outcomeWord == step.outcome ? 0 : 2) + (rule.action == step.action ? 0 : 1)
        + (rule.allows(step.guards) ? 0 : 1)
    }
    let known =
      graph.regions.isEmpty ? graph.rules : rules.values.flatMap { $0.values.joined().map(\.rule) }
    let distances = known.map(distance)
    guard let least = distances.min(), least < 12 else { return nil }
    return distances.firstIndex(of: least).map { known[$0] }
  }
}

// MARK: - One line

extension TraceCheck {
  private enum Verdict {
    /// A transition of the graph was taken.
    case taken(TracedRule)
    /// The line is correct and takes no transition.
    case accepted
    case violation
  }

  private func verdict(
    on step: TraceEntry.Step, in state: String, _ table: [String: [TracedRule]]
  ) -> Verdict {
    let events = step.events
    let candidates = events.flatMap { table[$0, default: []] }.filter {
      $0.allows(step.guards)
    }
    let isLeft = step.target != state
    switch step.outcome {
    case .moved, .stayed:
      let taken = candidates.first {
        $0.rule.outcomeWord == step.outcome && $0.leads(to: step.target, in: steps.tree)
          && $0.rule.action == step.action
      }
      return taken.map(Verdict.taken) ?? .violation
    case .failed:
      // An action that is not there cannot throw, but it may have no name.
      return !isLeft
        && candidates.contains { !$0.rule.effect.isRefusal && $0.rule.action == step.action }
        ? .accepted : .violation
    case .rejected:
      if isFinal(state), !isLeft { return .accepted }
      return !isLeft && candidates.contains { $0.rule.effect == .rejected(reason: step.reason) }
        ? .accepted : .violation
    case .ignored:
      // A timeout is another event of the diagram than the one that it sends.
      let own = (events.compactMap { table[$0] }.first ?? []).filter {
        $0.rule.effect != .ignored && !$0.mayChangeNothing
      }
      return !isLeft && !isFinal(state) && Self.maySkip(own, step.guards)
        ? .accepted : .violation
    case .queued, .refused, .subjectDeallocated: return isLeft ? .violation : .accepted
    }
  }

  private func isFinal(_ state: String) -> Bool {
    if graph.regions.isEmpty { return finals.contains(state) }
    return steps.tree.configuration(named: state).map(steps.isFinal) ?? false
  }

  /// Returns whether it is possible that no rule applies.
  ///
  /// That is the case if answers that the trace doesn't contain could exclude all rules.
  private static func maySkip(_ rules: [TracedRule], _ known: [TraceEntry.GuardAnswer]) -> Bool {
    let open = rules.filter { $0.allows(known) }.map { rule in
      rule.rule.conditions.filter { term in !known.contains { $0.name == term.name } }
    }
    guard !open.contains(where: \.isEmpty) else { return false }
    let names = open.joined().map(\.name).uniqued()
    // So many conditions are tried; what is beyond is believed.
    guard names.count <= 10 else { return true }
    return (0..<1 << names.count).contains { answers in
      open.allSatisfy { terms in
        terms.contains { term in
          let index = names.firstIndex(of: term.name) ?? 0
          return (answers >> index & 1 == 1) != term.holds
        }
      }
    }
  }
}

/// A machine in a trace.
private struct TracedMachine: Hashable {
  let name: String
  let id: String
}

/// The state in which a machine was left, if it is known, and the number of the line that says so.
private struct TracedPlace {
  let state: String?
  /// The states in which regions were left, by the states that consist of them.
  var memories: [String: [String]] = [:]
  let number: Int

  /// The size of the place in bytes, including its share of a dictionary.
  var size: Int {
    100 + (state?.utf8.count ?? 0)
      + memories.reduce(0) { $0 + 100 + $1.key.utf8.count + $1.value.joined().utf8.count }
  }
}

/// The places of the machines with the most recent lines.
private struct TracedPlaces: Sendable {
  /// The size in bytes after which older places are dropped.
  private let bytes: Int
  private var recent: [TracedMachine: TracedPlace] = [:]
  private var earlier: [TracedMachine: TracedPlace] = [:]
  private var size = 0

  init(bytes: Int) {
    self.bytes = bytes
  }

  /// Returns the place of a machine, or `nil` if there was no line about it for a long time.
  subscript(machine: TracedMachine) -> TracedPlace? { recent[machine] ?? earlier[machine] }

  mutating func set(_ place: TracedPlace, of machine: TracedMachine) {
    if let old = recent.updateValue(place, forKey: machine) {
      size += place.size - old.size
    } else {
      size += place.size + machine.name.utf8.count + machine.id.utf8.count
    }
    guard size > bytes else { return }
    (earlier, recent, size) = (recent, [:], 0)
  }
}

/// A rule and the conditions that it needs.
private struct TracedRule: Sendable {
  let rule: StateGraph.Rule
  /// The positions of the rules in the graph.
  let indices: [Int]
  /// Where the rule leads, as far as the trace has told what regions were left in.
  let target: Configuration
  /// The states that the rule enters as they were left, and of which the trace hasn't told.
  var forgotten: [String] = []

  /// A Boolean value that indicates whether the rule only sets what the state carries.
  ///
  /// If it carries that already, a machine with methods ignores the event.
  var mayChangeNothing: Bool { rule.effect == .internal() && rule.change != nil }

  /// Returns whether the rule can apply if guards gave these answers.
  func allows(_ answers: [TraceEntry.GuardAnswer]) -> Bool { rule.allows(answers) }

  /// Returns whether the rule can lead to some states.
  func leads(to state: String, in tree: ConfigurationTree) -> Bool {
    if rule.target == state { return true }
    guard !forgotten.isEmpty, let other = tree.configuration(named: state) else { return false }
    func outside(_ configuration: Configuration) -> [String] {
      configuration.states.filter { state in
        !forgotten.contains { tree.contains($0, in: Configuration([state])) }
      }
    }
    return outside(other) == outside(target)
      && forgotten.allSatisfy { tree.contains($0, in: other) }
  }
}

extension TraceEntry.Step {
  /// The label of the event as a person reads it.
  fileprivate var shownEvent: String {
    sender == .completion ? "\(StateGraph.Trigger.completion)" : event
  }

  /// The labels that the event may have in a diagram.
  ///
  /// A timeout's own label comes first.
  fileprivate var events: [String] {
    if sender == .completion { return ["\(StateGraph.Trigger.completion)"] }
    guard case .timeout(let text) = sender else { return [event] }
    // Earlier traces say a time in seconds, however long it is.
    let delay = StateGraph.Delay(notation: text)
    return [delay.map { "\(StateGraph.Trigger.timeout($0))" } ?? "after \(text)", event]
  }
}

extension StateGraph.Rule {
  /// Returns whether the rule can apply if guards gave these answers.
  fileprivate func allows(_ answers: [TraceEntry.GuardAnswer]) -> Bool {
    conditions.allSatisfy { term in
      answers.allSatisfy { $0.name != term.name || $0.holds == term.holds }
    }
  }

  /// The label of the event, whichever region a timeout belongs to: a trace does not say.
  fileprivate var tracedEvent: String {
    if case .timeout(let delay, _) = trigger {
      "\(StateGraph.Trigger.timeout(delay))"
    } else {
      event
    }
  }

  /// The outcome that a trace tells of if the rule was followed; `nil` if it stops the program.
  fileprivate var outcomeWord: TraceEntry.Outcome? {
    switch effect {
    case .external: .moved
    case .internal: .stayed
    case .rejected: .rejected
    case .ignored: .ignored
    case .traps: nil
    }
  }
}

/// A line of a trace that isn't a step of the graph.
public struct TraceViolation: Hashable, Sendable {
  /// The kinds of violations.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// The graph has no state with that name.
    case unknownState
    /// The line doesn't begin in the state in which the previous line ended.
    case otherState
    /// The graph has no such step from that state.
    case noStep
  }

  /// The kind of violation.
  package let kind: Kind
  /// The line.
  package let entry: TraceEntry
  /// The identifier of the state in which the previous line left the machine, or `nil` if it isn't
  /// known.
  package let expectedState: String?
  /// The most similar rule of the graph, or `nil` if no rule has the same state or event.
  package let nearest: StateGraph.Rule?
}

extension TraceViolation: CustomStringConvertible {
  /// The machine, the line, and the nearest rule.
  public var description: String {
    "\(entry.machine) \(entry.id), line \(entry.number): \(reason)\(nearest?.place ?? "")"
  }

  /// What is wrong, and the nearest rule: the same text for all machines that did the same.
  package var reason: String {
    let near = nearest.map { "; the nearest rule is \($0)" } ?? ""
    switch kind {
    case .unknownState: return "the diagram lacks a state of \(entry.words)\(near)"
    case .otherState:
      return "the line before ended in \(expectedState ?? ""), and this one is "
        + "\(entry.words)\(near)"
    case .noStep: return "the diagram has no step \(entry.words)\(near)"
    }
  }
}

extension TraceEntry {
  /// The entry in readable form: `locked -> unlocked: coin [paid] / open`, or a description of its
  /// outcome.
  fileprivate var words: String {
    guard let step else { return "in \(state)" }
    let isTaken = step.outcome == .moved || step.outcome == .stayed
    let target = isTaken || step.target != state ? " -> \(step.target)" : ""
    return "\(state)\(target): \(step.words)"
  }
}

extension TraceEntry.Step {
  /// The event and its outcome in readable form: `coin [paid] / open`, or `push, rejected: it is locked`.
  var words: String {
    let conditions = guards.map { ($0.holds ? "" : "not ") + $0.name }
    let trigger =
      shownEvent + (conditions.isEmpty ? "" : " [\(conditions.joined(separator: " and "))]")
    switch outcome {
    case .moved, .stayed:
      return trigger + (action.map { " / \($0)" } ?? "")
        + (outcome == .stayed ? " (internal)" : "")
    case .ignored, .rejected, .queued, .refused, .failed, .subjectDeallocated:
      return "\(trigger), \(outcome.rawValue)" + (reason.map { ": \($0)" } ?? "")
    }
  }
}

extension StateGraph {
  /// Returns the lines of a trace that aren't steps of the graph.
  ///
  /// Missing lines are a gap and not a violation: see ``TraceCheck``.
  ///
  /// ```swift
  /// graph.violations(of: entries).map(\.description)
  /// // ["Turnstile 1, line 3: the diagram has no step locked -> unlocked: push; the nearest rule is …"]
  /// ```
  ///
  /// - Parameter trace: The lines of machines that follow the rules of the graph.
  /// - Returns: The violations, in the order of the lines.
  /// - Complexity: O(*n*) in the number of lines and rules.
  public func violations(of trace: some Sequence<TraceEntry>) -> [TraceViolation] {
    var check = TraceCheck(of: self)
    return trace.compactMap { check.violation(in: $0) }
  }
}
