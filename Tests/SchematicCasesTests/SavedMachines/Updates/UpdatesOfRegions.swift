import Schematic
import SchematicCases

extension Update {
  /// Regions, their states, and what stands beside them.
  static let ofRegions = [
    Update(
      .region, .added, "with a state for those that have none", Tours.drive, goesOnAs: Tours.both,
      .side(\.drive), .side(\.drive, \.light), due: [25, 60]),
    Update(
      .region, .added, "without a state for those that have none", Tours.drive,
      isNo: Demanding.self, .side(\.drive), saying: "light"),
    Update(
      .region, .added, "in a state", Scooter.ridden(Tours.drive),
      goesOnAs: Scooter.ridden(Tours.both)
    ),
    Update(
      .region, .added, "in a state that carries more",
      Ferry.loaded(tons: 7, Fewer.Tour(drive: .riding)),
      goesOnAs: Ferry.loaded(tons: 7, Tours.both)),
    Update(
      .region, .removed, "one of two", Tours.both, isNo: Driven<Drive>.self,
      .side(\.drive, \.light), saying: "state light/off is gone"),
    Update(
      .region, .removed, "in a state that the machine isn't in", Scooter<Tour>.parked,
      isNo: Scooter<Driven<Drive>>.self, saying: "saved in state parked",
      "state ridden/light/off is gone"),
    Update(
      .region, .renamed, "one of two", Tours.both, isNo: Renamed.self, .side(\.drive, \.light),
      saying: "state light/off is gone"),
    Update(
      .region, .reordered, "in the struct and in the schema", Tours.both,
      goesOnAs: Reordered(light: .on, drive: .riding), .side(\.drive, \.light),
      .side(\.light, \.drive), due: [25, 25]),
    Update(
      .region, .added, "to the states of a region", Tours.drive,
      goesOnAs: Driven<Gains.Drive>(drive: .riding), .side(\.drive), .side(\.drive)),
    Update(
      .region, .removed, "from the states of a region", Tours.drive, isNo: Driven<Loses.Drive>.self,
      .side(\.drive), saying: "drive: .riding, which cannot be read"),
    Update(
      .region, .reordered, "the states of a region, by number",
      Driven<Numbered.Old.Drive>(drive: .riding), isNo: Driven<Numbered.New.Drive>.self,
      .side(\.drive), saying: "drive was .riding, and is read as .pushing"),
    Update(
      .region, .retyped, "a property beside regions, Int to Double",
      Counted<Int>(drive: .riding, distance: 7), isNo: Counted<Double>.self, .side(\.drive),
      saying: "distance was Int, and is read as Double"),
  ]
}

extension StateMachineSchema where Event == Ring, Subject == Void {
  /// Returns a schema of one region.
  fileprivate static func side<A: Saved>(
    _ path: WritableKeyPath<State, A>
  ) -> Self where State: Saved, State: Started {
    RingSchema(initialState: .start, regions: .region(path, rules(of: path)))
  }

  /// Returns a schema of two regions.
  fileprivate static func side<A: Saved, B: Saved>(
    _ first: WritableKeyPath<State, A>, _ second: WritableKeyPath<State, B>
  ) -> Self where State: Saved, State: Started {
    RingSchema(
      initialState: .start, regions: .region(first, rules(of: first)),
      .region(second, rules(of: second)))
  }

  private static func rules<A: Saved>(
    of path: WritableKeyPath<State, A>
  ) -> RingSchema<A> where State: Started {
    RingSchema(initialState: State.start[keyPath: path]) { _, _ in .ignored }.ringing
  }
}

/// A struct of regions with a beginning.
private protocol Started { static var start: Self { get } }

/// How a scooter moves.
private enum Drive: Int, Plain { case pushing, riding }
/// The light of a scooter.
private enum Light: String, Plain { case off, on }

/// What was saved.
private enum Tours {
  static let drive = Driven<Drive>(drive: .riding)
  static let both = Tour(drive: .riding, light: .on)
}

/// One region.
private struct Driven<Drive: Plain>: GraphableRegions, Saved, Started {
  var drive: Drive
  static var start: Driven { Driven(drive: Drive.graphCases[0]) }
}

/// Two regions, of which the second one is on if nothing was saved.
private struct Tour: GraphableRegions, Saved, Started {
  var drive: Drive
  var light: Light
  static var start: Tour { Tour(drive: .pushing, light: .off) }
}

extension Tour {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    drive = try values.decode(Drive.self, forKey: .drive)
    light = try values.decodeIfPresent(Light.self, forKey: .light) ?? .on
  }
}

/// One region, in a struct of the same name.
private enum Fewer {
  struct Tour: GraphableRegions, Saved, Started {
    var drive: Drive
    static var start: Tour { Tour(drive: .pushing) }
  }
}

/// Two regions, both of which must have been saved.
private struct Demanding: GraphableRegions, Saved {
  var drive: Drive
  var light: Light
}

/// Two regions, of which the second one is renamed.
private struct Renamed: GraphableRegions, Saved {
  var drive: Drive
  var lantern = Light.off
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    drive = try values.decode(Drive.self, forKey: .drive)
    lantern = try values.decodeIfPresent(Light.self, forKey: .lantern) ?? .off
  }
}

/// Two regions in another order.
private struct Reordered: GraphableRegions, Saved, Started {
  var light: Light
  var drive: Drive
  static var start: Reordered { Reordered(light: .off, drive: .pushing) }
}

/// A region, and a value beside it.
private struct Counted<Distance: Codable & Equatable & Sendable & Numeric>: GraphableRegions, Saved,
  Started
{
  var drive: Drive
  var distance: Distance
  static var start: Counted { Counted(drive: .pushing, distance: 0) }
}

/// Regions in a state.
private enum Scooter<Regions: Saved & Started>: Saved {
  case parked, ridden(Regions)
  static var graphCases: [Scooter] { [.parked, .ridden(.start)] }
}

/// Regions in a state, beside a value.
private enum Ferry<Regions: Saved & Started>: Saved {
  case empty, loaded(tons: Int, Regions)
  static var graphCases: [Ferry] { [.empty, .loaded(tons: 0, .start)] }
}

/// The states of a region gain one.
private enum Gains {
  enum Drive: Int, Plain { case pushing, riding, charging }
}

/// The states of a region lose one.
private enum Loses {
  enum Drive: Int, Plain { case pushing }
}

/// The states of a region are reordered.
private enum Numbered {
  enum Old { enum Drive: Int, Plain { case pushing, riding } }
  enum New { enum Drive: Int, Plain { case riding, pushing } }
}
