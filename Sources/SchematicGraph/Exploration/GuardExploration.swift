import Schematic

/// What the rules answered once, under one set of guard answers.
struct Trial<State> {
  /// The guards that were asked for, in that order.
  var asked: [GuardAnswer] = []
  let kind: TransitionKind
  var target: State?
  var action: String?
  var reason: String?

  /// Returns the outcome as a graph has it; `nil` where the event means nothing.
  func outcome(leadingTo target: String) -> StateGraph.Rule.Outcome? {
    switch kind {
    case .ignored: nil
    case .rejected: .rejected(reason: reason)
    case .external: .moves(to: target, action: action)
    case .internal: .stays(as: target, action: action)
    }
  }
}

/// One run of the rules with guards that answer by script and take down what they were asked.
///
/// A name is asked once per run; asked again, it gives the same answer.
final class GuardTrial {
  private let script: [Bool]
  private let bound: Int
  private(set) var asked: [GuardAnswer] = []

  /// Creates a run.
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
  /// Beyond the bound answers take turns, so that rules which ask in a loop come to its end.
  func answer(_ name: String) -> Bool {
    if let known = asked.first(where: { $0.name == name }) { return known.holds }
    let answer =
      asked.count < script.count ? script[asked.count] : asked.count < bound || asked.count % 2 == 1
    asked.append(GuardAnswer(name: name, holds: answer))
    return answer
  }

  /// The scripts that this run has shown to be worth trying: the same answers up to a guard that
  /// the script did not foresee, and the opposite answer there.
  var alternatives: [[Bool]] {
    guard script.count < min(asked.count, bound) else { return [] }
    return (script.count..<min(asked.count, bound)).map { index in
      asked[..<index].map(\.holds) + [!asked[index].holds]
    }
  }
}

/// The choice that guards make, as a tree in the order in which they are asked.
///
/// A guard whose two answers lead to the same is left out, from the innermost outwards: what remains
/// are the conditions that make a difference.
enum GuardChoice {
  /// Returns the branches of the trials of one event, each with the answers that lead to it.
  static func branches(of trials: [(asked: [GuardAnswer], branch: Branch)]) -> [Branch] {
    branches(of: trials[...].map { ($0.asked[...], $0.branch) })
  }

  private static func branches(
    of trials: [(asked: ArraySlice<GuardAnswer>, branch: Branch)]
  ) -> [Branch] {
    guard let name = trials.first?.asked.first?.name, trials.count > 1,
      trials.allSatisfy({ $0.asked.first?.name == name })
    else {
      // One trial is left. What it was asked beyond is what was not tried both ways.
      return trials.map { trial in
        var branch = trial.branch
        branch.guards = Array(trial.asked)
        return branch
      }
    }
    let rest = trials.map {
      (holds: $0.asked.first?.holds, asked: $0.asked.dropFirst(), branch: $0.branch)
    }
    let yes = branches(of: rest.filter { $0.holds == true }.map { ($0.asked, $0.branch) })
    let no = branches(of: rest.filter { $0.holds == false }.map { ($0.asked, $0.branch) })
    guard yes != no else { return yes }
    return condition(yes, on: GuardAnswer(name: name, holds: true))
      + condition(no, on: GuardAnswer(name: name, holds: false))
  }

  private static func condition(_ branches: [Branch], on answer: GuardAnswer) -> [Branch] {
    branches.map { branch in
      var branch = branch
      branch.guards.insert(answer, at: 0)
      return branch
    }
  }
}

/// An outcome of an event, and the answers of guards under which it comes about.
struct Branch: Hashable {
  var guards: [GuardAnswer] = []
  /// `nil` where the event means nothing.
  let outcome: StateGraph.Rule.Outcome?
}
