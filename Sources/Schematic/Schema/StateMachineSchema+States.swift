extension StateMachineSchema {
  /// Returns the schema with an answer for each state: what a machine does because it is in that
  /// state.
  ///
  /// ```swift
  /// schema.states { state in
  ///   switch state {
  ///   case .loading: return .entry("show spinner") { $0.spin() }.after(.seconds(30), send: .timedOut)
  ///   case .done: return .final
  ///   case .idle: return .none
  ///   }
  /// }
  /// ```
  ///
  /// If states are nested, the answer is for the innermost one, which every external transition
  /// leaves and enters. If you pass a level, the answer is for the state at that level. While the
  /// machine moves between states inside that state, that state is neither left nor entered, and
  /// its timeouts and tasks continue:
  ///
  /// ```swift
  /// schema.states(level: 1) { state in
  ///   switch state {
  ///   case .active: return .after(.seconds(600), send: .endOfSession)  // whatever active does
  ///   case .off: return .none
  ///   }
  /// }
  /// ```
  ///
  /// A machine leaves states from the innermost to the outermost and enters them from the outermost
  /// to the innermost. If a state has several answers, they apply in the order in which they were
  /// added.
  ///
  /// - Parameters:
  ///   - level: The level that the answers are for: 1 is the outermost state, 2 a state inside it.
  ///     A state that isn't nested that deep has no answer. By default, the answers are for the
  ///     innermost state.
  ///   - behavior: Returns the answer for a state. It must be a pure function, because it is called
  ///     when the machine enters the state and again when the machine leaves it. If you pass a
  ///     level, it must return the same answer for everything inside one state of that level, and
  ///     the answer can't be final.
  /// - Returns: A schema with the same rules and these additional answers.
  /// - Precondition: The schema doesn't consist of regions. Add the answers to the regions'
  ///   schemas.
  public func states(
    level: Int? = nil,
    _ behavior: @escaping @Sendable (_ state: State) -> StateBehavior<Event, Subject>
  ) -> StateMachineSchema {
    // No diagram draws a state around the outermost regions, so no diagram could show the answers.
    precondition(
      composition.regions.isEmpty,
      "A schema of regions has no states of its own; add the answers to the schemas of its regions."
    )
    return adding {
      guard let level else { return $0.states.append(StateRule(level: nil, behavior: behavior)) }
      $0.states.append(
        StateRule(level: level) { behavior($0).refusingFinal(in: "level \(level)", of: $0) })
    }
  }
}

extension StateBehavior {
  /// Returns the behavior, or stops the program if the behavior is final.
  fileprivate func refusingFinal<State>(
    in place: @autoclosure () -> String, of state: State
  ) -> StateBehavior {
    guard isFinal else { return self }
    fatalError(
      """
      The answer about state \(state) of \(place()) is final, and only the whole state of a machine can \
      be; answer .final in states without a level or a region.
      """)
  }
}

extension SchemaStorage {
  @usableFromInline
  func isFinal(_ state: State) -> Bool { additions.isFinal(state) }
}

extension SchemaAdditions {
  func isFinal(_ state: State) -> Bool {
    states.contains { $0.level == 0 && $0.behavior(state).isFinal } || end?(state) ?? false
  }
}

// For drawing, exploring and recording.
extension StateMachineSchema {
  /// The description of a behavior of a state.
  package struct BehaviorDescription {
    package let owner: BehaviorOwner
    package let kind: BehaviorKind
    /// The name in diagrams, or `nil` if it has none.
    package let name: ActionName?
    /// The timeout, or `nil` for a behavior of another kind.
    package let timeout: StateTimeout<Event, Subject>?
  }

  /// A Boolean value that indicates whether the schema has answers for states.
  @usableFromInline package var hasStateAnswers: Bool { storage.features.contains(.states) }

  /// Returns what a machine does because of a state and the states around it, in the order of
  /// addition.
  ///
  /// The behaviors of regions come last.
  package func behaviorDescriptions(in state: State) -> [BehaviorDescription] {
    let additions = storage.additions
    let depth = storage.features.contains(.levels) ? PathChange(entering: state).entered : 1
    return descriptions(by: additions.states, of: nil, in: state, depth: depth)
      + additions.regions.enumerated().flatMap { position, region in
        guard let path = region.path(state) else { return [BehaviorDescription]() }
        return descriptions(
          by: region.rules, of: (position, region.name), in: state, depth: max(1, path.count))
      }
  }

  /// Returns the exits, tasks and timeouts of a state that never happen, because the state is final.
  package func idleBehaviorDescriptions(in state: State) -> [BehaviorDescription] {
    let finished = isFinal(state) ? behaviorDescriptions(in: state) : []
    let complete = descriptions(by: storage.additions.final, of: nil, in: state, depth: 1)
    return (finished + complete).filter { $0.kind != .entry }
  }

  /// The levels that the schema has answers for, with 0 for the innermost states.
  package var answeredLevels: Set<Int> { Set(storage.additions.states.map(\.level)) }

  private func descriptions(
    by rules: [StateRule<State, Event, Subject>], of region: (position: Int, name: String)?,
    in state: State, depth: Int
  ) -> [BehaviorDescription] {
    var descriptions: [BehaviorDescription] = []
    for rule in rules where rule.level <= depth {
      let owner = BehaviorOwner(region, level: rule.level)
      func add(
        _ kind: BehaviorKind, _ name: ActionName?, _ timeout: StateTimeout<Event, Subject>? = nil
      ) {
        descriptions.append(
          BehaviorDescription(owner: owner, kind: kind, name: name, timeout: timeout))
      }
      rule.behavior(state).forEach { behavior in
        if let entry = behavior.entry { add(.entry, entry.name) }
        if let exit = behavior.exit { add(.exit, exit.name) }
        if let task = behavior.task { add(.task, ActionName(task.label)) }
        if let timeout = behavior.timeout { add(.timeout, nil, timeout) }
      }
    }
    return descriptions
  }

  /// Returns the timeouts of a state and the states around it, and last the timeouts of regions.
  package func timeouts(
    in state: State
  ) -> [(owner: BehaviorOwner, timeout: StateTimeout<Event, Subject>)] {
    behaviorDescriptions(in: state).compactMap { description in
      description.timeout.map { (description.owner, $0) }
    }
  }
}
