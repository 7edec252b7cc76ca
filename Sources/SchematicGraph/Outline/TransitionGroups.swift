/// The states whose transitions differ in nothing but their sources.
///
/// A picture of differences or of coverage draws what a composite state shares where the diagram has it:
/// what is common to both sides, or was taken, is one arrow at the border. What is gone, new or was never
/// taken leaves the single states.
struct TransitionGroups {
  private let folded: FoldedHistories
  private let marks: [StateGraph.Rule: DiagramMark]
  private var sources: [StateGraph.Rule: Set<String>] = [:]
  private var markedSources: [DiagramMark: [StateGraph.Rule: Set<String>]] = [:]

  init(of folded: FoldedHistories, _ marks: DiagramMarks) {
    self.folded = folded
    // A mark of single occasions tells nothing apart.
    self.marks = marks.rules.values.allSatisfy(\.isOccasion) ? [:] : marks.rules
    for transition in folded.graph.transitions where !transition.isInternal {
      let alike = transition.withoutSource
      sources[alike, default: []].insert(transition.source)
      if let mark = mark(of: transition) {
        markedSources[mark, default: [:]][alike, default: []].insert(transition.source)
      }
    }
  }

  /// Returns the mark that tells a transition from others.
  func mark(of transition: StateGraph.Rule) -> DiagramMark? {
    guard !marks.isEmpty else { return nil }
    return folded.originals(of: transition).lazy.compactMap { marks[$0]?.kind }.first
  }

  /// Returns the states that have a transition like this one.
  ///
  /// Of what is common or was taken, these are all on either side of a comparison, taken or not.
  func sources(of transition: StateGraph.Rule) -> Set<String> {
    let alike = transition.withoutSource
    switch mark(of: transition) {
    case nil, .taken?: return sources[alike] ?? []
    case let mark?: return markedSources[mark]?[alike] ?? []
    }
  }
}

extension StateGraph.Rule {
  /// The transition without its source, to find transitions that several states share.
  fileprivate var withoutSource: StateGraph.Rule {
    var transition = self
    transition.source = ""
    return transition
  }
}
