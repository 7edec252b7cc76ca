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
  /// - Returns: The answers of the rules.
  func evaluations(
    of event: Event, in state: State, guardBound bound: Int
  ) -> [RuleEvaluation<State>] {
    var evaluations: [RuleEvaluation<State>] = []
    // The last script is the longest one, which makes the order that of the answers.
    var scripts: [[Bool]] = [[]]
    while let script = scripts.popLast() {
      let guards = ScriptedGuards(script: script, bound: bound)
      let transition = transition(from: state, on: event, guards: guards.answer)
      scripts += guards.alternatives
      evaluations.append(
        RuleEvaluation(
          asked: guards.asked, kind: transition.kind, target: transition.target,
          action: transition.label, reason: transition.reason,
          reentered: parts(namedBy: transition)))
    }
    return evaluations
  }
}

/// An answer of the rules, under one combination of guard answers.
struct RuleEvaluation<State> {
  /// The guards that were asked, in order.
  var asked: [GuardAnswer] = []
  let kind: TransitionKind
  var target: State?
  var action: String?
  var reason: String?
  /// The positions of the parts that the transition names; `nil` where it names none.
  var reentered: [Int]?

  /// Returns the outcome as a graph has it.
  ///
  /// - Parameter target: The identifier of the state afterwards.
  /// - Returns: The outcome; `nil` where the event means nothing.
  func outcome(leadingTo target: String) -> StateGraph.Rule.Outcome? {
    switch kind {
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
  private(set) var asked: [GuardAnswer] = []

  /// Creates the guards of one run.
  ///
  /// - Parameters:
  ///   - script: The answers.
  ///   - bound: The number of guards that are tried both ways.
  init(script: [Bool], bound: Int) {
    self.script = script
    self.bound = bound
  }

  /// Returns the scripted answer; beyond the script, that the guard holds.
  ///
  /// Beyond the bound answers alternate, so that rules which ask in a loop come to its end.
  func answer(_ name: String) -> Bool {
    if let known = asked.first(where: { $0.name == name }) { return known.holds }
    let answer =
      asked.count < script.count ? script[asked.count] : asked.count < bound || asked.count % 2 == 1
    asked.append(GuardAnswer(name: name, holds: answer))
    return answer
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

/// An outcome of an event, and the answers of guards under which it comes about.
struct GuardedOutcome: Hashable {
  var guards: [GuardAnswer]
  /// `nil` where the event means nothing.
  let outcome: StateGraph.Rule.Outcome?
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
        GuardedOutcome(guards: Array($0.guards.dropFirst(depth)), outcome: $0.outcome)
      }
    }
    let holding = leaves(of: evaluated.filter { $0.guards[depth].holds }[...], at: depth + 1)
    let failing = leaves(of: evaluated.filter { !$0.guards[depth].holds }[...], at: depth + 1)
    guard holding != failing else { return holding }
    return [(true, holding), (false, failing)].flatMap { holds, leaves in
      leaves.map {
        GuardedOutcome(
          guards: [GuardAnswer(name: name, holds: holds)] + $0.guards, outcome: $0.outcome)
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
