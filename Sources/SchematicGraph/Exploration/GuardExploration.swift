import Schematic

extension StateMachineSchema {
  /// Runs the rules for one state and event, once for each combination of guard answers.
  ///
  /// In the first run, every guard up to the bound holds, unless earlier answers rule it out. The
  /// following runs change the last answer first, and earlier answers later.
  ///
  /// - Parameters:
  ///   - event: The event, or `nil` for the completion of the state.
  ///   - state: The state in which the event arrives.
  ///   - bound: The maximum number of guards in one run that are tried with both answers.
  ///   - trial: The answers after which the rules are known to trap; with these, the rules aren't
  ///     run.
  /// - Returns: The answers of the rules.
  package func evaluations(
    of event: Event?, in state: State, guardBound bound: Int, trial: TrialPath = TrialPath()
  ) -> [RuleEvaluation<State>] {
    ScriptedGuards.evaluations(bound: bound, trial: trial) { guards in
      let (transition, notes) = SourceRecord.recording {
        event.map { self.transition(from: state, on: $0, guards: { guards.answer($0) }) }
          ?? self.completion(of: state, guards: { guards.answer($0) })
      }
      return RuleEvaluation(
        kind: transition.kind, target: transition.target,
        action: transition.label, hasUnnamedAction: transition.hasUnnamedAction,
        effects: PayloadField.fields(ofEffects: transition.allEffects), reason: transition.reason,
        isUncommitted: leavesUncommitted(transition, in: state, on: event),
        lines: SourceLines(of: transition, in: notes))
    }
  }

  /// Returns whether a transition isn't committed although other transitions of the schema are.
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
  /// Creates the lines of a transition from the notes that were taken while the rules were
  /// evaluated.
  ///
  /// Rules may create answers that they don't return. The line is therefore taken from the last
  /// answer with the transition's label or, if there is none, from the last answer of all.
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
package struct RuleEvaluation<State> {
  /// The guards that were evaluated, in order.
  package var asked: [GuardAnswer] = []
  package let kind: TransitionKind
  package var target: State?
  package var action: String?
  /// A Boolean value that indicates whether the transition has an action without a label.
  package var hasUnnamedAction = false
  /// The payloads of the effects, which the action only names.
  var effects: [PayloadField] = []
  /// The reason of a rejection, or the message of a trap.
  package var reason: String?
  /// A Boolean value that indicates whether the rules stop the program.
  package var isTrap = false
  /// A Boolean value that indicates whether the transition isn't committed although others are.
  package var isUncommitted = false
  /// The lines of code that create the answer and its conditions.
  package var lines = SourceLines()

  /// The effect as the graph records it, or `nil` if the event means nothing.
  package var effect: StateGraph.Effect? {
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
/// A guard that is asked again in the same run gives the same answer.
package final class ScriptedGuards {
  private let script: [Bool]
  private let bound: Int
  private let record: (([Bool]) -> Void)?
  private(set) var asked: [GuardAnswer] = []

  /// Creates the guards of one run, which first give the answers of the script.
  ///
  /// `bound` is the maximum number of guards that are tried with both answers. `record` is called
  /// after each new answer with all answers so far.
  init(script: [Bool], bound: Int, record: (([Bool]) -> Void)?) {
    self.script = script
    self.bound = bound
    self.record = record
  }

  /// Returns the results of code that asks guards, once for each combination of their answers.
  ///
  /// The code isn't run with answers after which it is known to trap. It returns `nil` to end the search.
  static func evaluations<State>(
    bound: Int, trial: TrialPath, _ run: (ScriptedGuards) -> RuleEvaluation<State>?
  ) -> [RuleEvaluation<State>] {
    var evaluations: [RuleEvaluation<State>] = []
    // The last script is the longest, so the last answer changes first.
    var scripts: [[Bool]] = [[]]
    while let script = scripts.popLast() {
      let guards = ScriptedGuards(script: script, bound: bound, record: trial.record)
      if let trap = trial.traps.first(where: { guards.lead(to: $0.answers) }) {
        // The code isn't run, so the names of its guards are unknown; numbers take their place.
        for _ in trap.answers { _ = guards.answer("\(guards.asked.count)") }
        evaluations.append(
          RuleEvaluation(asked: guards.asked, kind: .rejected, reason: trap.message, isTrap: true))
      } else {
        trial.record?([])
        guard var evaluation = run(guards) else { return [] }
        evaluation.asked = guards.asked
        evaluations.append(evaluation)
      }
      scripts += guards.alternatives
    }
    trial.record?([])
    return evaluations.namingGuardsOfTraps()
  }

  /// Returns the answer of a guard: a known answer, one that follows from others, or a new one.
  package func answer(_ name: String, of choice: GuardChoice? = nil) -> Bool {
    if let known = asked.first(where: { $0.name == name }) { return known.holds }
    if let question = RegionQuestion(guardName: name), let known = answer(to: question) {
      return known
    }
    let answer = answer(at: asked.count)
    asked.append(GuardAnswer(name: name, holds: answer, choice: choice))
    record?(asked.map(\.holds))
    return answer
  }

  /// Returns the answer to a question about a region if earlier answers imply it, or `nil`
  /// otherwise.
  private func answer(to question: RegionQuestion) -> Bool? {
    for earlier in asked {
      guard let known = RegionQuestion(guardName: earlier.name), known.property == question.property
      else { continue }
      let (one, other) = (known.state, question.state)
      // A region that is in a state is also in the states around that state.
      if earlier.holds, one.starts(with: other) { return true }
      // A region that is in a state is in none beside it, and one that isn't in a state is in none inside it.
      if earlier.holds != other.starts(with: one) { return false }
    }
    return nil
  }

  /// Returns the answer of the script, or a default answer after the script's end.
  ///
  /// The default answer is `true` up to the bound. From there on, `false` and `true` alternate, so
  /// that rules that loop over guards end.
  private func answer(at index: Int) -> Bool {
    index < script.count ? script[index] : index < bound || index % 2 == 1
  }

  /// Returns whether a run with this script would begin with the given answers.
  func lead(to answers: [Bool]) -> Bool {
    answers.count >= script.count && answers.indices.allSatisfy { answers[$0] == answer(at: $0) }
  }

  /// The scripts to try next.
  ///
  /// Each script reverses the answer of one guard within the bound that was asked after the end of
  /// this script, and keeps all answers before.
  var alternatives: [[Bool]] {
    guard script.count < min(asked.count, bound) else { return [] }
    return (script.count..<min(asked.count, bound)).map { index in
      asked[..<index].map(\.holds) + [!asked[index].holds]
    }
  }
}

/// The traps that trials of the rules for one state and event have found after guards answered.
package struct TrialPath {
  package init(record: (@Sendable (_ answers: [Bool]) -> Void)? = nil) { self.record = record }

  /// The answers after which the rules are known to trap, with the message of the trap.
  package private(set) var traps: [(answers: [Bool], message: String?)] = []
  /// Is called with the answers of guards so far, whenever these change; `nil` if nobody records them.
  var record: (@Sendable (_ answers: [Bool]) -> Void)?
  /// A Boolean value that indicates whether nothing but traps matters now.
  var isAttempt = false

  /// Adds a trap, and returns whether it was added.
  ///
  /// A known trap isn't added, nor is one that occurs before any guard was asked.
  mutating func insert(_ message: String?, after answers: [Bool]) -> Bool {
    guard !answers.isEmpty, !traps.contains(where: { $0.answers == answers }) else { return false }
    traps.append((answers, message))
    return true
  }
}

extension Array {
  /// Returns the answers of the rules, with the names of the guards that were asked before a trap.
  ///
  /// If the rules are known to trap, they aren't run, so the names come from runs with the same
  /// answers. If every run that reaches a guard traps, nothing names this guard, and the traps
  /// become one answer.
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
        guard let known = other?.asked[depth] else { break }
        evaluation.asked.append(GuardAnswer(name: known.name, holds: holds, choice: known.choice))
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

/// The name of a guard, and its answer.
package struct GuardAnswer: Hashable {
  package let name: String
  package let holds: Bool
  /// The question that has several answers, of which the guard is one; `nil` for any other guard.
  var choice: GuardChoice?

  /// The answer as a condition of a rule.
  package var condition: StateGraph.Condition { .guard(name, holds: holds) }
}

/// A question with several answers, of which exactly one is given.
///
/// It is asked whether the answer is the first one, and if not, the second one, and so on.
package struct GuardChoice: Hashable {
  let name: String
  let answers: [String]

  package init(name: String, answers: [String]) { (self.name, self.answers) = (name, answers) }
}

extension [GuardAnswer] {
  /// The answers as conditions, with the one answer of each question that has several: `mode is dark`, and not also
  /// that it isn't light.
  var conditions: [StateGraph.Condition] {
    let others = Dictionary(grouping: filter { $0.choice != nil && !$0.holds }) { $0.choice }
    return compactMap { answer in
      guard let choice = answer.choice, !answer.holds else { return answer.condition }
      if contains(where: { $0.choice == choice && $0.holds }) { return nil }
      let refused = others[choice, default: []]
      guard refused.count == choice.answers.count - 1, let last = choice.answers.last else {
        return answer.condition
      }
      return refused[0] == answer ? .guard("\(choice.name) is \(last)", holds: true) : nil
    }
  }
}
