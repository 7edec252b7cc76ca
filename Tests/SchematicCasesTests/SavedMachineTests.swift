import Foundation
import Schematic
import SchematicCases
import SchematicTestKit
import Testing

/// Machines that are saved at every moment, and restored by the same rules or by later ones.
@MainActor
@Suite struct SavedMachineTests {
  enum Phase: Graphable, Codable, Equatable, Sendable {
    case waiting, working(speed: Int), late, ended
    static let graphCases: [Phase] =
      [.waiting] + (0...2).map { .working(speed: $0) } + [.late, .ended]
  }
  enum Event: Sendable { case begin, expire, hurry, end, note }

  /// Where a machine is saved.
  enum Place: CaseIterable, Sendable { case exit, action, commit, entry, observer }

  final class Desk {
    let place: Place?
    var saved: Data?
    var error: (any Error)?
    var sends: Event?
    weak var machine: StateMachine<Phase, Event, Desk>?

    init(savingAt place: Place? = nil) { self.place = place }

    func reach(_ place: Place) {
      guard place == self.place, let machine else { return }
      if let sends { machine.handle(sends) }
      do { saved = try JSONEncoder().encode(machine.snapshot()) } catch { self.error = error }
    }
  }

  private static let schema = StateMachineSchema<Phase, Event, Desk>(
    initialState: .waiting, on: MainActor.self
  ) { phase, event in
    switch (phase, event) {
    case (.waiting, .begin): return .to(.working(speed: 0), "begin") { $0.reach(.action) }
    case (.working(let speed), .hurry): return .stay(as: .working(speed: (speed + 1) % 3))
    case (.working, .expire): return .to(.late)
    case (.working, .end): return .to(.ended)
    default: return .ignored
    }
  }
  .states(on: MainActor.self) { phase in
    switch phase {
    case .waiting: .exit("leave") { $0.reach(.exit) }.after(.seconds(60), send: .begin)
    case .working(speed: 0):
      .entry("enter") { $0.reach(.entry) }.after(.seconds(5), send: .expire)
    case .working(speed: 1): .after(.seconds(100), send: .end)
    case .working, .late, .ended: .none
    }
  }
  .onCommit(on: MainActor.self) { _, desk in desk.reach(.commit) }

  private func machine(
    _ desk: Desk, _ clock: ManualClock, _ state: Phase? = nil,
    following schema: StateMachineSchema<Phase, Event, Desk> = schema
  ) -> StateMachine<Phase, Event, Desk> {
    let machine = StateMachine(schema: schema, subject: desk, state: state)
    machine.clock = clock
    desk.machine = machine
    machine.observe { [weak desk] _ in desk?.reach(.observer) }
    return machine
  }

  /// Returns a machine that was read from a file.
  private func restored(
    _ data: Data?, _ desk: Desk, after passed: Duration = .zero,
    following schema: StateMachineSchema<Phase, Event, Desk> = schema
  ) throws -> StateMachine<Phase, Event, Desk> {
    let saved = try JSONDecoder().decode(MachineSnapshot<Phase>.self, from: try #require(data))
    let machine = machine(desk, ManualClock(), try saved.restored(), following: schema)
    #expect(machine.resume(saved, after: passed) == .moved)
    return machine
  }

  // MARK: In a step

  @Test(arguments: [Place.action, .commit, .entry, .observer])
  func machineThatIsSavedInAStepIsRestoredAsItLivesAfterIt(place: Place) throws {
    let (desk, clock) = (Desk(savingAt: place), ManualClock())
    let machine = machine(desk, clock)
    machine.start()
    clock.advance(by: .seconds(50))
    machine.handle(.begin)
    #expect(machine.state == .working(speed: 0))
    #expect(machine.timeUntilNextTimeout == .seconds(5))
    let other = Desk()
    let soon = try restored(desk.saved, other, after: .seconds(2))
    #expect(soon.state == .working(speed: 0))
    #expect(soon.timeUntilNextTimeout == .seconds(3))
    #expect(try restored(desk.saved, other, after: .seconds(9)).state == .late)
  }

  @Test func machineThatIsSavedOnExitIsRestoredInTheOldState() throws {
    let (desk, clock) = (Desk(savingAt: .exit), ManualClock())
    let machine = machine(desk, clock)
    machine.start()
    clock.advance(by: .seconds(50))
    machine.handle(.begin)
    let other = Desk()
    let again = try restored(desk.saved, other)
    #expect(again.state == .waiting)
    #expect(again.timeUntilNextTimeout == .seconds(10))
  }

  @Test func machineThatIsSavedWhileItStartsHasItsTimeouts() throws {
    let (desk, clock) = (Desk(savingAt: .entry), ManualClock())
    machine(desk, clock, .working(speed: 0)).start()
    let other = Desk()
    let again = try restored(desk.saved, other, after: .seconds(1))
    #expect(again.timeUntilNextTimeout == .seconds(4))
  }

  // MARK: What would be lost

  @Test func machineWhoseTimeoutsHaveNotBegunIsNotSaved() throws {
    let (desk, clock) = (Desk(), ManualClock())
    let machine = machine(desk, clock, .working(speed: 0))
    let error = #expect(throws: SnapshotRefusalError.self) {
      try JSONEncoder().encode(machine.snapshot())
    }
    #expect(
      error?.description == """
        a machine in state working cannot be saved: its timeouts have not begun; start the machine, or resume it from \
        the snapshot that it was restored from
        """)
    machine.start()
    #expect(throws: Never.self) { try JSONEncoder().encode(machine.snapshot()) }
    // A state without timeouts loses nothing.
    let late = self.machine(Desk(), clock, .late)
    #expect(throws: Never.self) { try JSONEncoder().encode(late.snapshot()) }
  }

  @Test(arguments: [Place.action, .entry])
  func machineForWhichAnEventWaitsIsNotSaved(place: Place) {
    let desk = Desk(savingAt: place)
    desk.sends = .note
    let machine = machine(desk, ManualClock())
    machine.handle(.begin)
    #expect((desk.error as? SnapshotRefusalError)?.obstacle.hasPrefix("events wait") == true)
    #expect(desk.saved == nil)
    #expect(machine.state == .working(speed: 0))
  }

  @Test func machineIsSavedInACommitThoughAnEventWaits() {
    let desk = Desk(savingAt: .commit)
    desk.sends = .note
    machine(desk, ManualClock()).handle(.begin)
    #expect(desk.error == nil)
    #expect(desk.saved != nil)
  }

  // MARK: Timeouts

  @Test func timeoutThatAPayloadChoseOnEntryGoesOn() throws {
    let (desk, clock) = (Desk(), ManualClock())
    let machine = machine(desk, clock)
    machine.handle(.begin)
    machine.handle(.hurry)
    clock.advance(by: .seconds(1))
    #expect(machine.state == .working(speed: 1))
    var again = machine
    // However often it is saved, the timeout of its beginning runs.
    for _ in 0..<2 {
      again = try restored(JSONEncoder().encode(again.snapshot()), desk)
      #expect(again.state == .working(speed: 1))
      #expect(again.timeUntilNextTimeout == .seconds(4))
    }
    again.handle(.end)
    #expect(again.timeUntilNextTimeout == nil)
  }

  @Test func timeoutThatAPayloadDidNotChooseOnEntryDoesNotBegin() throws {
    let (desk, clock) = (Desk(), ManualClock())
    let machine = machine(desk, clock, .working(speed: 2))
    machine.start()
    machine.handle(.hurry)
    #expect(machine.state == .working(speed: 0))
    #expect(machine.timeUntilNextTimeout == nil)
    let again = try restored(JSONEncoder().encode(machine.snapshot()), desk)
    #expect(again.timeUntilNextTimeout == nil)
  }

  /// The timeouts of `late` in earlier and later rules, and the times until they are due 40 s after they began.
  nonisolated static let changes: [(old: [(Int, Event)], new: [(Int, Event)], due: [Int])] = [
    ([(60, .end)], [(60, .end)], [20]),
    ([(60, .end)], [(30, .note), (60, .end)], [30, 20]),
    ([(60, .end)], [(60, .end), (50, .note)], [20, 50]),
    ([(60, .end), (50, .note)], [(50, .note), (60, .end)], [10, 20]),
    ([(50, .note), (60, .end)], [(60, .end)], [20]),
    // A timeout that is longer now goes on; another event makes it another timeout.
    ([(60, .end)], [(90, .end)], [50]),
    ([(60, .end)], [(60, .expire)], [60]),
    // Nobody knows which of the two it was.
    ([(60, .end)], [(70, .end), (80, .end)], [70, 80]),
    ([(60, .end), (70, .end)], [(70, .end), (60, .end)], [30, 20]),
  ]

  @Test(arguments: changes)
  func timeoutIsKnownByItsEventAndItsLength(
    old: [(Int, Event)], new: [(Int, Event)], due: [Int]
  ) throws {
    func schema(_ timeouts: [(Int, Event)]) -> StateMachineSchema<Phase, Event, Desk> {
      timeouts.reduce(
        StateMachineSchema(initialState: .late, on: MainActor.self) { _, _ in .ignored }
      ) { schema, timeout in
        schema.states(on: MainActor.self) {
          $0 == .late ? .after(.seconds(timeout.0), send: timeout.1) : .none
        }
      }
    }
    let (desk, clock) = (Desk(), ManualClock())
    let machine = machine(desk, clock, following: schema(old))
    machine.start()
    clock.advance(by: .seconds(15))
    let data = try JSONEncoder().encode(machine.snapshot())
    let later = try restored(data, desk, after: .seconds(25), following: schema(new))
    #expect(later.pendingTimeouts.map(\.remaining) == due.map { .seconds($0) })
    #expect(later.state == .late)
  }

  // MARK: States

  enum Arm: Graphable, Codable, Equatable {
    case down, up(degrees: Int)
    static let graphCases: [Arm] = [.down, .up(degrees: 1)]
  }
  enum LaterArm: Graphable, Codable, Equatable {
    case down, up(degrees: Double), broken
    static let graphCases: [LaterArm] = [.down, .up(degrees: 1), .broken]
  }
  struct Work<Arm: Graphable & Codable & Equatable>: GraphableRegions, Codable, Equatable {
    var left: Arm
    var right: Arm
  }
  struct Half: GraphableRegions, Codable, Equatable { var left = Arm.down }
  enum Robot<Arm: Graphable & Codable & Equatable>: Graphable, Codable, Equatable {
    case off, on(Work<Arm>), stuck(tries: Int, last: Work<Arm>)
    static var graphCases: [Robot] {
      let work = Work(left: Arm.graphCases[0], right: Arm.graphCases[0])
      return [.off, .on(work), .stuck(tries: 0, last: work)]
    }
  }

  /// Returns the error of restoring a saved state as another type, or `nil` if it is restored.
  private func mismatch<Saved: Graphable & Codable, Current: Graphable & Codable>(
    of state: Saved, as type: Current.Type
  ) throws -> SnapshotMismatchError? {
    let schema = StateMachineSchema<Saved, Event, Void>(initialState: state) { _, _ in .ignored }
    let data = try JSONEncoder().encode(StateMachine(schema: schema).snapshot())
    do {
      _ = try JSONDecoder().decode(MachineSnapshot<Current>.self, from: data).restored()
      return nil
    } catch let error as SnapshotMismatchError {
      return error
    }
  }

  @Test func stateOfARegionThatNoLongerFitsIsRefused() throws {
    let work = Work(left: Arm.up(degrees: 3), right: .down)
    #expect(try mismatch(of: work, as: Work<Arm>.self) == nil)
    #expect(
      try mismatch(of: work, as: Work<LaterArm>.self)?.differences == [
        "state left/up carries (degrees: Double), was (degrees: Int)",
        "state right/up carries (degrees: Double), was (degrees: Int)",
      ])
    #expect(
      try mismatch(of: work, as: Half.self)?.differences == [
        "state right/down is gone", "state right/up is gone",
      ])
    for robot in [Robot.on(work), .stuck(tries: 1, last: work)] {
      #expect(try mismatch(of: robot, as: Robot<Arm>.self) == nil)
      let error = try mismatch(of: robot, as: Robot<LaterArm>.self)
      #expect(
        error?.differences.contains(
          "state stuck/last/left/up carries (degrees: Double), was (degrees: Int)") == true,
        "\(error as Any)")
    }
  }

  enum Yesterday: String, CaseIterable, Graphable, Codable { case a, b }
  enum Today: String, CaseIterable, Graphable, Codable { case a, b, c }

  @Test func machineFitsATypeWithANewState() throws {
    for state in Yesterday.allCases { #expect(try mismatch(of: state, as: Today.self) == nil) }
    #expect(try mismatch(of: Today.a, as: Yesterday.self)?.differences == ["state c is gone"])
  }

  @Test func snapshotOfALaterVersionIsRefusedInWords() throws {
    let text =
      #"{"version":3,"state":"a","identifier":"a","fingerprint":"","shapes":[],"timeouts":[]}"#
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MachineSnapshot<Today>.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(context.debugDescription.contains("this one reads 1 and 2"))
  }
}
