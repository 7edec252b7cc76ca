import SchematicGraph
import SchematicTestKit
import Testing

/// Walks over machines that were learned from real implementations.
@Suite(.enabled(if: Corpora.hasLearnedMachines)) struct LearnedMachineWalkTests {
  @Test func mostLearnedMachinesAreRead() {
    #expect(LearnedMachine.readable.count >= 9)
  }

  @Test(arguments: LearnedMachine.readable)
  func walksTakeEveryTransition(machine: LearnedMachine) throws {
    let graph = try #require(try machine.graph())
    let walks = graph.walks(resetCost: nil)
    let reachable = Set(graph.transitions).subtracting(walks.unreachable)
    #expect(PaperMachine.follow(walks, in: graph) == reachable)
    #expect(graph.states.count == machine.figures["states"])
    #expect(walks.eventCount >= reachable.count)
  }

  @Test(arguments: LearnedMachine.readable)
  func minimizedMachineHasAsManyStatesAsPublished(machine: LearnedMachine) throws {
    let graph = try #require(try machine.graph())
    let minimal = graph.minimized()
    if let classCount = machine.figures["min_classes"] {
      #expect(minimal.states.count == classCount)
    }
    #expect(try minimal.distinguishingTrace(from: graph) == nil)
  }
}

extension LearnedMachine {
  /// The machines whose diagrams say where they start.
  fileprivate static let readable = Corpora.learnedMachines.filter { (try? $0.graph()) != nil }
}
