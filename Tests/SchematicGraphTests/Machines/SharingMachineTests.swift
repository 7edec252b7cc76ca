import SchematicGraph
import SchematicMachines
import Synchronization
import Testing

/// Machines that are values, and whose copies share something.
@Suite struct SharingMachineTests {
  private enum Heat: CaseIterable, Graphable { case cold, hot, dry }
  private enum Press: CaseIterable, Graphable { case boil, pour, fill }

  private struct Holder {
    var heat = Heat.cold
    let cups = Cups()
    final class Cups { var count = 1 }

    mutating func handle(_ press: Press) {
      if press == .fill { cups.count += 1 }
      heat = cups.count > 1 ? .hot : .cold
    }
  }

  @Test(arguments: [true, false])
  func machineWhoseCopiesShareAnObjectIsMadeAnew(isMade: Bool) {
    let source: MachineSource =
      isMade ? .made(state: \.heat) { Holder() } : .value(Holder(), state: \.heat)
    let graph = StateGraph(source, events: [Press.fill]) { holder, press in
      if holder.cups.count < 2 { holder.handle(press) }
    }
    #expect(graph.lines == ["cold → hot: fill"])
  }

  /// A machine that resumes what it holds, once.
  private struct Gate {
    private(set) var heat = Heat.cold
    private var waiter: CheckedContinuation<Int, any Error>?
    private var other: UnsafeContinuation<Void, Never>?

    mutating func wait(_ continuation: CheckedContinuation<Int, any Error>) {
      (heat, waiter) = (.hot, continuation)
    }
    mutating func waitAgain(_ continuation: UnsafeContinuation<Void, Never>) {
      if heat == .hot { other = continuation }
    }
    mutating func open() { end { $0.resume(returning: 1) } }
    mutating func close() { end { $0.resume(throwing: CancellationError()) } }
    private mutating func end(_ resume: (CheckedContinuation<Int, any Error>) -> Void) {
      guard heat == .hot else { return }
      if let waiter { resume(waiter) }
      other?.resume()
      (heat, waiter, other) = (.dry, nil, nil)
    }
  }

  @Test func machineThatResumesContinuationsIsDrawn() {
    let graph = StateGraph(
      .value(Gate(), state: \.heat),
      steps: [
        .step("wait") { $0.wait(.waiting()) },
        .step("waitAgain") { $0.waitAgain(.waiting()) },
        .step("open") { $0.open() },
        .step("close") { $0.close() },
      ])
    #expect(
      graph.lines == [
        "cold → hot: wait", "hot ⇢ hot: waitAgain", "hot → dry: open", "hot → dry: close",
        "dry → hot: wait",
      ])
    #expect(graph.findings.isEmpty)
  }

  @Test func conditionShowsHowManyContinuationsAreInAList() {
    struct Queue {
      private(set) var heat = Heat.cold
      private var waiters: [CheckedContinuation<Int, Never>] = []
      mutating func wait(_ continuation: CheckedContinuation<Int, Never>) {
        if heat == .cold, waiters.count < 2 { waiters.append(continuation) }
      }
      mutating func open() {
        for waiter in waiters { waiter.resume(returning: 1) }
        if waiters.count == 2 { heat = .hot }
        waiters = []
      }
    }
    let graph = StateGraph(
      .value(Queue(), state: \.heat),
      steps: [.step("wait") { $0.wait(.waiting()) }, .step("open") { $0.open() }])
    #expect(
      graph.lines == [
        "cold ⇢ cold: wait [waiters.count in 0…1]", "cold ⇢ cold: open [waiters.count in 0…1]",
        "cold → hot: open [waiters.count = 2]",
      ])
  }

  private struct CopiedOnWrite {
    private final class Storage {
      var count = 0
    }
    private var storage = Storage()
    var heat: Heat { storage.count == 0 ? .cold : .hot }

    mutating func handle(_ press: Press) {
      let copy = Storage()
      copy.count = press == .boil ? 1 : 0
      storage = copy
    }
  }

  @Test func storageThatIsCopiedIsAValue() {
    let graph = StateGraph(.value(CopiedOnWrite(), state: \.heat), events: [Press.boil, .pour]) {
      $0.handle($1)
    }
    #expect(graph.lines == ["cold → hot: boil", "hot → cold: pour"])
  }

  fileprivate protocol Counter { func take() -> Int }

  private final class Locked: Counter {
    private let next = Mutex(0)
    func take() -> Int {
      next.withLock { next in
        defer { next = 1 - next }
        return next
      }
    }
  }

  /// A counter with a field that only the compiler knows, as atomic numbers have one.
  private final class Opaque: Counter {
    private let field = MainActor.sharedUnownedExecutor
    private let next = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    init() { next.initialize(to: 0) }
    deinit { next.deallocate() }
    func take() -> Int {
      defer { next.pointee = 1 - next.pointee }
      return next.pointee
    }
  }

  /// A machine that gives numbers, which a step changes where nobody sees it.
  private struct Office {
    private(set) var heat = Heat.cold
    private var number = 0
    private let numbers: any Counter

    init(_ numbers: any Counter) { self.numbers = numbers }
    mutating func open() {
      if heat == .cold { (heat, number) = (.hot, numbers.take()) }
    }
    mutating func close(_ number: Int) {
      if heat == .hot, self.number == number { heat = .cold }
    }
  }

  @Test(arguments: [true, false])
  func machineThatHoldsAnObjectWithAHiddenNumberIsMadeAnew(isLocked: Bool) {
    let graph = StateGraph(
      .value(Office(isLocked ? Locked() : Opaque()), state: \.heat),
      steps: [
        .step("open") { $0.open() },
        .step("close", with: [0, 1], named: "number") { $0.close($1) },
      ])
    #expect(graph.lines == ["cold → hot: open", "hot → cold: close [event number = 0]"])
    #expect(!graph.findings.contains { $0.kind == .varyingProperty })
  }

  private final class Box { let number = 1 }

  @Test func equalDictionariesAreOneValueInWhateverOrderTheyAre() {
    struct Shelf {
      var boxes: [Int: Box] = [:]
      let first = Box()
      init(capacity: Int) {
        boxes.reserveCapacity(capacity)
        for number in 0..<8 { boxes[number] = number == 3 ? first : Box() }
      }
      var state: ReflectedState {
        ReflectedState("open", carrying: ["numbers": boxes.mapValues(\.number)])
      }
    }
    let shelves = [8, 1_000].map(Shelf.init)
    #expect(Array(shelves[0].boxes.keys) != Array(shelves[1].boxes.keys))
    #expect(ValueTree(shelves[0]).identity == ValueTree(shelves[1]).identity)
    #expect(ValueTree(shelves[0].state).identity == ValueTree(shelves[1].state).identity)
  }

  /// A ring buffer, which says what of it is to be read.
  private struct Ring: CustomReflectable {
    var storage: [Int?]
    var head: Int
    var elements: [Int] {
      storage.indices.compactMap { storage[(head + $0) % storage.count] }
    }
    var customMirror: Mirror {
      Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
    }
  }

  @Test func bufferThatReflectsItsElementsIsToldByThemAlone() {
    let rings = [
      Ring(storage: [1, 2, nil], head: 0), Ring(storage: [2, nil, nil, 1], head: 3),
    ]
    #expect(ValueTree(rings[0]).identity == ValueTree(rings[1]).identity)
  }
}
