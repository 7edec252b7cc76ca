import Foundation
import Schematic
import SchematicGraph
import SchematicTesting
import Testing

/// Tests of one schema, which explore its rules once.
@Suite struct KnownGraphTests {
  enum Level: Graphable, Hashable, Sendable {
    case at(Int)
    @TaskLocal static var highest = 3
    static var graphCases: [Level] { (0...highest).map { .at($0) } }
    var casePath: [String] {
      switch self {
      case .at(let number): ["at\(number)"]
      }
    }
  }
  enum Step: CaseIterable, Graphable { case up, down }

  /// A count that any thread may increase.
  final class Count: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    func increase() { lock.withLock { number += 1 } }
    /// The count since this was read last.
    func take() -> Int {
      lock.withLock {
        defer { number = 0 }
        return number
      }
    }
  }

  private func schema(counting count: Count) -> StateMachineSchema<Level, Step, Void> {
    StateMachineSchema<Level, Step, Void>(initialState: .at(0)) { level, step in
      count.increase()
      guard case .at(let number) = level else { return .ignored }
      switch step {
      case .up: return number < Level.highest ? .to(.at(number + 1)) : .ignored
      case .down: return number > 0 ? .to(.at(number - 1)) : .ignored
      }
    }
  }

  @Test func walksAfterTheFirstDoNotExploreTheRules() throws {
    let count = Count()
    let schema = schema(counting: count)
    let walk = try #require(StateGraph(schema).walks().first)
    _ = count.take()
    expectWalk(walk, of: schema, machine: { StateMachine(schema: schema) })
    let first = count.take()
    for _ in 0..<10 { expectWalk(walk, of: schema, machine: { StateMachine(schema: schema) }) }
    // A machine asks the rules, and so does the plan of the walk.
    #expect(count.take() <= 10 * (first - 8))
    // The same rules, made again, are other rules.
    let other = self.schema(counting: count)
    expectWalk(walk, of: other, machine: { StateMachine(schema: other) })
    #expect(count.take() == first)
  }

  @Test func otherSamplesGiveAnotherGraph() {
    let schema = schema(counting: Count())
    for highest in 3...5 {
      Level.$highest.withValue(highest) {
        let walks = StateGraph(schema).walks()
        #expect(walks.last?.steps.last != nil)
        for walk in walks {
          expectWalk(walk, of: schema, machine: { StateMachine(schema: schema) })
        }
      }
    }
  }
}
