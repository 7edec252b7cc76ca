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
  private struct Hall: GraphableProduct, Hashable {
    var deck = Deck.on(.playing)
    var lamp = Mode.playing
    static var graphCases: [Hall] { graphSamples(of: Hall.init(deck:lamp:)) }
  }
  private enum Event: CaseIterable, Graphable { case deck, lamp, remind }

  private static let hall = StateMachineSchema<Hall, Event, Void>(initialState: Hall()) {
    hall, event in
    var next = hall
    switch event {
    case .deck:
      next.deck =
        hall.deck == .off ? .on(.playing) : hall.deck == .on(.playing) ? .on(.paused) : .off
      return .to(next)
    case .lamp:
      next.lamp = hall.lamp == .playing ? .paused : .playing
      return .to(next)
    case .remind: return hall.deck.isOn ? .stay("remind") : .ignored
    }
  }
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

  /// A timeout: of the deck alone, or of the hall or one of its parts, at a level.
  private struct Timeout {
    enum Owner: CaseIterable { case alone, hall, deck, lamp }
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
    return StateGraph(
      timeouts.reduce(Self.hall) { schema, timeout in
        switch timeout.owner {
        case .deck: schema.states(in: \.deck, level: timeout.level) { timeout(if: $0.isOn) }
        case .lamp: schema.states(in: \.lamp, level: timeout.level) { timeout(if: $0 == .playing) }
        case .alone, .hall: schema.states(level: timeout.level) { timeout(if: $0.deck.isOn) }
        }
      })
  }

  /// Returns what is written about a graph, and its findings.
  private func texts(_ graph: StateGraph) -> [String] {
    [graph.dot(), graph.json()] + graph.findings.map(\.description).sorted()
  }

  @Test(arguments: Timeout.places.indices) func isToldIfItIsThereTwice(place: Int) {
    let timeout = Timeout.places[place]
    for other in Timeout.places where timeout.isBeside(other) {
      let (once, twice) = (graph([timeout]), graph([timeout, other]))
      #expect(texts(once) != texts(twice), "\(timeout) \(other)")
    }
  }

  @Test(arguments: Timeout.places.indices, [false, true])
  func isDrawnTheSameInWhicheverOrderTheyAreWritten(place: Int, isNamed: Bool) {
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
