import Testing

/// How the state and the actions of a machine are found.
@Suite struct FoundStateTests {
  @Test func reportSaysWhichActionsAreNotShownWhole() throws {
    let (_, report) = try Fixture.file(of: "Bell").new()
    #expect(
      report.lines(path: "BellGraph.swift").suffix(2) == [
        "to check: Sources/Machines/Answering.swift:4: Bell.Action is ~Copyable, so what hold carries is "
          + "not shown; if it should be, return it in the function nameOfAction",
        "to write: Sources/Machines/Answering.swift:5: Bell.Report is ~Copyable, so the action of count "
          + "is not shown; return a copy of what matters in its step",
      ])
  }

  @Test func reportSaysWhichEventHasNoSample() throws {
    let (text, report) = try Fixture.file(of: "Garden").new()
    #expect(report.added == ["order", "rain"])
    #expect(
      report.lines(path: "GardenGraph.swift").last
        == "to write: GardenGraph.swift:17: a value of delivery, for which no sample is known of "
        + "Garden.Packet")
    #expect(text.contains("case .order, .rain, .delivery: break"))
  }

  @Test func stateInABoxThatNoOtherFileCanOpenIsRefused() {
    #expect(
      throws: ScaffoldError.hidden(
        "the state of Chest", ["Sources/Machines/Boxed.swift:63: state is private"])
    ) { try Fixture.machine("Chest") }
  }

  @Test func genericTypeStandsForAParameterThatNoPlainTypeFits() throws {
    let machine = try Fixture.machine("Motor")
    #expect(machine.name == "Motor<Charge<Int>>")
    #expect(machine.methods.map(\.event) == ["start", "reset"])
  }

  @Test func objectsThatOthersChangeAreProposedToBeIgnored() throws {
    #expect(try Fixture.machine("Lantern").options.ignored.contains("\"queue\""))
    // What stands in for a service is nobody else's.
    #expect(try Fixture.machine("Visit").options.ignored == [])
  }

  @Test func methodWithTheNameOfACalledOneIsAnEvent() throws {
    let machine = try Fixture.machine("Ticket")
    #expect(machine.methods.map(\.event) == ["use()", "use(times:)", "renew"])
    #expect(machine.leftOut.map(\.title) == ["reset()"])
  }
}
