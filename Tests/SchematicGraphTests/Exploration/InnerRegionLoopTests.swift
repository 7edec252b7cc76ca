import Schematic
import SchematicGraph
import Testing

/// Transitions from a state to itself that name a region inside another, which the schema has no answers
/// for.
@Suite struct InnerRegionLoopTests {
  private enum Gear: CaseIterable, Graphable { case first, second }
  private enum Cruise: CaseIterable, Graphable { case off, on }
  private struct Drive: GraphableProduct, Hashable {
    var gear = Gear.first
    var cruise = Cruise.off
    static let graphCases = graphSamples(of: Drive.init(gear:cruise:))
  }
  private enum Motor: Graphable, Hashable {
    case idle
    case driving(Drive)
    var drive: Drive? { if case .driving(let drive) = self { drive } else { nil } }
    static let graphCases = [.idle] + Drive.graphCases.map(Motor.driving)
  }
  private struct Tour: GraphableProduct, Hashable {
    var motor = Motor.idle
    var light = Cruise.off
    static let graphCases = graphSamples(of: Tour.init(motor:light:))
  }
  private enum Event: CaseIterable, Graphable { case throttle, stop, shift, press, kick, light }

  /// Returns the graph of a tour; if it is coupled, an event moves the gear only along with the cruise
  /// control.
  private func graph(isCoupled: Bool) -> StateGraph {
    let schema = StateMachineSchema<Tour, Event, Void>(initialState: Tour()) { state, event in
      var tour = state
      switch (state.motor, event) {
      case (_, .light): tour.light = state.light == .off ? .on : .off
      case (.idle, .throttle): tour.motor = .driving(Drive())
      case (.driving, .stop): tour.motor = .idle
      case (.driving(let drive), .shift) where drive.gear == .second:
        return .to(state, "grind", reentering: \.motor.drive?.gear) { _ in }
      case (.driving(let drive), .shift):
        tour.motor = .driving(Drive(gear: .second, cruise: drive.cruise))
      case (.driving(let drive), .press):
        tour.motor = .driving(Drive(gear: drive.gear, cruise: drive.cruise == .off ? .on : .off))
      case (.driving(Drive(gear: .second, cruise: .off)), .kick) where isCoupled:
        tour.motor = .driving(Drive(gear: .first, cruise: .on))
      default: return .ignored
      }
      return .to(tour)
    }
    return StateGraph(
      schema.states(in: \.motor, level: 1) { $0 == .idle ? .none : .entry("hum") { _ in } })
  }

  @Test func areDrawnInTheRegionInside() throws {
    let graph = graph(isCoupled: false)
    #expect(graph.findings.filter { $0.kind == .drawnFlat }.isEmpty)
    let driving = try #require(graph.regions.first?.graph.composites.first)
    let gear = try #require(driving.regions.first { $0.name == "gear" }?.graph)
    #expect(
      gear.transitions.map(\.description) == [
        "first -> second: shift", "second -> second: shift / grind",
      ])
  }

  /// At the region around it, a transition would leave that region, which the machine doesn't do.
  @Test func areNotDrawnAtTheRegionAround() throws {
    let graph = graph(isCoupled: true)
    #expect(graph.regions.isEmpty)
    let finding = try #require(graph.findings.first { $0.kind == .drawnFlat })
    #expect(finding.description.contains("depend on each other in"))
    #expect(finding.description.contains("shift / grind"))
  }
}
