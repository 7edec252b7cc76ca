import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// What code scanning and editors get.
@MainActor @Suite struct SARIFLogTests {
  private static let door = "Tests/SchematicDiagramsTests/Support/Door.swift"
  private let folder = DiagramFolder(path: "My Diagrams")

  private func document(_ results: [SARIFResult]) throws -> SARIFDocument {
    let document = try SARIFDocument(SARIFLog(results).json)
    #expect(document.mistakes == [])
    return document
  }

  private func problem(from old: StateGraph, to new: StateGraph) -> DiagramProblem {
    DiagramProblem(file: folder.path(of: "Door.dot"), kind: .outOfDate(new.diff(from: old)))
  }

  @Test func logHasTheVersionTheToolAndAllRules() throws {
    let log = try SARIFLog([]).json
    #expect(log.contains(#""$schema" : "https://json.schemastore.org/sarif-2.1.0.json""#))
    let document = try document([])
    #expect(document.runs[0].tool.driver.name == "Schematic")
    #expect(document.runs[0].tool.driver.rules.map(\.id).contains("changed-arrow"))
    #expect(document.results.isEmpty)
  }

  @Test func changedArrowIsAnErrorOnItsLine() throws {
    let changed = problem(from: StateGraph(Door.schema), to: StateGraph(Door.changedSchema))
    let result = try #require(try document(changed.results(isReported: false)).results.first)
    #expect(result.ruleId == "changed-arrow")
    #expect(result.level == "error")
    #expect(result.message.text == "Door: ~ closed: turnKey leads to open, was locked")
    #expect(result.place == "\(Self.door):25")
    // What is only reported doesn't block.
    #expect(try document(changed.results(isReported: true)).results[0].level == "warning")
  }

  @Test func goneArrowIsNearAnotherLine() throws {
    let old = StateGraph(Door.schema)
    let extra = StateGraph.Rule(source: "locked", target: "open", event: "kick")
    let before = StateGraph(
      states: old.states, transitions: old.transitions + [extra], initialState: old.initialState)
    let after = StateGraph(Door.schema)
    let results = try document(problem(from: before, to: after).results(isReported: false)).results
    let gone = try #require(results.first { $0.ruleId == "gone-arrow" })
    #expect(gone.message.text == "Door: - locked -> open: kick (near this line)")
    #expect(gone.place == "\(Self.door):26")
    #expect(results.contains { $0.ruleId == "new-arrow" && $0.message.text.contains("rejected") })
  }

  @Test func fileWithoutEditsIsNamedByItsPath() throws {
    let missing = DiagramProblem(file: folder.path(of: "Tür & Tor.svg"), kind: .missing)
    let picture = DiagramProblem(file: folder.path(of: "Door.dot"), line: 7, kind: .otherPicture)
    let blanks = DiagramProblem(file: "README.md", kind: .formatting)
    let results = try document(
      [missing, picture, blanks].flatMap { $0.results(isReported: false) }
    ).results
    #expect(results.map(\.ruleId) == ["stale-file", "stale-file", "stale-file"])
    #expect(results.map(\.level) == ["error", "error", "note"])
    #expect(
      results.map(\.place) == [
        "My%20Diagrams/T%C3%BCr%20%26%20Tor.svg:1", "My%20Diagrams/Door.dot:7", "README.md:1",
      ])
    #expect(results[0].message.text == missing.message)
  }

  @Test func graphWithoutLinesIsNamedByItsFile() throws {
    let old = StateGraph(
      states: [.init(identifier: "a")],
      transitions: [.init(source: "a", target: "a", event: "go")], initialState: "a")
    let new = StateGraph(states: old.states, transitions: [], initialState: "a")
    let results = try document(problem(from: old, to: new).results(isReported: false)).results
    #expect(results.map(\.place) == ["My%20Diagrams/Door.dot:1"])
    #expect(results[0].message.text == "Door: - a -> a: go")
  }

  @Test func findingsAreWarningsAndInAStrictCheckErrors() throws {
    let diagram = Diagram("Door", of: Door.unlockableSchema)
    let findings = DiagramFindings(of: diagram.graph, of: diagram)
    func levels(isStrict: Bool, isReported: Bool) throws -> [String] {
      let results = findings.results(
        in: folder, hasNotes: false, isStrict: isStrict, isReported: isReported)
      return try document(results).results.map { "\($0.ruleId) \($0.level)" }
    }
    #expect(try levels(isStrict: false, isReported: false) == ["finding warning"])
    #expect(try levels(isStrict: true, isReported: false) == ["finding error"])
    #expect(try levels(isStrict: true, isReported: true) == ["finding warning"])
  }

  @Test func diffReportsDifferencesAsNotes() throws {
    let (old, new) = (StateGraph(Door.schema), StateGraph(Door.changedSchema))
    let report = DiffReport(
      from: "main:Diagrams", to: "the code",
      comparisons: [
        .init(name: "Same", outcome: .equal),
        .init(name: "Door", outcome: .changed(new.diff(from: old), from: old, to: new)),
        .init(name: "Gate", outcome: .added(old)), .init(name: "Wall", outcome: .removed),
        .init(name: "Window", outcome: .redrawn(line: 3)),
      ])
    let document = try SARIFDocument(report.sarif(in: folder).json)
    #expect(document.mistakes == [])
    #expect(
      document.results.map(\.ruleId) == [
        "changed-arrow", "new-diagram", "gone-diagram", "stale-file",
      ])
    #expect(Set(document.results.map(\.level)) == ["note"])
    #expect(
      document.results.map(\.place) == [
        "\(Self.door):25", "My%20Diagrams/Gate.dot:1", "My%20Diagrams/Wall.dot:1",
        "My%20Diagrams/Window.dot:3",
      ])
    #expect(document.results[1].message.text == "Gate: added: only in the code")
  }
}
