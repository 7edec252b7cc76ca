import Schematic
import SchematicGraph
import Testing

enum Rental: Graphable {
  case parked
  case riding(Tour)

  static let graphCases: [Rental] = [.parked, .riding(Tour())]
}

struct Tour {
  enum Motor: CaseIterable, Graphable { case idle, driving }
  enum Light: CaseIterable, Graphable { case off, on }

  var motor = Motor.idle
  var light = Light.off
}

enum RentalEvent: CaseIterable, Graphable { case unlock, throttle, release, press, endTrip }

let tour = StateMachineSchema<Tour, RentalEvent, Void>(
  initialState: Tour(),
  regions: .region(\.motor) { motor, event in
    switch (motor, event) {
    case (.idle, .throttle): return .to(.driving)
    case (.driving, .release): return .to(.idle)
    default: return .ignored
    }
  } states: { motor in
    motor == .idle ? .after(.seconds(300), send: .endTrip) : .none
  },
  .region(\.light) { light, event in
    event == .press ? .to(light == .off ? .on : .off) : .ignored
  })

let rental = StateMachineSchema<Rental, RentalEvent, Void>(initialState: .parked) { state, event in
  switch (state, event) {
  case (.parked, .unlock): return .to(.riding(Tour()))
  case (.riding, .endTrip): return .to(.parked)
  default: return .ignored
  }
}
.embedding(tour, in: Rental.riding)

struct FlatTour: GraphableProduct {
  var motor = Tour.Motor.idle
  var light = Tour.Light.off

  static let graphCases = graphSamples(of: FlatTour.init(motor:light:))
}

let flatTour = StateMachineSchema<FlatTour, RentalEvent, Void>(initialState: FlatTour()) {
  state, event in
  var next = state
  switch (state.motor, event) {
  case (.idle, .throttle): next.motor = .driving
  case (.driving, .release): next.motor = .idle
  case (_, .press): next.light = state.light == .off ? .on : .off
  default: return .ignored
  }
  return .to(next)
}
.states { state in
  state.motor == .idle ? .after(.seconds(300), send: .endTrip) : .none
}

/// The states of an oven.
struct OvenState: GraphableRegions {
  enum Door: CaseIterable, Graphable { case closed, open }
  enum Heat: CaseIterable, Graphable { case off, on }
  enum Warning: CaseIterable, Graphable { case silent, beeping }

  var door = Door.closed
  var heat = Heat.off
  var warning = Warning.silent
}

enum OvenEvent: CaseIterable, Graphable { case openDoor, closeDoor, start, ring }

@MainActor final class Oven {
  var time = Duration.seconds(600)
  private(set) var beeps = 0

  nonisolated static let schema = StateMachineSchema<OvenState, OvenEvent, Oven>(
    initialState: OvenState(),
    regions: .region(\.door) { door, event in
      switch (door, event) {
      case (.closed, .openDoor): return .to(.open)
      case (.open, .closeDoor): return .to(.closed)
      default: return .ignored
      }
    },
    .region(\.heat, on: MainActor.self) { heat, event, when in
      switch (heat, event) {
      case (.off, .start):
        return when(in: \OvenState.door, .open) ? .rejected("the door is open") : .to(.on)
      case (.on, .ring): return .to(.off)
      default: return .ignored
      }
    } states: { heat in
      heat == .on ? .after("set time", { $0.time }, send: .ring) : .none
    },
    .region(\.warning, on: MainActor.self) { warning, event, when in
      switch (warning, event) {
      case (.silent, .openDoor): return when(in: \OvenState.heat, .on) ? .to(.beeping) : .ignored
      case (.beeping, .closeDoor), (.beeping, .ring): return .to(.silent)
      default: return .ignored
      }
    } states: { warning in
      warning == .beeping ? .entry("beep") { $0.beeps += 1 } : .none
    })
}

/// The examples of the article about nesting and regions.
@Suite struct NestingAndRegionsTests {
  @Test func graphShowsRegionsInsideAState() {
    let graph = StateGraph(rental)
    #expect(graph.regions.map(\.identifier) == ["riding/motor", "riding/light"])
    #expect(
      graph.states.map(\.identifier) == [
        "parked", "riding", "riding/motor/idle", "riding/motor/driving", "riding/light/off",
        "riding/light/on",
      ])
    #expect(
      graph.rules.map(\.description) == [
        "parked -> riding: unlock", "riding -> parked: endTrip",
        "riding/motor/idle -> riding/motor/driving: throttle",
        "riding/motor/idle: after 5 min (endTrip) / ignored",
        "riding/motor/driving -> riding/motor/idle: release",
        "riding/light/off -> riding/light/on: press", "riding/light/on -> riding/light/off: press",
      ])
    #expect(graph.findings.isEmpty)
  }

  @Test func aStructWithOneRuleFunctionIsDrawnAsItsCombinations() {
    let graph = StateGraph(flatTour)
    #expect(
      graph.states.map(\.identifier) == ["idle+off", "idle+on", "driving+off", "driving+on"])
    #expect(graph.transitions.count == 8)
    #expect(StateGraph(rental).transitions.filter { $0.source.hasPrefix("riding/") }.count == 4)
  }

  @Test func regionsMoveAsTheOneFunctionSays() {
    for state in FlatTour.graphCases {
      for event in RentalEvent.allCases {
        let one = flatTour.transition(from: state, on: event)
        let regions = tour.transition(
          from: Tour(motor: state.motor, light: state.light), on: event)
        #expect(one.kind == regions.kind)
        #expect(one.target?.motor == regions.target?.motor)
        #expect(one.target?.light == regions.target?.light)
      }
    }
  }

  @MainActor @Test func regionsAskWhereOthersAre() {
    let oven = Oven()
    let machine = StateMachine(schema: Oven.schema, subject: oven)
    machine.handle(.openDoor)
    #expect("\(machine.handle(.start))".contains("the door is open"))
    machine.handle(.closeDoor)
    #expect(machine.handle(.start) == .moved)
    #expect(machine.state.heat == .on && oven.beeps == 0)
    #expect(machine.handle(.openDoor) == .moved)
    #expect(machine.state.warning == .beeping && oven.beeps == 1)
    #expect(machine.handle(.ring) == .moved)
    #expect(machine.state.warning == .silent && machine.state.heat == .off)
    let rules = StateGraph(Oven.schema).rules.map(\.description)
    #expect(rules.contains("heat/off: start [in door.open] / rejected: the door is open"))
    #expect(rules.contains("warning/silent -> warning/beeping: openDoor [in heat.on]"))
  }

  @Test func findingNamesAnEventOfSeveralRegions() {
    let findings = StateGraph(Oven.schema).findings
    #expect(findings.map(\.kind) == [.sharedEvent, .sharedEvent, .sharedEvent])
    #expect(findings.map(\.event) == ["openDoor", "closeDoor", "ring"])
  }
}
