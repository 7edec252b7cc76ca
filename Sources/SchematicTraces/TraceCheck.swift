import SchematicAnalysis
import SchematicGraph

/// A line-by-line check of a trace against a graph, which uses a bounded amount of memory.
///
/// ```swift
/// var check = TraceCheck(of: graph)
/// for entry in entries {
///   if let violation = check.checkLine(entry) { print(violation) }
/// }
/// ```
///
/// Each line is checked from the state in which the previous line of its machine ended. A line that
/// isn't a step of the graph is a violation, and the check continues from the state in which that
/// line ended. If line numbers are missing, that is a gap and not a violation: the check accepts
/// the state in which the next line begins.
///
/// If there are very many machines (more than about a hundred thousand), the check forgets machines
/// without recent lines. The next line of such a machine counts as a gap.
///
/// Guards have the answers that the trace contains. A condition on a payload may have had either
/// answer, because a trace doesn't contain the payloads of states and events.
public struct TraceCheck: Sendable {
  /// The number of lines so far, including those that were accepted without a check.
  package private(set) var lineCount = 0
  /// The number of places at which lines are missing.
  package private(set) var gapCount = 0
  /// The number of lines that aren't steps of the graph.
  package private(set) var violationCount = 0

  private let graph: StateGraph
  private let finals: Set<String>
  /// The rules by their events, for each state or, with regions, each configuration in the trace.
  private var rules: [String: [String: [TracedRule]]]
  private let steps: GraphSteps
  /// The position of each rule in the graph.
  private let numbers: [StateGraph.Rule: Int]
  private var counts: [Int]
  private var places: TracedPlaces

  /// Creates a check.
  ///
  /// - Parameter graph: The graph of the machines in the trace.
  public init(of graph: StateGraph) {
    self.init(of: graph, remembering: 16 << 20)
  }

  /// Creates a check that uses up to twice the given number of bytes to remember machines.
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
  /// The memories are the states in which regions were left, as far as the trace tells.
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
  /// - Returns: The violation, or `nil` if the graph allows the line.
  /// - Complexity: O(*n*) in the number of rules for the event in the state. If an event was
  ///   ignored, 2ⁿ in the number of conditions with unknown answers, up to ten.
  public mutating func checkLine(_ entry: TraceEntry) -> TraceViolation? {
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
      // The event arrived during another step, so its line doesn't tell where the machine is.
      places.set(
        TracedPlace(state: isNext ? last?.state : nil, number: entry.number), of: machine)
      // Nor did it move the machine.
      return step.target == entry.state ? nil : report(entry, nil, .noStep)
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

  /// Accepts a line without checking it, and continues from a state.
  ///
  /// - Parameters:
  ///   - entry: A line of a machine that followed earlier rules.
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
      // A rule without the label of an action may still have an action, which can throw.
      return !isLeft
        && candidates.contains { !$0.rule.effect.isRefusal && $0.rule.action == step.action }
        ? .accepted : .violation
    case .rejected:
      // A finished machine of a schema rejects everything, and its graph has no rules for that.
      if isFinal(state), table.isEmpty, !isLeft { return .accepted }
      return !isLeft && candidates.contains { $0.rule.effect == .rejected(reason: step.reason) }
        ? .accepted : .violation
    case .ignored:
      // If the state has rules for a timeout, the rules for the timeout's event don't count.
      let own = (events.compactMap { table[$0] }.first ?? []).filter {
        $0.rule.effect != .ignored && !$0.mayChangeNothing
      }
      return !isLeft && Self.maySkip(own, step.guards) ? .accepted : .violation
    // An event that arrived during another step was checked before.
    case .queued, .refused, .subjectDeallocated: return isLeft ? .violation : .accepted
    }
  }

  private func isFinal(_ state: String) -> Bool {
    if graph.regions.isEmpty { return finals.contains(state) }
    return steps.tree.configuration(named: state).map(steps.isFinal) ?? false
  }

  /// Returns whether conditions whose answers the trace doesn't contain may exclude all rules.
  private static func maySkip(_ rules: [TracedRule], _ known: [TraceEntry.GuardAnswer]) -> Bool {
    let open = rules.filter { $0.allows(known) }.map { rule in
      rule.rule.conditions.filter { term in !known.contains { $0.name == term.name } }
    }
    guard !open.contains(where: \.isEmpty) else { return false }
    let names = open.joined().map(\.name).uniqued()
    // With more than ten conditions, there are too many answers to try, so the line is accepted.
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

/// The state of a machine after its last line, if it is known, and the number of that line.
private struct TracedPlace {
  let state: String?
  /// The states in which regions were left, by the state that consists of the regions.
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
  /// The size of `recent` in bytes at which its places become the earlier ones.
  private let bytes: Int
  private var recent: [TracedMachine: TracedPlace] = [:]
  private var earlier: [TracedMachine: TracedPlace] = [:]
  private var size = 0

  init(bytes: Int) {
    self.bytes = bytes
  }

  /// Returns the place of a machine, or `nil` if it had no line, or none for a long time.
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

/// A rule that may have answered the event of a line, and the configuration to which the rule leads.
private struct TracedRule: Sendable {
  let rule: StateGraph.Rule
  /// The positions in the graph of the rules that this rule combines.
  let indices: [Int]
  /// The configuration after the rule, as far as the trace tells in which states regions were left.
  let target: Configuration
  /// The states that the rule enters by history, although the trace doesn't tell how they were left.
  var forgotten: [String] = []

  /// A Boolean value that indicates whether the rule only sets the payload of the state.
  ///
  /// If the payload already has that value, a ``StepRecorder`` writes that the event was ignored.
  var mayChangeNothing: Bool { rule.effect == .internal() && rule.change != nil }

  /// Returns whether the rule can apply if guards gave these answers.
  func allows(_ answers: [TraceEntry.GuardAnswer]) -> Bool { rule.allows(answers) }

  /// Returns whether the rule can lead to a state, or to a combination of the regions' states.
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
  /// The label of the event, or the word `completion` for a completion.
  var shownEvent: String {
    sender == .completion ? "\(StateGraph.Trigger.completion)" : event
  }

  /// The labels that the event may have in a diagram.
  ///
  /// A timeout's own label comes first.
  fileprivate var events: [String] {
    if sender == .completion { return ["\(StateGraph.Trigger.completion)"] }
    guard case .timeout(let text) = sender else { return [event] }
    // Earlier versions wrote all times in seconds.
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

  /// The label of the trigger in a trace: for a timeout, its delay without the event that it sends.
  fileprivate var tracedEvent: String {
    if case .timeout(let delay, _) = trigger {
      "\(StateGraph.Trigger.timeout(delay))"
    } else {
      event
    }
  }

  /// The outcome in a trace if the rule applies, or `nil` if the rule stops the program.
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
    return trace.compactMap { check.checkLine($0) }
  }
}
