import CSchematicAtomics

// Filling. None of this is specialized for the types of a schema, so that closures keep the form in
// which they are stored.
extension RuleTable {
  /// Keeps the answer of the rules to an event in a state, as far as it can be kept.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - event: The event.
  ///   - state: The state that the event arrived in.
  ///   - guards: The answers of all guards that were asked, in order.
  ///   - branch: The entry of which the answer is a branch, and how its guard answered; `nil` where
  ///     nothing of the state and event is filled yet.
  ///   - storage: The schema that the table belongs to.
  @usableFromInline
  @inline(never)
  func fill(
    _ answer: Transition<State, Subject>, to event: Event, in state: State,
    guards: [GuardRecorder<Subject>.Answer],
    asBranch branch: (of: UnsafePointer<Entry>, holds: Bool)?,
    _ storage: SchemaStorage<State, Event, Subject>
  ) {
    guard let rows, let size, schematic_add(size, 0) < Self.bound else { return }
    let known = branch.map { $0.of.pointee.details.answered.count + 1 } ?? 0
    guard known <= guards.count else { return }
    // From the leaf to the first guard that is new, so that it is whole when it is published.
    var entry = leaf(answer, event, state, guards, storage)
    for depth in (known..<guards.count).reversed() {
      guard let condition = Function(guards[depth].condition) else {
        Self.release(entry)
        entry = Self.unknown(in: state, Array(guards[..<depth]))
        continue
      }
      let branches = Self.makeSlots(2)
      branches[guards[depth].holds ? 1 : 0] = UnsafeMutableRawPointer(Self.allocate(entry))
      entry = Entry(
        .guarded, isPlain: storage.features.isDisjoint(with: .looksOn), target: state,
        condition: condition, branches: branches,
        RuleEntryDetails(name: guards[depth].name, answered: Array(guards[..<depth])))
    }
    let slot: Slots
    if let branch {
      slot = branch.of.pointee.branches! + (branch.holds ? 1 : 0)
    } else {
      slot = row(for: state, in: rows, size) + Self.byte(of: event)
    }
    if entry.kind == .ignored, entry.isPlain, guards.isEmpty {
      publish(entry, in: rows + Self.count(of: State.self), size, count: 1)
      _ = share(event, in: state)
    } else {
      publish(entry, in: slot, size, count: guards.count - known + 1)
    }
  }

  /// Publishes an entry, which consists of so many, unless another thread was faster.
  private func publish(
    _ entry: Entry, in slot: Slots, _ size: UnsafeMutablePointer<Int>, count: Int
  ) {
    let pointer = Self.allocate(entry)
    if schematic_publish(slot, pointer) {
      _ = schematic_add(
        size, count * (MemoryLayout<Entry>.stride + Self.byteCountOfDetails))
    } else {
      Self.free(pointer)
    }
  }

  /// Frees the table, when the last reference to the schema goes.
  func free() {
    guard let rows else { return }
    let shared = schematic_read(rows + Self.count(of: State.self))
    for state in 0..<Self.count(of: State.self) {
      guard let row: Slots = Self.published(rows + state) else { continue }
      for event in 0..<Self.count(of: Event.self) {
        guard schematic_read(row + event) != shared else { continue }
        if let entry: UnsafeMutablePointer<Entry> = Self.published(row + event) { Self.free(entry) }
      }
      row.deallocate()
    }
    if let entry: UnsafeMutablePointer<Entry> = Self.published(rows + Self.count(of: State.self)) {
      Self.free(entry)
    }
    rows.deallocate()
    size?.deallocate()
  }

  /// The size of an object with the details of an entry.
  private static var byteCountOfDetails: Int { 80 }

  /// The number of bytes that the table takes.
  var byteCount: Int { size.map { schematic_add($0, 0) } ?? 0 }

  private func leaf(
    _ answer: Transition<State, Subject>, _ event: Event, _ state: State,
    _ guards: [GuardRecorder<Subject>.Answer], _ storage: SchemaStorage<State, Event, Subject>
  ) -> Entry {
    let isSeen = !storage.features.isDisjoint(with: .looksOn)
    switch answer.form {
    case .ignored:
      return Entry(
        .ignored, isPlain: !isSeen && !storage.features.contains(.unhandledEvents), target: state,
        RuleEntryDetails(answered: guards))
    case .rejected(let reason):
      let rejection = RejectedEvent(
        keeping: state, event, reason: reason, failedGuards: guards.filter { !$0.holds }.map(\.name)
      )
      return Entry(
        .rejected, isPlain: !isSeen, target: state, label: reason, rejection: rejection,
        RuleEntryDetails(answered: guards))
    case .move(let target):
      return move(nil, nil, state, target, guards, storage)
    case .take(let label, let action, let target, let isInternal):
      let function = action.flatMap { Function($0) }
      if action != nil, function == nil { return Self.unknown(in: state, guards) }
      guard isInternal else {
        return move(label, function, state, target ?? state, guards, storage)
      }
      return Entry(
        .internal, isPlain: !isSeen && !storage.isFinal(target ?? state), target: target ?? state,
        label: label, action: function, RuleEntryDetails(answered: guards))
    }
  }

  private func move(
    _ label: String?, _ action: Function<Action<Subject>>?, _ source: State, _ target: State,
    _ guards: [GuardRecorder<Subject>.Answer], _ storage: SchemaStorage<State, Event, Subject>
  ) -> Entry {
    let isQuiet =
      !storage.features.contains(.onStep) && storage.saysNothing(of: source)
      && storage.saysNothing(of: target)
    let isPlain =
      isQuiet && storage.features.isDisjoint(with: .looksOn) && !storage.isFinal(target)
    let change = storage.features.contains(.levels) ? PathChange(from: source, to: target) : .flat
    return Entry(
      .external, isPlain: isPlain, isQuiet: isQuiet, target: target, label: label, action: action,
      RuleEntryDetails(answered: guards, change: change))
  }

  private static func unknown(
    in state: State, _ guards: [GuardRecorder<Subject>.Answer]
  ) -> Entry {
    Entry(.unknown, isPlain: false, target: state, RuleEntryDetails(answered: guards))
  }

  private func row(for state: State, in rows: Slots, _ size: UnsafeMutablePointer<Int>) -> Slots {
    let slot = rows + Self.byte(of: state)
    if let row: Slots = Self.published(slot) { return row }
    let count = Self.count(of: Event.self)
    let row = Self.makeSlots(count)
    if schematic_publish(slot, row) {
      _ = schematic_add(size, Self.byteCount(ofSlots: count))
    } else {
      row.deallocate()
    }
    return Self.published(slot)!
  }

  private static func allocate(_ entry: Entry) -> UnsafeMutablePointer<Entry> {
    let pointer = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
    pointer.initialize(to: entry)
    return pointer
  }

  private static func free(_ entry: UnsafeMutablePointer<Entry>) {
    release(entry.pointee)
    entry.deinitialize(count: 1)
    entry.deallocate()
  }

  /// Frees the branches of an entry.
  private static func release(_ entry: Entry) {
    guard let branches = entry.branches else { return }
    for holds in 0...1 {
      if let branch: UnsafeMutablePointer<Entry> = published(branches + holds) { free(branch) }
    }
    branches.deallocate()
  }

  static func makeSlots(_ count: Int) -> Slots {
    let slots = Slots.allocate(capacity: count)
    slots.initialize(repeating: nil, count: count)
    return slots
  }

  static func byteCount(ofSlots count: Int) -> Int {
    count * MemoryLayout<UnsafeMutableRawPointer?>.stride
  }
}

extension SchemaStorage {
  /// Returns whether a state has no entry, exit, timeout or work, at whatever level.
  fileprivate func saysNothing(of state: State) -> Bool {
    features.isDisjoint(with: [.entries, .exits, .activities])
      || additions.entries.saysNothing(of: state) && additions.exits.saysNothing(of: state)
        && additions.timeouts.saysNothing(of: state) && additions.works.saysNothing(of: state)
  }

  /// Returns true, or stops the program where the rules no longer give the answer that is kept.
  ///
  /// Kind, target and guards are compared, not texts, which may follow the user's language.
  @usableFromInline
  @inline(never)
  func isPure(_ entry: RuleEntry<State, Event, Subject>, _ event: Event, in state: State) -> Bool {
    var asked: [String] = []
    let answer = answer(to: event, in: state, features) {
      Guard { name in
        if !asked.contains(name) { asked.append(name) }
        return entry.details.answered.first { $0.name == name }?.holds ?? true
      }
    }
    let kept = (text(entry.kind, entry.target), entry.details.answered.map(\.name))
    let now = (text(answer.kind, answer.target ?? state), asked)
    guard kept != now else { return true }
    fatalError(
      """
      The rules are not a pure function: event \(event) in state \(state) was answered by \
      "\(kept.0)" with guards \(kept.1), and now by "\(now.0)" with guards \(now.1). \
      Let rules look at nothing but the state, the event and guards.
      """)
  }

  private func text(_ kind: RuleEntry<State, Event, Subject>.Kind, _ target: State) -> String {
    switch kind {
    case .ignored: text(.ignored as TransitionKind, target)
    case .rejected: text(.rejected as TransitionKind, target)
    case .external: text(.external as TransitionKind, target)
    default: text(.internal as TransitionKind, target)
    }
  }

  private func text(_ kind: TransitionKind, _ target: State) -> String {
    switch kind {
    case .ignored: "ignored"
    case .rejected: "rejected"
    case .external: "to \(target)"
    case .internal: "stay as \(target)"
    }
  }
}

extension StateMachineSchema {
  /// The number of bytes that the rule table takes.
  package var ruleTableSize: Int { storage.table.byteCount }

  /// Returns whether the answer to an event in a state is kept, or one of its guards.
  package func keepsAnswer(to event: Event, in state: State) -> Bool {
    storage.table.entry(state, event).map { $0.pointee.kind != .unknown } ?? false
  }
}
