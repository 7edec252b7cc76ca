import Schematic
import Testing

/// The order of a step of regions, which is that of SCXML for parallel states.
///
/// The numbers are those of the assertions in W3C's implementation report of SCXML 1.0.
@Suite struct RegionOrderTests {
  enum Room: Hierarchical { case hall, cellar }
  enum Guest: Hierarchical { case outside, inside(Room), gone }
  enum House: Hierarchical { case shut, open(Guests), sold }

  struct Guests {
    var anna = Guest.outside
    var ben = Guest.outside
  }

  enum Event { case unlock, knock, descend, ring, lock, depart, departAnna }

  typealias Schema<State> = StateMachineSchema<State, Event, Notes>

  private static func guest(_ name: String, alone: Event? = nil) -> Schema<Guest> {
    Schema<Guest>(initialState: .outside) { guest, event in
      switch (guest, event) {
      case (.outside, .knock):
        return .to(.inside(.hall), "\(name) enters") { $0.add("\(name) enters") }
      case (.inside, .knock):
        return .to(.outside, "\(name) steps out") { $0.add("\(name) steps out") }
      case (.inside(.hall), .descend): return .to(.inside(.cellar)) { $0.add("\(name) descends") }
      case (.inside, .depart): return .to(.gone)
      case (_, alone): return .to(.gone)
      default: return .ignored
      }
    } states: { guest in
      let leaf = "\(name) \(guest.casePath.last ?? "")"
      let answer = StateBehavior<Event, Notes>.entry { $0.add("+\(leaf)") }
        .exit { $0.add("-\(leaf)") }
      return guest.casePath == ["gone"] ? answer.final : answer
    }
    .states(level: 1) { guest in
      guard case .inside = guest else { return .none }
      return .entry { $0.add("+\(name) inside") }.exit { $0.add("-\(name) inside") }
    }
  }

  private static let house = Schema<House>(initialState: .shut) { house, event in
    switch (house, event) {
    case (.shut, .unlock): return .to(.open(Guests()), "unlock") { $0.add("unlock") }
    case (.open, .knock), (.open, .descend): return .to(.shut, "never") { $0.add("never") }
    case (.open, .lock): return .to(.shut, "lock") { $0.add("lock") }
    case (.open, .ring): return .stay("ring") { $0.add("ring") }
    default: return .ignored
    }
  } states: { house in
    let name = house.casePath[0]
    return .entry { $0.add("+\(name)") }.exit { $0.add("-\(name)") }
  }
  .embedding(
    Schema<Guests>(
      initialState: Guests(), regions: .region(\.anna, guest("anna", alone: .departAnna)),
      .region(\.ben, guest("ben"))),
    in: House.open, completion: { _, _ in .to(.sold, "sell") { $0.add("sell") } })

  private static func open(_ anna: Guest, _ ben: Guest) -> House {
    .open(Guests(anna: anna, ben: ben))
  }

  private typealias Row = (from: House, event: Event, lines: [String], to: House)

  @Test(
    arguments: [
      // 403: a transition of an inner state comes before those around it, also if one region alone has it.
      (
        open(.inside(.hall), .inside(.cellar)), .descend,
        ["-anna hall", "anna descends", "+anna cellar"], open(.inside(.cellar), .inside(.cellar))
      ),
      // A transition of the state around is taken once, although no region has one.
      (open(.outside, .outside), .ring, ["ring"], open(.outside, .outside)),
      // Regions don't keep each other from moving: all of them do, in one step.
      (
        open(.outside, .inside(.hall)), .knock,
        [
          "-ben hall", "-ben inside", "-anna outside", "anna enters", "ben steps out",
          "+anna inside",
          "+anna hall", "+ben outside",
        ], open(.inside(.hall), .outside)
      ),
      // 404: inner states are left before those around them, and later regions before earlier ones.
      (
        open(.inside(.cellar), .inside(.hall)), .lock,
        [
          "-ben hall", "-ben inside", "-anna cellar", "-anna inside", "-open", "lock", "+shut",
        ], .shut
      ),
      // 405: the actions run when all states are left, in the order of the regions.
      (
        open(.inside(.hall), .inside(.hall)), .descend,
        [
          "-ben hall", "-anna hall", "anna descends", "ben descends", "+anna cellar", "+ben cellar",
        ],
        open(.inside(.cellar), .inside(.cellar))
      ),
      // 406: states are entered when all actions ran, from the outermost in, in the order of the regions.
      (
        .shut, .unlock, ["-shut", "unlock", "+open", "+anna outside", "+ben outside"],
        open(.outside, .outside)
      ),
      (
        open(.outside, .outside), .knock,
        [
          "-ben outside", "-anna outside", "anna enters", "ben enters", "+anna inside",
          "+anna hall",
          "+ben inside", "+ben hall",
        ], open(.inside(.hall), .inside(.hall))
      ),
    ] as [Row]) private func statesAreLeftAndEnteredInOrder(row: Row)
  {
    let notes = Notes()
    let machine = StateMachine(schema: Self.house, subject: notes, state: row.from)
    #expect(machine.handle(row.event).name == (row.event == .ring ? "stayed" : "moved"))
    #expect(notes.lines == row.lines)
    #expect("\(machine.state)" == "\(row.to)")
  }

  /// 570: a state of several regions is complete when all of them are, and not before.
  @Test func aStateIsCompleteWhenTheLastOfItsRegionsIs() {
    let notes = Notes()
    let machine = StateMachine(
      schema: Self.house, subject: notes, state: Self.open(.outside, .inside(.hall)))
    #expect(machine.handle(.departAnna) == .moved)
    #expect(notes.takeLines() == ["-anna outside", "+anna gone"])
    #expect("\(machine.state)" == "\(Self.open(.gone, .inside(.hall)))")
    #expect(machine.handle(.depart) == .moved)
    // What is final has no exit.
    #expect(
      notes.takeLines() == ["-ben hall", "-ben inside", "+ben gone", "-open", "sell", "+sold"])
    #expect("\(machine.state)" == "\(House.sold)")
  }

  /// 576: a machine may start deep inside several regions, other than where these start themselves.
  @Test func aMachineStartsInInnerStatesOfAllRegions() {
    let notes = Notes()
    let machine = StateMachine(
      schema: Self.house, subject: notes, state: Self.open(.inside(.cellar), .inside(.hall)))
    #expect(machine.start() == .moved)
    #expect(
      notes.takeLines() == ["+open", "+anna inside", "+anna cellar", "+ben inside", "+ben hall"])
    #expect(machine.handle(.descend) == .moved)
    #expect(notes.lines == ["-ben hall", "ben descends", "+ben cellar"])
    #expect("\(machine.state)" == "\(Self.open(.inside(.cellar), .inside(.cellar)))")
  }
}
