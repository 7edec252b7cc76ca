import Foundation
import Testing

/// What is written for machines of a real package: `IntegrationTests/Scaffold`, where
/// `Scripts/check-scaffold.sh` compiles and runs the same files, and records the symbol graph.
@Suite struct ScaffoldTests {
  @Test(arguments: [
    ("Socket", "Machines"), ("Relay", "Machines"), ("Kettle", "Machines"), ("Light", "Machines"),
    ("Door", "Machines"), ("Token", "Machines"), ("Valve", "Machines"), ("Gate", "Machines"),
    ("Player", "Machines"), ("Counter", "Machines"), ("Wire", "Wires"), ("Bell", "Machines"),
    ("Beacon", "Machines"), ("Barrier", "Machines"), ("Screen", "Machines"), ("Garden", "Machines"),
    ("Desk", "Machines"), ("Visit", "Machines"), ("Turnstile", "Machines"), ("Teller", "Machines"),
    ("Clerk", "Machines"), ("Search", "Machines"), ("Login", "Machines"), ("Alarm", "Machines"),
    ("Room", "Machines"), ("Splitter", "Machines"), ("Lantern", "Machines"), ("Guests", "Machines"),
    ("Recorder", "Machines"), ("Collector", "Machines"), ("Pages", "Machines"),
    ("Reading", "Machines"), ("Wireline", "Machines"), ("Remote", "Machines"), ("Post", "Machines"),
    ("Patience", "Machines"), ("Hall", "Machines"), ("Porch", "Machines"),
    ("Swipe", "Machines"), ("Wizard", "Machines"),
    ("Library", "Machines"), ("Casket", "Machines"), ("Porter", "Machines"), ("Hatch", "Machines"),
    ("Drag", "Machines"), ("Dial", "Machines"), ("Peer", "Machines"), ("Fader", "Machines"),
    ("Zoom", "Machines"), ("Projector", "Machines"), ("Tap", "Machines"),
    ("LineReader", "Machines"), ("Quay", "Machines"), ("Wicket", "Machines"),
  ])
  func scaffoldWritesTheFileThatThePackageCompiles(name: String, folder: String) throws {
    let (text, _) = try Fixture.file(of: name).new()
    #expect(try text == Fixture.text("Sources/\(folder)/\(name)Graph.swift"))
  }

  @Test func reportSaysWhatToWriteAndWhatIsLeftOut() throws {
    let (_, report) = try Fixture.file(of: "Socket").new()
    #expect(
      report.lines(path: "SocketGraph.swift") == [
        "wrote SocketGraph.swift: 8 steps of Socket: connect, connected, receive, write, drain, "
          + "close(_:then:), close(because:), expire",
        "to check: only this module sees the graph of Socket; a target that draws writes "
          + "`@testable import`, or write `package` before the type and before `static var graph`",
        "to write: SocketGraph.swift:55: one Socket.Deadline or more; until then, not tried: expire",
        "left out: map(_:) does nothing",
        "left out: reset() is private, so no event",
        "left out: wait(): it neither reads nor changes what state depends on",
      ])
  }

  @Test func valuesOfTwoEnumsAreTriedOneByOne() throws {
    let (text, _) = try Fixture.file(of: "Tunnel").new()
    #expect(
      [
        "(.random, because: .user)", "(.current, because: .user)", "(.chosen, because: .user)",
        "(.random, because: .loss)", "(.random, because: .move)",
      ].allSatisfy(text.contains))
    #expect(!text.contains("(.current, because: .loss)"))
    #expect(text.contains("cases: [\"none\", \"calm\", \"hurried\"]"))
  }

  @Test func scaffoldReadsTheMembersOfASuperclass() throws {
    let (text, report) = try Fixture.file(of: "QuickSession").new()
    #expect(report.added == ["rest", "slowDown", "wake"])
    #expect(text.contains("ReflectedState(of: $0, property: \"phase\")"))
    #expect(text.contains("ignoring: [\"began\"]"))
  }

  @Test func scaffoldLeavesOutWhatHasNothingToDoWithTheState() throws {
    let (text, report) = try Fixture.file(of: "Fader").new()
    #expect(report.added == ["move", "lock", "set isReversed"])
    #expect(
      report.lines(path: "FaderGraph.swift").last
        == "left out: note(_:): it neither reads nor changes what state depends on")
    #expect(text.contains("var length: Double {\n    1\n"))
  }

  @Test func reportNamesTheInitializerThatOnlyTheMachinesFileCalls() throws {
    let (_, report) = try Fixture.file(of: "Strongbox").new()
    #expect(
      report.lines(path: "StrongboxGraph.swift").contains(
        "to write: init(code:) is private at Sources/Machines/Collector.swift:34: make it internal, and run this again"
      ))
    #expect(report.lines(path: "").last?.hasPrefix("left out: hash(into:) reads") == true)
  }

  @Test func methodWithoutAStatementIsLeftOut() throws {
    let (_, report) = try Fixture.file(of: "Remote").new()
    #expect(report.lines(path: "").last == "left out: volumeChanged(to:) does nothing")
  }

  @Test func reportNamesTheWordThatHidesAMethod() throws {
    let (_, report) = try Fixture.file(of: "Door").new()
    #expect(
      report.lines(path: "DoorGraph.swift").last
        == "left out: slam() is fileprivate at Sources/Machines/Others.swift:28: make it internal, "
        + "and run this again")
  }

  @Test func reportSaysThatAStateMayCarryAnother() throws {
    let (_, report) = try Fixture.file(of: "Lamp").new()
    #expect(
      report.lines(path: "LampGraph.swift").last
        == "to check: Sources/Machines/Others.swift:106: on of state may carry a state of its own; with "
        + "depth: 2, ReflectedState shows that, too")
  }

  @Test func reportSaysWhatIsNotComparedInAStateThatCannotBeCopied() throws {
    let (_, report) = try Fixture.file(of: "Valve").new()
    #expect(
      report.lines(path: "ValveGraph.swift").last
        == "to check: Sources/Machines/Others.swift:77: Valve.State is ~Copyable, so what stuck carries "
        + "is not compared; if it makes a difference, add it to the function state(of:), as carrying: "
        + "[\"count\": value.count]")
  }

  @Test func samplesHaveEachCaseOfEachEnumBeforeOtherValues() throws {
    let machine = try Fixture.machine("Mail")
    let response = try #require(
      machine.methods.first { $0.event == "receive" }?.parameters.first)
    let values = machine.samples.samples(of: response).values.map {
      machine.samples.implicit($0, as: response.type)
    }
    #expect(
      values.prefix(4) == [
        #".done(.text("", isLast: false))"#,
        #".refused(.init(content: .text("", isLast: false)))"#,
        ".failed(code: 0, isFatal: false, flag: .seen)", ".old",
      ])
    #expect(values.count == 20)
    #expect(values.contains(".done(.flags([.seen]))"))
    #expect(values.contains { $0.hasPrefix(".done(.forwarded(") })
  }

  @Test(arguments: [
    ("id", ["1"]), ("recipientChannel", ["1"]), ("streamIdentifier", ["1"]), ("token", ["1"]),
    ("count", ["0", "1", "2"]),
  ])
  func numberThatIdentifiesSomethingHasOneSample(name: String, values: [String]) throws {
    let samples = try Fixture.machine("Mail").samples
    #expect(samples.samples(of: Self.parameter(name, of: .name("UInt32"))).values == values)
  }

  @Test func identifierHasTwoSamplesIfTheMachineHoldsACollectionKeyedByIt() throws {
    let samples = try Fixture.machine("Wire").samples
    #expect(samples.samples(of: Self.parameter("id", of: .name("Int"))).values == ["0", "1"])
    #expect(samples.samples(of: Self.parameter("id", of: .name("UInt32"))).values == ["1"])
  }

  @Test func sampleOfHeadersIsPlausible() throws {
    let samples = try Fixture.machine("Mail").samples
    #expect(
      samples.samples(of: Self.parameter("headers", of: .name("HPACKHeaders"))).values == [
        "HPACKHeaders()", #"[":status": "200", "content-type": "application/grpc"]"#,
        #"["grpc-status": "0"]"#,
      ])
  }

  private static func parameter(_ name: String, of type: SwiftType) -> SwiftParameter {
    SwiftParameter(
      label: name, name: name, type: type, defaultValue: nil, isInout: false)
  }

  @Test func helperThatOnlyOtherMethodsCallIsNoStep() throws {
    let machine = try Fixture.machine("Mail")
    #expect(
      machine.methods.map(\.event) == ["send", "receive", "finish", "append", "stampTimedOut"])
    #expect(machine.leftOut.map(\.title) == ["forget()"])
  }

  @Test func namesOfManyStepsAreThreeAndANumber() {
    let names = (1...30).map { "event\($0)" }
    #expect(ScaffoldReport.few(names) == "event1, event2, event3 and 27 more")
    #expect(ScaffoldReport.few(Array(names.prefix(5))) == "event1, event2, event3, event4, event5")
  }

  @Test func stepsOfEqualLabelsAreNamedByTheirTypes() throws {
    #expect(
      try Fixture.machine("Wire").methods.map(\.event) == [
        "pull", "wait", "put", "turn(into: Int)", "turn(into: Wire.HTTP1Mode?)",
      ])
  }

  @Test func scaffoldChoosesGenericArgumentsUnlessSomebodyDid() throws {
    #expect(try Fixture.machine("Relay").name == "Relay<Int, any Error>")
    let machine = try Fixture.machine("Relay<String, CancellationError>")
    #expect(machine.name == "Relay<String, CancellationError>")
    let (text, _) = ScaffoldedFile(of: machine, in: .init(testableModule: nil)).new()
    #expect(text.contains("extension Relay<String, CancellationError> {"))
    #expect(text.contains("[nil, CancellationError()] as [CancellationError?]"))
  }

  @Test func fileInAnotherModuleImportsTheMachine() throws {
    let (text, _) = ScaffoldedFile(
      of: try Fixture.machine("Relay"), in: .init(testableModule: "Machines")
    ).new()
    #expect(text.hasPrefix("import SchematicGraph\n@testable import Machines\n"))
    #expect(text.contains("  static var graph: StateGraph {"))
  }

  @Test(arguments: [
    (
      "Socket", "Machines",
      [["Socket", "receive(_:)"], ["Socket", "Frame", "close(_:)"]]
    ),
    ("Wire", "Wires", [["Wire", "init(limit:)"]]),
  ])
  func sourcesHaveWhatTheCompilerLeavesOut(
    name: String, module: String, lost: [[String]]
  ) throws {
    let graph = try Fixture.graph(of: module)
    let rest = SymbolGraph(
      symbols: graph.symbols.filter { !lost.contains($0.pathComponents) },
      relationships: graph.relationships)
    #expect(rest.symbols.count == graph.symbols.count - lost.count)
    let sources = try Fixture.sources(of: module)
    let index = SymbolIndex(
      sources.completing(rest), others: [try Fixture.graph(of: "Pumps")])
    let machine = try ScaffoldedMachine(named: name, in: index, sources: sources)
    let (text, _) = ScaffoldedFile(of: machine, in: .init(testableModule: nil)).new()
    let whole = try Fixture.text("Sources/\(module)/\(name)Graph.swift")
    // What is found comes last.
    #expect(text.split(separator: "\n").sorted() == whole.split(separator: "\n").sorted())
  }

  @Test func sourcesAddNothingThatTheCompilerLists() throws {
    for module in ["Machines", "Wires"] {
      let graph = try Fixture.graph(of: module)
      let completed = try Fixture.sources(of: module).completing(graph)
      // What nobody may use, the compiler leaves out.
      let more = module == "Machines" ? ["Mail.Response.old"] : []
      #expect(completed.symbols.map(\.path) == graph.symbols.map(\.path) + more)
    }
  }

  @Test func machineAsksForTheModulesOfArgumentsWithoutSamples() throws {
    let wires = try Fixture.graph(of: "Wires")
    let machine = try ScaffoldedMachine(
      named: "Wire", in: SymbolIndex(wires), sources: try Fixture.sources(of: "Wires"))
    #expect(machine.missingModules == ["Pumps"])
    #expect(try Fixture.machine("Wire").missingModules == [])
  }

  @Test(arguments: [
    ("Sokcet", "no type of this package is named Sokcet; did you mean Socket?"),
    (
      "Frob",
      "no type of this package is named Frob; write its name as in the code, Outer.Inner if it "
        + "is inside another"
    ),
    (
      "State",
      "several types are named State; write the whole name: Bell.State, Chest.State, Clerk.State, Counter.State, "
        + "Desk.State, Dial.State, Drag.State, Fader.State, Gate.State, Gesture.State, Hatch.State, "
        + "Lamp.State, Lantern.State, Library.State, LineReader.State, Mail.State, Motor.State, Pages.State, "
        + "Patience.State, Peer.State, Post.State, Projector.State, Quay.State, Radio.State, "
        + "Reading.State, Remote.State, Search.State, Socket.State, Tap.State, Ticket.State, Token.State, "
        + "Turnstile.State, Valve.State, Wicket.State, Wireline.State"
    ),
    (
      "Safe",
      "other files can't see Vault.Safe; make it internal, and run this again: "
        + "Sources/Machines/Others.swift:33: Vault.Safe is private"
    ),
    (
      "Stone",
      "Sources/Machines/Others.swift:40: Stone has no method that changes it and can be called "
        + "from another file; name the type whose methods are the events, or, if a function returns the "
        + "next state, list StateGraph(initial: …, step: …). Left out: erode() is private, so no event"
    ),
    (
      "Plug",
      "other files can't see the state of Plug; make it internal, and run this again: "
        + "Sources/Machines/Others.swift:98: isIn is private"
    ),
    (
      "Statue",
      "Sources/Machines/Others.swift:60: Statue has no method that changes it; name the type whose "
        + "methods are the events, or, if a function returns the next state, list "
        + "StateGraph(initial: …, step: …)"
    ),
    (
      "Codec",
      "Sources/Machines/Others.swift:64: nothing is known that can stand for Format of Codec, "
        + "which is TextOutputStream; name such a type in quotes: 'Codec<…>'"
    ),
    (
      "Local",
      "Sources/Machines/Others.swift:70: Local is declared inside of a function, which no other "
        + "file can reach; move it out"
    ),
  ])
  func scaffoldRefusesAMachineWithAReason(name: String, message: String) {
    let error = #expect(throws: ScaffoldError.self) { try Fixture.machine(name) }
    #expect(error?.description == message)
  }
}

/// What is written if the compiler refuses a part of a new file.
@Suite struct RefusalsTests {
  /// Writes a file, refuses the lines that contain some texts, and writes it again.
  private func written(
    _ name: String, refusing texts: [String]
  ) throws -> (text: String, report: [String]) {
    var refusals = Refusals()
    while true {
      let (text, report) = try Fixture.file(of: name, without: refusals).new()
      let errors = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { line in
          !line.element.contains("// .step") && texts.contains { line.element.contains($0) }
        }
        .map { CompilerError(line: $0.offset + 1, message: "no \(String($0.element).trimmed)") }
      guard refusals.add(errors, in: text) else {
        #expect(errors.isEmpty)
        return (text, report.lines(path: "\(name)Graph.swift"))
      }
    }
  }

  @Test
  func subclassThatStandsInForAClassLeavesOutWhatItCannotOverride() throws {
    let (text, report) = try written("Radio", refusing: ["func mayBeHeard"])
    #expect(try text == Fixture.text("Sources/Machines/RadioGraph.swift"))
    #expect(report.allSatisfy { !$0.contains("left out: StationStandIn") })
  }

  @Test func valueThatDoesNotCompileIsLeftOutOfItsList() throws {
    let (text, report) = try written("Mail", refusing: ["      .old,"])
    #expect(try text == Fixture.text("Sources/Machines/MailGraph.swift"))
    #expect(
      report.contains("left out: .old of Mail.Response, which doesn't compile: no .old,"))
  }

  @Test func listOfValuesThatDoNotCompileIsEmptyAndForTheUserToWrite() throws {
    let (text, report) = try written("Door", refusing: [".right", ".wrong"])
    #expect(
      text.contains(
        """
          // Write one or more here. Until then, not tried: turn.
          private static var keySamples: [Door.Key] { [] }
        """))
    #expect(
      report.contains {
        $0.hasSuffix("one Door.Key or more; until then, not tried: turn")
      })
  }

  @Test(arguments: [
    (
      "Socket", "$0.connected()", "connected", #"        // .step("connected") { $0.connected() },"#
    ),
    (
      "Socket", "deadlineSamples: [", "expire",
      #"        // .step("expire", with: deadlineSamples) { $0.expire($1) },"#
    ),
    ("Gate", ".failed)", "failed", #"        // .step("failed") { $0.handle(.failed) },"#),
  ])
  func stepThatDoesNotCompileIsAComment(
    name: String, refused: String, event: String, comment: String
  ) throws {
    let (text, report) = try written(name, refusing: [refused])
    let line = try #require(
      text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0 == comment })
    #expect(
      report.contains {
        $0.hasPrefix("to mend: \(name)Graph.swift:\(line + 1): the step doesn't compile: no ")
      })
    #expect(!report[0].split(separator: ": ").last!.split(separator: ", ").contains(event[...]))
    // The compiler knows a step in a comment, and so does the next run.
    let (same, next) = try Fixture.file(of: name).updated(text, path: "\(name)Graph.swift")
    #expect(same == text)
    #expect(next.added.isEmpty)
  }

  @Test func machineThatCannotBeMadeHasAStartToWrite() throws {
    let (text, report) = try written("Socket", refusing: ["Socket()"])
    #expect(text.contains("      .value(makeMachine()) {"))
    #expect(text.contains("    fatalError(\"write here: how a machine starts\")\n"))
    #expect(report.contains { $0.hasPrefix("to write: ") && $0.contains(": how a machine starts") })
  }

  @Test func graphThatThePackageCannotSeeIsInternal() throws {
    let (text, _) = try written("Relay", refusing: ["package static"])
    #expect(text.contains("\n  static var graph: StateGraph {"))
  }

  @Test func errorsOfAFileAreReadInTheLogOfABuild() {
    let log = """
      /a/Other.swift:1:2: error: not this one
      /a/MailGraph.swift:30:8: error: 'old' is unavailable
      30 |       .old,
         |        `- error: 'old' is unavailable
      /a/MailGraph.swift:31:1: warning: nor this one
      /a/MailGraph.swift:30:8: error: 'old' is unavailable
      """
    #expect(
      CompilerError.all(of: "/a/MailGraph.swift", in: log) == [
        CompilerError(line: 30, message: "'old' is unavailable")
      ])
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

  @Test func updateChangesNothingInAFileThatIsComplete() throws {
    let (edited, text, report) = try updated { _ in }
    #expect(text == edited)
    #expect(
      report.lines(path: "SocketGraph.swift") == [
        "SocketGraph.swift has a step for each method of Socket; nothing was written"
      ])
  }

  @Test func updateAddsOnlyTheStepThatIsMissingAndItsSamples() throws {
    let (edited, text, report) = try updated { text in
      text = text.replacing(
        #"        .step("receive", with: frameSamples, named: "frame") { $0.receive($1) },\#n"#,
        with: "")
      text = text.replacing("frameSamples", with: "otherSamples")
      text = text.replacing(#""connected""#, with: #""greeted" /* ours */"#)
    }
    #expect(report.added == ["receive"])
    let kept = edited.split(separator: "\n")
    let lines = text.split(separator: "\n")
    #expect(
      lines.filter { !kept.contains($0) } == [
        #"        .step("receive", with: frameSamples, named: "frame") { $0.receive($1) },"#,
        "  private static var frameSamples: [Socket.Frame] {",
      ])
    #expect(text.contains(#".step("greeted" /* ours */) { $0.connected() },"#))
  }

  @Test func updateUsesTheSamplesThatTheFileHas() throws {
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

  @Test func updateUsesTheCombinationsThatTheFileHas() throws {
    let (edited, text, report) = try updated { text in
      text = text.replacing(
        #".step("write", with: writeArguments) { $0.write($1.bytes, flushing: $1.isFlushed) },"#,
        with: "")
    }
    #expect(report.added == ["write"])
    #expect(edited != text)
    #expect(text.matches(of: /static var writeArguments:/).count == 1)
  }

  /// Otherwise a check would be green though an event that is new changes everything.
  @Test func updateAddsAnEventThatIsNew() throws {
    let written = try Fixture.text("Sources/Machines/GateGraph.swift")
    let older = written.replacing("        .step(\"failed\") { $0.handle(.failed) },\n", with: "")
      .replacing(" .failed,", with: "")
    let (text, report) = try Fixture.file(of: "Gate").updated(older, path: "GateGraph.swift")
    #expect(report.added == ["failed"])
    #expect(text.contains("        .step(\"failed\") { $0.handle(.failed) },\n      ],\n"))
    #expect(text.contains("case .failed, .paid, .passed, .mended: break"))
    let (same, none) = try Fixture.file(of: "Gate").updated(text, path: "GateGraph.swift")
    #expect(same == text)
    #expect(
      none.lines(path: "GateGraph.swift") == [
        "GateGraph.swift has a step for each event of Gate; nothing was written"
      ])
  }

  @Test func updateLeavesOutAStepThatIsInAComment() throws {
    let (edited, text, report) = try updated { text in
      text = text.replacing(#".step("connected")"#, with: #"// .step("connected")"#)
    }
    #expect(text == edited)
    #expect(report.added.isEmpty)
  }

  @Test func updateAddsACommaBeforeTheNewStep() throws {
    let (_, text, _) = try updated { text in
      text = text.replacing(
        #"        .step("expire", with: deadlineSamples) { $0.expire($1) },\#n"#, with: "")
      text = text.replacing("        .step(\"wait\", awaiting: { await $0.wait() }),\n", with: "")
      text = text.replacing(
        "          $0.close(because: $1)\n        },",
        with: "          $0.close(because: $1)\n        } // last")
    }
    #expect(
      text.contains(
        "        }, // last\n        .step(\"expire\", with: deadlineSamples) { $0.expire($1) },\n")
    )
  }

  /// The step of a method that shares its name with another.
  private static let closing = """
            .step("close(_:then:)", with: Socket.Code.allCases, named: "code") {
              $0.close($1, then: { _ in StandIn.call("work") })
            },

    """

  @Test func updateTellsMethodsOfOneNameApart() throws {
    let (_, text, report) = try updated { text in
      text = text.replacing(
        Self.closing,
        with: "")
    }
    #expect(report.added == ["close(_:then:)"])
    #expect(text.contains("$0.close(because: $1)"))
  }

  @Test func updateNamesStepsOfMethodsThatAreGone() throws {
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

  /// Returns what an error refuses in the first line with a piece of code.
  private static func refusals(
    of code: String, in name: String, because message: String
  ) throws -> Refusals {
    let text = try Fixture.file(of: name).new().text
    let place = text.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains(code) }
    var refusals = Refusals()
    let error = CompilerError(line: try #require(place) + 1, message: message)
    let isNew = refusals.add([error], in: text)
    #expect(isNew)
    return refusals
  }

  @Test func refusedAnswerOfAStandInIsLeftToTheUser() throws {
    let refusals = try Self.refusals(of: "StandIn.answer(\"isOnline\"", in: "Login", because: "no")
    let again = try Fixture.file(of: "Login", without: refusals).new().text
    #expect(again.contains("fatalError(\"isOnline: no answer is known\")"))
    #expect(again.contains("DirectoryStandIn()"))
  }

  @Test func refusedStandInLeavesTheStartToTheUser() throws {
    let refusals = try Self.refusals(
      of: "final class DirectoryStandIn", in: "Login", because: "no init")
    let (again, report) = try Fixture.file(of: "Login", without: refusals).new()
    #expect(again.contains("fatalError(\"write here: how a machine starts\")"))
    #expect(!again.contains("StandIn"))
    #expect(
      report.lines(path: "A.swift").contains(
        "left out: DirectoryStandIn, which doesn't compile: no init"))
  }

  @Test func updateRefusesAFileWithoutAList() throws {
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

  static func graph(of module: String) throws -> SymbolGraph {
    let graph = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Goldens/\(module).symbols.json")
    return try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: graph))
  }

  static func sources(of module: String) throws -> ScaffoldSources {
    let files =
      module == "Machines"
      ? [
        "Socket", "Relay", "Others", "More", "Answering", "Boxed", "Services", "Timing",
        "Collector", "Passes", "Roles", "Reading", "Dial", "Radio", "Remote", "Patience",
        "Inherited",
      ] : ["Wire"]
    let paths = files.map { "Sources/\(module)/\($0).swift" }
    let texts = try paths.map { ("\(package.path)/\($0)", try text($0)) }
    return ScaffoldSources(Dictionary(uniqueKeysWithValues: texts), root: package.path)
  }

  static func machine(_ name: String) throws -> ScaffoldedMachine {
    let module = name == "Wire" ? "Wires" : "Machines"
    let others = module == "Wires" ? [try graph(of: "Pumps")] : []
    let sources = try sources(of: module)
    return try ScaffoldedMachine(
      named: name, in: SymbolIndex(sources.completing(try graph(of: module)), others: others),
      sources: sources)
  }

  static func file(
    of name: String, without refusals: Refusals = Refusals()
  ) throws -> ScaffoldedFile {
    ScaffoldedFile(of: try machine(name), in: .init(testableModule: nil), without: refusals)
  }
}
