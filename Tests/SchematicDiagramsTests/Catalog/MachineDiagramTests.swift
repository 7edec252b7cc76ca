import ArgumentParser
import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import SchematicTrials
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct MachineDiagramTests {
  private enum Tool: DiagramTool, SilentTool {
    static let catalog = Door.catalog
  }

  private let temporary = TemporaryFolder()

  private func run(_ arguments: String...) throws {
    var command = try DiagramCommand<Tool>.parseAsRoot(arguments)
    try command.run()
  }

  private func render(_ options: String...) throws -> StateGraph {
    try temporary.write("", to: "part.dot")
    let file = temporary.folder.path(of: "part.dot")
    var command = try DiagramCommand<Tool>.parseAsRoot(
      ["render", "Door", "--format", "dot", "--output", file] + options)
    try command.run()
    return try StateGraph(dot: try #require(try temporary.text(of: "part.dot")))
  }

  @Test func renderDrawsAPartOfADiagram() throws {
    let part = try render("--around", "open", "--without", "rejections", "turnKey")
    #expect(part.states.map(\.identifier) == ["open", "closed"])
    #expect(part.rules.allSatisfy { $0.event == "push" && !$0.effect.isRefusal })
    #expect(part.omission?.states == 1)
    #expect(throws: ExitCode(2)) { try render("--around", "ajar") }
    #expect(throws: ExitCode(2)) { try render("--without", "kick") }
  }

  @Test func renderRefusesToReplaceAFolder() throws {
    try temporary.write("", to: "part.dot")
    let error = DiagramError.unwritable(
      temporary.folder.path, because: CocoaError(.fileWriteUnknown))
    #expect(error.description.hasSuffix(" cannot be written: it is a folder, and not a file"))
    #expect(throws: ExitCode(2)) { try run("render", "Door", "--output", temporary.folder.path) }
  }

  /// What is left out leads nowhere.
  @Test func aroundLooksAtTheEventsThatAreLeft() throws {
    let part = try render("--around", "closed", "--without", "push")
    #expect(part.states.map(\.identifier) == ["closed", "locked"])
    #expect(part.omission?.views == ["without push", "around closed"])
  }

  @Test func checkTakesNoPartForTheWhole() throws {
    try run("generate", "--output", temporary.folder.path, "--format", "dot")
    let part = try render("--around", "open").dot(name: "Door")
    try temporary.write(part, to: "Door.dot")
    let problems = try DiagramCheck(folder: temporary.folder).problems(with: Door.catalog)
    #expect(problems.first?.edits.first?.summary.hasPrefix("shows the whole graph") == true)
  }

  @Test func diagramHasAStyleOfItsOwn() throws {
    var style = DiagramStyle()
    style.labels.remove(.actions)
    let catalog: DiagramCatalog = [Diagram("Door", of: Door.schema, style: style)]
    let generator = DiagramGenerator(folder: temporary.folder, formats: [.dot, .svg])
    _ = try generator.generate(catalog)
    #expect(try DiagramCheck(folder: temporary.folder).problems(with: catalog).isEmpty)
    #expect(try temporary.text(of: "Door.svg")?.contains("click") == false)
  }

  @Test func reportGroupsManyFindingsOfOneKind() {
    let states = (0..<60).map { StateGraph.State(identifier: "s\($0)") }
    let findings = states.map { state in
      GraphFinding(
        .unreachableState, state: state.identifier, "no way to \(state)")
    }
    let graph = StateGraph(
      states: states, transitions: [], initialState: "s0", findings: findings)
    let about = DiagramFindings(of: graph, of: Diagram("Many", of: graph))
    #expect(about.all == findings)
    #expect(
      about.lines(.warning) == [
        "warning: Many: unreachable state, 60 times: s0; s1; s2; s3 and 56 more. The first: no way to s0"
      ])
  }

  /// Each has a walk of its own.
  @Test func reportHasALineForEachTrapThatOthersReach() {
    var graph = StateGraph(Door.schema)
    graph.findings = (0..<7).map {
      GraphFinding(.reachableTrap, state: "s\($0)", event: "push", "walk \($0)")
    }
    let findings = DiagramFindings(of: graph, of: Diagram("Door", of: graph))
    let lines = findings.lines(.warning)
    #expect(lines.count == 7)
    #expect(
      zip(lines, 0..<7).allSatisfy { $0.hasSuffix("Door: trap that others reach: walk \($1)") })
  }

  // Other systems draw no traps.
  #if os(Linux)
    private enum Event: CaseIterable, Graphable { case push, pull }
    private enum State: CaseIterable, Graphable { case open, shut }

    nonisolated private static let trap = Diagram(
      "Trap",
      of: StateGraph(initial: State.open, events: Event.allCases) { state, event -> State? in
        switch (state, event) {
        case (.open, .push): return .shut
        case (.shut, .pull): return .open
        default: preconditionFailure("\(event) while \(state)")
        }
      })

    @Test func copyOfTheProcessDrawsRulesThatTrap() {
      let graph = Self.trap.makingCopies().graph
      #expect(
        graph.traps.map(\.description) == [
          "open: pull / traps: pull while open", "shut: push / traps: push while shut",
        ])
    }

    private struct Sample {
      init(_ number: Int) { precondition(number > 0, "no sample") }
    }

    @Test func sampleThatTrapsIsAFindingOfItsDiagram() throws {
      let broken = Diagram(
        "Broken",
        of: StateGraph(
          .value(Sample(1)) { _ in ReflectedState("any") },
          steps: [.step("take", with: [Sample(0)]) { _, _ in }]))
      let explored = try DiagramCatalog([broken.makingCopies(), Self.trap.makingCopies()])
        .explored()
      let findings = explored.diagrams[0].graph.findings
      #expect(findings.map(\.kind) == [.startTraps])
      #expect(
        findings[0].description.contains("the program stops before the first step: no sample;"))
      #expect(explored.diagrams[1].graph.traps.count == 2)
    }

    @Test func healthyRulesAreEvaluatedOnce() throws {
      try temporary.write("", to: "evaluations")
      let path = temporary.folder.path(of: "evaluations")
      let diagram = Diagram(
        "Counted",
        of: StateGraph(initial: State.open, events: Event.allCases) { _, event -> State? in
          let file = fopen(path, "a")
          fputc(0, file)
          fclose(file)
          return event == .pull ? .open : nil
        })
      let explored = try DiagramCatalog([diagram.makingCopies()]).explored().diagrams[0]
      let graph = explored.graph
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 4)
      #expect(graph == diagram.graph)
      #expect(graph.findings == diagram.graph.findings)
      #expect(!graph.findings.isEmpty)
    }

    /// What a copy hands over is printed as the same text, whatever the graph.
    @Test func copyOfTheProcessHandsOverEveryGraph() throws {
      try Seeds.each(200) { seed in
        let graph = StateGraph.randomHostile(seed: seed)
        let copy = try JSONDecoder().decode(
          ExploredGraph.self, from: JSONEncoder().encode(ExploredGraph(graph)))
        #expect(copy.graph.dot() == graph.dot())
      }
    }

    private enum TrapTool: DiagramTool, SilentTool {
      static let catalog: DiagramCatalog = [MachineDiagramTests.trap]
    }

    @Test func copyingToolTriesTheRulesOfAProgram() throws {
      typealias Program = CopyingTool<TrapTool>
      #expect(try Program.catalog.explored().diagrams[0].graph.traps.count == 2)
      #expect(Program.name == "TrapTool")
      #expect(Program.repairCommand == TrapTool.repairCommand)
    }
  #endif
}
