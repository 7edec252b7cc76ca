import CSchematicAtomics

/// A cache of a schema's answers for states and events that take at most one byte each.
///
/// The rules are a pure function, so their answers make a table, and most steps only look up their
/// answer there. A rule is added when the logic is first evaluated for its state and event, so the
/// logic may trap for a pair that never occurs. A rule that depends on a guard has two branches: one
/// is added when the guard first holds, the other when it first doesn't.
///
/// An answer is cached only if its action and the conditions of its guards capture nothing, because
/// then it is the same for all machines on all threads. For every other answer, the logic is
/// evaluated each time.
///
/// Only this file creates, publishes and frees pointers to rules. Threads that share a schema share
/// its table. A slot changes from null to a rule once: a release exchange publishes the complete
/// rule, and readers load it with acquire. Rules are immutable and can't be copied. They live as
/// long as the schema's storage, which every machine retains. Once the table takes `bound` bytes,
/// no more rules are created, and the logic is evaluated each time for events without a rule.
///
/// A row is created with room for the first event in its state. If a later event needs a wider row,
/// a wider copy replaces the row. If another thread publishes a rule in the old row at that moment,
/// the copy may lack the rule. Then the rule is created and cached again.
@frozen @usableFromInline
// Sound for the reasons above: the closures in the rules capture nothing.
struct RuleTable<State, Event, Subject>: @unchecked Sendable {
  @usableFromInline typealias Rule = CachedRule<State, Event, Subject>
  /// A place for a pointer; the place is null until a pointer is published in it.
  @usableFromInline
  typealias Slot<Pointee: ~Copyable> = UnsafeMutablePointer<UnsafeMutablePointer<Pointee>?>
  /// The slots for the rules of one state, indexed by event.
  @usableFromInline typealias Row = schematic_row

  /// The size in bytes, rows and rules together, at which a table is full.
  @usableFromInline static var bound: Int { 256 * 1024 }

  /// The rows, indexed by state, or `nil` if there is no table.
  ///
  /// An additional last row has only the rule that all ignored events share.
  @usableFromInline let rows: Slot<Row>?

  /// A pointer to the size of the table in bytes, or `nil` if there is no table.
  @usableFromInline let size: UnsafeMutablePointer<Int>?

  /// A Boolean value that indicates whether the state and the event take at most one byte each.
  @inlinable
  @inline(__always)
  static var isSupported: Bool {
    MemoryLayout<State>.size <= 1 && MemoryLayout<Event>.size <= 1
  }

  /// Creates an empty table if the types of state and event allow one.
  init() {
    guard Self.isSupported else {
      (rows, size) = (nil, nil)
      return
    }
    let count = Self.count(of: State.self) + 1
    rows = Self.makeSlots(count)
    size = .allocate(capacity: 1)
    size?.initialize(to: count * MemoryLayout<UnsafeMutablePointer<Row>?>.stride)
  }

  /// A Boolean value that indicates whether the table is full, so that no more rules are created.
  @inlinable var isFull: Bool { byteCount >= Self.bound }

  @inlinable var byteCount: Int { size.map { schematic_count($0) } ?? 0 }

  /// Returns the rule for an event in a state, or `nil` if it isn't cached.
  @inlinable
  @inline(__always)
  func rule(_ state: State, _ event: Event) -> UnsafePointer<Rule>? {
    guard Self.isSupported, let slot = slot(of: state, event), let rule = Self.published(slot)
    else { return nil }
    return UnsafePointer(rule)
  }

  /// Returns the slot for the rule of an event in a state, or `nil` if the row of the state is
  /// missing or too narrow.
  @inlinable
  @inline(__always)
  func slot(of state: State, _ event: Event) -> Slot<Rule>? {
    // This is called only if the types allow a table, so there are rows.
    let place = rows.unsafelyUnwrapped + Self.byte(of: state)
    guard let row = Self.published(place), Self.byte(of: event) < row.pointee.count else {
      return nil
    }
    return Self.slot(Self.byte(of: event), in: row)
  }

  @inlinable
  @inline(__always)
  static func slot(_ index: Int, in row: UnsafeMutablePointer<Row>) -> Slot<Rule> {
    schematic_slot(row, index).assumingMemoryBound(to: UnsafeMutablePointer<Rule>?.self)
  }

  /// A position in the table, which may hold a rule.
  @frozen @usableFromInline
  struct Position {
    /// The rule, or `nil` if it isn't cached.
    @usableFromInline let rule: UnsafePointer<Rule>?
    /// The guarded rule that the position is a branch of, or `nil` if it is the first position of
    /// its state and event.
    @usableFromInline var parent: UnsafePointer<Rule>?
    /// The answer of the parent's guard that leads to this position.
    @usableFromInline var holds = false

    @inlinable
    init(rule: UnsafePointer<Rule>?, parent: UnsafePointer<Rule>? = nil, holds: Bool = false) {
      self.rule = rule
      self.parent = parent
      self.holds = holds
    }

    /// The answers of the guards that lead to this position.
    @usableFromInline var answered: [GuardRecorder<Subject>.Answer] {
      if let rule { return rule.pointee.details.answered }
      guard let details = parent?.pointee.details else { return [] }
      return details.answered + [.init(name: details.guardName, condition: nil, holds: holds)]
    }
  }

  /// Returns the position for one answer of a rule's guard.
  @inlinable
  @inline(__always)
  func place(after rule: UnsafePointer<Rule>, holds: Bool) -> Position {
    let branch = Self.branch(of: rule, holds: holds).flatMap { Self.published($0) }
    return Position(rule: branch.map { UnsafePointer($0) }, parent: rule, holds: holds)
  }

  /// Returns the slot of a branch, or `nil` if the rule isn't guarded.
  @inlinable
  @inline(__always)
  static func branch(of rule: UnsafePointer<Rule>, holds: Bool) -> Slot<Rule>? {
    switch rule.pointee.branches {
    case .some(let branches): branches.slots + (holds ? 1 : 0)
    case .none: nil
    }
  }

  /// The rule that all ignored events share, or `nil` if it isn't cached.
  @inlinable var ignoringRule: UnsafeMutablePointer<Rule>? {
    rows.flatMap { Self.published($0 + Self.count(of: State.self)) }
      .flatMap { Self.published(Self.slot(0, in: $0)) }
  }

  /// Caches that an event is ignored in a state, which takes no extra memory.
  ///
  /// - Returns: `false` if the shared rule isn't cached yet, or the row of the state is missing or
  ///   too narrow.
  @inlinable
  func cacheIgnored(_ event: Event, in state: State) -> Bool {
    guard let ignoringRule, let slot = slot(of: state, event) else { return false }
    _ = schematic_publish(slot, ignoringRule)
    return true
  }

  /// Returns the pointer in a slot, or `nil` if none has been published.
  @inlinable
  @inline(__always)
  static func published<Pointee: ~Copyable>(
    _ slot: Slot<Pointee>
  ) -> UnsafeMutablePointer<Pointee>? {
    // Sound because a slot of this type receives only pointers to memory of its pointee's type.
    schematic_read(slot)?.assumingMemoryBound(to: Pointee.self)
  }

  /// Returns a value of at most one byte as a number.
  ///
  /// A value of one byte holds no reference, and different values have different bytes
  /// (swiftlang/swift, `docs/ABI/TypeLayout.rst`). The test
  /// `RuleTableTests/tableTellsValuesOfAByteApart` fails if that changes.
  @inlinable
  @inline(__always)
  static func byte<Value>(of value: Value) -> Int {
    withUnsafeBytes(of: value) { Int($0.first ?? 0) }
  }

  /// Returns the number of values that a type of this size, at most one byte, can have.
  @inlinable
  static func count<Value>(of type: Value.Type) -> Int {
    MemoryLayout<Value>.size == 0 ? 1 : 256
  }
}

/// The two rules that a guard decides between, each cached when the guard first leads to it.
@frozen @usableFromInline
struct RuleBranches<State, Event, Subject>: ~Copyable {
  @usableFromInline typealias Table = RuleTable<State, Event, Subject>

  /// Two slots: the first for the rule if the guard doesn't hold, the second for the rule if it
  /// holds.
  @usableFromInline let slots: Table.Slot<Table.Rule>

  /// Creates the branches, and caches the rule of one of them.
  init(_ rule: consuming Table.Rule, ifHolds holds: Bool) {
    slots = Table.makeSlots(2)
    slots[holds ? 1 : 0] = Table.allocate(rule)
  }

  deinit {
    for holds in 0...1 { if let rule = slots[holds] { Table.free(rule) } }
    schematic_free(slots)
  }
}

// Filling and freeing the table.
extension RuleTable {
  /// Caches the answer to an event in a state if possible.
  ///
  /// `place` is the position that lacks the answer, and `guards` has the answers of all guards that
  /// were evaluated, in order.
  @usableFromInline
  @inline(never)
  func fill(
    _ place: Position, with answer: Transition<State, Subject>, to event: Event, in state: State,
    guards: [GuardRecorder<Subject>.Answer], _ storage: SchemaStorage<State, Event, Subject>
  ) {
    guard let rows, let size else { return }
    let known = place.answered.count
    guard known <= guards.count else { return }
    // Built from the answer up to the first new guard, so that the published rule is complete.
    var rule = storage.leaf(answer, event, state, guards)
    for depth in (known..<guards.count).reversed() {
      let answered = Array(guards[..<depth])
      guard let condition = guards[depth].condition, condition.capturesNothing else {
        rule = Rule(
          .unknown, usesShortcut: false, target: state, CachedRuleDetails(answered: answered))
        continue
      }
      rule = Rule(
        .guarded, usesShortcut: !storage.features.contains(.commits), target: state,
        condition: condition, branches: RuleBranches(rule, ifHolds: guards[depth].holds),
        CachedRuleDetails(guardName: guards[depth].name, answered: answered))
    }
    let slot =
      place.parent.flatMap { Self.branch(of: $0, holds: place.holds) }
      ?? makeSlot(Self.byte(of: event), in: rows + Self.byte(of: state), size)
    guard rule.kind == .ignored, rule.usesShortcut, guards.isEmpty else {
      return publish(rule, in: slot, size, count: guards.count - known + 1)
    }
    let place = rows + Self.count(of: State.self)
    if ignoringRule == nil { publish(rule, in: makeSlot(0, in: place, size), size, count: 1) }
    _ = cacheIgnored(event, in: state)
  }

  /// Publishes a rule unless another thread was faster; `count` is the number of new rules,
  /// branches included.
  private func publish(
    _ rule: consuming Rule, in slot: Slot<Rule>, _ size: UnsafeMutablePointer<Int>, count: Int
  ) {
    let pointer = Self.allocate(rule)
    if schematic_publish(slot, pointer) {
      _ = schematic_add(size, count * (MemoryLayout<Rule>.stride + Self.byteCountOfDetails))
    } else {
      Self.free(pointer)
    }
  }

  /// Frees the table when the schema's storage is deallocated.
  func free() {
    guard let rows else { return }
    let shared = ignoringRule
    // No other thread uses the table any more, so plain reads are enough.
    for place in 0...Self.count(of: State.self) {
      if let row = rows[place] { Self.free(row, except: shared) }
    }
    if let shared { Self.free(shared) }
    schematic_free(rows)
    size?.deallocate()
  }

  /// Frees a row, the narrower rows that it replaced, and their rules, except the shared rule.
  private static func free(
    _ row: UnsafeMutablePointer<Row>, replacedBy wider: UnsafeMutablePointer<Row>? = nil,
    except shared: UnsafeMutablePointer<Rule>?
  ) {
    if let narrower = row.pointee.narrower { free(narrower, replacedBy: row, except: shared) }
    for index in 0..<row.pointee.count {
      let rule = slot(index, in: row).pointee
      guard let rule, rule != shared, wider.map({ slot(index, in: $0).pointee }) != rule else {
        continue
      }
      free(rule)
    }
    schematic_free(row)
  }

  /// The approximate size of a `CachedRuleDetails` object in bytes.
  private static var byteCountOfDetails: Int { 160 }

  /// Returns a slot of a row, and creates or widens the row if necessary.
  private func makeSlot(
    _ index: Int, in place: Slot<Row>, _ size: UnsafeMutablePointer<Int>
  ) -> Slot<Rule> {
    while true {
      let row = Self.published(place)
      if let row, index < row.pointee.count { return Self.slot(index, in: row) }
      var width = 1
      while width <= index { width *= 2 }
      _ = schematic_add(size, schematic_widen(place, row, width))
    }
  }

  fileprivate static func allocate(_ rule: consuming Rule) -> UnsafeMutablePointer<Rule> {
    let pointer = UnsafeMutablePointer<Rule>.allocate(capacity: 1)
    pointer.initialize(to: rule)
    return pointer
  }

  fileprivate static func free(_ rule: UnsafeMutablePointer<Rule>) {
    rule.deinitialize(count: 1)
    rule.deallocate()
  }

  fileprivate static func makeSlots<Pointee: ~Copyable>(_ count: Int) -> Slot<Pointee> {
    var slots: Slot<Pointee>?
    schematic_allocate(count, &slots)
    return slots!
  }
}
