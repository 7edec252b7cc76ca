import CSchematicAtomics

/// A cache of a schema's answers for states and events that take one byte each.
///
/// The rules are a pure function, so their answers make a table, and most steps are a look-up in
/// it. A rule is added the first time that the logic is evaluated for its state and event, so logic
/// that traps on a pair that never occurs still works. A guard makes a rule branch. Each branch is
/// added when the guard first gives that answer.
///
/// An answer is cached only if its action and the conditions of its guards capture nothing, because
/// then it is the same for all machines on all threads. For every other answer, the logic is
/// evaluated each time.
///
/// Only this file uses pointers to rules. Threads that share a schema share its table. A slot
/// changes from null to a rule once: a release exchange publishes the complete rule, and readers
/// load it with acquire. Rules are immutable and can't be copied. They live as long as the schema's
/// storage, which every machine retains. Once the table takes `bound` bytes, no more rules are
/// cached, and the logic is evaluated for the others as if there were no table.
///
/// A row is as wide as the events that have arrived in its state require, and a wider one takes its
/// place if it is too narrow for an event. A rule that another thread publishes in the narrow row at
/// that moment isn't found again. Then it is made and cached once more.
@frozen @usableFromInline
// Sendable for the reasons above: what the rules refer to captures nothing.
struct RuleTable<State, Event, Subject>: @unchecked Sendable {
  @usableFromInline typealias Rule = CachedRule<State, Event, Subject>
  /// A pointer that is published once.
  @usableFromInline
  typealias Slot<Pointee: ~Copyable> = UnsafeMutablePointer<UnsafeMutablePointer<Pointee>?>
  /// The slots for the rules of one state, indexed by event.
  @usableFromInline typealias Row = schematic_row

  /// The maximum size of a table in bytes, rows and rules together.
  @usableFromInline static var bound: Int { 256 * 1024 }

  /// The rows, indexed by state, followed by a row with the rule that all plain ignored events
  /// share; `nil` if there is no table.
  @usableFromInline let rows: Slot<Row>?

  /// The size of the table in bytes.
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

  /// A Boolean value that indicates whether no more rules are cached.
  @inlinable var isFull: Bool { byteCount >= Self.bound }

  /// The size of the table in bytes.
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
    // There are rows if the types allow them, and only then is this called.
    let place = rows.unsafelyUnwrapped + Self.byte(of: state)
    guard let row = Self.published(place), Self.byte(of: event) < row.pointee.count else {
      return nil
    }
    return Self.slot(Self.byte(of: event), in: row)
  }

  /// Returns a slot of a row.
  @inlinable
  @inline(__always)
  static func slot(_ index: Int, in row: UnsafeMutablePointer<Row>) -> Slot<Rule> {
    schematic_slot(row, index).assumingMemoryBound(to: UnsafeMutablePointer<Rule>?.self)
  }

  /// A position in the table, which may hold a rule.
  @frozen @usableFromInline
  struct Place {
    /// The rule, or `nil` if it isn't cached.
    @usableFromInline let rule: UnsafePointer<Rule>?
    /// The guarded rule that the position is a branch of, or `nil` if it is the first position of
    /// its state and event.
    @usableFromInline var root: UnsafePointer<Rule>?
    /// The answer of the guard.
    @usableFromInline var holds = false

    @inlinable
    init(rule: UnsafePointer<Rule>?, root: UnsafePointer<Rule>? = nil, holds: Bool = false) {
      self.rule = rule
      self.root = root
      self.holds = holds
    }

    /// The answers of the guards on the way to this position.
    @usableFromInline var answered: [GuardRecorder<Subject>.Answer] {
      if let rule { return rule.pointee.details.answered }
      guard let details = root?.pointee.details else { return [] }
      return details.answered + [.init(name: details.guardName, condition: nil, holds: holds)]
    }
  }

  /// Returns the position for one answer of a rule's guard.
  @inlinable
  @inline(__always)
  func place(after rule: UnsafePointer<Rule>, holds: Bool) -> Place {
    let branch = Self.branch(of: rule, holds: holds).flatMap { Self.published($0) }
    return Place(rule: branch.map { UnsafePointer($0) }, root: rule, holds: holds)
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

  /// The rule that all plain ignored events share, or `nil` if it isn't cached.
  @inlinable var shared: UnsafeMutablePointer<Rule>? {
    rows.flatMap { Self.published($0 + Self.count(of: State.self)) }
      .flatMap { Self.published(Self.slot(0, in: $0)) }
  }

  /// Stores the rule that all plain ignored events share, which takes no extra memory.
  ///
  /// - Returns: `false` if there is no such rule or no slot for it yet.
  @inlinable
  func share(_ event: Event, in state: State) -> Bool {
    guard let shared, let slot = slot(of: state, event) else { return false }
    _ = schematic_publish(slot, shared)
    return true
  }

  /// Returns the pointer in a slot, or `nil` if none has been published.
  @inlinable
  @inline(__always)
  static func published<Pointee: ~Copyable>(
    _ slot: Slot<Pointee>
  ) -> UnsafeMutablePointer<Pointee>? {
    // The memory was bound to this type when it was allocated, and `publish` accepts no other.
    schematic_read(slot)?.assumingMemoryBound(to: Pointee.self)
  }

  /// Returns a value of at most one byte as a number.
  ///
  /// Such a value holds no reference, and two values are equal if their bytes are (swiftlang/swift,
  /// `docs/ABI/TypeLayout.rst`), so no two values share an index.
  /// `RuleTableTests/tellsValuesOfAByteApart` fails if that changes.
  @inlinable
  @inline(__always)
  static func byte<Value>(of value: Value) -> Int {
    withUnsafeBytes(of: value) { Int($0.first ?? 0) }
  }

  /// Returns the number of values that a type of at most one byte can have.
  @inlinable
  static func count<Value>(of type: Value.Type) -> Int {
    MemoryLayout<Value>.size == 0 ? 1 : 256
  }
}

/// The two rules that a guard decides between, each cached when the guard first gives its answer.
@frozen @usableFromInline
struct RuleBranches<State, Event, Subject>: ~Copyable {
  @usableFromInline typealias Table = RuleTable<State, Event, Subject>

  /// The slot of the rule for a guard that doesn't hold, then the slot for one that does.
  @usableFromInline let slots: Table.Slot<Table.Rule>

  /// Creates branches, one of which is cached.
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
  /// - Parameters:
  ///   - place: The position that lacks the answer.
  ///   - answer: The answer.
  ///   - event: The event.
  ///   - state: The state in which the event arrived.
  ///   - guards: The answers of all guards that were evaluated, in order.
  ///   - storage: The schema that the table belongs to.
  @usableFromInline
  @inline(never)
  func fill(
    _ place: Place, with answer: Transition<State, Subject>, to event: Event, in state: State,
    guards: [GuardRecorder<Subject>.Answer], _ storage: SchemaStorage<State, Event, Subject>
  ) {
    guard let rows, let size else { return }
    let known = place.answered.count
    guard known <= guards.count else { return }
    // Built from the leaf up to the first new guard, so the rule is complete when it is published.
    var rule = storage.leaf(answer, event, state, guards)
    for depth in (known..<guards.count).reversed() {
      let answered = Array(guards[..<depth])
      guard let condition = guards[depth].condition, condition.capturesNothing else {
        rule = Rule(
          .unknown, isPlain: false, target: state, CachedRuleDetails(answered: answered))
        continue
      }
      rule = Rule(
        .guarded, isPlain: !storage.features.contains(.commits), target: state,
        condition: condition, branches: RuleBranches(rule, ifHolds: guards[depth].holds),
        CachedRuleDetails(guardName: guards[depth].name, answered: answered))
    }
    let slot =
      place.root.flatMap { Self.branch(of: $0, holds: place.holds) }
      ?? makeSlot(Self.byte(of: event), in: rows + Self.byte(of: state), size)
    guard rule.kind == .ignored, rule.isPlain, guards.isEmpty else {
      return publish(rule, in: slot, size, count: guards.count - known + 1)
    }
    let place = rows + Self.count(of: State.self)
    if shared == nil { publish(rule, in: makeSlot(0, in: place, size), size, count: 1) }
    _ = share(event, in: state)
  }

  /// Publishes a rule that consists of `count` nodes, unless another thread was faster.
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

  /// Frees the table when the last reference to the schema is released.
  func free() {
    guard let rows else { return }
    let shared = shared
    // No other thread uses the table any more, so plain reads are enough.
    for place in 0...Self.count(of: State.self) {
      if let row = rows[place] { Self.free(row, except: shared) }
    }
    if let shared { Self.free(shared) }
    schematic_free(rows)
    size?.deallocate()
  }

  /// Frees a row, the narrower rows that it replaced, and their rules.
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

  /// The size in bytes of a `CachedRuleDetails` object, roughly.
  private static var byteCountOfDetails: Int { 160 }

  /// Returns a slot of the row in a place, and creates or widens the row if necessary.
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

extension StateMachineSchema {
  /// The size of the rule table in bytes.
  package var ruleTableSize: Int { storage.table.byteCount }

  /// Returns whether the answer to an event in a state, or the first guard it depends on, is
  /// cached.
  package func cachesAnswer(to event: Event, in state: State) -> Bool {
    storage.table.rule(state, event).map { $0.pointee.kind != .unknown } ?? false
  }
}
