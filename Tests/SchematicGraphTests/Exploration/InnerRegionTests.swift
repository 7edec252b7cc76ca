import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// Regions in a composite state: the parts of a product that a case carries.
@Suite struct InnerRegionTests {
  private func regions(_ graph: StateGraph, in composite: String = "riding") throws
    -> [StateGraph.Region]
  {
    try #require(graph.composites.first { $0.identifier == composite }).regions
  }

  /// Expects that the diagram of a graph says all of it.
  private func expectReadable(
    _ graph: StateGraph, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = graph.dot()
    let read = try StateGraph(dot: text)
    // Graphs are too large to be printed.
    let isSame = read == graph
    #expect(isSame, sourceLocation: sourceLocation)
    #expect(read.fingerprint == graph.fingerprint, sourceLocation: sourceLocation)
    #expect(read.dot() == text, sourceLocation: sourceLocation)
    let isInside = read.composites.map(\.regions) == graph.composites.map(\.regions)
    #expect(isInside, sourceLocation: sourceLocation)
  }

  @Test func areThePartsOfAProductThatACaseCarries() throws {
    let graph = StateGraph(Trip.schema)
    let regions = try regions(graph)
    try #require(regions.map(\.name) == ["motor", "light", "battery"])
    #expect(graph.findings.filter { $0.kind == .drawnFlat }.isEmpty)
    #expect(
      regions[0].graph.transitions.map(\.description) == [
        "idle -> driving: throttle", "driving -> braking: brake", "driving -> idle: release",
        "braking -> driving: throttle", "braking -> idle: release",
      ])
    #expect(
      regions[1].graph.states.map { $0.behaviors.map(\.description) } == [
        [], ["entry / light up", "exit / darken"],
      ])
    #expect(graph.states.count == 14)
  }

  @Test func readBackFromTheirDiagram() throws {
    try expectReadable(StateGraph(Trip.schema))
  }

  /// An arrow for each thing that happens, and none for each combination.
  @Test func areDrawnWithOneArrowForEachTransition() {
    let arrows = StateGraph(Trip.schema).dot().split(separator: "\n").filter {
      $0.contains(" -> ") && $0.contains("label=")
    }
    #expect(arrows.count == 14)
    #expect(
      arrows.suffix(6).map { $0.trimmingCharacters(in: .whitespaces) } == [
        #""parked" -> "riding_r_motor&#8203;" [label="&nbsp;unlock / unlock wheels" lhead=cluster_riding];"#,
        #""riding_r_motor&#8203;" -> "parked" [label="&nbsp;endTrip / lock wheels" ltail=cluster_riding];"#,
        #""riding_r_motor&#8203;idle" -> "parked" [label="&nbsp;after 2 min / lock wheels"];"#,
        #""riding_r_motor&#8203;driving" -> "broken" [label="&nbsp;crash"];"#,
        #""riding_r_battery&#8203;low" -> "parked" [label="&nbsp;shutDown\l&nbsp;after 1 min\l"];"#,
        #""broken" -> "riding_r_light&#8203;on" [label="&nbsp;resume"];"#,
      ])
  }

  private func reason(_ schema: Trip.Schema) throws -> String {
    let graph = StateGraph(schema)
    #expect(try regions(graph).isEmpty)
    try expectReadable(graph)
    let findings = graph.findings.filter { $0.kind == .drawnFlat }
    try #require(findings.count == 1)
    return findings[0].description
  }

  @Test func areNotDrawnIfALeavingTransitionCouplesThem() throws {
    let schema = Trip.Schema(initialState: .parked) { state, event in
      switch (state, event) {
      case (.riding(let ride), .crash) where ride.motor == .driving && ride.light == .off:
        return .to(.broken)
      case (.riding, _): return .ignored
      default: return .to(.riding(Ride()))
      }
    }.embedding(Ride.rules.states(in: \.light) { _ in .entry("note") { _ in } }, in: Trip.riding)
    #expect(
      try reason(schema).hasSuffix(
        """
        riding: the parts depend on each other in "riding.driving+off+good -> broken: crash"
        """))
  }

  @Test func areNotDrawnIfAnAnswerIsAboutEachCombination() throws {
    let schema = Trip.schema.states { state in
      if case .riding = state { return .entry("count") { _ in } }
      return .none
    }
    #expect(
      try reason(schema).hasSuffix(
        """
        riding: entry: an answer about the whole state; say "in:" for a part, or "level:" for the \
        state around the parts
        """))
  }

  @Test func areNotDrawnIfATimeoutLeavesFromTheWrongOne() throws {
    let schema = Trip.Schema(initialState: .parked) { state, event in
      switch (state, event) {
      case (.riding(let ride), .crash) where ride.motor == .driving: return .to(.broken)
      case (.riding, _): return .ignored
      default: return .to(.riding(Ride()))
      }
    }.embedding(
      Ride.rules.states(in: \.light) { _ in .after(.seconds(1), send: .crash) }, in: Trip.riding)
    #expect(try reason(schema).contains("depend on each other in"))
  }

  // MARK: Regions in regions

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
    var cruise = Cruise.off
    static let graphCases = graphSamples(of: Tour.init(motor:cruise:))
  }
  private enum Bike: Graphable, Hashable {
    case parked
    case riding(Tour)
    static let graphCases = [.parked] + Tour.graphCases.map(Bike.riding)
  }
  private enum Event: CaseIterable, Graphable {
    case ride, kick, resume, throttle, shift, press, light, stall, overheat, stop, end
  }

  private typealias Schema<State> = StateMachineSchema<State, Event, Void>

  private static let bike = Schema<Bike>(initialState: .parked) { state, event in
    guard case .riding(let tour) = state else {
      switch event {
      case .ride: return .to(.riding(Tour()))
      case .kick: return .to(.riding(Tour(motor: .driving(Drive(gear: .second)))))
      case .resume:
        return .to(.riding(Tour(motor: .driving(Drive(gear: .second, cruise: .on)), cruise: .on)))
      default: return .ignored
      }
    }
    switch event {
    case .end: return .to(.parked)
    case .overheat:
      if case .driving(let drive) = tour.motor, drive.gear == .second { return .to(.parked) }
    default: break
    }
    return .ignored
  }
  .embedding(tour, in: Bike.riding)

  private static let tour = Schema<Tour>(initialState: Tour()) { state, event in
    var tour = state
    switch (state.motor, event) {
    case (.idle, .throttle): tour.motor = .driving(Drive())
    case (.driving(let drive), .shift) where drive.gear == .first:
      tour.motor = .driving(Drive(gear: .second, cruise: drive.cruise))
    case (.driving(let drive), .press):
      tour.motor = .driving(Drive(gear: drive.gear, cruise: drive.cruise == .off ? .on : .off))
    case (.driving(let drive), .stall) where drive.gear == .second: tour.motor = .idle
    case (.driving, .stop): tour.motor = .idle
    case (_, .light): tour.cruise = state.cruise == .off ? .on : .off
    default: return .ignored
    }
    return .to(tour)
  }
  .states(in: \.cruise) { $0 == .on ? .entry("shine") { _ in } : .none }
  .states(in: \.motor, level: 1) { $0 == .idle ? .none : .entry("hum") { _ in } }

  @Test func areInRegionsOfOthers() throws {
    let graph = StateGraph(Self.bike)
    #expect(graph.findings.map(\.description) == [])
    let motor = try #require(regions(graph).first?.graph)
    #expect(motor.transitions.count == 13)
    #expect(try regions(motor, in: "driving").map(\.name) == ["gear", "cruise"])
    try expectReadable(graph)
  }

  /// An answer for a region inside is nowhere to be seen if that is not drawn, unless all are combined.
  @Test func areAllCombinedIfAnswersInsideCouldNotBeShown() throws {
    let schema = Self.bike.embedding(
      Schema<Tour>(initialState: Tour()) { tour, event in
        guard case .driving(let drive) = tour.motor, event == .kick, drive.gear == .second else {
          return .ignored
        }
        var next = tour
        next.motor = .driving(Drive(gear: .first, cruise: .on))
        return .to(next)
      }.states(inside: \.motor.drive?.gear) { $0 == .first ? .entry("note") { _ in } : .none },
      in: Bike.riding)
    let graph = StateGraph(schema)
    #expect(try regions(graph).isEmpty)
    #expect(graph.findings.contains { $0.kind == .drawnFlat })
    #expect(
      graph.states.flatMap(\.behaviors).contains { $0.label?.hasSuffix(": note") == true })
  }

  // MARK: Other notations and views

  @Test func areInTheDocumentOfOtherProgramsAndTheirCombinationsAreNot() throws {
    let json = StateGraph(Self.bike).json()
    for name in ["motor", "gear", "cruise"] { #expect(json.contains("\"name\":\"\(name)\"")) }
    #expect(!json.contains(#""identifier":"riding.idle+"#))
  }

  @Test func areStoredWithTheirGraph() throws {
    for graph in [StateGraph(Trip.schema), StateGraph(Self.bike)] {
      let stored = try JSONDecoder().decode(StateGraph.self, from: JSONEncoder().encode(graph))
      #expect(stored.fingerprint == graph.fingerprint)
      #expect(stored.dot() == graph.dot())
    }
  }

  /// A notation without regions in states says which region does something.
  @Test func areNamedWhereCombinationsAreDrawn() throws {
    let graph = StateGraph(Trip.schema)
    let table = graph.markdownTable()
    #expect(table.contains("light: light up"))
    #expect(table.contains("after 10 min in light"))
    #expect(table.contains("after 1 min in battery"))
    #expect(table.contains("after 2 min in motor"))
    let flat = graph.withoutInnerRegions
    #expect(flat.rules.count == graph.rules.count)
    #expect(flat.composites.allSatisfy { $0.regions.isEmpty })
    try expectReadable(flat)
    let inner = StateGraph(Self.bike).withoutInnerRegions
    #expect(inner.states.contains { $0.behaviors.contains { $0.label == "cruise: shine" } })
  }

  @Test func areBoxesInMermaidAndPlantUML() {
    let (trip, bike) = (StateGraph(Trip.schema), StateGraph(Self.bike))
    let lines = trip.mermaid().split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(lines.filter { $0 == "--" }.count == 2)
    #expect(lines.contains(#"state "light" as riding_light {"#))
    #expect(lines.contains("riding_light_on : entry / light up"))
    #expect(lines.contains("riding_light_off --> riding_light_on : press"))
    #expect(lines.contains("riding --> parked : endTrip / lock wheels"))
    #expect(lines.contains("riding_battery_low --> parked : shutDown<br/>after 1 min"))
    #expect(lines.contains("broken --> riding_light_on : resume"))
    #expect(lines.filter { $0.contains("-->") }.count == 18)
    let text = bike.plantUML()
    #expect(text.contains("state \"gear\" as riding_motor_driving_gear {"))
    #expect(text.contains("parked --> riding : resume\\n→ second+on+on"))
    #expect(text.contains("parked --> riding_motor_driving_gear_second : kick"))
  }

  @Test func areReviewedOneByOne() {
    let plain = Trip.schema(with: Ride.schema)
    let silent = Trip.schema(
      with: Ride.rules.states(in: \.light) { light in
        light == .on ? .entry("shine") { _ in }.exit("darken") { _ in } : .none
      })
    let edits = StateGraph(silent).diff(from: StateGraph(plain)).edits.map(\.description)
    #expect(
      edits == [
        "- riding.motor.idle -> parked: after 2 min / lock wheels",
        "- riding.battery.low -> parked: after 1 min",
        "~ riding.light: on: entry / shine, was entry / light up",
        "- riding.light: on -> off: after 10 min", "- riding.battery: low: entry / beep",
      ])
  }

  @Test func stayInViewsThatShowThemWhole() throws {
    let graph = StateGraph(Trip.schema)
    let view = try graph.without(events: ["press", "shutDown"])
    #expect(try regions(view).map(\.graph.rules.count) == [8, 1, 1])
    try expectReadable(view)
    try expectReadable(graph.withoutRejections())
    #expect(try regions(graph.withoutRejections()).count == 3)
    try expectReadable(graph.around("parked"))
    try expectReadable(graph.collapsing("riding"))
    #expect(try graph.collapsing("riding").states.count == 3)
  }

  @Test func areLeftAndEnteredAsTheyAreDrawn() throws {
    let graph = try StateGraph(dot: StateGraph(Trip.schema).dot())
    func lines(_ source: String, _ event: String) throws -> [String] {
      let rule = try #require(graph.rules.first { $0.source == source && $0.event == event })
      return graph.behaviors(along: rule).map(\.description)
    }
    #expect(try lines("parked", "unlock") == ["riding: entry / start meter"])
    #expect(try lines("riding.idle+on+good", "throttle") == [])
    #expect(try lines("riding.idle+on+good", "press") == ["on: exit / darken"])
    #expect(try lines("riding.idle+on+good", "drain") == ["low: entry / beep"])
    #expect(
      try lines("riding.idle+on+low", "endTrip") == [
        "on: exit / darken", "riding: exit / stop meter",
      ])
    #expect(
      try lines("broken", "resume") == ["riding: entry / start meter", "on: entry / light up"])
  }
}
