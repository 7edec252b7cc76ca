import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Names in words, as a setting of the diagram.
@Suite struct GraphLabelStyleTests {
  private enum Elevator: Graphable {
    case outOfService, inUse(Ride)

    static var graphCases: [Elevator] { [.outOfService] + graphSamples(of: inUse) }
  }

  private enum Ride: CaseIterable, Graphable {
    case goingUp, goingDown, atRest

    var graphLabel: String { self == .atRest ? "Ground floor" : graphIdentifier }
  }

  private enum Button: CaseIterable, Graphable { case turnKey, callElevator, doorOpen }

  private static let schema = StateMachineSchema<Elevator, Button, Void>(
    initialState: .outOfService
  ) { state, button in
    switch (state, button) {
    case (.outOfService, .turnKey): return .to(.inUse(.atRest), "switchOn") { _ in }
    case (.inUse, .turnKey): return .to(.outOfService)
    case (.inUse(.atRest), .callElevator): return .to(.inUse(.goingUp))
    case (.inUse(.goingUp), .callElevator): return .stay("noteFloor") { _ in }
    case (.inUse(.goingUp), .doorOpen): return .rejected("itMoves")
    default: return .ignored
    }
  }

  private static let words = {
    var style = DiagramStyle()
    style.labelStyle = .words
    return style
  }()

  private let graph = StateGraph(schema)

  @Test func wordsAreDrawnAndIdentifiersStay() {
    let text = graph.dot(style: Self.words)
    #expect(text.contains(#""outOfService" [label="out of service"];"#))
    #expect(text.contains(#"graph [label="in use" "#))
    #expect(
      text.contains(#""outOfService" -> "inUse.atRest" [label="&nbsp;turn key / switchOn&nbsp;"];"#)
    )
    // Prose that somebody wrote, actions and reasons are left alone.
    #expect(text.contains(#""inUse.atRest" [label="Ground floor"];"#))
    #expect(text.contains("call elevator / noteFloor"))
    #expect(text.contains("door open / rejected: itMoves"))
  }

  @Test func namesAreDrawnUnlessTheStyleSaysOtherwise() {
    #expect(graph.dot() == graph.dot(style: DiagramStyle()))
    #expect(!graph.dot().contains("out of service"))
  }

  @Test func theTextReadsBackAsTheGraphWithItsNames() throws {
    let text = graph.dot(style: Self.words)
    #expect(try StateGraph(dot: text) == graph)
    #expect(try graph.difference(fromCommitted: text, writtenAs: text) == nil)
    #expect(try StateGraph(dot: text).states.map(\.label) == graph.states.map(\.label))
  }

  @Test func everyNotationForPeopleHasTheWords() {
    let texts = [
      graph.mermaid(style: Self.words), graph.plantUML(style: Self.words),
      graph.markdownTable(style: Self.words),
    ]
    for text in texts {
      #expect(text.contains("out of service"))
      #expect(text.contains("turn key"))
      #expect(text.contains("call elevator"))
      #expect(text.contains("Ground floor"))
      #expect(text.contains("switchOn"))
    }
    #expect(graph.mermaid() == graph.mermaid(style: DiagramStyle()))
  }

  @Test func regionsHaveTheWords() throws {
    let graph = StateGraph(Headset.schema)
    try #require(graph.regions.map(\.name) == ["noiseControl", "playBack"])
    let text = graph.dot(style: Self.words)
    #expect(text.contains(#"graph [label="noise control" "#))
    #expect(text.contains(#"label="fully on""#))
    #expect(try StateGraph(dot: text) == graph)
    #expect(graph.mermaid(style: Self.words).contains("noise control"))
  }

  private struct Headset: GraphableRegions {
    enum Power: CaseIterable, Graphable { case fullyOff, fullyOn }
    enum Event: CaseIterable, Graphable { case turnDial, pressButton }

    var noiseControl = Power.fullyOff
    var playBack = Power.fullyOff

    static let schema = StateMachineSchema<Headset, Event, Void>(
      initialState: Headset(),
      regions: .region(\.noiseControl) { power, event in
        event == .turnDial ? .to(power == .fullyOff ? .fullyOn : .fullyOff) : .ignored
      },
      .region(\.playBack) { power, event in
        event == .pressButton ? .to(power == .fullyOff ? .fullyOn : .fullyOff) : .ignored
      })
  }

  @Test(arguments: [
    ("outOfService", "out of service"), ("coin(maxCount: 3)", "coin(maxCount: 3)"),
    ("player.playNext", "player.play next"), ("Karte", "Karte"),
    ("karte gesteckt", "karte gesteckt"),
    ("HTTP", "HTTP"), ("readHTTPError", "read HTTP error"),
    ("playMP3File", "play MP3 file"), ("__", "__"), ("", ""),
  ])
  func anEventIsPutInWordsIfItReadsLikeAName(label: String, words: String) {
    // A timeout may say which event it sends.
    let triggers: [(String) -> StateGraph.Trigger] = [
      { .event($0) }, { .timeout(.seconds(3), sends: $0) },
    ]
    for trigger in triggers {
      let rule = RuleLabel(trigger: trigger(label))
      #expect(GraphLabelStyle.words.label(rule).trigger == trigger(words))
      #expect(GraphLabelStyle.name.label(rule).trigger == trigger(label))
    }
  }

  /// The record has the names, whatever the picture shows in their place.
  @Test func randomGraphsReadBackAsTheyWere() throws {
    try Seeds.each(80, readsBack(seed:))
  }

  private func readsBack(seed: UInt64) throws {
    for graph in [StateGraph.randomNested(seed: seed), .randomHostile(seed: seed)] {
      var style = Self.words
      if seed.isMultiple(of: 3) { style.labels = DiagramLabels(rawValue: Int(seed % 128)) }
      let text = graph.dot(style: style)
      let read = try StateGraph(dot: text)
      #expect(read == graph)
      style.labelStyle = .name
      let names = try StateGraph(dot: graph.dot(style: style))
      #expect(read.dot() == names.dot())
    }
  }
}
