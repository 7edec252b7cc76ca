import Foundation
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// The rows of a graph at the end of its diagram.
@Suite struct RecordTests {
  private typealias State = StateGraph.State
  private typealias Rule = StateGraph.Rule

  @Test func theRowsAreATreeOfStatesAndThenTheRules() throws {
    let graph = StateGraph(
      states: [
        State(identifier: "off"),
        State(
          identifier: "on.idle", label: "Idle", parent: "on", behaviors: [.init(.entry, "hum")]),
        State(identifier: "gone", isFinal: true),
        State(identifier: "on.busy.a", completion: .passed, parent: "on.busy"),
        State(identifier: "on.busy.b", label: "b", parent: "on.busy"),
      ],
      composites: [
        .init(
          identifier: "on", behaviors: [.init(.exit), .init(after: .seconds(90))]),
        .init(
          identifier: "on.busy", label: "busy", parent: "on", behaviors: [.init(.task, "work")]),
      ],
      rules: [
        Rule(
          source: "off", target: "on.idle", trigger: "press",
          conditions: [.guard("paid"), .guard("late", holds: false), .payload("n in 0…2")],
          effect: .external(action: "start"), change: "n = 0"),
        Rule(source: "on.idle", trigger: "press", effect: .internal(action: "count")),
        Rule(source: "on.idle", target: "on.idle", trigger: "again"),
        Rule(source: "on.idle", target: "off", trigger: .timeout("retry interval")),
        Rule(source: "on.idle", trigger: .timeout(.seconds(3), sends: "tick"), effect: .ignored),
        Rule(source: "on.busy.a", target: "off", trigger: .completion),
        Rule(source: "on.busy.b", trigger: "press", effect: .rejected(reason: "busy")),
        Rule(source: "on.busy.b", trigger: "kick", effect: .traps()),
        Rule(source: "off", target: "gone", trigger: "odd", effect: .internal()),
      ],
      initialState: "off", isCommitting: true)
    #expect(
      GraphRecord.lines(of: graph) == [
        "// record 1", "// [*] -> off", "// committing", "// state off", "// state on",
        "//   exit", "//   after 1 min 30 s", "//   state on.idle \"Idle\"", "//     entry / hum",
        "//   state on.busy", "//     do / work", "//     passed state on.busy.a \"on.busy.a\"",
        "//     state on.busy.b", "// final state gone",
        "// off -> on.idle: press [paid and not late and if n in 0…2] / start {n = 0}",
        "// off ~> gone: odd", "// on.idle: press / count", "// on.idle -> on.idle: again",
        "// on.idle -> off: after retry interval", "// on.idle: after 3 s sends tick / ignored",
        "// on.busy.a -> off: completion", "// on.busy.b: press / rejected: busy",
        "// on.busy.b: kick / traps", "// end",
      ])
    #expect(try StateGraph(dot: graph.dot()) == graph)
  }

  @Test func theRowsOfRegionsAreInTheStateThatTheyBelongTo() throws {
    let graph = StateGraph(
      states: [
        State(identifier: "off"), State(identifier: "trip"),
        State(identifier: "trip/drive/slow", parent: "trip/drive"),
        State(identifier: "trip/drive/fast", parent: "trip/drive"),
        State(identifier: "trip/lamp/dark", parent: "trip/lamp"),
      ],
      regions: [
        .init(identifier: "trip/drive", in: "trip", initialState: "trip/drive/slow"),
        .init(identifier: "trip/lamp", in: "trip", initialState: "trip/lamp/dark"),
      ],
      rules: [Rule(source: "off", target: "trip", trigger: "start")], initialState: "off")
    #expect(
      GraphRecord.lines(of: graph).dropFirst().dropLast().map { $0.dropFirst(3) } == [
        "[*] -> off", "state off", "state trip", "  region trip/drive -> trip/drive/slow",
        "    state trip/drive/slow \"trip/drive/slow\"",
        "    state trip/drive/fast \"trip/drive/fast\"",
        "  region trip/lamp -> trip/lamp/dark", "    state trip/lamp/dark \"trip/lamp/dark\"",
        "off -> trip: start",
      ])
    #expect(try StateGraph(dot: graph.dot()).regions == graph.regions)
  }

  @Test func theRowsOfAViewSayWhatItOmits() throws {
    let graph = StateGraph(
      states: [],
      transitions: ["a", "b", "c"].map { .init(source: $0, target: "\($0)\($0)", event: "go") },
      initialState: "a")
    let view = try graph.around("bb")
    #expect(
      GraphRecord.lines(of: view)[2...3] == [
        "// omits states 3 transitions 2 refusals 0", "//   view around bb",
      ])
    #expect(try StateGraph(dot: view.dot()).omission == view.omission)
  }

  /// What could be read as something else is in quotes.
  @Test(arguments: [
    ("completion", "\"completion\""), ("after lunch", "\"after lunch\""), ("a / b", "\"a / b\""),
    ("f(x: 1)", "f(x: 1)"), ("say \"hi\"", "say \"hi\""), ("\"hi\"", #""\"hi\"""#),
    (" padded", "\" padded\""), ("two\nlines", #""two\nlines""#), ("", "\"\""),
    ("items[0]", "items[0]"), ("a [b", "\"a [b\""), ("in and not", "in and not"),
  ])
  func anEventIsBareUnlessItReadsLikeSomethingElse(event: String, row: String) throws {
    let graph = StateGraph(
      states: [], rules: [Rule(source: "a", target: "b", trigger: .event(event))],
      initialState: "a")
    #expect(GraphRecord.lines(of: graph).contains("// a -> b: \(row)"))
    #expect(try StateGraph(dot: graph.dot()) == graph)
  }

  @Test func everyTextIsKeptInEveryPlace() throws {
    try AdversarialText.each { (text: String) throws in
      let graph = StateGraph(
        states: [
          State(
            identifier: text, label: text, isFinal: true, parent: "all",
            behaviors: [
              .init(.entry, text), .init(.exit), .init(.task, text, if: [.payload(text)]),
            ]
          )
        ],
        composites: [
          .init(
            identifier: "all", label: text,
            behaviors: [.init(.exit, text), .init(after: .named(text))])
        ],
        rules: [
          Rule(
            source: text, trigger: .event(text),
            conditions: [.guard(text), .guard(text, holds: false)],
            effect: .internal(action: text), change: text),
          Rule(source: text, target: "b", trigger: .timeout(.named(text), sends: text)),
          Rule(source: "b", target: text, trigger: .event(text), effect: .external(action: text)),
          Rule(source: "b", trigger: .event(text), effect: .rejected(reason: text)),
          Rule(source: "b", trigger: .event(text), effect: .traps(message: text)),
        ],
        initialState: text)
      let copy = try StateGraph(dot: graph.dot())
      #expect(copy == graph)
      #expect(copy.states.map(\.label.scalars) == graph.states.map(\.label.scalars))
    }
  }

  @Test func noRowIsTooLongForGraphvizOrHasControlCharacters() throws {
    try Seeds.each(300) { (seed: UInt64) throws in
      let lines = GraphRecord.lines(of: .randomHostile(seed: seed))
      #expect(lines.allSatisfy { $0.utf8.count < 16_384 && $0.hasPrefix("//") })
      #expect(!lines.joined().hasControls)
    }
    let text = String(repeating: "long ", count: 5_000)
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: text + "end")],
      initialState: "a")
    #expect(GraphRecord.lines(of: graph).contains { $0.hasPrefix("//+") })
    #expect(try StateGraph(dot: graph.dot()) == graph)
  }

  @Test func orderOfStatesAndRulesIsKept() throws {
    try Seeds.each(200) { (seed: UInt64) throws in
      let graph = StateGraph.randomNested(seed: seed)
      let read = try StateGraph(dot: graph.dot())
      #expect(read == graph)
      #expect(read.states == graph.inRecordedOrder.states)
      #expect(read.rules == graph.inRecordedOrder.rules)
    }
  }

  @Test func thePictureAndTheEndsOfLinesDoNotMatter() throws {
    let graph = TinyMachine.guards.graph
    let text = graph.dot()
    let record = try #require(text.range(of: "// record")).lowerBound
    for text in [
      text.replacing("\n", with: "\r\n"), String(text[record...]),
      text.replacing("// state", with: "\n// state"), text + "\n// later\n",
    ] {
      #expect(try StateGraph(dot: text) == graph)
    }
  }
}
