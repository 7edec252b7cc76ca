import CSchematicAtomics

/// The answers of a schema's rules, kept where state and event are a byte each.
///
/// The rules are a pure function, so that their answers make a table, and most steps are a look-up in
/// it: the table that runs is the table that is drawn. An entry is filled when the rules were asked
/// about its state and event for the first time; rules that trap on a pair that never happens go on
/// working. Guards are branches of an entry, each filled when its answers occur.
///
/// An answer is kept only if its action and the conditions of its guards capture nothing: then it is
/// the same for all machines on all threads. A rejection is kept without its words, which may change
/// with the user's language. Everything else asks the rules each time.
///
/// The table is shared by the threads that share the schema. Entries are published atomically and
/// never change afterwards. Beyond `bound` bytes no further entry is kept.
@frozen @usableFromInline
struct RuleTable<State, Event, Subject>: @unchecked Sendable {
  @usableFromInline typealias Entry = RuleEntry<State, Event, Subject>
  /// A place in which a pointer is published once.
  @usableFromInline
  typealias Slot<Pointee> = UnsafeMutablePointer<UnsafeMutablePointer<Pointee>?>
  /// The first of the entries of a state, by event.
  @usableFromInline typealias Row = Slot<Entry>

  /// The number of bytes, rows and entries together, that a table may take.
  static var bound: Int { 256 * 1024 }

  /// The rows by state, and a last one with the entry that all plain ignored events share; `nil`
  /// where there is no table.
  @usableFromInline let rows: Slot<UnsafeMutablePointer<Entry>?>?

  /// The number of bytes taken.
  @usableFromInline let size: UnsafeMutablePointer<Int>?

  /// A Boolean value that indicates whether state and event are a byte each or less.
  @inlinable
  @inline(__always)
  static var isThere: Bool { MemoryLayout<State>.size <= 1 && MemoryLayout<Event>.size <= 1 }

  /// Creates an empty table, where there is one.
  init() {
    guard Self.isThere else {
      (rows, size) = (nil, nil)
      return
    }
    let count = Self.count(of: State.self) + 1
    rows = Self.makeSlots(count)
    size = .allocate(capacity: 1)
    size?.initialize(to: count * Self.byteCountOfSlot)
  }

  /// Returns the entry of an event in a state; `nil` where it is not filled.
  @inlinable
  @inline(__always)
  func entry(_ state: State, _ event: Event) -> UnsafePointer<Entry>? {
    guard Self.isThere, let rows, let row = Self.published(rows + Self.byte(of: state)),
      let entry = Self.published(row + Self.byte(of: event))
    else { return nil }
    return UnsafePointer(entry)
  }

  /// Returns the entry that follows an answer of the guard of another; `nil` where it is not filled.
  @inlinable
  @inline(__always)
  func branch(of entry: UnsafePointer<Entry>, _ holds: Bool) -> UnsafePointer<Entry>? {
    UnsafePointer(Self.published(entry.pointee.branches! + (holds ? 1 : 0)))
  }

  /// Returns the pointer in a slot; `nil` where none was published.
  @inlinable
  @inline(__always)
  static func published<Pointee>(_ slot: Slot<Pointee>) -> UnsafeMutablePointer<Pointee>? {
    var pointer: UnsafeMutablePointer<Pointee>?
    // The standard function would guard the stack of every step.
    _withUnprotectedUnsafeMutablePointer(to: &pointer) { schematic_read(slot, $0) }
    return pointer
  }

  /// Returns a value of a byte or less as a number.
  ///
  /// Such a value holds no reference, and values are equal where their bytes are: an index by bytes
  /// meets no other value. `RuleTableTests/tellsValuesOfAByteApart` fails where that is not so.
  @inlinable
  @inline(__always)
  static func byte<Value>(of value: Value) -> Int {
    MemoryLayout<Value>.size == 0 ? 0 : Int(unsafeBitCast(value, to: UInt8.self))
  }

  /// Returns the number of values of a type of a byte or less.
  @inlinable
  static func count<Value>(of type: Value.Type) -> Int {
    MemoryLayout<Value>.size == 0 ? 1 : 256
  }

  /// Fills in the entry that all plain ignored events share; returns false where it is not made yet.
  @inlinable
  func share(_ event: Event, in state: State) -> Bool {
    guard let rows, let common = Self.published(rows + Self.count(of: State.self)),
      let entry = Self.published(common), let row = Self.published(rows + Self.byte(of: state))
    else { return false }
    _ = schematic_publish(row + Self.byte(of: event), entry)
    return true
  }
}

/// The kept answer to one event in one state, or the guard on which it depends.
@frozen @usableFromInline
struct RuleEntry<State, Event, Subject> {
  @frozen @usableFromInline
  enum Kind: UInt8 {
    case ignored, rejected, external, `internal`
    /// A guard decides between two branches.
    case guarded
    /// The answer cannot be kept.
    case unknown

    @inlinable var isAnswer: Bool { rawValue < Kind.guarded.rawValue }
  }

  @usableFromInline let kind: Kind
  /// A Boolean value that indicates whether a step does no more than ask guards, move, act and tell
  /// observers.
  @usableFromInline let isPlain: Bool
  /// A Boolean value that indicates whether nothing happens on leaving and entering.
  @usableFromInline let isQuiet: Bool
  /// The state that the machine is in afterwards.
  @usableFromInline let target: State
  @usableFromInline let action: KeptClosure<Action<Subject>>?
  /// The guard that decides, and two slots: the entry where it does not hold and the one where it
  /// does.
  @usableFromInline let condition: KeptClosure<Condition<Subject>>?
  @usableFromInline let branches: RuleTable<State, Event, Subject>.Row?
  /// The label of the action, or the reason of the rejection.
  @usableFromInline let label: String?
  @usableFromInline let rejection: RejectedEvent?
  @usableFromInline let details: RuleEntryDetails<Subject>
}

/// The parts of an entry that a plain step does not look at.
@usableFromInline
final class RuleEntryDetails<Subject> {
  /// The name of the guard that decides.
  let name: String
  /// The answers of the guards on the way to the entry.
  @usableFromInline let answered: [GuardRecorder<Subject>.Answer]
  @usableFromInline let change: PathChange

  init(
    name: String = "", answered: [GuardRecorder<Subject>.Answer], change: PathChange = .flat
  ) {
    self.name = name
    self.answered = answered
    self.change = change
  }
}

extension RuleEntry {
  /// Returns the answers of the guards on the way to a branch.
  @usableFromInline
  func answered(to holds: Bool) -> [GuardRecorder<Subject>.Answer] {
    details.answered + [.init(name: details.name, condition: nil, holds: holds)]
  }

  init(
    _ kind: Kind, isPlain: Bool, isQuiet: Bool = true, target: State, label: String? = nil,
    action: KeptClosure<Action<Subject>>? = nil,
    condition: KeptClosure<Condition<Subject>>? = nil,
    branches: RuleTable<State, Event, Subject>.Row? = nil,
    rejection: RejectedEvent? = nil, _ details: RuleEntryDetails<Subject>
  ) {
    self.kind = kind
    self.isPlain = isPlain
    self.isQuiet = isQuiet
    self.target = target
    self.label = label
    self.action = action
    self.condition = condition
    self.branches = branches
    self.rejection = rejection
    self.details = details
  }
}

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
      guard let condition = guards[depth].condition.flatMap({ KeptClosure($0) }) else {
        Self.release(entry)
        entry = Self.unknown(in: state, Array(guards[..<depth]))
        continue
      }
      let branches: Row = Self.makeSlots(2)
      branches[guards[depth].holds ? 1 : 0] = Self.allocate(entry)
      entry = Entry(
        .guarded, isPlain: storage.features.isDisjoint(with: .looksOn), target: state,
        condition: condition, branches: branches,
        RuleEntryDetails(name: guards[depth].name, answered: Array(guards[..<depth])))
    }
    let slot: Row
    if let branch {
      slot = branch.of.pointee.branches! + (branch.holds ? 1 : 0)
    } else {
      slot =
        row(in: rows + Self.byte(of: state), of: Self.count(of: Event.self), size)
        + Self.byte(of: event)
    }
    if entry.kind == .ignored, entry.isPlain, guards.isEmpty {
      publish(entry, in: row(in: rows + Self.count(of: State.self), of: 1, size), size, count: 1)
      _ = share(event, in: state)
    } else {
      publish(entry, in: slot, size, count: guards.count - known + 1)
    }
  }

  /// Publishes an entry, which consists of so many, unless another thread was faster.
  private func publish(
    _ entry: Entry, in slot: Row, _ size: UnsafeMutablePointer<Int>, count: Int
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
    // Nobody else uses it any more, so that plain reads see all.
    let common = rows[Self.count(of: State.self)]
    let shared = common?.pointee
    for state in 0..<Self.count(of: State.self) {
      guard let row = rows[state] else { continue }
      for event in 0..<Self.count(of: Event.self) {
        if let entry = row[event], entry != shared { Self.free(entry) }
      }
      schematic_free(row)
    }
    if let shared { Self.free(shared) }
    if let common { schematic_free(common) }
    schematic_free(rows)
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
    // A byte has few parts: such an answer is rare, and not kept.
    case .reenter: return Self.unknown(in: state, guards)
    case .take(let label, let action, let target, let isInternal):
      let function = action.flatMap { KeptClosure($0) }
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
    _ label: String?, _ action: KeptClosure<Action<Subject>>?, _ source: State, _ target: State,
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

  /// Returns the row of a slot, made now if there is none yet.
  private func row(
    in slot: Slot<UnsafeMutablePointer<Entry>?>, of count: Int, _ size: UnsafeMutablePointer<Int>
  ) -> Row {
    if let row = Self.published(slot) { return row }
    let row: Row = Self.makeSlots(count)
    if schematic_publish(slot, row) {
      _ = schematic_add(size, count * Self.byteCountOfSlot)
    } else {
      schematic_free(row)
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
      if let branch = branches[holds] { free(branch) }
    }
    schematic_free(branches)
  }

  private static func makeSlots<Pointee>(_ count: Int) -> Slot<Pointee> {
    var slots: Slot<Pointee>?
    schematic_allocate(count, &slots)
    return slots!
  }

  private static var byteCountOfSlot: Int { MemoryLayout<UnsafeMutableRawPointer?>.stride }
}

extension SchemaStorage {
  /// Returns whether a state has no entry, exit, timeout or work, at whatever level.
  fileprivate func saysNothing(of state: State) -> Bool {
    features.isDisjoint(with: [.entries, .exits, .activities])
      || additions.entries.saysNothing(of: state) && additions.exits.saysNothing(of: state)
        && additions.timeouts.saysNothing(of: state) && additions.works.saysNothing(of: state)
        && additions.parts.allSatisfy { $0.saysNothing(of: state) }
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
