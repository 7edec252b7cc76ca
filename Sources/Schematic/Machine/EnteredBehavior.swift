/// A timeout, its owner, and the state of the machine that has it.
typealias OwnedTimeout<State, Event, Subject> = (
  owner: BehaviorOwner, timeout: StateTimeout<Event, Subject>, state: State
)

/// The behavior of a state that a step enters, and its owner.
@usableFromInline
struct EnteredBehavior<Event, Subject> {
  let owner: BehaviorOwner
  let behavior: StateBehavior<Event, Subject>

  @usableFromInline
  init(_ behavior: StateBehavior<Event, Subject>, of owner: BehaviorOwner) {
    self.owner = owner
    self.behavior = behavior
  }
}

/// The result of entering states.
@frozen @usableFromInline
struct EntryResult<Event, Subject> {
  /// The behaviors whose timeouts and tasks should begin.
  @usableFromInline var behaviors: [EnteredBehavior<Event, Subject>] = []
  /// A Boolean value that indicates whether the machine is finished.
  @usableFromInline var isFinal = false

  @inlinable init() {}

  @inlinable
  mutating func add(_ behavior: StateBehavior<Event, Subject>, of owner: BehaviorOwner) {
    if behavior.isFinal { isFinal = true }
    if behavior.hasActivities { behaviors.append(EnteredBehavior(behavior, of: owner)) }
  }
}

extension Array {
  /// Returns the timeouts of a state that was entered, in the order in which they begin.
  func timeouts<State, Event, Subject>(of state: State) -> [OwnedTimeout<State, Event, Subject>]
  where Element == EnteredBehavior<Event, Subject> {
    flatMap { entered in
      var timeouts: [OwnedTimeout<State, Event, Subject>] = []
      entered.behavior.forEach { behavior in
        if let timeout = behavior.timeout { timeouts.append((entered.owner, timeout, state)) }
      }
      return timeouts
    }
  }
}
