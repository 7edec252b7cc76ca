import SchematicGraph
import SchematicTestKit
import Testing

/// Lines of a picture in which several events stand together.
@Suite struct FoldedLabelTests {
  private func text(_ rules: [StateGraph.Rule]) throws -> String {
    let graph = StateGraph(
      states: [.init(identifier: "a"), .init(identifier: "b")], rules: rules, initialState: "a")
    let text = graph.dot()
    let read = try StateGraph(dot: text)
    #expect(read == graph)
    #expect(read.rules == graph.rules, "in the same order")
    #expect(read.dot() == text)
    return text
  }

  private func arrows(
    _ events: [String], _ conditions: [StateGraph.Condition] = [], action: String? = nil
  ) -> [StateGraph.Rule] {
    events.map { event in
      StateGraph.Rule(
        source: "a", target: "b", trigger: .event(event), conditions: conditions,
        effect: .external(action: action), change: nil)
    }
  }

  @Test func threeEventsOrMoreWithOneEffectAreOneLine() throws {
    let text = try text(
      arrows(["plus", "dollar"], action: "throw") + arrows(["stop"])
        + arrows(["LF"], action: "throw"))
    #expect(
      text.contains(#"[label="plus, dollar, LF / throw\lstop\l"]"#))
  }

  @Test(arguments: [
    [arrow("x"), arrow("y")], [arrow("x"), arrow("y"), arrow("z", "other")],
    [arrow("x"), arrow("y"), arrow("z, w")], [arrow("x"), arrow("y"), arrow("z", if: "g")],
    [
      arrow("x"), arrow("y"),
      StateGraph.Rule(source: "a", target: "b", trigger: .timeout(.seconds(3))),
    ],
  ])
  func fewOrDifferentEventsAreNotFolded(rules: [StateGraph.Rule]) throws {
    let text = try text(rules)
    #expect(text.contains("x\\l") && text.contains("y\\l"))
  }

  private static func arrow(
    _ event: String, _ action: String? = nil, if condition: String? = nil
  ) -> StateGraph.Rule {
    StateGraph.Rule(
      source: "a", target: "b", trigger: .event(event),
      conditions: condition.map { [.guard($0)] } ?? [], effect: .external(action: action))
  }

  /// An event called `entry` would look like an action on entry.
  @Test func aLineBesideFoldedOnesKeepsItsQuotes() throws {
    let text = try text(
      ["x", "y", "z"].map { event in
        StateGraph.Rule(
          source: "a", target: "a", trigger: .event(event), effect: .internal(action: "throw"))
      } + [
        StateGraph.Rule(
          source: "a", target: "a", trigger: .event("entry"), effect: .internal(action: "beep"))
      ])
    #expect(text.contains("x, y, z / throw"))
    #expect(text.contains(#"\"entry\" / beep"#), "\(text)")
  }

  @Test func foldedLineBreaksIfItIsTooWide() throws {
    let text = try text(arrows((1...12).map { "event number \($0)" }, [.guard("g")]))
    #expect(
      text.contains(
        #"[label="event number 1, event number 2, event number 3,\l"#
          + #"event number 4, event number 5, event number 6,\l"#
          + #"event number 7, event number 8, event number 9,\l"#
          + #"event number 10, event number 11,\levent number 12 [g]\l""#))
  }

  @Test func foldedLineSaysAllOthersIfAStateRefusesAllOthers() throws {
    let refused = ["x", "y", "z"].map {
      StateGraph.Rule(source: "b", trigger: .event($0), effect: .rejected(reason: "out of service"))
    }
    let rules = arrows(["x", "y", "z"]) + arrows(["repair"])
    let mended = StateGraph.Rule(source: "b", target: "a", trigger: "repair")
    let all = try text(rules + refused + [mended])
    #expect(all.contains(#"b|all others / rejected: out of service\l""#))
    // `repair` is ignored there, and no mistake.
    let some = try text(rules + refused)
    #expect(some.contains(#"b|x, y, z / rejected: out of service\l""#))
  }

  @Test func pictureWithMarksHasEachEventOnItsOwn() {
    let graph = StateGraph(
      states: [], rules: arrows(["x", "y", "z"]), initialState: "a")
    let text = graph.dot(marks: .current("b"))
    #expect(text.contains(#"label="x\ly\lz\l""#))
  }
}
