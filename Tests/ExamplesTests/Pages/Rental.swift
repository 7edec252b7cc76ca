import Schematic
import SchematicGraph

/// A car for rent: 22 states, 18 of which are combinations of what goes on during a ride.
enum Rental: Graphable, Hashable {
  case parked, reserved
  case trip(Trip)

  enum Trip: Graphable, Hashable {
    case riding(Ride)
    case paused, broken

    static let graphCases: [Trip] = Ride.graphCases.map(Trip.riding) + [.paused, .broken]
  }

  /// Parts that are independent of one another.
  struct Ride: GraphableProduct, Hashable {
    enum Motor: CaseIterable, Graphable { case idle, driving, braking }
    enum Light: CaseIterable, Graphable { case off, on }
    enum Battery: CaseIterable, Graphable { case good, low, empty }

    var motor = Motor.idle
    var light = Light.off
    var battery = Battery.good

    static let graphCases = graphSamples(of: Ride.init(motor:light:battery:))
  }

  enum Event: CaseIterable, Graphable {
    case reserve, cancel, unlock, throttle, brake, release, press, drain, pause, resume, crash,
      endTrip
  }

  static let graphCases: [Rental] = [.parked, .reserved] + Trip.graphCases.map(Rental.trip)

  static let ride = StateMachineSchema<Ride, Event, Void>(initialState: Ride()) { state, event in
    var ride = state
    switch (event, state.motor, state.battery) {
    case (.throttle, .idle, _), (.throttle, .braking, _): ride.motor = .driving
    case (.brake, .driving, _): ride.motor = .braking
    case (.release, .driving, _), (.release, .braking, _): ride.motor = .idle
    case (.press, _, _): ride.light = state.light == .off ? .on : .off
    case (.drain, _, .good): ride.battery = .low
    case (.drain, _, .low): ride.battery = .empty
    default: return .ignored
    }
    return .to(ride)
  }
  .states(in: \.light) { light in
    light == .on ? .entry("light up") { _ in } : .none
  }

  static let trip = StateMachineSchema<Trip, Event, Void>(initialState: .riding(Ride())) {
    state, event in
    switch (state, event) {
    case (.riding, .pause): return .to(.paused, "lock")
    case (.riding, .crash): return .to(.broken)
    case (.paused, .resume): return .to(.riding(Ride()))
    default: return .ignored
    }
  }
  .embedding(ride, in: Trip.riding)

  static let schema = StateMachineSchema<Rental, Event, Void>(initialState: .parked) {
    state, event in
    switch (state, event) {
    case (.parked, .reserve): return .to(.reserved)
    case (.reserved, .cancel): return .to(.parked)
    case (.reserved, .unlock): return .to(.trip(.riding(Ride())), "unlock")
    case (.trip, .endTrip): return .to(.parked, "lock")
    case (.trip, .reserve): return .rejected("somebody rides it")
    default: return .ignored
    }
  }
  .embedding(trip, in: Rental.trip)
  .states(level: 1) { state in
    if case .trip = state { return .entry("start meter") { _ in }.exit("stop meter") { _ in } }
    return .none
  }
}
