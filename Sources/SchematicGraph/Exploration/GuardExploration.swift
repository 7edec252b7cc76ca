import Schematic

extension StateMachineSchema {
  /// Runs the rules for one state and event, once for each combination of guard answers.
  ///
  /// Every guard holds in the first run; then the innermost fails, and so on outwards.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - state: The state that it arrives in.
  ///   - bound: The number of guards on one path that are tried both ways.
  ///   - traps: The answers under which the rules trap, and are not run.
  /// - Returns: The answers of the rules.
  func evaluations(
    of event: Event, in state: State, guardBound bound: Int, traps: GuardTraps = GuardTraps()
  ) -> [RuleEvaluation<State>] {
    var evaluations: [RuleEvaluation<State>] = []
    // The last script is the longest one, which makes the order that of the answers.
    var scripts: [[Bool]] = [[]]
    let mark = TrapWatch.current?.mark
    while let script = scripts.popLast() {
      let guards = ScriptedGuards(script: script, bound: bound) { mark?(GuardTraps.mark(of: $0)) }
      if let trap = traps.paths.first(where: { guards.lead(to: $0.answers) }) {
        // Names of guards are not known where the rules were not run.
        for _ in trap.answers { _ = guards.answer("\(guards.asked.count)") }
        evaluations.append(
          RuleEvaluation(asked: guards.asked, kind: .rejected, reason: trap.message, isTrap: true))
      } else {
        mark?(GuardTraps.mark(of: []))
        let transition = transition(from: state, on: event, guards: guards.answer)
        evaluations.append(
          RuleEvaluation(
            asked: guards.asked, kind: transition.kind, target: transition.target,
            action: transition.label, hasUnnamedAction: transition.hasUnnamedAction,
            reason: transition.reason, reentered: regions(namedBy: transition),
            isUncommitted: leavesUncommitted(transition, in: state, on: event)))
      }
      scripts += guards.alternatives
    }
    mark?(0)
    return evaluations.namingGuardsOfTraps()
  }

  /// Returns whether a transition is not committed, though others of the schema are.
  private func leavesUncommitted(
    _ transition: Transition<State, Subject>, in state: State, on event: Event
  ) -> Bool {
    guard commitsTransitions, transition.kind == .external || transition.kind == .internal else {
      return false
    }
    return !commitsTransition(from: state, to: transition.target ?? state, on: event)
  }
}

/// An answer of the rules, under one combination of guard answers.
struct RuleEvaluation<State> {
  /// The guards that were asked, in order.
  var asked: [GuardAnswer] = []
  let kind: TransitionKind
  var target: State?
  var action: String?
  /// A Boolean value that indicates whether an action is performed that no label names.
  var hasUnnamedAction = false
  /// The reason of a rejection, or the message of a trap.
  var reason: String?
  /// The positions of the parts that the transition names; `nil` where it names none.
  var reentered: [Int]?
  /// A Boolean value that indicates whether the rules stop the program.
  var isTrap = false
  /// A Boolean value that indicates whether the transition is not committed, though others are.
  var isUncommitted = false

  /// Returns the outcome as a graph has it.
  ///
  /// - Parameter target: The identifier of the state afterwards.
  /// - Returns: The outcome; `nil` where the event means nothing.
  func outcome(leadingTo target: String) -> StateGraph.Rule.Outcome? {
    if isTrap { return .traps(message: reason) }
    return switch kind {
    case .ignored: nil
    case .rejected: .rejected(reason: reason)
    case .external: .moves(to: target, action: action)
    case .internal: .stays(as: target, action: action)
    }
  }
}

/// Guards that answer by a script, and record the names that they were asked for.
///
/// A name that is asked again in the same run gets the same answer.
private final class ScriptedGuards {
  private let script: [Bool]
  private let bound: Int
  private let record: ([GuardAnswer]) -> Void
  private(set) var asked: [GuardAnswer] = []

  /// Creates the guards of one run.
  ///
  /// - Parameters:
  ///   - script: The answers.
  ///   - bound: The number of guards that are tried both ways.
  ///   - record: Takes down all answers after each of them.
  init(script: [Bool], bound: Int, record: @escaping ([GuardAnswer]) -> Void) {
    self.script = script
    self.bound = bound
    self.record = record
  }

  /// Returns the scripted answer; beyond the script, that the guard holds.
  func answer(_ name: String) -> Bool {
    if let known = asked.first(where: { $0.name == name }) { return known.holds }
    let answer = answer(at: asked.count)
    asked.append(GuardAnswer(name: name, holds: answer))
    record(asked)
    return answer
  }

  /// Beyond the bound answers alternate, so that rules which ask in a loop come to its end.
  private func answer(at index: Int) -> Bool {
    index < script.count ? script[index] : index < bound || index % 2 == 1
  }

  /// Returns whether these are the answers that a run gets, as far as they go.
  func lead(to answers: [Bool]) -> Bool {
    answers.count >= script.count && answers.indices.allSatisfy { answers[$0] == answer(at: $0) }
  }

  /// The scripts to try next: for each guard that this script did not foresee, the answers before it,
  /// and the opposite of its own.
  var alternatives: [[Bool]] {
    guard script.count < min(asked.count, bound) else { return [] }
    return (script.count..<min(asked.count, bound)).map { index in
      asked[..<index].map(\.holds) + [!asked[index].holds]
    }
  }
}

/// The answers of guards under which rules trap, in the order in which they were asked.
struct GuardTraps {
  private(set) var paths: [(answers: [Bool], message: String?)] = []

  /// The most answers that a mark can hold.
  private static let most = 60

  /// Adds a trap; returns `false` where no guard was asked before, or the trap is known.
  mutating func insert(_ message: String?, _ mark: Int) -> Bool {
    let answers = Self.answers(of: mark)
    guard !answers.isEmpty, !paths.contains(where: { $0.answers == answers })
    else {
      return false
    }
    paths.append((answers, message))
    return true
  }

  /// Returns a number that holds answers: a bit for each of them, after one for the beginning.
  static func mark(of answers: [GuardAnswer]) -> Int {
    answers.count > most ? 0 : answers.reduce(1) { $0 * 2 + ($1.holds ? 1 : 0) }
  }

  private static func answers(of mark: Int) -> [Bool] {
    guard mark > 1 else { return [] }
    return answers(of: mark / 2) + [mark % 2 == 1]
  }
}

extension Array {
  /// Returns the answers of the rules with the names of the guards that were asked before traps.
  ///
  /// Where rules trap, only the answers are known, and other runs tell the names. From a guard that no
  /// other run asked, all ways lead to traps: they are one.
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

/// An outcome of an event, and the answers of guards under which it comes about.
struct GuardedOutcome: Hashable {
  var guards: [GuardAnswer]
  /// `nil` where the event means nothing.
  let outcome: StateGraph.Rule.Outcome?
  /// The words for the parts that are entered again because they are named.
  var reentry: String?
  /// A number by which outcomes differ that are the same but for what the state afterwards carries.
  var variant = 0
}

/// The outcomes of an event, as a tree of the guards that decide on them, in the order in which they
/// are asked.
///
/// A guard whose two answers lead to the same outcomes is left out, from the innermost outwards. The
/// conditions that make a difference remain.
enum DecisionTree {
  /// Returns the outcomes at the leaves of the tree.
  ///
  /// - Parameter evaluated: An outcome for each combination of answers, with all guards that were
  ///   asked.
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
          guards: Array($0.guards.dropFirst(depth)), outcome: $0.outcome, reentry: $0.reentry,
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
          reentry: $0.reentry, variant: $0.variant)
      }
    }
  }
}

extension GuardedOutcome {
  fileprivate func `guard`(at depth: Int) -> GuardAnswer? {
    guards.indices.contains(depth) ? guards[depth] : nil
  }
}

/// The conjunction of answers that a guard of a diagram stands for: `paid and not oiled`.
///
/// Every branch of the rules that asks `paid` must get the same answer, or two of them are taken, or
/// none. A guard that offers alternatives is one condition. Text in parentheses is a name:
/// `(salt and pepper) and not oiled`.
struct GuardExpression {
  let terms: [GuardAnswer]

  private static let separator = " and "
  private static let alternative = " or "

  /// Takes a guard apart.
  init(_ text: String) {
    terms =
      Self.parts(of: text, at: Self.alternative).count > 1
      ? [GuardAnswer(name: text, holds: true)]
      : Self.parts(of: text, at: Self.separator).map(GuardAnswer.init(condition:))
  }

  /// Returns conditions that must all hold as one text; `nil` for none.
  static func text(of conditions: [String]) -> String? {
    conditions.isEmpty ? nil : conditions.joined(separator: separator)
  }

  /// Divides a text at each separator outside parentheses, character by character as written.
  private static func parts(of text: String, at separator: String) -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var depth = 0
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if depth == 0, rest.starts(with: separator.unicodeScalars) {
        parts.append(String(part))
        part = .init()
        rest = rest.dropFirst(separator.unicodeScalars.count)
        continue
      }
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth = max(0, depth - 1) }
      part.append(scalar)
      rest = rest.dropFirst()
    }
    return parts + [String(part)]
  }
}

/// The name of a guard, and its answer.
struct GuardAnswer: Hashable {
  let name: String
  let holds: Bool

  private static let negation = "not "
  private static let words: Set<String> = ["and", "or", "not"]

  init(name: String, holds: Bool) {
    self.name = name
    self.holds = holds
  }

  /// Reads an answer from its condition.
  init(condition: String) {
    let negated = condition.after(Self.negation)
    let term = negated ?? condition
    let inside = term.inParentheses ?? term
    // A clear name has parentheses to tell it from a payload, which may be in the same condition.
    name = Self.isClear(inside) ? term : inside
    holds = negated == nil
  }

  /// The answer as a condition: `paid` or `not paid`.
  ///
  /// A name that reads like more than a name stands in parentheses: `not (salt and pepper)`.
  var condition: String {
    Self.isClear(name) ? (holds ? name : Self.negation + name) : conditionInParentheses
  }

  /// The answer as a condition that cannot be taken for one on a payload: `(locked)`.
  var conditionInParentheses: String {
    (holds ? "" : Self.negation) + "(\(name))"
  }

  /// Returns whether a name can be told from the words that combine names.
  private static func isClear(_ name: String) -> Bool {
    let parts = name.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    return !parts.contains { words.contains(String($0)) }
      && parts.first?.isEmpty == false && parts.last?.isEmpty == false
      && name.inParentheses == nil
  }
}

extension String {
  /// The text inside one pair of parentheses around the whole; `nil` where there is none.
  var inParentheses: String? {
    guard unicodeScalars.first == "(", unicodeScalars.last == ")" else { return nil }
    let inside = unicodeScalars.dropFirst().dropLast()
    var depth = 1
    for scalar in inside {
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      // The first parenthesis is closed before the end, as in `(a) and (b)`.
      guard depth > 0 else { return nil }
    }
    return String(inside)
  }
}

extension String {
  /// Returns the text after a beginning, scalar by scalar; `nil` where the text does not begin with it.
  package func after(_ beginning: String) -> String? {
    guard unicodeScalars.starts(with: beginning.unicodeScalars) else { return nil }
    return String(unicodeScalars.dropFirst(beginning.unicodeScalars.count))
  }
}
