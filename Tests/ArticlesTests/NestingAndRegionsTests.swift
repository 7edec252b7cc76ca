import Schematic
import SchematicGraph
import Testing

enum Rental: Graphable {
  case parked
  case riding(Tour)

  static let graphCases = [.parked] + Tour.graphCases.map(Rental.riding)
}

struct Tour: GraphableProduct {
  enum Motor: CaseIterable, Graphable { case idle, driving }
  enum Light: CaseIterable, Graphable { case off, on }

  var motor = Motor.idle
  var light = Light.off

  static let graphCases = graphSamples(of: Tour.init(motor:light:))
}

enum RentalEvent: CaseIterable, Graphable { case unlock, throttle, release, press, endTrip }

let tour = StateMachineSchema<Tour, RentalEvent, Void>(initialState: Tour()) { state, event in
  var next = state
  switch event {
  case .throttle: next.motor = .driving
  case .release: next.motor = .idle
  case .press: next.light = state.light == .off ? .on : .off
  default: return .ignored
  }
  return .to(next)
}
.states(in: \.motor) { motor in
  motor == .idle ? .after(.seconds(300), send: .endTrip) : .none
}

let rental = StateMachineSchema<Rental, RentalEvent, Void>(initialState: .parked) { state, event in
  switch (state, event) {
  case (.parked, .unlock): return .to(.riding(Tour()))
  case (.riding, .endTrip): return .to(.parked)
  default: return .ignored
  }
}
.embedding(tour, in: Rental.riding)

/// The examples of the article about nesting and regions.
@Suite struct NestingAndRegionsTests {
  @Test func drawsRegionsInsideAState() {
    let graph = StateGraph(rental)
    #expect(graph.states.count == 5)
    let dot = graph.dot()
    #expect(dot.contains("//   region motor\n") && dot.contains("//   region light\n"))
    #expect(dot.contains("[label=\"&nbsp;after 5 min\"]"))
    #expect(graph.findings.allSatisfy { $0.kind != .drawnFlat })
  }
}
