import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Two timeouts of one machine, wherever each belongs.
@Suite struct TimeoutPlaceTests {
  private enum Mode: CaseIterable, Graphable { case playing, paused }
  private enum Deck: Graphable, Hashable {
    case off, on(Mode)
    static var graphCases: [Deck] { [.off] + graphSamples(of: on) }
    var isOn: Bool { self != .off }
  }
  private struct Hall: GraphableRegions, Hashable {
    var deck = Deck.off
    var lamp = Mode.playing
  }
  private enum Event: CaseIterable, Graphable { case deck, lamp, remind }

  private static let deck = StateMachineSchema<Deck, Event, Void>(initialState: .off) {
    deck, event in
    switch (deck, event) {
    case (.off, .deck): return .to(.on(.playing))
    case (.on(.playing), .deck): return .to(.on(.paused))
    case (.on, .deck): return .to(.off)
    case (.on, .remind): return .stay("remind")
    default: return .ignored
    }
  }

  private static let lamp = StateMachineSchema<Mode, Event, Void>(initialState: .playing) {
    lamp, event in
    event == .lamp ? .to(lamp == .playing ? .paused : .playing) : .ignored
  }

  /// A timeout: of the deck alone, or of a region of the hall, at a level.
  private struct Timeout {
    enum Owner: CaseIterable { case alone, deck, lamp }
    let owner: Owner
    let level: Int?
    var isNamed = false
    var length = 5
    var event = Event.remind

    static let places = Owner.allCases.flatMap { owner in
      (owner == .lamp ? [nil] : [nil, 1]).map { Timeout(owner: owner, level: $0) }
    }

    /// Returns whether both can be in one machine.
    func isBeside(_ other: Timeout) -> Bool { (owner == .alone) == (other.owner == .alone) }

    func callAsFunction(if isThere: Bool) -> StateBehavior<Event, Void> {
      guard isThere else { return .none }
      return isNamed
        ? .after("length \(length)", { _ in .seconds(9) }, send: event)
        : .after(.seconds(length), send: event)
    }
  }

  private func graph(_ timeouts: [Timeout]) -> StateGraph {
    guard timeouts[0].owner != .alone else {
      return StateGraph(
        timeouts.reduce(Self.deck) { schema, timeout in
          schema.states(level: timeout.level) { timeout(if: $0.isOn) }
        })
    }
    let (deck, lamp) = timeouts.reduce((Self.deck, Self.lamp)) { schemas, timeout in
      timeout.owner == .deck
        ? (schemas.0.states(level: timeout.level) { timeout(if: $0.isOn) }, schemas.1)
        : (schemas.0, schemas.1.states(level: timeout.level) { timeout(if: $0 == .playing) })
    }
    return StateGraph(
      StateMachineSchema<Hall, Event, Void>(
        initialState: Hall(), regions: .region(\.deck, deck), .region(\.lamp, lamp)))
  }

  /// Returns what is written about a graph, and its findings.
  private func texts(_ graph: StateGraph) -> [String] {
    [graph.dot(), graph.json()] + graph.findings.map(\.description).sorted()
  }

  @Test(arguments: Timeout.places.indices) func timeoutIsToldApartIfItIsThereTwice(place: Int) {
    let timeout = Timeout.places[place]
    for other in Timeout.places where timeout.isBeside(other) {
      let (once, twice) = (graph([timeout]), graph([timeout, other]))
      #expect(texts(once) != texts(twice), "\(timeout) \(other)")
    }
  }

  @Test(arguments: Timeout.places.indices, [false, true])
  func timeoutsAreDrawnTheSameInWhicheverOrderTheyAreWritten(place: Int, isNamed: Bool) {
    var timeout = Timeout.places[place]
    timeout.isNamed = isNamed
    for var other in Timeout.places where timeout.isBeside(other) {
      (other.length, other.event) = (3, .deck)
      for isNamed in [false, true] {
        other.isNamed = isNamed
        let graphs = [[timeout, other], [other, timeout]].map(graph)
        #expect(texts(graphs[0]) == texts(graphs[1]), "\(timeout) \(other)")
      }
    }
  }
}
