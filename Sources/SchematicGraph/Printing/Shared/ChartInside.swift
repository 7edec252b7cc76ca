/// What happens inside the states of a statechart, without leaving them.
struct ChartInside {
  private let transitions: [String: [Statechart.Transition]]
  private let rejections: [String: [StateGraph.Rejection]]

  init(of chart: Statechart) {
    var transitions: [String: [Statechart.Transition]] = [:]
    for transition in chart.transitions where transition.isInside {
      if case .state(let state) = transition.source {
        transitions[state, default: []].append(transition)
      }
    }
    self.transitions = transitions
    rejections = Dictionary(grouping: chart.graph.rejections, by: \.state)
  }

  /// Returns what a drawing lists inside a state: internal transitions, and events that are rejected
  /// for a reason.
  func lines(in state: String) -> [ChartLine] {
    transitions[state, default: []].map { ChartLine($0) }
      + rejections[state, default: []].filter { $0.reason != nil }.map { ChartLine($0) }
  }

  /// Returns the events that a state rejects without a reason, which no drawing shows.
  func silentRejections(in state: String) -> [ChartLine] {
    rejections[state, default: []].filter { $0.reason == nil }.map { ChartLine($0) }
  }
}
