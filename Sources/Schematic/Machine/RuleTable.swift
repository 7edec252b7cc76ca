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
  @usableFromInline typealias Slots = UnsafeMutablePointer<UnsafeMutableRawPointer?>
  @usableFromInline typealias Entry = RuleEntry<State, Event, Subject>

  /// The number of bytes, rows and entries together, that a table may take.
  static var bound: Int { 256 * 1024 }

  /// The rows by state, each with its entries by event, and in a last slot the entry that all plain
  /// ignored events share; `nil` where there is no table.
  @usableFromInline let rows: Slots?

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
    rows = Self.makeSlots(Self.count(of: State.self) + 1)
    size = .allocate(capacity: 1)
    size?.initialize(to: Self.byteCount(ofSlots: Self.count(of: State.self) + 1))
  }

  /// Returns the entry of an event in a state; `nil` where it is not filled.
  @inlinable
  @inline(__always)
  func entry(_ state: State, _ event: Event) -> UnsafePointer<Entry>? {
    guard Self.isThere, let rows,
      let row: Slots = Self.published(rows + Self.byte(of: state)),
      let entry: UnsafeMutablePointer<Entry> = Self.published(row + Self.byte(of: event))
    else { return nil }
    return UnsafePointer(entry)
  }

  /// Returns the entry that follows an answer of the guard of another; `nil` where it is not filled.
  @inlinable
  @inline(__always)
  func branch(of entry: UnsafePointer<Entry>, _ holds: Bool) -> UnsafePointer<Entry>? {
    let branch: UnsafeMutablePointer<Entry>? = Self.published(
      entry.pointee.branches! + (holds ? 1 : 0))
    return UnsafePointer(branch)
  }

  /// Returns the pointer in a slot; `nil` where none was published.
  ///
  /// C hands over a pointer to whatever was published there: to slots in a slot of `rows`, to an
  /// entry in every other.
  @inlinable
  @inline(__always)
  static func published<Pointee>(_ slot: Slots) -> UnsafeMutablePointer<Pointee>? {
    schematic_read(slot)?.assumingMemoryBound(to: Pointee.self)
  }

  /// Returns a value of a byte or less as a number.
  @inlinable
  @inline(__always)
  static func byte<Value>(of value: Value) -> Int {
    // Such a value holds no reference, and equal bytes are equal values.
    MemoryLayout<Value>.size == 0 ? 0 : Int(unsafeBitCast(value, to: UInt8.self))
  }
}

/// A closure that captures nothing, and so is the same on every thread and is never counted.
@frozen @usableFromInline
struct Function<Closure> {
  @usableFromInline let code: Int

  /// Keeps the closure in a structure; `nil` where it captures anything.
  init?(_ closure: Closure) {
    let (code, context) = reinterpret(closure, as: (Int, Int).self)
    guard context == 0 else {
      // Two numbers count nothing: the closure they are is released as a closure.
      _ = reinterpret((code, context), as: Closure.self)
      return nil
    }
    self.code = code
  }

  @inlinable
  @inline(__always)
  var closure: Closure { reinterpret((code, 0), as: Closure.self) }
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
  @usableFromInline let action: Function<Action<Subject>>?
  /// The guard that decides, and two slots: the entry where it does not hold and the one where it
  /// does.
  @usableFromInline let condition: Function<Condition<Subject>>?
  @usableFromInline let branches: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
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
    details.answered + [.init(name: details.name, condition: condition!.closure, holds: holds)]
  }

  init(
    _ kind: Kind, isPlain: Bool, isQuiet: Bool = true, target: State, label: String? = nil,
    action: Function<Action<Subject>>? = nil, condition: Function<Condition<Subject>>? = nil,
    branches: UnsafeMutablePointer<UnsafeMutableRawPointer?>? = nil,
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

extension RuleTable {
  /// Fills in the entry that all plain ignored events share; returns false where it is not made yet.
  @inlinable
  func share(_ event: Event, in state: State) -> Bool {
    guard let rows, let entry = schematic_read(rows + Self.count(of: State.self)),
      let row: Slots = Self.published(rows + Self.byte(of: state))
    else { return false }
    _ = schematic_publish(row + Self.byte(of: event), entry)
    return true
  }

  /// Returns the number of values of a type of a byte or less.
  @inlinable
  static func count<Value>(of type: Value.Type) -> Int {
    MemoryLayout<Value>.size == 0 ? 1 : 256
  }
}
