// Leaving and entering states, and undoing that.
extension StateMachine {
  /// Runs the exit actions of the states that are left.
  ///
  /// Regions come first, in reverse order of their declaration; within each, inner states come
  /// before outer ones.
  @inlinable
  @inline(never)
  func leave(_ source: State, _ change: StateChange, _ subject: Subject) {
    let additions = schema.storage.additions
    if schema.storage.features.contains(.regions) {
      for position in additions.regions.indices.reversed() {
        leave(source, change.regions[position], by: additions.regions[position].rules, subject)
      }
    }
    leave(source, change.whole, by: additions.states, subject)
  }

  @inlinable
  @inline(__always)
  func leave(
    _ source: State, _ change: PathChange, by rules: [StateRule<State, Event, Subject>],
    _ subject: Subject
  ) {
    var depth = change.left
    while depth > change.shared {
      for rule in rules where rule.isAbout(depth, of: change.left) {
        runExits(of: rule.behavior(source), subject)
      }
      depth -= 1
    }
  }

  @inlinable
  func runExits(of behavior: borrowing StateBehavior<Event, Subject>, _ subject: Subject) {
    if let earlier = behavior.earlier { runExits(of: earlier.behavior, subject) }
    if let exit = behavior.exit { run(exit, .exit, subject) }
  }

  /// Runs the entry actions of the states that are entered.
  ///
  /// Outer states come before inner ones, and regions come last, in their order.
  /// No action runs if the machine resumes in states that it had entered before.
  @inlinable
  @inline(never)
  func enter(
    _ target: State, _ change: StateChange, _ subject: Subject, runsActions: Bool = true
  ) -> EntryResult<Event, Subject> {
    var entered = EntryResult<Event, Subject>()
    let additions = schema.storage.additions
    enter(target, change.whole, nil, by: additions.states, runsActions ? subject : nil, &entered)
    if schema.storage.features.contains(.regions) {
      for position in additions.regions.indices {
        let region = additions.regions[position]
        enter(
          target, change.regions[position], (position, region.name), by: region.rules,
          runsActions ? subject : nil, &entered)
      }
    }
    return entered
  }

  @inlinable
  @inline(__always)
  func enter(
    _ target: State, _ change: PathChange, _ region: (position: Int, name: String)?,
    by rules: [StateRule<State, Event, Subject>], _ subject: Subject?,
    _ entered: inout EntryResult<Event, Subject>
  ) {
    var depth = change.shared + 1
    while depth <= change.entered {
      for rule in rules where rule.isAbout(depth, of: change.entered) {
        let behavior = rule.behavior(target)
        if let subject { runEntries(of: behavior, subject) }
        entered.add(behavior, of: BehaviorOwner(region, level: rule.level))
      }
      depth += 1
    }
  }

  @inlinable
  func runEntries(of behavior: borrowing StateBehavior<Event, Subject>, _ subject: Subject) {
    if let earlier = behavior.earlier { runEntries(of: earlier.behavior, subject) }
    if let entry = behavior.entry { run(entry, .entry, subject) }
  }

  /// Enters again the states that a failed step has left.
  @inlinable
  @inline(never)
  func undo(_ change: StateChange, to source: State, _ subject: Subject) {
    _ = enter(source, change.undone, subject)
  }

  /// Runs an action on entry or exit, and records it if behaviors are being recorded.
  @inlinable
  @inline(__always)
  func run(
    _ action: StateAction<Subject>, _ kind: BehaviorKind, _ subject: Subject
  ) {
    note(kind, action.name)
    // Never fails, because the public functions accept no closure that throws.
    try! action.action(subject)
  }

  /// Records an action on entry or exit if behaviors are being recorded.
  @inlinable
  @inline(__always)
  func note(_ kind: BehaviorKind, _ name: @autoclosure () -> ActionName?) {
    if existingExtras?.performed != nil { record(PerformedBehavior(kind: kind, name: name())) }
  }

  @usableFromInline
  @inline(never)
  func record(_ behavior: PerformedBehavior) {
    existingExtras?.performed?.append(behavior)
  }

  /// Returns the entries, exits and tasks that the machine has performed since the last call.
  ///
  /// The first call returns nothing, and begins to record them.
  package func takePerformedBehaviors() -> [PerformedBehavior] {
    let extras = extras
    defer { extras.performed = [] }
    return extras.performed ?? []
  }
}

// Performing what a cached rule contains.
extension CachedRuleDetails {
  @inlinable
  @inline(__always)
  func runExit<State, Event>(
    on machine: StateMachine<State, Event, Subject>, _ subject: Subject
  ) {
    switch exit {
    case .some(let exit):
      machine.note(.exit, exitName)
      // Never fails, because the public functions accept no closure that throws.
      try! exit.value(subject)
    case .none: break
    }
  }

  @inlinable
  @inline(__always)
  func runEntry<State, Event>(
    on machine: StateMachine<State, Event, Subject>, _ subject: Subject
  ) {
    switch entry {
    case .some(let entry):
      machine.note(.entry, entryName)
      // Never fails, because the public functions accept no closure that throws.
      try! entry.value(subject)
    case .none: break
    }
  }
}
