import Schematic
import SchematicGraph

/// A car for rent, with regions inside a state that is nested two levels deep.
enum Rental: Graphable, Hashable {
  case parked, reserved
  case trip(Trip)

  enum Trip: Graphable, Hashable {
    case riding(Ride)
    case paused, broken

    static let graphCases: [Trip] = [.riding(Ride()), .paused, .broken]
  }

  /// What goes on during a ride, side by side.
  struct Ride: Hashable {
    enum Motor: CaseIterable, Graphable { case idle, driving, braking }
    enum Light: CaseIterable, Graphable { case off, on }
    enum Battery: CaseIterable, Graphable { case good, low, empty }

    var motor = Motor.idle
    var light = Light.off
    var battery = Battery.good
  }

  enum Event: CaseIterable, Graphable {
    case reserve, cancel, unlock, throttle, brake, release, press, drain, pause, resume, crash,
      endTrip
  }

  static let graphCases: [Rental] = [.parked, .reserved] + Trip.graphCases.map(Rental.trip)

  static let ride = StateMachineSchema<Ride, Event, Void>(
    initialState: Ride(),
    regions: .region(\.motor) { motor, event in
      switch (event, motor) {
      case (.throttle, .idle), (.throttle, .braking): return .to(.driving)
      case (.brake, .driving): return .to(.braking)
      case (.release, .driving), (.release, .braking): return .to(.idle)
      default: return .ignored
      }
    },
    .region(\.light) { light, event in
      event == .press ? .to(light == .off ? .on : .off) : .ignored
    } states: { light in
      light == .on ? .entry("light up") { _ in } : .none
    },
    .region(\.battery) { battery, event in
      switch (event, battery) {
      case (.drain, .good): return .to(.low)
      case (.drain, .low): return .to(.empty)
      default: return .ignored
      }
    })

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
