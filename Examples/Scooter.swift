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
    [.parked] + graphSamples(of: unlocking) + [.trip(Trip()), .paused(last: Trip())]
}

/// The states of the lock while somebody unlocks the scooter; the last one is final.
enum Unlocking: CaseIterable, Graphable {
  case reading, releasing, open
}

/// The regions of a trip.
struct Trip: Hashable {
  enum Light: CaseIterable, Graphable { case off, on }

  var drive = Drive.pushing
  var light = Light.off
}

/// The states of the drive: somebody pushes the scooter, or rides it.
enum Drive: Graphable, Hashable {
  case pushing
  case riding(Ride)

  static let graphCases: [Drive] = [.pushing, .riding(Ride())]
}

/// The regions of a ride.
struct Ride: Hashable {
  enum Gear: CaseIterable, Graphable { case eco, sport }
  enum Cruise: CaseIterable, Graphable { case off, on }

  var gear = Gear.eco
  var cruise = Cruise.off
}

/// The events of a scooter.
enum RentalEvent: CaseIterable, Graphable {
  case scan, accept, release, cancel
  case mount, dismount, shift, cruise, brake, light
  case pause, resume, end
}

/// An electric scooter for rent, whose diagram shows a completion, regions and a history.
///
/// - Unlocking is a machine of its own. Its end completes the state around it, and the trip begins: an
///   arrow without a name.
/// - A trip has regions, and so has a ride inside it: regions are two levels deep.
/// - A pause carries the trip to return to. The diagram shows that as a history: one arrow to `H*`.
@MainActor final class Scooter {
  /// The price that the rider pays, in cents.
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

  /// The rules of a ride.
  private nonisolated static let ride = StateMachineSchema<Ride, RentalEvent, Scooter>(
    initialState: Ride(),
    regions: .region(\.gear) { gear, event in
      event == .shift ? .to(gear == .eco ? .sport : .eco) : .ignored
    },
    .region(\.cruise) { cruise, event in
      switch (cruise, event) {
      case (.off, .cruise): return .to(.on)
      case (.on, .brake): return .to(.off)
      default: return .ignored
      }
    } states: { cruise in
      cruise == .on ? .after(.seconds(600), send: .brake) : .none
    })

  /// The rules of the drive.
  private nonisolated static let drive = StateMachineSchema<Drive, RentalEvent, Scooter>(
    initialState: .pushing
  ) { drive, event in
    switch (drive, event) {
    case (.pushing, .mount): return .to(.riding(Ride()))
    case (.riding, .dismount): return .to(.pushing)
    default: return .ignored
    }
  }
  .embedding(ride, in: Drive.riding)

  /// The rules of a trip.
  private nonisolated static let trip = StateMachineSchema<Trip, RentalEvent, Scooter>(
    initialState: Trip(),
    regions: .region(\.drive, drive),
    .region(\.light, on: MainActor.self) { light, event in
      event == .light ? .to(light == .off ? .on : .off) : .ignored
    } states: { light in
      light == .on
        ? .entry("shine") { $0.isShining = true }.exit("darken") { $0.isShining = false } : .none
    })

  /// The rules of the scooter.
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
