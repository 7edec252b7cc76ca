import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct NamedPropertyTests {
  private typealias Rule = StateGraph.Rule

  private func graph(
    _ transitions: [Rule], _ states: [StateGraph.State] = []
  ) -> StateGraph {
    StateGraph(states: states, transitions: transitions, initialState: transitions[0].source)
  }

  @Test func everyStateCanBeLeftUnlessOneIsStuck() throws {
    let link = graph([
      .init(source: "closed", target: "open", event: "open"),
      .init(source: "open", target: "closed", event: "close"),
      .init(source: "open", target: "broken", event: "hit"),
      .init(source: "broken", target: "broken", event: "hit"),
      .init(source: "broken", target: "broken", event: "shake", isInternal: true),
    ])
    #expect(
      try link.check(.everyStateCanBeLeft)?.description
        == "everyStateCanBeLeft does not hold: closed: open -> open, hit -> broken")
    let final = graph(
      link.transitions.filter { $0.source != "broken" },
      [.init(identifier: "broken", isFinal: true)])
    #expect(try final.check(.everyStateCanBeLeft) == nil)
    let alone = graph([.init(source: "on", target: "on", event: "tick", isInternal: true)])
    #expect(try alone.check(.everyStateCanBeLeft) == nil)
  }

  @Test func everyStateOfARegionCountsWhateverTheOthersDo() throws {
    let light = graph([
      .init(source: "off", target: "on", event: "light"),
      .init(source: "on", target: "off", event: "light"),
    ])
    let fuse = graph([.init(source: "whole", target: "blown", event: "surge")])
    let both = StateGraph.sideBySide([("light", light), ("fuse", fuse)])
    #expect(
      try both.check(.everyStateCanBeLeft)?.walk.description
        == "light/off, fuse/whole: surge -> light/off, fuse/blown")
    #expect(
      try StateGraph.sideBySide([("one", light), ("two", light)]).check(.everyStateCanBeLeft) == nil
    )
  }

  @Test func statesThatCanBeLeftAreThoseThatAnArrowLeavesToAnother() {
    Seeds.each(100) { seed in
      var random = RandomGraph(seed: seed)
      let graph = random.next(states: 6)
      let unreachable = graph.walks(taking: .everyState, resetCost: nil).unreachableStates
      let stuck = graph.states.filter { state in
        !state.isFinal && !unreachable.contains(state) && graph.states.count > 1
          && !graph.transitions.contains {
            $0.source == state.identifier && $0.target != state.identifier
          }
      }
      let counterexample = try? graph.check(.everyStateCanBeLeft)
      #expect((counterexample == nil) == stuck.isEmpty)
      if let end = counterexample?.walk.end {
        #expect(stuck.map(\.identifier).contains(end))
        let shortest = stuck.compactMap { graph.shortestWalk(to: $0.identifier)?.steps.count }.min()
        #expect(counterexample?.walk.steps.count == shortest)
      }
    }
  }

  private let download = StateGraph(
    states: [
      .init(identifier: "loading", behaviors: [.init(.task, "load")]),
      .init(identifier: "done", isFinal: true),
    ],
    transitions: [
      .init(source: "idle", target: "loading", event: "load"),
      .init(source: "loading", target: "loading", event: "progress", isInternal: true),
      .init(source: "loading", target: "done", event: "loaded"),
      .init(source: "loading", target: "idle", event: "failed"),
    ], initialState: "idle")

  @Test func aRequestIsAnsweredIfTheAnswerRemainsPossible() throws {
    let answered = GraphProperty.every(.taking("load"), isAnsweredBy: .taking("loaded", "failed"))
    #expect(try download.check(answered) == nil)
    // The progress may go on for ever.
    #expect(
      try download.check(.unavoidable(.taking("loaded", "failed"), from: .taking("load"))) != nil)
    let forgetful = StateGraph(
      states: download.states,
      transitions: download.transitions + [
        .init(source: "loading", target: "off", event: "quit"),
        .init(source: "off", target: "off", event: "load", isInternal: true),
      ], initialState: "idle")
    #expect(
      try forgetful.check(answered)?.description
        == #"every(taking("load"), isAnsweredBy: taking("failed", "loaded")) does not hold: "#
        + #"idle: load -> loading, quit -> off; there never(taking("failed", "loaded")) holds"#)
  }

  @Test func aTaskRunsInItsStateAndInNoOther() throws {
    #expect(try download.check(.never(.runningTask && !"loading")) == nil)
    #expect(try download.check(.never("loading" && !.runningTask)) == nil)
    #expect(try download.check(.every(.runningTask, isAnsweredBy: !.runningTask)) == nil)
  }

  @Test func aTaskRunsBesideAFinalStateOfAnotherRegion() throws {
    #expect(try download.check(.noFinalStateWhileATaskRuns) == nil)
    let app = graph(
      [.init(source: "shown", target: "closed", event: "quit")],
      [.init(identifier: "closed", isFinal: true)])
    let both = StateGraph.sideBySide([("app", app), ("download", download)])
    #expect(
      try both.check(.noFinalStateWhileATaskRuns)?.description
        == "noFinalStateWhileATaskRuns does not hold: app/shown, download/idle: "
        + "quit -> app/closed, download/idle, load -> app/closed, download/loading")
  }

  @Test(arguments: [
    (GraphProperty.everyStateCanBeLeft, "everyStateCanBeLeft"),
    (.noFinalStateWhileATaskRuns, "noFinalStateWhileATaskRuns"),
    (
      .every(.runningTask, isAnsweredBy: !.runningTask),
      "every(runningTask, isAnsweredBy: !runningTask)"
    ),
    (.every("a", isAnsweredBy: .taking("x")), #"every("a", isAnsweredBy: taking("x"))"#),
  ])
  func propertyIsPrintedAsItIsWritten(property: GraphProperty, text: String) {
    #expect(property.description == text)
  }

  @Test func failureIsATableOfTheRun() throws {
    let lamp = graph([
      .init(source: "off", target: "on", event: "press"),
      .init(source: "on", target: "off", event: "press"),
      .init(source: "on", target: "broken", event: "hit"),
    ])
    #expect(
      try lamp.check(.always(.reachable("off")))?.report == """
        always(reachable("off")) does not hold:
          1  off -> on: press
          2  on -> broken: hit
        there never("off") holds
        """)
    #expect(
      try lamp.check(.unavoidable("broken"))?.report == """
        unavoidable("broken") does not hold:
          in off, where a machine starts
        and for ever:
          1  off -> on: press
          2  on -> off: press
        """)
  }

  @Test func graphSuggestsPropertiesThatNeedNoNames() {
    let lamp = graph([.init(source: "off", target: "on", event: "press")])
    #expect(
      lamp.suggestedProperties.map(\.description) == [
        "everyStateCanBeLeft", #"always(reachable("off"))"#,
      ])
    #expect(
      download.suggestedProperties.map(\.description) == [
        "everyStateCanBeLeft", "always(reachable(final))",
        "every(runningTask, isAnsweredBy: !runningTask)", "noFinalStateWhileATaskRuns",
      ])
    let both = StateGraph.sideBySide([("lamp", lamp), ("download", download)])
    #expect(
      both.suggestedProperties.map(\.description).prefix(3) == [
        "everyStateCanBeLeft", #"always(reachable("lamp/off"))"#,
        #"always(reachable("download/done"))"#,
      ])
  }
}
