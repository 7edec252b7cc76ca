extension Statechart.Transition {
  /// Whether the transition is listed inside its state rather than drawn as an arrow.
  var isInside: Bool { isInternal && source == target }

  /// The line of an edge's label that shows the transition.
  var text: DOTTransitionText {
    DOTTransitionText(event: event, guard: `guard`, effect: action.map { .action($0) })
  }
}

extension StateGraph.Rejection {
  /// The line that shows the rejection.
  var text: DOTTransitionText {
    DOTTransitionText(event: event, guard: `guard`, effect: reason.map { .rejection(reason: $0) })
  }
}
