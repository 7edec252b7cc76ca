extension GraphFinding.Kind {
  /// The kinds of findings that say that an exploration stopped before its end.
  private static let cuts: Set = [
    valueBound, undeclaredStateBound, nameBound, guardBound, evaluationBound, stepDoesNotEnd,
    stuckStepBound,
  ]

  /// A Boolean value that indicates whether a graph with such a finding is not whole.
  ///
  /// The picture of such a graph says so, and the check of diagrams fails unless the finding is allowed.
  public var isCut: Bool { Self.cuts.contains(self) }
}

extension GraphOmission {
  /// The fingerprint of a whole graph that nobody knows.
  static let unknown = "unknown"

  /// The words before what an exploration did not try.
  private static let beginning = "not whole: "

  /// The most places that are named.
  private static let mostNamed = 3

  /// The most characters of a name that is named.
  private static let longestName = 40

  /// Creates the omission of a graph whose exploration stopped at bounds; `nil` where it did not.
  ///
  /// Nobody knows what is not shown, so that nothing of it is counted.
  ///
  /// - Parameters:
  ///   - findings: The findings of the exploration.
  ///   - bounds: The bounds.
  ///   - exits: The identifiers of the states of which no value was explored.
  init?(ofCutsIn findings: [GraphFinding], _ bounds: ExplorationBounds, exits: [String]) {
    guard let words = findings.wordsForCuts(bounds) else { return nil }
    self.init(
      views: [Self.beginning + words], states: 0, transitions: 0, refusals: 0,
      exits: exits.filter { !$0.contains(where: \.isNewline) }, whole: Self.unknown)
  }

  /// A Boolean value that indicates whether the graph is what an exploration found until it stopped.
  package var isCut: Bool { views.contains { $0.hasPrefix(Self.beginning) } }

  /// Returns words for places, of which the first few are named: `in a, b and 3 more`.
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
  /// Returns one line that says what an exploration did not try; `nil` where it tried everything.
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
      words(.valueBound) { "\(bounds.values) of … values tried \(states($0))" }
      + words(.undeclaredStateBound) { _ in
        "\(bounds.undeclaredStates) of … undeclared states tried"
      }
      + words(.nameBound) { _ in "no state tried with a name of over \(bounds.names) bytes" }
      + words(.guardBound) { "\(bounds.guards) of … guards tried both ways \(steps($0))" }
      + words(.evaluationBound) { _ in "\(bounds.evaluations) of … evaluations done" }
      + words(.stepDoesNotEnd) { "no end \(steps($0))" }
      + words(.stuckStepBound) { _ in "no step tried after \(RuleTrials.mostStuck) without an end" }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
