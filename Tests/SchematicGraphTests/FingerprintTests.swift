import SchematicGraph
import Testing

@Suite struct FingerprintTests {
  private typealias Parts = StateGraphEqualityTests.Parts

  @Test func isTheSameForEqualGraphsInAnyOrder() {
    var parts = Parts()
    parts.states.reverse()
    parts.transitions.reverse()
    parts.rejections.reverse()
    #expect(parts.graph == Parts().graph)
    #expect(parts.graph.fingerprint == Parts().graph.fingerprint)
  }

  @Test(arguments: StateGraphEqualityTests.changes.keys.sorted())
  func differsAfterAnyChange(name: String) throws {
    let change = try #require(StateGraphEqualityTests.changes[name])
    var parts = Parts()
    change(&parts)
    #expect(parts.graph.fingerprint != Parts().graph.fingerprint)
  }

  @Test func differsAfterEveryTwoChanges() throws {
    var fingerprints: Set<String> = [Parts().graph.fingerprint]
    for change in StateGraphEqualityTests.changes.values {
      var parts = Parts()
      change(&parts)
      fingerprints.insert(parts.graph.fingerprint)
    }
    #expect(fingerprints.count == StateGraphEqualityTests.changes.count + 1)
  }

  /// Saved data depends on this value: a change of it must be announced.
  @Test func isTheValueThatWasSavedBefore() {
    #expect(Parts().graph.fingerprint == "22587fd982b4eecc")
  }
}
