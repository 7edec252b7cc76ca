extension GraphOmission {
  /// The beginning of the sentence that says what an exploration didn't try.
  private static let beginning = "not whole: "

  /// The maximum number of places that one description names.
  private static let mostNamed = 3

  /// The maximum number of characters in a name that is written.
  private static let longestName = 40

  /// Creates the omission of a graph whose exploration left something out, or returns `nil` if it
  /// tried everything.
  ///
  /// Nobody knows how much is missing, so the omission counts nothing. `exits` are the identifiers
  /// of reached states without an explored value.
  init?(ofCutsIn findings: [GraphFinding], _ bounds: ExplorationBounds, exits: [String]) {
    let compared =
      findings.contains { $0.kind == .mergeBound }
      ? ["at most \(bounds.merges) merged machines compared for \(bounds.mergeSteps) steps"] : []
    let views = (findings.wordsForCuts(bounds).map { [Self.beginning + $0] } ?? []) + compared
    guard !views.isEmpty else { return nil }
    self.init(
      views: views, states: 0, transitions: 0, refusals: 0,
      exits: exits.filter { !$0.contains(where: \.isNewline) })
  }

  /// Returns a description of places that names only the first few: `in a, b, c and 2 more`.
  fileprivate static func places(_ names: [String], _ kind: String) -> String {
    let names = names.uniqued()
    let clear = names.filter { name in
      !name.isEmpty && name.count <= longestName && !name.contains(where: \.isNewline)
    }
    let named = clear.prefix(mostNamed)
    let others = names.count - named.count
    guard !named.isEmpty else { return "in \(others) \(kind)\(others == 1 ? "" : "s")" }
    return "in \(named.joined(separator: ", "))" + (others > 0 ? " and \(others) more" : "")
  }
}

extension [GraphFinding] {
  /// Returns a line that says what an exploration didn't try, or `nil` if it tried everything.
  fileprivate func wordsForCuts(_ bounds: ExplorationBounds) -> String? {
    let findings = Dictionary(grouping: self, by: \.kind)
    func words(_ kind: GraphFinding.Kind, _ words: ([GraphFinding]) -> String) -> [String] {
      findings[kind].map { [words($0)] } ?? []
    }
    func states(_ findings: [GraphFinding]) -> String {
      GraphOmission.places(findings.map(\.state), "state")
    }
    func steps(_ findings: [GraphFinding]) -> String {
      GraphOmission.places(findings.map { "\($0.state) on \($0.event)" }, "step")
    }
    let parts =
      words(.valueBound) { "no more than \(bounds.values) values tried \(states($0))" }
      + words(.configurationBound) {
        "no more than \(bounds.configurations) combinations of regions tried \(states($0))"
      }
      + words(.undeclaredStateBound) { _ in
        "no more than \(bounds.undeclaredStates) undeclared states tried"
      }
      + words(.depthBound) { _ in "no state tried that is over \(ExplorationBounds.depth) deep" }
      + words(.nameBound) { _ in "no state tried with a name of over \(bounds.names) bytes" }
      + words(.guardBound) { "no more than \(bounds.guards) guards tried both ways \(steps($0))" }
      + words(.evaluationBound) { _ in "no more than \(bounds.evaluations) evaluations done" }
      + words(.mergedMachinesDiffer) { "machines drawn as one differ \(steps($0))" }
      + words(.startTraps) { _ in "the program stopped before the first step" }
      + words(.stepDoesNotEnd) { "no end \(steps($0))" }
      + words(.stuckStepBound) { _ in "no step tried after \(TrialSession.mostStuck) without an end"
      }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
