import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// The graph of machines that go on side by side is a tree.
@Suite struct RegionGraphTests {
  enum Drive: Graphable, Equatable {
    case pushing
    case riding(Gear)

    static let graphCases: [Drive] = [.pushing] + Gear.graphCases.map(Drive.riding)
  }
  enum Gear: CaseIterable, Graphable { case eco, sport }
  enum Light: CaseIterable, Graphable { case off, on }

  struct Trip: GraphableRegions, Equatable {
    var drive = Drive.pushing
    var light = Light.off
    /// No region.
    var number = 7
  }

  enum Event: CaseIterable, Graphable { case mount, shift, press, crash, lock, unlock, unused }

  typealias Schema<State> = StateMachineSchema<State, Event, Void>

  static let drive = Schema<Drive>(initialState: .pushing) { drive, event, when in
    switch (drive, event) {
    case (.pushing, .mount):
      return when(in: \Trip.light, .on) ? .to(.riding(.eco), "mount") : .ignored
    case (.riding(let gear), .shift): return .to(.riding(gear == .eco ? .sport : .eco))
    case (.riding, .lock): return .rejected("stop first")
    default: return .ignored
    }
  } states: { drive in
    drive == .pushing ? .none : .after(.seconds(60), send: .press)
  }

  static let light = Schema<Light>(initialState: .off) { light, event in
    event == .press || event == .mount ? .to(light == .off ? .on : .off) : .ignored
  }

  static let trip = Schema<Trip>(
    initialState: Trip(), regions: .region(\.drive, drive), .region(\.light, light))

  // MARK: A machine of regions

  @Test func graphHasTheStatesOfEachRegionUnderItsName() {
    let graph = StateGraph(Self.trip)
    #expect(
      graph.states.map(\.identifier) == [
        "drive/pushing", "drive/riding.eco", "drive/riding.sport", "light/off", "light/on",
      ])
    #expect(graph.states.map(\.label) == ["pushing", "eco", "sport", "off", "on"])
    #expect(
      graph.regions.map(\.description) == [
        "drive, which starts in drive/pushing", "light, which starts in light/off",
      ])
    #expect(graph.initialState == "drive/pushing, light/off")
    #expect(graph.composites.map(\.identifier) == ["drive/riding"])
  }

  @Test func graphHasTheRulesOfEachRegionAndSaysWhatTheyAsk() {
    #expect(
      StateGraph(Self.trip).rules.map(\.description) == [
        "drive/pushing -> drive/riding.eco: mount [in light.on] / mount",
        "drive/riding.eco -> drive/riding.sport: shift",
        "drive/riding.eco: lock / rejected: stop first",
        "drive/riding.eco: after 1 min (press) / ignored",
        "drive/riding.sport -> drive/riding.eco: shift",
        "drive/riding.sport: lock / rejected: stop first",
        "drive/riding.sport: after 1 min (press) / ignored",
        "light/off -> light/on: mount", "light/off -> light/on: press",
        "light/on -> light/off: mount", "light/on -> light/off: press",
      ])
  }

  @Test func eventsOfSeveralRegionsAndThoseOfNoneAreNoted() {
    let findings = StateGraph(Self.trip).findings
    #expect(findings.filter { $0.kind == .sharedEvent }.map(\.event) == ["mount"])
    #expect(findings.filter { $0.kind == .sharedEvent }.allSatisfy { $0.severity == .note })
    #expect(
      findings.filter { $0.kind == .unhandledEvent }.map(\.event) == [
        "crash", "lock", "unlock", "unused",
      ])
    // The light takes the event of the timeout.
    #expect(!findings.contains { $0.kind == .refusedTimeout })
  }

  @Test func regionIsDrawnAloneAsInTheWhole() throws {
    let whole = StateGraph(Self.trip)
    let alone = StateGraph(Self.drive)
    let region = try #require(whole.machine(of: "drive"))
    func rules(_ graph: StateGraph) -> [String] {
      graph.transitions.filter { !$0.trigger.isTimeout }
        .map { $0.description.replacing("drive/", with: "") }
    }
    #expect(rules(region) == rules(alone))
    #expect(alone.transitions[0].guard == "in light.on")
  }

  @Test func graphStartsInTheStateThatTheStructSays() {
    let schema = Schema<Trip>(
      initialState: Trip(light: .on), regions: .region(\.drive, Self.drive),
      .region(\.light, Self.light))
    let graph = StateGraph(schema)
    #expect(graph.initialState == "drive/pushing, light/on")
    #expect(
      graph.findings.filter { $0.kind == .regionStart }.map(\.description) == [
        """
        region light starts in on, as the state of the whole machine says, and its own schema says off
        """
      ])
  }

  @Test func eachRegionRejectsWhatNoRegionTakes() {
    let graph = StateGraph(Self.trip.unhandledEvents(.reject))
    let silent = graph.rejections.filter { $0.effect == .rejected() }
    #expect(silent.contains { $0.source == "light/off" && $0.event == "crash" })
    let combined = GraphSteps(of: graph)
    let events = combined.combinedRules(in: combined.tree.initial).filter {
      $0.rule.effect.isRejection
    }.map(\.rule.event)
    // The light takes what the drive doesn't.
    #expect(Set(events) == ["shift", "crash", "lock", "unlock", "unused"])
  }

  // MARK: Regions in a state

  enum Rental: Graphable {
    case parked, broken
    case trip(Trip)
    case locked(Trip)

    static let graphCases: [Rental] = [.parked, .broken, .trip(Trip())]
  }

  static let rental = Schema<Rental>(initialState: .parked) { rental, event in
    switch (rental, event) {
    case (.parked, .unlock): return .to(.trip(Trip(light: .on)))
    case (.parked, .mount): return .to(.trip(Trip()))
    case (.broken, .unlock): return .to(.trip(Trip(drive: .riding(.sport), light: .on)))
    case (.trip(let trip), .lock): return .to(.locked(trip))
    case (.locked(let trip), .unlock): return .to(.trip(trip))
    case (.trip(let trip), .crash):
      return trip.drive == .pushing ? .ignored : .to(.broken, "fall")
    case (.trip(let trip), .unused):
      return trip.drive == .pushing && trip.light == .on ? .to(.parked) : .ignored
    case (.trip, .unlock): return .stay("ring")
    default: return .ignored
    }
  }
  .embedding(trip, in: Rental.trip)

  private static func transitions(from sources: [String]) -> [String] {
    StateGraph(rental).transitions.filter { sources.contains($0.source) }.map(\.description)
  }

  @Test func rulesAroundLeadFromTheBorderOrTheStateThatDecides() {
    #expect(
      Self.transitions(from: ["trip"]) == [
        "trip -> locked: lock", "trip -> trip: unlock / ring (internal)",
        "trip -> parked: unused [in drive.pushing and in light.on]",
      ])
    #expect(
      Self.transitions(from: ["trip/drive/riding.eco", "trip/drive/riding.sport"]).filter {
        $0.contains("crash")
      } == [
        "trip/drive/riding.eco -> broken: crash / fall",
        "trip/drive/riding.sport -> broken: crash / fall",
      ])
  }

  @Test func arrowSaysThatRegionsAreEnteredOtherwiseThanUsual() {
    #expect(
      Self.transitions(from: ["parked", "broken"]) == [
        "parked -> trip: mount", "parked -> trip [trip/light/on]: unlock",
        "broken -> trip [trip/drive/riding.sport and trip/light/on]: unlock",
      ])
  }

  @Test func arrowReturnsToAHistoryOfRegions() {
    #expect(Self.transitions(from: ["locked"]) == ["locked -> trip [H*]: unlock"])
    #expect(StateGraph(Self.rental).dot().contains("label=\"H*\""))
  }

  @Test func regionsTakeStepsThatTheStateAroundDoesNotSee() {
    let steps = GraphSteps(of: StateGraph(Self.rental))
    func after(_ events: [StateGraph.Trigger]) -> [String] {
      var configuration = steps.tree.initial
      return events.map { event in
        let taken = steps.combinedRules(in: configuration).first { $0.rule.trigger == event }
        configuration = taken?.target ?? configuration
        return configuration.description
      }
    }
    #expect(
      after(["unlock", "mount", "shift", "lock", "unlock", "crash", "unlock"]) == [
        "trip/drive/pushing, trip/light/on", "trip/drive/riding.eco, trip/light/off",
        "trip/drive/riding.sport, trip/light/off", "trip/drive/riding.sport, trip/light/off",
        "trip/drive/riding.sport, trip/light/off", "broken",
        "trip/drive/riding.sport, trip/light/on",
      ])
  }

  @Test func stepsGoOnInTheStateThatWasLeft() {
    let steps = GraphSteps(of: StateGraph(Self.rental))
    var configuration = steps.tree.initial
    for event: StateGraph.Trigger in ["unlock", "press", "lock", "unlock"] {
      let rule = steps.combinedRules(in: configuration).first { $0.rule.trigger == event }
      configuration = rule?.target ?? configuration
    }
    #expect(configuration.description == "trip/drive/pushing, trip/light/off")
  }

  @Test func stateWithoutASampleIsAFinding() {
    enum Bare: Graphable {
      case off, on(Trip)
      static let graphCases = [Bare.off]
    }
    let schema = Schema<Bare>(initialState: .off) { _, event in
      event == .mount ? .to(.on(Trip())) : .ignored
    }
    .embedding(Self.trip, in: Bare.on)
    let finding = StateGraph(schema).findings.first { $0.kind == .undeclaredState }
    #expect(
      finding?.description
        == "no value stands for state on, whose regions are not drawn; add one to `graphCases`")
  }

  // MARK: Growth

  /// Ten regions of four states.
  struct Ten: GraphableRegions {
    var a = Four.a, b = Four.a, c = Four.a, d = Four.a, e = Four.a
    var f = Four.a, g = Four.a, h = Four.a, i = Four.a, j = Four.a
  }
  enum Four: CaseIterable, Graphable { case a, b, c, d }

  @Test func graphListsNoCombinations() throws {
    let four = Schema<Four>(initialState: .a) { four, event in
      switch (four, event) {
      case (.a, .mount): return .to(.b)
      case (.b, .mount): return .to(.c)
      case (.c, .mount): return .to(.d)
      case (_, .lock): return .to(.a)
      default: return .ignored
      }
    }
    let schema = Schema<Ten>(
      initialState: Ten(), regions: .region(\.a, four), .region(\.b, four), .region(\.c, four),
      .region(\.d, four), .region(\.e, four), .region(\.f, four), .region(\.g, four),
      .region(\.h, four), .region(\.i, four), .region(\.j, four))
    let graph = StateGraph(schema)
    #expect(graph.states.count == 40)
    #expect(graph.transitions.count == 10 * 7)
    #expect(try StateGraph(dot: graph.dot()) == graph)
    #expect(graph.diff(from: graph).isEmpty)
    #expect(graph.json().split(separator: "\n").count < 140)
    #expect(throws: Never.self) { try graph.combined(bound: 1_000) }
  }
}
