#if Macros
  import SchematicGraph
  import SchematicMacros
  import Testing

  /// What findings tell people to write with macros, compiled.
  @Suite struct SampleAdviceTests {
    @Graphable fileprivate enum Sampled { case at(Double, Double, Double, Double, Double, Double) }
    @Graphable fileprivate enum Named {
      @GraphSamples((0, 0, 0, 0, 0, 0), (1, 1, 1, 1, 1, 1))
      case at(Double, Double, Double, Double, Double, Double)
    }
    private enum Press: CaseIterable, Graphable { case press }

    private func findings<State: Graphable>(_ type: State.Type) -> [GraphFinding] {
      StateGraph(initial: State.graphCases[0], events: Press.allCases) { _, _ in nil }.findings
        .filter { $0.kind == .sampleBound }
    }

    @Test func namingSamplesMakesTheFindingGo() {
      #expect(findings(Sampled.self).count == 1)
      #expect(findings(Sampled.self).first?.description.contains("`@GraphSamples`") == true)
      #expect(findings(Named.self).isEmpty)
    }
  }
#endif
