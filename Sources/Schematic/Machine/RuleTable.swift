import CSchematicAtomics

/// The answers of a schema's rules, cached if state and event are a byte each.
///
/// The rules are a pure function, so that their answers make a table, and most steps are a look-up in
/// it: the table that runs is the table that is drawn. A rule is filled in when the rules were evaluated
/// about its state and event for the first time; rules that trap on a pair that never happens go on
/// working. Guards are branches of a rule, each filled in when its answers occur.
///
/// An answer is cached only if its action and the conditions of its guards capture nothing: then it is
/// the same for all machines on all threads. Everything else evaluates the rules each time.
///
/// All pointers to rules are in this file. Threads that share a schema share its table: a slot goes
/// from null to a rule once, by a release exchange after the rule is whole, and readers load with acquire.
/// Rules have only constants and cannot be copied; they live until the schema's storage goes, which every
/// machine holds. Beyond `bound` bytes no further rule is cached.
@frozen @usableFromInline
// Sendable because of what is said above; what rules refer to captures nothing.
struct RuleTable<State, Event, Subject>: @unchecked Sendable {
  @usableFromInline typealias Rule = CachedRule<State, Event, Subject>
  /// A place in which a pointer is published once.
  @usableFromInline
  typealias Slot<Pointee: ~Copyable> = UnsafeMutablePointer<UnsafeMutablePointer<Pointee>?>
  /// The first of the rules of a state, by event.
  @usableFromInline typealias Row = Slot<Rule>

  /// The number of bytes, rows and rules together, that a table may take.
  static var bound: Int { 256 * 1024 }

  /// The rows by state, and a last one with the rule that all plain ignored events share; `nil` if
  /// there is no table.
  @usableFromInline let rows: Slot<UnsafeMutablePointer<Rule>?>?

  /// The number of bytes taken.
  @usableFromInline let size: UnsafeMutablePointer<Int>?

  /// A Boolean value that indicates whether state and event are a byte each or less.
  @inlinable
  @inline(__always)
  static var isSupported: Bool {
    MemoryLayout<State>.size <= 1 && MemoryLayout<Event>.size <= 1
  }

  /// Creates an empty table, if the types of state and event allow one.
  init() {
    guard Self.isSupported else {
      (rows, size) = (nil, nil)
      return
    }
    let count = Self.count(of: State.self) + 1
    rows = Self.makeSlots(count)
    size = .allocate(capacity: 1)
    size?.initialize(to: count * Self.byteCountOfSlot)
  }

  /// Returns the rule of an event in a state; `nil` if it is not filled in.
  @inlinable
  @inline(__always)
  func rule(_ state: State, _ event: Event) -> UnsafePointer<Rule>? {
    guard Self.isSupported, let rows, let row = Self.published(rows + Self.byte(of: state)),
      let rule = Self.published(row + Self.byte(of: event))
    else { return nil }
    return UnsafePointer(rule)
  }

  /// A place in the table, with the rule that is there or without one.
  @frozen @usableFromInline
  struct Place {
    /// The rule; `nil` if it is not filled in.
    @usableFromInline let rule: UnsafePointer<Rule>?
    /// The guarded rule of which it is a branch; `nil` if it is the first of its state and event.
    @usableFromInline var root: UnsafePointer<Rule>?
    /// The answer of the guard.
    @usableFromInline var holds = false

    @inlinable
    init(rule: UnsafePointer<Rule>?, root: UnsafePointer<Rule>? = nil, holds: Bool = false) {
      self.rule = rule
      self.root = root
      self.holds = holds
    }

    /// The answers of the guards on the way to the place.
    @usableFromInline var answered: [GuardRecorder<Subject>.Answer] {
      if let rule { return rule.pointee.details.answered }
      guard let details = root?.pointee.details else { return [] }
      return details.answered + [.init(name: details.guardName, condition: nil, holds: holds)]
    }
  }

  /// Returns the place that follows an answer of the guard of a rule.
  @inlinable
  @inline(__always)
  func place(after rule: UnsafePointer<Rule>, holds: Bool) -> Place {
    let branch = Self.branch(of: rule, holds: holds).flatMap { Self.published($0) }
    return Place(rule: branch.map { UnsafePointer($0) }, root: rule, holds: holds)
  }

  /// Returns the slot of a branch; `nil` if the rule is not guarded.
  @inlinable
  @inline(__always)
  static func branch(of rule: UnsafePointer<Rule>, holds: Bool) -> Row? {
    switch rule.pointee.branches {
    case .some(let branches): branches.slots + (holds ? 1 : 0)
    case .none: nil
    }
  }

  /// Fills in the rule that all plain ignored events share, which takes no memory.
  ///
  /// - Returns: `false` if that rule or the row of the state is not there yet.
  @inlinable
  func share(_ event: Event, in state: State) -> Bool {
    guard let rows, let common = Self.published(rows + Self.count(of: State.self)),
      let rule = Self.published(common), let row = Self.published(rows + Self.byte(of: state))
    else { return false }
    _ = schematic_publish(row + Self.byte(of: event), rule)
    return true
  }

  /// Returns the pointer in a slot; `nil` if none was published.
  @inlinable
  @inline(__always)
  static func published<Pointee: ~Copyable>(
    _ slot: Slot<Pointee>
  ) -> UnsafeMutablePointer<Pointee>? {
    // The memory was bound to this type when it was allocated: `publish` takes nothing else.
    schematic_read(slot)?.assumingMemoryBound(to: Pointee.self)
  }

  /// Returns a value of a byte or less as a number.
  ///
  /// Such a value holds no reference, and values are equal if their bytes are (swiftlang/swift,
  /// `docs/ABI/TypeLayout.rst`): an index by bytes meets no other value.
  /// `RuleTableTests/tellsValuesOfAByteApart` fails if that is not so.
  @inlinable
  @inline(__always)
  static func byte<Value>(of value: Value) -> Int {
    withUnsafeBytes(of: value) { Int($0.first ?? 0) }
  }

  /// Returns the number of values of a type of a byte or less.
  @inlinable
  static func count<Value>(of type: Value.Type) -> Int {
    MemoryLayout<Value>.size == 0 ? 1 : 256
  }
}

/// The two rules between which a guard decides, each filled in when its answer occurs.
@frozen @usableFromInline
struct RuleBranches<State, Event, Subject>: ~Copyable {
  /// The rule if the guard does not hold, and the one if it does.
  @usableFromInline let slots: RuleTable<State, Event, Subject>.Row

  /// Creates branches of which one is filled in.
  init(_ rule: consuming CachedRule<State, Event, Subject>, ifHolds holds: Bool) {
    slots = RuleTable<State, Event, Subject>.makeSlots(2)
    slots[holds ? 1 : 0] = RuleTable<State, Event, Subject>.allocate(rule)
  }

  deinit {
    for holds in 0...1 {
      if let rule = slots[holds] { RuleTable<State, Event, Subject>.free(rule) }
    }
    schematic_free(slots)
  }
}

// Filling and freeing.
extension RuleTable {
  /// Caches the answer of the rules to an event in a state, as far as that is possible.
  ///
  /// - Parameters:
  ///   - place: The place at which the answer is missing.
  ///   - answer: The answer.
  ///   - event: The event.
  ///   - state: The state that the event arrived in.
  ///   - guards: The answers of all guards that were evaluated, in order.
  ///   - storage: The schema that the table belongs to.
  @usableFromInline
  @inline(never)
  func fill(
    _ place: Place, with answer: Transition<State, Subject>, to event: Event, in state: State,
    guards: [GuardRecorder<Subject>.Answer], _ storage: SchemaStorage<State, Event, Subject>
  ) {
    guard let rows, let size else { return }
    guard schematic_add(size, 0) < Self.bound else { return }
    let known = place.answered.count
    guard known <= guards.count else { return }
    // From the leaf to the first guard that is new, so that it is whole when it is published.
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
    let slot: Row
    if let root = place.root, let branch = Self.branch(of: root, holds: place.holds) {
      slot = branch
    } else {
      slot =
        row(in: rows + Self.byte(of: state), of: Self.count(of: Event.self), size)
        + Self.byte(of: event)
    }
    guard rule.kind == .ignored, rule.isPlain, guards.isEmpty else {
      return publish(rule, in: slot, size, count: guards.count - known + 1)
    }
    let shared = row(in: rows + Self.count(of: State.self), of: 1, size)
    if Self.published(shared) == nil { publish(rule, in: shared, size, count: 1) }
    _ = share(event, in: state)
  }

  /// Publishes a rule, which consists of so many, unless another thread was faster.
  private func publish(
    _ rule: consuming Rule, in slot: Row, _ size: UnsafeMutablePointer<Int>, count: Int
  ) {
    let pointer = Self.allocate(rule)
    if schematic_publish(slot, pointer) {
      _ = schematic_add(size, count * (MemoryLayout<Rule>.stride + Self.byteCountOfDetails))
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
        if let rule = row[event], rule != shared { Self.free(rule) }
      }
      schematic_free(row)
    }
    if let shared { Self.free(shared) }
    if let common { schematic_free(common) }
    schematic_free(rows)
    size?.deallocate()
  }

  /// The size of an object with the details of a rule.
  private static var byteCountOfDetails: Int { 160 }

  /// The number of bytes that the table takes.
  var byteCount: Int { size.map { schematic_add($0, 0) } ?? 0 }

  /// Returns the row of a slot, made now if there is none yet.
  private func row(
    in slot: Slot<UnsafeMutablePointer<Rule>?>, of count: Int, _ size: UnsafeMutablePointer<Int>
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

  private static var byteCountOfSlot: Int { MemoryLayout<UnsafeMutableRawPointer?>.stride }
}

extension StateMachineSchema {
  /// The number of bytes that the rule table takes.
  package var ruleTableSize: Int { storage.table.byteCount }

  /// Returns whether the answer to an event in a state is cached, or one of its guards.
  package func cachesAnswer(to event: Event, in state: State) -> Bool {
    storage.table.rule(state, event).map { $0.pointee.kind != .unknown } ?? false
  }
}
