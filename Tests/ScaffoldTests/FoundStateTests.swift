import Foundation
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
        "the state of Chest",
        [
          "Sources/Machines/Boxed.swift:83: state is private",
          "Sources/Machines/Boxed.swift:82: Chest.State is private",
        ])
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

  @Test func propertyWithASetterIsNotStored() throws {
    let graph = try Fixture.graph(of: "Machines")
    let pass = try #require(graph.symbols.first { $0.pathComponents == ["Porter", "pass"] })
    let sources = try Fixture.sources(of: "Machines")
    #expect(!sources.isStored(SwiftDeclaration(pass), pass))
    #expect(sources.isInput(pass, of: try Fixture.machine("Porter").type, isShown: false))
  }

  @Test func protocolThatAsksForOneThatAsksForItHasNoStandIn() throws {
    func symbol(_ kind: String, _ path: [String], _ text: String) -> String {
      """
      {"kind": {"identifier": "swift.\(kind)"}, "identifier": {"precise": "\(path.joined(separator: "."))"},
        "pathComponents": \(path), "names": {"title": "\(path.joined(separator: "."))"},
        "declarationFragments": [{"kind": "text", "spelling": "\(text)"}], "accessLevel": "internal"}
      """
    }
    let pairs = [("Parent", "Child"), ("Child", "Parent")]
    let symbols = pairs.flatMap { name, other in
      [
        symbol("protocol", [name], "protocol \(name)"),
        symbol("associatedtype", [name, "Other"], "associatedtype Other : \(other)"),
      ]
    }
    let relationships = pairs.map { name, _ in
      #"{"kind": "requirementOf", "source": "\#(name).Other", "target": "\#(name)"}"#
    }
    let text = """
      {"symbols": [\(symbols.joined(separator: ","))],
        "relationships": [\(relationships.joined(separator: ","))]}
      """
    let index = SymbolIndex(try JSONDecoder().decode(SymbolGraph.self, from: Data(text.utf8)))
    #expect(index.allProtocols.map { index.canStandIn(for: $0) } == [false, false])
  }
}
