import Schematic
import SchematicGraph
import SchematicTraces
import Testing

/// The last lines of a trace, in memory.
@Suite struct TraceRingTests {
  private enum Light: CaseIterable, Graphable { case red, green, yellow }
  private enum Clock: CaseIterable, Graphable { case tick }
  private static let schema = StateMachineSchema<Light, Clock, Void>(initialState: .red) {
    light, _ in
    switch light {
    case .red: .to(.green)
    case .green: .to(.yellow)
    case .yellow: .to(.red)
    }
  }

  @Test(arguments: [0, 1, 3, 7, 8, 9, 20])
  func ringKeepsTheLastLinesInTheirOrder(capacity: Int) throws {
    let ring = TraceRing(capacity: capacity)
    let machine = StateMachine(schema: Self.schema)
    ring.recorder(time: nil).watch(machine, named: "Light", id: "1")
    for _ in 0..<7 { machine.handle(.tick) }
    let entries = try ring.lines.map { try TraceEntry(line: $0) }
    // Eight lines were written, the first of which names the state.
    #expect(entries.map(\.number) == Array((0..<8).suffix(max(1, capacity))))
    #expect(StateGraph(Self.schema).violations(of: entries).isEmpty)
  }

  @Test func ringIsEmptyBeforeTheFirstLine() {
    #expect(TraceRing(capacity: 3).lines.isEmpty)
  }

  @Test func ringTakesLinesFromManyTasks() async {
    let ring = TraceRing(capacity: 50)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let machine = StateMachine(schema: Self.schema)
          ring.recorder(time: nil).watch(machine, named: "Light", id: "\(number)")
          for _ in 0..<100 { machine.handle(.tick) }
        }
      }
    }
    #expect(ring.lines.count == 50)
    #expect(ring.lines.allSatisfy { (try? TraceEntry(line: $0)) != nil })
  }
}
