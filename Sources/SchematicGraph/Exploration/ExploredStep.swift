/// A step of an exploration: an event, a timeout or a completion, for a value of a state.
struct ExploredStep<Event: Graphable> {
  /// The event, or `nil` for a completion.
  let event: Event?
  /// The trigger of the step's rules in the graph.
  let trigger: StateGraph.Trigger
  /// The number of the step among those that can happen to a value.
  let number: Int
  /// The position of the value, and of the one that its state had when a timeout began.
  let course: TimeoutCourse
  /// The timeout that sends the event, or `nil` if no timeout does.
  var timeout: ExploredTimeout<Event>?

  /// What tells the step from all others.
  var key: [Int] { [course.entered, number, course.current] }
}

extension ExploredRules {
  /// Returns everything that can happen to the value at a position: events, then timeouts, then the completion.
  func steps(
    _ value: State, at position: Int, _ timeouts: [ExploredTimeout<Event>]
  ) -> [ExploredStep<Event>] {
    let course = TimeoutCourse(entered: position, current: position)
    let completion = ExploredStep<Event>(
      event: nil, trigger: .completion, number: events.count + timeouts.count, course: course)
    return eventSteps(value, on: course) + timeoutSteps(timeouts, on: course)
      + (isComplete == nil ? [] : [completion])
  }

  /// Returns the events that can happen to a value.
  func eventSteps(_ value: State, on course: TimeoutCourse) -> [ExploredStep<Event>] {
    events.enumerated().compactMap { number, event in
      handWritten?.isPossible(event.event, for: value) != false
        ? ExploredStep(event: event.event, trigger: event.trigger, number: number, course: course)
        : nil
    }
  }

  func timeoutSteps(
    _ timeouts: [ExploredTimeout<Event>], on course: TimeoutCourse
  ) -> [ExploredStep<Event>] {
    timeouts.enumerated().map { number, timeout in
      ExploredStep(
        event: timeout.event, trigger: timeout.trigger, number: events.count + number,
        course: course, timeout: timeout)
    }
  }
}
