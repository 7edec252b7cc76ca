import Schematic
import SchematicGraph

/// An electric scooter for rent: a trip, in which the motor, the light and the battery are independent.
enum Trip: Graphable, Hashable {
  case parked
  case riding(Ride)
  case broken

  static let graphCases: [Trip] = [.parked] + Ride.graphCases.map(Trip.riding) + [.broken]

  enum Event: CaseIterable, Graphable {
    case unlock, throttle, brake, release, press, drain, shutDown, endTrip, crash, resume
  }

  typealias Schema = StateMachineSchema<Trip, Event, Void>

  static let schema = schema(with: Ride.schema)

  /// Returns the rules of a trip with those of what goes on during it.
  static func schema(with ride: StateMachineSchema<Ride, Event, Void>) -> Schema {
    rules.embedding(ride, in: Trip.riding)
      .states(level: 1) { state in
        if case .riding = state {
          return .entry("start meter") { _ in }.exit("stop meter") { _ in }
        }
        return .none
      }
  }

  private static let rules = Schema(initialState: .parked) { state, event in
    switch state {
    case .parked:
      switch event {
      case .unlock: return .to(.riding(Ride()), "unlock wheels")
      default: return .ignored
      }
    case .riding(let ride):
      switch event {
      case .endTrip: return .to(.parked, "lock wheels")
      case .crash: return ride.motor == .driving ? .to(.broken) : .ignored
      case .shutDown: return ride.battery == .low ? .to(.parked) : .rejected("power is left")
      case .unlock: return .rejected("already riding")
      default: return .ignored
      }
    case .broken:
      return event == .resume ? .to(.riding(Ride(light: .on))) : .ignored
    }
  }
}

/// What goes on during a trip.
struct Ride: GraphableProduct, Hashable {
  enum Motor: CaseIterable, Graphable { case idle, driving, braking }
  enum Light: CaseIterable, Graphable { case off, on }
  enum Battery: CaseIterable, Graphable { case good, low }

  var motor = Motor.idle
  var light = Light.off
  var battery = Battery.good

  static let graphCases = graphSamples(of: Ride.init(motor:light:battery:))

  static let rules = StateMachineSchema<Ride, Trip.Event, Void>(initialState: Ride()) {
    state, event in
    var ride = state
    switch (event, state.motor) {
    case (.throttle, .idle), (.throttle, .braking): ride.motor = .driving
    case (.brake, .driving): ride.motor = .braking
    case (.release, .braking), (.release, .driving): ride.motor = .idle
    case (.press, _): ride.light = state.light == .off ? .on : .off
    case (.drain, _) where state.battery == .good: ride.battery = .low
    default: return .ignored
    }
    return .to(ride)
  }

  static let schema =
    rules
    .states(in: \.motor) { motor in
      motor == .idle ? .after(.seconds(120), send: .endTrip) : .none
    }
    .states(in: \.light) { light in
      light == .on
        ? .entry("light up") { _ in }.exit("darken") { _ in }.after(.seconds(600), send: .press)
        : .none
    }
    .states(in: \.battery) { battery in
      battery == .low ? .entry("beep") { _ in }.after(.seconds(60), send: .shutDown) : .none
    }
}
