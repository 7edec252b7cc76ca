import Foundation
import Testing

/// What is written for machines of a real package: `IntegrationTests/Scaffold`, where
/// `Scripts/check-scaffold.sh` compiles and runs the same files, and records the symbol graph.
@Suite struct ScaffoldTests {
  @Test(arguments: [
    ("Socket", "Machines"), ("Relay", "Machines"), ("Kettle", "Machines"), ("Light", "Machines"),
    ("Door", "Machines"),
  ])
  func writesTheFileThatThePackageCompiles(name: String, folder: String) throws {
    let (text, _) = try Fixture.file(of: name).new()
    #expect(try text == Fixture.text("Sources/\(folder)/\(name)Graph.swift"))
  }

  @Test func saysWhatToWriteAndWhatIsLeftOut() throws {
    let (_, report) = try Fixture.file(of: "Socket").new()
    #expect(
      report.lines(path: "SocketGraph.swift") == [
        "wrote SocketGraph.swift: 8 steps of Socket: connect, connected, receive, write, drain, "
          + "close(_:then:), close(because:), expire",
        "to write: SocketGraph.swift:48: one Socket.Deadline or more; until then, not tried: expire",
        "left out: map(_:) is generic: write a step by hand",
        "left out: wait() is async",
        "left out: reset() is private, so no event",
      ])
  }

  @Test func namesTheWordThatHidesAMethod() throws {
    let (_, report) = try Fixture.file(of: "Door").new()
    #expect(
      report.lines(path: "DoorGraph.swift").last
        == "left out: slam() is fileprivate at Sources/Machines/Others.swift:28: make it internal, "
        + "and run this again")
  }

  @Test func choosesArgumentsForGenericParametersUnlessSomebodyDid() throws {
    #expect(try Fixture.machine("Relay").name == "Relay<Int, any Error>")
    let machine = try Fixture.machine("Relay<String, CancellationError>")
    #expect(machine.name == "Relay<String, CancellationError>")
    let (text, _) = ScaffoldedFile(of: machine, in: .init(testableModule: nil)).new()
    #expect(text.contains("extension Relay<String, CancellationError> {"))
    #expect(text.contains("[nil, CancellationError()] as [CancellationError?]"))
  }

  @Test func importsTheMachineWhereTheFileIsInAnotherModule() throws {
    let (text, _) = ScaffoldedFile(
      of: try Fixture.machine("Relay"), in: .init(testableModule: "Machines")
    ).new()
    #expect(text.hasPrefix("import SchematicGraph\n@testable import Machines\n"))
    #expect(text.contains("  static var graph: StateGraph {"))
  }

  @Test(arguments: [
    ("Sokcet", "no type of this package is named Sokcet; did you mean Socket?"),
    (
      "Frob",
      "no type of this package is named Frob; write its name as in the code, Outer.Inner if it "
        + "is inside another"
    ),
    ("State", "several types are named State; write the whole name: Socket.State, Token.State"),
    (
      "Safe",
      "other files can't see Vault.Safe; make it internal, and run this again: "
        + "Sources/Machines/Others.swift:33: Vault.Safe is private"
    ),
    (
      "Stone",
      "Sources/Machines/Others.swift:40: Stone has no method that changes it and can be called "
        + "from another file; name the type whose methods are the events. Left out: erode() is private, "
        + "so no event"
    ),
    (
      "Token",
      "Sources/Machines/Others.swift:46: Token is ~Copyable: its state can't be found by "
        + "reflection; list its methods by hand in StateGraph(make:state:steps:), and name its states in "
        + "the function state:"
    ),
    (
      "Clerk",
      "Sources/Machines/Others.swift:60: Clerk is an actor, whose methods wait; scaffold the "
        + "machine that it holds"
    ),
    (
      "Codec",
      "Sources/Machines/Others.swift:64: nothing is known that can stand for Format of Codec, "
        + "which is RawRepresentable; name a type for each parameter in quotes: 'Codec<Int>'"
    ),
    (
      "Local",
      "Sources/Machines/Others.swift:70: Local is declared inside of a function, which no other "
        + "file can reach; move it out"
    ),
  ])
  func refuses(name: String, message: String) {
    let error = #expect(throws: ScaffoldError.self) { try Fixture.machine(name) }
    #expect(error?.description == message)
  }
}

/// What happens to a file that is there already.
@Suite struct ScaffoldUpdateTests {
  private func updated(
    _ change: (inout String) -> Void
  ) throws -> (edited: String, text: String, report: ScaffoldReport) {
    var edited = try Fixture.text("Sources/Machines/SocketGraph.swift")
    change(&edited)
    let (text, report) = try Fixture.file(of: "Socket").updated(edited, path: "SocketGraph.swift")
    return (edited, text, report)
  }

  @Test func changesNothingInAFileThatIsComplete() throws {
    let (edited, text, report) = try updated { _ in }
    #expect(text == edited)
    #expect(
      report.lines(path: "SocketGraph.swift") == [
        "SocketGraph.swift has a step for each method of Socket; nothing was written"
      ])
  }

  @Test func addsOnlyTheStepThatIsMissingAndItsSamples() throws {
    let (edited, text, report) = try updated { text in
      text = text.replacing(
        #"        .step("receive", with: frameSamples) { $0.receive($1) },\#n"#, with: "")
      text = text.replacing("frameSamples", with: "otherSamples")
      text = text.replacing(#""connected""#, with: #""greeted" /* ours */"#)
    }
    #expect(report.added == ["receive"])
    let kept = edited.split(separator: "\n")
    let lines = text.split(separator: "\n")
    #expect(
      lines.filter { !kept.contains($0) } == [
        #"        .step("receive", with: frameSamples) { $0.receive($1) },"#,
        "  private static var frameSamples: [Socket.Frame] {",
      ])
    #expect(text.contains(#".step("greeted" /* ours */) { $0.connected() },"#))
  }

  @Test func usesTheSamplesThatTheFileHas() throws {
    let (_, text, report) = try updated { text in
      text = text.replacing(
        #"        .step("expire", with: deadlineSamples) { $0.expire($1) },\#n"#, with: "")
      text = text.replacing(
        "deadlineSamples: [Socket.Deadline] { [] }",
        with: "deadlineSamples: [Socket.Deadline] { ours }")
    }
    #expect(report.added == ["expire"])
    #expect(report.placeholders.isEmpty)
    #expect(text.contains("{ ours }"))
    #expect(text.firstRange(of: "{ [] }") == nil)
  }

  @Test func leavesOutAStepThatIsInAComment() throws {
    let (edited, text, report) = try updated { text in
      text = text.replacing(#".step("connected")"#, with: #"// .step("connected")"#)
    }
    #expect(text == edited)
    #expect(report.added.isEmpty)
  }

  @Test func addsACommaBeforeTheNewStep() throws {
    let (_, text, _) = try updated { text in
      text = text.replacing(
        #"        .step("expire", with: deadlineSamples) { $0.expire($1) },\#n"#, with: "")
      text = text.replacing(
        "          $0.close(because: $1)\n        },",
        with: "          $0.close(because: $1)\n        } // last")
    }
    #expect(
      text.contains(
        "        }, // last\n        .step(\"expire\", with: deadlineSamples) { $0.expire($1) },\n")
    )
  }

  @Test func tellsApartMethodsOfOneName() throws {
    let (_, text, report) = try updated { text in
      text = text.replacing(
        #".step("close(_:then:)", with: Socket.Code.allCases) { $0.close($1, then: { _ in }) },"#,
        with: "")
    }
    #expect(report.added == ["close(_:then:)"])
    #expect(text.contains("$0.close(because: $1)"))
  }

  @Test func namesStepsOfMethodsThatAreGone() throws {
    let (_, _, report) = try updated { text in
      text = text.replacing("$0.connected()", with: "$0.greeted(by: 1)")
      text = text.replacing("// Written", with: "// $0.forgotten()\n// Written")
    }
    #expect(report.gone == ["greeted(by:)"])
    #expect(
      report.lines(path: "S.swift").contains(
        "S.swift: greeted(by:) is gone from Socket; take its step out"))
    #expect(report.added == ["connected"])
  }

  @Test func refusesAFileWithoutAList() throws {
    let file = try Fixture.file(of: "Socket")
    #expect(throws: ScaffoldError.noListOfSteps("A.swift")) {
      try file.updated("import SchematicGraph\n", path: "A.swift")
    }
  }
}

/// The package whose machines are scaffolded.
enum Fixture {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "IntegrationTests/Scaffold")

  static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  static func machine(_ name: String) throws -> ScaffoldedMachine {
    let graph = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Goldens/Machines.symbols.json")
    let index = SymbolIndex(
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: graph)))
    let files = ["Socket", "Relay", "Others"].map { "Sources/Machines/\($0).swift" }
    let texts = try files.map { ("\(package.path)/\($0)", try text($0)) }
    return try ScaffoldedMachine(
      named: name, in: index,
      sources: ScaffoldSources(Dictionary(uniqueKeysWithValues: texts), root: package.path))
  }

  static func file(of name: String) throws -> ScaffoldedFile {
    ScaffoldedFile(of: try machine(name), in: .init(testableModule: nil))
  }
}
