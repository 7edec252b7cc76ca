import Schematic
import SchematicGraph
import Testing

/// Values made of samples of what a case or an initializer takes, for who writes no list.
@Suite struct GraphSamplesTests {
  private enum Deck: CaseIterable, Graphable { case stopped, playing }

  private enum Player: Graphable, Equatable {
    case off, on(Deck), charging(percent: Int, isFast: Bool)

    static var graphCases: [Player] {
      [.off] + graphSamples(of: on) + graphSamples(of: charging)
    }
  }

  private struct Phone: GraphableProduct, Equatable {
    var deck = Deck.stopped
    var light = Light.dark

    enum Light: CaseIterable, Graphable { case dark, lit }

    static var graphCases: [Phone] { graphSamples(of: Self.init(deck:light:)) }
  }

  private struct User: Equatable, GraphSampled {
    let name: String
    let isAdmin: Bool

    static var graphSamples: [User] { graphSamples(of: User.init(name:isAdmin:)) }
  }

  private indirect enum Path: Graphable, Equatable {
    case end, step(Path)

    static var graphCases: [Path] { [.end] + graphSamples(of: step) }
  }

  private struct Wide: GraphableProduct {
    var a: Int8, b: Double, c: Double, d: Double, e: Double, f: Double

    static var graphCases: [Wide] { graphSamples(of: Self.init(a:b:c:d:e:f:)) }
  }

  @Test func casesAreMadeForEachCombinationOfSamples() {
    #expect(
      Player.graphCases == [
        .off, .on(.stopped), .on(.playing), .charging(percent: 0, isFast: false),
        .charging(percent: 0, isFast: true), .charging(percent: 1, isFast: false),
        .charging(percent: 1, isFast: true),
      ])
    #expect(
      Player.graphCases.prefix(3).map(\.graphIdentifier) == ["off", "on.stopped", "on.playing"])
  }

  @Test func structsAreMadeForEachCombinationOfTheirRegions() {
    #expect(
      Phone.graphCases.map(\.graphIdentifier) == [
        "stopped+dark", "stopped+lit", "playing+dark", "playing+lit",
      ])
  }

  @Test func payloadsAreMadeOfTheSamplesOfTheirProperties() {
    #expect(
      User.graphSamples.map { [$0.name, "\($0.isAdmin)"] } == [
        ["", "false"], ["", "true"], ["a", "false"], ["a", "true"],
      ])
  }

  @Test func aRecursiveTypeEnds() {
    #expect(Path.graphCases == [.end, .step(.end), .step(.step(.end))])
  }

  @Test func combinationsHaveABoundAndTheDiagramSaysSo() throws {
    #expect(Wide.graphCases.count == 256)
    let schema = StateMachineSchema<Wide, Deck, Void>(initialState: Wide.graphCases[0]) { _, _ in
      .ignored
    }
    let finding = try #require(StateGraph(schema).findings.first { $0.kind == .sampleBound })
    #expect(finding.description.contains("486 combinations of samples, of which 256 are tried"))
  }

  private struct Desk: GraphableRegions, Equatable {
    var deck = Deck.stopped, light = Phone.Light.dark
  }
  private enum Room: Graphable, Equatable {
    case empty, used(Desk)
    static var graphCases: [Room] { [.empty] + graphSamples(of: used) }
  }

  @Test func structOfRegionsWithoutASampleIsAFinding() {
    let graph = StateGraph(initial: Room.empty, events: Deck.allCases) { _, _ in .used(Desk()) }
    #expect(Room.graphCases == [.empty])
    #expect(
      graph.findings.first?.description == """
        no values of Room that carry a Desk are listed, because regions have no samples; write one in `graphCases`, \
        with the Desk in which its regions start
        """)
  }
}
