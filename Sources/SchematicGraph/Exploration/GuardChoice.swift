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
