#if Macros
  import SchematicMacros
  import Testing

  // The same cases twice: expanded, and left to what the protocol does by itself.
  @Graphable private enum Written {
    case off, active(Mode), labelled(mode: Mode), next(Mode?), both(Mode, Mode), deep(Deep), at(Int)
  }
  private enum Reflected: Graphable {
    case off, active(Mode), labelled(mode: Mode), next(Mode?), both(Mode, Mode), deep(Deep), at(Int)
    static var graphCases: [Reflected] { [] }
  }
  private enum Mode: CaseIterable, Graphable {
    case playing, paused
    var graphLabel: String { "Mode: \(graphIdentifier)" }
  }
  @Graphable private enum Deep { case mode(Mode) }

  @Suite struct AgreementTests {
    private static let pairs: [(Written, Reflected)] =
      [(.off, .off), (.next(nil), .next(nil)), (.at(3), .at(3))]
      + Mode.allCases.flatMap { mode -> [(Written, Reflected)] in
        [
          (.active(mode), .active(mode)), (.labelled(mode: mode), .labelled(mode: mode)),
          (.next(mode), .next(mode)), (.both(mode, .paused), .both(mode, .paused)),
          (.deep(.mode(mode)), .deep(.mode(mode))),
        ]
      }

    @Test func macroNamesCasesAsReflectionDoes() {
      for (written, reflected) in Self.pairs {
        #expect(written.casePath == reflected.casePath)
        #expect(written.graphIdentifier == reflected.graphIdentifier)
        #expect(written.diagramLabel == reflected.diagramLabel)
      }
    }

    @Test func macroDrawsAMachineWithTheSameStates() {
      let step = { (state: Written, mode: Mode) -> Written? in
        switch state {
        case .off: .active(mode)
        case .active(let old): old == mode ? .off : .active(mode)
        default: nil
        }
      }
      let graph = StateGraph(initial: Written.off, events: Mode.allCases, step: step)
      #expect(graph.states.map(\.identifier).contains("active.playing"))
      #expect(
        graph.transitions.filter { $0.source == "off" }.map(\.target) == [
          "active.playing", "active.paused",
        ])
    }
  }
#endif
