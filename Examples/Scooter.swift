import Schematic
import SchematicGraph

/// The states of an electric scooter for rent.
enum RentalState: Graphable, Hashable {
  case parked
  case unlocking(Unlocking)
  case trip(Trip)
  /// The rider has left it for a moment, and finds it as it was.
  case paused(last: Trip)

  static let graphCases: [RentalState] =
    [.parked] + graphSamples(of: unlocking) + graphSamples(of: trip)
    + Trip.graphCases.map { .paused(last: $0) }
}

/// The states of its lock while somebody unlocks it, which end.
enum Unlocking: CaseIterable, Graphable {
  case reading, releasing, open
}

/// What goes on during a trip: the drive and the light don't depend on each other.
struct Trip: GraphableProduct, Hashable {
  enum Light: CaseIterable, Graphable { case off, on }

  var drive = Drive.pushing
  var light = Light.off

  static let graphCases = graphSamples(of: Trip.init(drive:light:))
}

/// The states of the drive: somebody pushes the scooter, or rides it.
enum Drive: Graphable, Hashable {
  case pushing
  case riding(Ride)

  static let graphCases: [Drive] = [.pushing] + graphSamples(of: riding)

  /// The parts of a ride, as long as there is one.
  var ride: Ride? { if case .riding(let ride) = self { ride } else { nil } }
}

/// What goes on during a ride: the gear and the cruise control don't depend on each other.
struct Ride: GraphableProduct, Hashable {
  enum Gear: CaseIterable, Graphable { case eco, sport }
  enum Cruise: CaseIterable, Graphable { case off, on }

  var gear = Gear.eco
  var cruise = Cruise.off

  static let graphCases = graphSamples(of: Ride.init(gear:cruise:))
}

/// The events of a scooter.
enum RentalEvent: CaseIterable, Graphable {
  case scan, accept, release, cancel
  case mount, dismount, shift, cruise, brake, light
  case pause, resume, end
}

/// An electric scooter for rent, with the parts that statecharts have names for.
///
/// - Unlocking is a machine of its own, which ends. That completes the state around it, and the trip
///   begins: an arrow without a name.
/// - During a trip, and inside it during a ride, parts go on side by side: regions, two levels deep.
/// - A pause carries the trip to return to. The diagram finds that out, and draws a history: one arrow
///   to `H*`, in place of ten.
@MainActor final class Scooter {
  /// What the rider pays, in cents.
  private(set) var fee = 0

  /// Whether the lamp shines.
  private(set) var isShining = false

  private(set) lazy var machine: StateMachine<RentalState, RentalEvent, Scooter> =
    StateMachine(schema: Self.schema, subject: self)

  init() {}
}

extension Scooter {
  /// The rules of the lock.
  private nonisolated static let lock = StateMachineSchema<Unlocking, RentalEvent, Scooter>(
    initialState: .reading, on: MainActor.self
  ) { lock, event in
    switch (lock, event) {
    case (.reading, .accept): return .to(.releasing)
    case (.releasing, .release): return .to(.open)
    default: return .ignored
    }
  } states: { lock in
    lock == .open ? .final : .none
  }

  /// The rules of a trip.
  private nonisolated static let trip = StateMachineSchema<Trip, RentalEvent, Scooter>(
    initialState: Trip(), on: MainActor.self
  ) { state, event in
    var trip = state
    switch (event, state.drive) {
    case (.light, _): trip.light = state.light == .off ? .on : .off
    case (.mount, .pushing): trip.drive = .riding(Ride())
    case (.dismount, .riding): trip.drive = .pushing
    case (_, .riding(let ride)):
      guard let ride = next(ride, on: event) else { return .ignored }
      trip.drive = .riding(ride)
    default: return .ignored
    }
    return .to(trip)
  }
  .states(inside: \.drive.ride?.cruise, on: MainActor.self) { cruise in
    cruise == .on ? .after(.seconds(600), send: .brake) : .none
  }
  .states(in: \.light, on: MainActor.self) { light in
    light == .on
      ? .entry("shine") { $0.isShining = true }.exit("darken") { $0.isShining = false } : .none
  }

  /// Returns the parts of a ride after an event; `nil` if it means nothing to them.
  private nonisolated static func next(_ state: Ride, on event: RentalEvent) -> Ride? {
    var ride = state
    switch (event, state.cruise) {
    case (.shift, _): ride.gear = state.gear == .eco ? .sport : .eco
    case (.cruise, .off): ride.cruise = .on
    case (.brake, .on): ride.cruise = .off
    default: return nil
    }
    return ride
  }

  /// The rules of the whole.
  nonisolated static let schema = StateMachineSchema<RentalState, RentalEvent, Scooter>(
    initialState: .parked, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.parked, .scan): return .to(.unlocking(.reading))
    case (.unlocking, .cancel): return .to(.parked)
    case (.trip(let trip), .pause): return .to(.paused(last: trip), "lock wheels")
    case (.paused(let trip), .resume): return .to(.trip(trip), "unlock wheels")
    case (.trip, .end), (.paused, .end): return .to(.parked, "charge") { $0.fee += 250 }
    default: return .ignored
    }
  }
  .embedding(
    lock, in: RentalState.unlocking, on: MainActor.self,
    completion: { _, _ in .to(.trip(Trip()), "beep") }
  )
  .embedding(trip, in: RentalState.trip)
  .states(on: MainActor.self) { state in
    switch state {
    case .paused: return .after(.seconds(1_800), send: .end)
    default: return .none
    }
  }
}
