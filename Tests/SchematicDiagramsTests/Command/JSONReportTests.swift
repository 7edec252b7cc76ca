import Foundation
import SchematicGraph
import Testing

@testable import SchematicDiagrams

/// The keys that programs rely on.
@MainActor @Suite struct JSONReportTests {
  @Test func reportListsDiagrams() throws {
    #expect(
      try ListReport(of: [Diagram("Door", of: Door.unlockableSchema)]).json == """
        {
          "diagrams" : [
            {
              "findings" : [
                {
                  "description" : "no transitions lead from the initial state to state locked; lead \
        one there, or remove the state",
                  "kind" : "unreachable state",
                  "severity" : "warning",
                  "state" : "locked"
                }
              ],
              "initialState" : "closed",
              "name" : "Door",
              "states" : 3,
              "transitions" : 4
            }
          ],
          "version" : 1
        }
        """)
  }

  @Test func reportTellsWhatTheCheckFound() throws {
    let diff = StateGraph(Door.changedSchema).diff(from: StateGraph(Door.schema))
    let problem = DiagramProblem(file: "Diagrams/Door.dot", kind: .outOfDate(diff))
    let report = CheckReport(
      isClean: false, passed: false, checked: ["Door"], problems: [.init(problem)], findings: [],
      histories: nil,
      repair: "make")
    #expect(
      try report.json == """
        {
          "checked" : [
            "Door"
          ],
          "findings" : [

          ],
          "passed" : false,
          "problems" : [
            {
              "changes" : [
                {
                  "after" : "turnKey / click -> open",
                  "before" : "turnKey / click -> locked",
                  "kind" : "changed",
                  "source" : {
                    "file" : "Tests/SchematicDiagramsTests/Support/Door.swift",
                    "isNear" : false,
                    "line" : 25
                  },
                  "state" : "closed",
                  "summary" : "closed: turnKey leads to open, was locked"
                }
              ],
              "file" : "Diagrams/Door.dot",
              "isDrift" : true,
              "kind" : "outOfDate",
              "message" : "\(problem.message)"
            }
          ],
          "repair" : "make",
          "version" : 1
        }
        """)
  }

  @Test func reportTellsWhatDiffers() throws {
    let graph = StateGraph(Door.schema)
    let report = DiffReport(
      from: "main:Diagrams", to: "the code",
      comparisons: [
        .init(name: "Door", outcome: .equal), .init(name: "Gate", outcome: .added(graph)),
      ])
    #expect(
      try report.json == """
        {
          "diagrams" : [
            {
              "changes" : [

              ],
              "name" : "Door",
              "status" : "equal"
            },
            {
              "changes" : [

              ],
              "name" : "Gate",
              "status" : "added"
            }
          ],
          "equal" : false,
          "from" : "main:Diagrams",
          "to" : "the code",
          "version" : 1
        }
        """)
  }

  @Test func reportTellsWhatWasWritten() throws {
    let report = GenerateReport(
      passed: true, written: ["Diagrams/Door.dot"], removed: ["Diagrams/Gate.dot"], upToDate: 2,
      findings: [])
    #expect(
      try report.json == """
        {
          "findings" : [

          ],
          "passed" : true,
          "removed" : [
            "Diagrams/Gate.dot"
          ],
          "upToDate" : 2,
          "version" : 1,
          "written" : [
            "Diagrams/Door.dot"
          ]
        }
        """)
    #expect(
      report.text == """
        wrote Diagrams/Door.dot
        removed Diagrams/Gate.dot
        1 written, 2 up to date
        """)
  }

  @Test func reportTellsWhatALineMakes() throws {
    let position = try #require(SourcePosition("Door.swift:26"))
    let report = try LineReport(of: [Diagram("Door", of: Door.schema)], at: position)
    #expect(
      try report.json == """
        {
          "elements" : [
            {
              "diagram" : "Door",
              "summary" : "locked -> closed: turnKey / click"
            }
          ],
          "version" : 1
        }
        """)
  }
}
