/// The rejections that a machine has put in words before, because words cost more than many steps.
///
/// They are kept for states and events of at most a byte, which are values without payloads or
/// references: equal bytes mean the same, now and later, and there are few of them.
@usableFromInline
struct RejectionMemo {
  /// A state and an event, each as a byte.
  @usableFromInline
  struct Cell {
    @usableFromInline let state: Int
    @usableFromInline let event: Int

    /// Creates the cell of a state and an event, unless one of them is larger than a byte.
    @inlinable
    init?<State, Event>(_ state: State, _ event: Event) {
      guard let state = Self.byte(of: state), let event = Self.byte(of: event) else { return nil }
      self.state = state
      self.event = event
    }

    @inlinable
    static func byte<Value>(of value: Value) -> Int? {
      switch MemoryLayout<Value>.size {
      case 0: return 0
      case 1: return Int(unsafeBitCast(value, to: UInt8.self))
      default: return nil
      }
    }
  }

  // The bytes of an enum count from zero, so that rows are no longer than there are cases.
  @usableFromInline var rows: [[RejectedEvent?]] = []

  /// The rejection of the event in the state, if it was put in words before.
  @inlinable
  subscript(cell: Cell) -> RejectedEvent? {
    get {
      guard cell.state < rows.count, cell.event < rows[cell.state].count else { return nil }
      return rows[cell.state][cell.event]
    }
    set {
      while rows.count <= cell.state { rows.append([]) }
      while rows[cell.state].count <= cell.event { rows[cell.state].append(nil) }
      rows[cell.state][cell.event] = newValue
    }
  }
}
