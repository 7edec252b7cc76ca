import SchematicGraph
import SchematicTestKit
import Testing

/// Walks over machines that were learned from real implementations.
@Suite struct LearnedModelTests {
  @Test(.enabled(if: Corpora.has("turnstile")))
  func readsMostOfThem() {
    #expect(LearnedModel.readable.count >= 9)
  }

  @Test(arguments: LearnedModel.readable)
  func takesEveryTransition(model: LearnedModel) throws {
    let graph = try model.graph
    let walks = graph.walks()
    let reachable = Set(graph.transitions).subtracting(walks.unreachable)
    #expect(PaperMachine.follow(walks, in: graph) == reachable)
    #expect(graph.states.count == model.stateCount)
    #expect(walks.eventCount >= reachable.count)
  }

  @Test(arguments: LearnedModel.readable)
  func hasAsManyStatesThatBehaveDifferentlyAsWasComputedElsewhere(model: LearnedModel) throws {
    let graph = try model.graph
    let minimal = graph.minimized()
    if let classCount = model.classCount { #expect(minimal.states.count == classCount) }
    #expect(minimal.isEquivalent(to: graph))
  }
}
