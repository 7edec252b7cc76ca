import Schematic
import SchematicGraph
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct FindingReviewTests {
  private func remarks(allowing names: String...) -> [String] {
    let diagram = Diagram("Door", of: Door.unlockableSchema, allowing: names)
    return FindingReview(of: diagram.graph, of: diagram).remarks
  }

  @Test func namesWhatNobodyAllowed() {
    #expect(
      remarks() == [
        "Door: unreachable state: no transitions lead from the initial state to state locked"
      ])
  }

  @Test(arguments: ["unreachable state", "unreachable state: locked"])
  func leavesOutWhatIsAllowed(name: String) {
    #expect(remarks(allowing: name).isEmpty)
  }

  @Test func namesWhatIsAllowedAndNotFound() {
    #expect(
      remarks(allowing: "unreachable state", "no way out") == [
        "Door: allows \"no way out\", which is not found; remove it"
      ])
  }
}
