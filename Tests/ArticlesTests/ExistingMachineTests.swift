import SchematicGraph
import SchematicTesting
import Testing

// The code of the article "Draw a machine you already have".

enum DoorEvent: CaseIterable, Graphable { case open, close, lock }

struct Door {
  enum State: CaseIterable, Graphable { case closed, opened, locked, broken }
  struct Blocked: Error {}

  private(set) var state = State.closed
  private(set) var slams = 0

  mutating func handle(_ event: DoorEvent) throws -> String? {
    switch (state, event) {
    case (.closed, .open): state = .opened
    case (.opened, .close):
      slams += 1
      state = slams == 3 ? .broken : .closed
      if state == .broken { throw Blocked() }
      return "slam"
    case (.closed, .lock): state = .locked
    case (.locked, .open): throw Blocked()
    default: break
    }
    return nil
  }
}

final class Kettle {
  enum Heat: CaseIterable, Graphable { case cold, hot }
  private(set) var heat = Heat.cold

  func boil() { heat = .hot }
  func pour() { heat = .cold }
}

struct Buffer {
  private enum State { case idle, holding([Int]), finished }
  enum Action { case none, resume(Int), wait }
  private var state = State.idle

  mutating func write(_ number: Int) {
    switch state {
    case .idle: state = .holding([number])
    case .holding(let numbers):
      precondition(numbers.count < 2, "no room")
      state = .holding(numbers + [number])
    case .finished: preconditionFailure("written after the end")
    }
  }

  mutating func next() -> Action {
    guard case .holding(var numbers) = state else { return .wait }
    let number = numbers.removeFirst()
    state = numbers.isEmpty ? .idle : .holding(numbers)
    return .resume(number)
  }

  mutating func finish() { state = .finished }
}

@Suite struct ExistingMachineTests {
  @Test func drawsAMachineThatChangesItself() {
    let graph = StateGraph(initial: Door(), state: \.state) { try $0.handle($1) }
    #expect(
      graph.rules.map(\.description) == [
        "closed -> opened: open",
        "closed -> locked: lock",
        "opened -> closed: close [slams in 0…1] / slam",
        "opened -> broken: close [slams = 2] / throws: Blocked",
        "locked: open / rejected",
      ])
  }

  @Test func drawsAnObject() {
    let graph = StateGraph(
      make: { Kettle() }, state: \.heat,
      steps: [.step("boil") { $0.boil() }, .step("pour") { $0.pour() }])
    #expect(
      graph.rules.map(\.description) == ["cold -> hot: boil", "hot -> cold: pour"])
  }

  static func buffer(_ conditions: [MachineCondition<Buffer>] = []) -> StateGraph {
    StateGraph(
      of: Buffer(), state: { ReflectedState(of: $0) },
      steps: [
        .step("write", with: [1]) { $0.write($1) },
        .step("next") { $0.next() },
        .step("finish") { $0.finish() },
      ],
      conditions: conditions)
  }

  #if os(Linux)
    @Test func drawsMethodsAndTraps() {
      let graph = StateGraph.withTraps { Self.buffer() }
      #expect(
        graph.rules.map(\.description) == [
          "idle -> holding: write",
          "idle -> idle: next / wait (internal)",
          "idle -> finished: finish",
          "holding -> holding: write [holding = [1]] (internal)",
          "holding -> idle: next [holding = [1]] / resume",
          "holding -> holding: next [holding = [1, 1]] / resume (internal)",
          "holding -> finished: finish",
          "holding: write [holding = [1, 1]] / traps: no room",
          "finished -> finished: next / wait (internal)",
          "finished: write / traps: written after the end",
        ])
    }

    @Test func namesConditions() {
      let graph = StateGraph.withTraps {
        Self.buffer([MachineCondition("full") { "\($0)".contains("[1, 1]") }])
      }
      #expect(graph.traps.first?.description == "holding: write [full] / traps: no room")
    }
  #endif

  @Test func showsAPart() throws {
    let graph = StateGraph(initial: Door(), state: \.state) { try $0.handle($1) }
    let part = try graph.around("broken").withoutRejections()
    #expect(
      part.omission?.description
        == "around broken; not shown: 1 state, 1 transition, 1 rejection")
    #expect(part != graph)
  }
}
