import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct PropertyReportTests {
  private static let broken = StateGraph(
    states: [],
    transitions: [
      .init(source: "off", target: "on", event: "press"),
      .init(source: "on", target: "off", event: "press"),
      .init(source: "on", target: "broken", event: "hit"),
    ], initialState: "off")

  private let report = PropertyReport(of: [
    Diagram("Door", of: Door.schema), Diagram("Lamp", of: broken),
  ])

  @Test func reportSaysOnOneLineEachWhichPropertiesHold() {
    #expect(
      report.text == """
        Door
          holds:   everyStateCanBeLeft
          holds:   always(reachable("closed"))
        Lamp
          refuted: everyStateCanBeLeft: off: press -> on, hit -> broken
          refuted: always(reachable("off")): off: press -> on, hit -> broken; there never("off") holds
        """)
  }

  @Test func reportIsJSONForPrograms() throws {
    #expect(
      try PropertyReport(of: [Diagram("Lamp", of: Self.broken)]).json == """
        {
          "diagrams" : [
            {
              "name" : "Lamp",
              "properties" : [
                {
                  "counterexample" : "off: press -> on, hit -> broken",
                  "holds" : false,
                  "property" : "everyStateCanBeLeft"
                },
                {
                  "counterexample" : "off: press -> on, hit -> broken; there never(\\"off\\") holds",
                  "holds" : false,
                  "property" : "always(reachable(\\"off\\"))"
                }
              ]
            }
          ],
          "version" : 1
        }
        """)
  }

  @Test func reportSaysWhyNothingWasChecked() {
    let flip = StateGraph(
      states: [],
      transitions: (0..<101).map {
        .init(source: "\($0)", target: "\(($0 + 1) % 101)", event: "flip")
      }, initialState: "0")
    // Each counts its own event.
    let regions = (0..<2).map { number in
      (
        name: "r\(number)",
        graph: StateGraph(
          states: [],
          transitions: flip.transitions.map {
            .init(source: $0.source, target: $0.target, event: "flip\(number)")
          }, initialState: "0")
      )
    }
    let report = PropertyReport(of: [Diagram("Counters", of: StateGraph.sideBySide(regions))])
    #expect(
      report.text == """
        Counters
          not checked: the regions have more than 10000 combinations of states; check the graphs of \
        single regions
        """)
  }
}
