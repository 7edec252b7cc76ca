#if compiler(>=6.0)
  import Swift
#else
  import Stdlib
#endif
internal import Pumps

/// A machine whose arguments are another module's, and that resumes who waits.
struct Wire {
  enum HTTP1Mode: CaseIterable { case plain, upgraded }

  /// Nobody else can make another one.
  struct Fuse {
    let number: Int
    private init(number: Int) { self.number = number }
    static let first = Fuse(number: 1)
    static let second = Fuse(number: 2)
  }

  private var state: [Int: String] = [:]
  private var count = 0
  let limit: Int?
  private var signal = Signal()

  /// The enum is inside of a property that isn't named after it.
  struct Signal {
    enum Level { case low, high }
    var level = Level.low
  }

  init(limit: Int?) { self.limit = limit }

  mutating func pull(_ direction: Direction, under pressure: Pressure?) {
    signal.level = direction == .inwards ? .high : .low
  }

  mutating func wait(
    _ waiter: CheckedContinuation<Bool, Never>, until time: ContinuousClock.Instant,
    function: StaticString = #function, line: UInt = #line
  ) {
    precondition(signal.level == .low, "not while it is high")
    waiter.resume(returning: true)
  }

  mutating func put(in fuse: Fuse) { if fuse.number == 2 { signal.level = .high } }

  mutating func turn(into number: Int) { count = number }

  mutating func turn(into mode: HTTP1Mode?) { if mode == nil { signal.level = .low } }
}
