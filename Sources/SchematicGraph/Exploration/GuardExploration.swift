import Schematic

extension StateMachineSchema {
  /// Runs the rules for one state and event, once for each combination of guard answers.
  ///
  /// Every guard holds in the first run. Then the innermost guard fails, and so on outward.
  ///
  /// - Parameters:
  ///   - event: The event, or `nil` for the completion of the state.
  ///   - state: The state in which the event arrives.
  ///   - bound: The number of guards on one path that are tried both ways.
  ///   - trial: The answers under which the rules trap, and are not run.
  /// - Returns: The answers of the rules.
  func evaluations(
    of event: Event?, in state: State, guardBound bound: Int, trial: TrialPath = TrialPath()
  ) -> [RuleEvaluation<State>] {
    var evaluations: [RuleEvaluation<State>] = []
    // The last script is the longest one, which makes the order that of the answers.
    var scripts: [[Bool]] = [[]]
    while let script = scripts.popLast() {
      let guards = ScriptedGuards(script: script, bound: bound, record: trial.record)
      if let trap = trial.traps.first(where: { guards.lead(to: $0.answers) }) {
        // Names of guards are not known where the rules were not run.
        for _ in trap.answers { _ = guards.answer("\(guards.asked.count)") }
        evaluations.append(
          RuleEvaluation(asked: guards.asked, kind: .rejected, reason: trap.message, isTrap: true))
      } else {
        trial.record?([])
        let (transition, notes) = SourceRecord.recording {
          event.map { self.transition(from: state, on: $0, guards: guards.answer) }
            ?? self.completion(of: state, guards: guards.answer)
        }
        evaluations.append(
          RuleEvaluation(
            asked: guards.asked, kind: transition.kind, target: transition.target,
            action: transition.label, hasUnnamedAction: transition.hasUnnamedAction,
            reason: transition.reason,
            isUncommitted: leavesUncommitted(transition, in: state, on: event),
            lines: SourceLines(of: transition, in: notes)))
      }
      scripts += guards.alternatives
    }
    trial.record?([])
    return evaluations.namingGuardsOfTraps()
  }

  /// Returns whether a transition isn't committed although others of the schema are.
  private func leavesUncommitted(
    _ transition: Transition<State, Subject>, in state: State, on event: Event?
  ) -> Bool {
    guard commitsTransitions, transition.kind == .external || transition.kind == .internal else {
      return false
    }
    return !commitsTransition(from: state, to: transition.target ?? state, on: event)
  }
}

extension SourceLines {
  /// Creates the lines of a transition from those noted while the rules were evaluated.
  ///
  /// Rules may create answers that they don't give. Of those with the label of the given one, it is the
  /// last.
  fileprivate init<State, Subject>(
    of transition: Transition<State, Subject>, in notes: [SourceRecord.Note]
  ) {
    let created = notes.filter { $0.kind == .transition }
    let label = transition.label ?? transition.reason
    let note = created.last { $0.label == label } ?? created.last
    if transition.kind != .ignored { answers = note.map { [$0.line] } ?? [] }
    for note in notes where note.kind == .condition {
      if let name = note.label, conditions[name] == nil { conditions[name] = note.line }
    }
  }
}

/// An answer of the rules for one combination of guard answers.
struct RuleEvaluation<State> {
  /// The guards that were evaluated, in order.
  var asked: [GuardAnswer] = []
  let kind: TransitionKind
  var target: State?
  var action: String?
  /// A Boolean value that indicates whether the transition has an action without a label.
  var hasUnnamedAction = false
  /// The reason of a rejection, or the message of a trap.
  var reason: String?
  /// A Boolean value that indicates whether the rules stop the program.
  var isTrap = false
  /// A Boolean value that indicates whether the transition isn't committed although others are.
  var isUncommitted = false
  /// The lines of code that create the answer and its conditions.
  var lines = SourceLines()

  /// The effect as a graph has it; `nil` if the event means nothing.
  var effect: StateGraph.Effect? {
    if isTrap { return .traps(message: reason) }
    return switch kind {
    case .ignored: nil
    case .rejected: .rejected(reason: reason)
    case .external: .external(action: action)
    case .internal: .internal(action: action)
    }
  }
}

/// Guards that answer according to a script and record their names.
///
/// If a name is used again in the same run, it gets the same answer.
private final class ScriptedGuards {
  private let script: [Bool]
  private let bound: Int
  private let record: (([Bool]) -> Void)?
  private(set) var asked: [GuardAnswer] = []

  /// Creates the guards of one run.
  ///
  /// - Parameters:
  ///   - script: The answers.
  ///   - bound: The number of guards that are tried both ways.
  ///   - record: Records all answers after each of them.
  init(script: [Bool], bound: Int, record: (([Bool]) -> Void)?) {
    self.script = script
    self.bound = bound
    self.record = record
  }

  /// Returns the answer in the script, or `true` after its end.
  func answer(_ name: String) -> Bool {
    if let known = asked.first(where: { $0.name == name }) { return known.holds }
    if let question = RegionQuestion(guardName: name), let known = answer(to: question) {
      return known
    }
    let answer = answer(at: asked.count)
    asked.append(GuardAnswer(name: name, holds: answer))
    record?(asked.map(\.holds))
    return answer
  }

  /// Returns the answer to a question that follows from earlier ones; `nil` if none does.
  private func answer(to question: RegionQuestion) -> Bool? {
    for earlier in asked {
      guard let known = RegionQuestion(guardName: earlier.name), known.property == question.property
      else { continue }
      let (one, other) = (known.state, question.state)
      // A region is in one state, and in those around it.
      if earlier.holds, one.starts(with: other) { return true }
      if earlier.holds != other.starts(with: one) { return false }
    }
    return nil
  }

  /// Returns alternating answers beyond the bound, so that rules that evaluate guards in a loop
  /// terminate.
  private func answer(at index: Int) -> Bool {
    index < script.count ? script[index] : index < bound || index % 2 == 1
  }

  /// Returns whether a run would get these answers, as far as they go.
  func lead(to answers: [Bool]) -> Bool {
    answers.count >= script.count && answers.indices.allSatisfy { answers[$0] == answer(at: $0) }
  }

  /// The scripts to try next: for each guard after the end of this script, the answers before it
  /// and the opposite of its own.
  var alternatives: [[Bool]] {
    guard script.count < min(asked.count, bound) else { return [] }
    return (script.count..<min(asked.count, bound)).map { index in
      asked[..<index].map(\.holds) + [!asked[index].holds]
    }
  }
}

/// A trial of the rules for a state and an event, which may trap after guards have answered.
struct TrialPath {
  /// The answers under which the rules are known to trap, in the order in which guards were asked.
  private(set) var traps: [(answers: [Bool], message: String?)] = []
  /// Takes down all answers of a run after each of them; `nil` if no trap is expected.
  var record: (@Sendable (_ answers: [Bool]) -> Void)?

  /// Adds a trap; returns `false` if no guard was asked before, or the trap is known.
  mutating func insert(_ message: String?, after answers: [Bool]) -> Bool {
    guard !answers.isEmpty, !traps.contains(where: { $0.answers == answers }) else { return false }
    traps.append((answers, message))
    return true
  }
}

extension Array {
  /// Returns the answers of the rules with the names of the guards that were evaluated before
  /// traps.
  ///
  /// If rules trap, only the answers are known; the names come from other runs. If no other run
  /// reached a guard, all branches after it trap and are treated as one.
  fileprivate func namingGuardsOfTraps<State>() -> [RuleEvaluation<State>]
  where Element == RuleEvaluation<State> {
    guard contains(where: { $0.isTrap }) else { return self }
    var named: [RuleEvaluation<State>] = []
    for var evaluation in self {
      guard evaluation.isTrap else {
        named.append(evaluation)
        continue
      }
      let answers = evaluation.asked.map(\.holds)
      evaluation.asked = []
      for (depth, holds) in answers.enumerated() {
        let other = first { other in
          !other.isTrap && other.asked.count > depth
            && other.asked.prefix(depth).map(\.holds) == Array<Bool>(answers.prefix(depth))
        }
        guard let name = other?.asked[depth].name else { break }
        evaluation.asked.append(GuardAnswer(name: name, holds: holds))
      }
      let same = named.firstIndex { $0.isTrap && $0.asked == evaluation.asked }
      if let same {
        named[same].reason = [named[same].reason, evaluation.reason].sharedMessage
      } else {
        named.append(evaluation)
      }
    }
    return named
  }
}

/// The effect of an event, and the identifier of the state afterwards.
struct RuleOutcome: Hashable {
  let effect: StateGraph.Effect
  let target: String
  var entry = StateGraph.Entry.initial
}

/// An outcome of an event, and the guard answers that lead to it.
struct GuardedOutcome: Hashable {
  var guards: [GuardAnswer]
  /// `nil` if the event means nothing.
  let outcome: RuleOutcome?
  /// A number that distinguishes outcomes that differ only in what the target state carries.
  var variant = 0
}

/// The outcomes of an event as a tree of the guards that decide between them, in the order of their
/// evaluation.
///
/// A guard is left out if both of its answers lead to the same outcomes, starting with the
/// innermost. Only conditions that make a difference remain.
enum DecisionTree {
  /// Returns the outcomes at the leaves of the tree.
  ///
  /// - Parameter evaluated: An outcome for each combination of answers, with all guards that were
  ///   evaluated.
  /// - Returns: The outcomes, each with the answers that lead to it.
  static func leaves(of evaluated: [GuardedOutcome]) -> [GuardedOutcome] {
    leaves(of: evaluated[...], at: 0)
  }

  private static func leaves(
    of evaluated: ArraySlice<GuardedOutcome>, at depth: Int
  ) -> [GuardedOutcome] {
    guard let name = evaluated.first?.guard(at: depth)?.name, evaluated.count > 1,
      evaluated.allSatisfy({ $0.guard(at: depth)?.name == name })
    else {
      // One combination is left. Guards that were asked beyond were not tried both ways.
      return evaluated.map {
        GuardedOutcome(
          guards: Array($0.guards.dropFirst(depth)), outcome: $0.outcome,
          variant: $0.variant)
      }
    }
    let holding = leaves(of: evaluated.filter { $0.guards[depth].holds }[...], at: depth + 1)
    let failing = leaves(of: evaluated.filter { !$0.guards[depth].holds }[...], at: depth + 1)
    guard holding != failing else { return holding }
    return [(true, holding), (false, failing)].flatMap { holds, leaves in
      leaves.map {
        GuardedOutcome(
          guards: [GuardAnswer(name: name, holds: holds)] + $0.guards, outcome: $0.outcome,
          variant: $0.variant)
      }
    }
  }
}

extension GuardedOutcome {
  fileprivate func `guard`(at depth: Int) -> GuardAnswer? {
    guards.indices.contains(depth) ? guards[depth] : nil
  }
}

/// The name of a guard, and its answer.
struct GuardAnswer: Hashable {
  let name: String
  let holds: Bool

  /// The answer as a condition of a rule.
  var condition: StateGraph.Condition { .guard(name, holds: holds) }
}
