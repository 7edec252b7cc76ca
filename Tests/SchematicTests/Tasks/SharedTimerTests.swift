import Schematic
import SchematicTestKit
import Testing

/// Timeouts of many machines on the clocks of the system, which share a timer.
@MainActor @Suite(.timeLimit(.minutes(30))) struct SharedTimerTests {
  @MainActor final class Alarm {
    enum State: Equatable, Sendable { case off, on(Int), rung }
    enum Event: Sendable { case set(milliseconds: Int), stop, ring }

    var rings = 0

    static let schema = StateMachineSchema<State, Event, Alarm>(
      initialState: .off, on: MainActor.self
    ) { state, event in
      switch event {
      case .set(let milliseconds): return .to(.on(milliseconds))
      case .stop: return .to(.off)
      case .ring: return .to(.rung) { $0.rings += 1 }
      }
    }
    .states {
      if case .on(let milliseconds) = $0 {
        .after(.milliseconds(milliseconds), send: .ring)
      } else {
        .none
      }
    }
  }

  /// The durations that are set first come last, so that later ones have to be woken earlier.
  private static let durations = (1...200).map { (200 - $0) * 7 % 101 }

  @Test(arguments: [true, false])
  func eachTimeoutOfASystemClockFiresOnceAndNoneThatWasLeft(isContinuous: Bool) async throws {
    let alarms = Self.durations.map { _ in Alarm() }
    let machines = alarms.map { alarm in
      let machine = StateMachine(schema: Alarm.schema, subject: alarm)
      machine.clock = isContinuous ? ContinuousClock() : SuspendingClock()
      return machine
    }
    for (machine, duration) in zip(machines, Self.durations) {
      machine.handle(.set(milliseconds: 3_600_000))
      machine.handle(.set(milliseconds: duration))
    }
    let stopped = stride(from: 0, to: machines.count, by: 3)
    for number in stopped { machines[number].handle(.stop) }
    let left = Set(stopped)
    try await expectEventually {
      machines.indices.allSatisfy { left.contains($0) || machines[$0].state == .rung }
    }
    for number in machines.indices {
      #expect(machines[number].state == (left.contains(number) ? .off : .rung))
      #expect(alarms[number].rings == (left.contains(number) ? 0 : 1))
    }
  }

  @Test func aTimeoutThatIsDueAlreadyFires() async throws {
    let alarm = Alarm()
    let machine = StateMachine(schema: Alarm.schema, subject: alarm)
    machine.handle(.set(milliseconds: 0))
    try await expectEventually { machine.state == .rung }
    #expect(alarm.rings == 1)
  }

  @Test(arguments: [true, false])
  func aTimeoutThatIsLongerThanAnyClockCanSayDoesNotStopTheProgram(isContinuous: Bool) {
    let schema = StateMachineSchema<Bool, Bool, Alarm>(initialState: false, on: MainActor.self) {
      _, isOn in .to(isOn)
    }
    .states { $0 ? .after(.seconds(Int64.max), send: false) : .none }
    let machine = StateMachine(schema: schema, owning: Alarm())
    machine.clock = isContinuous ? ContinuousClock() : SuspendingClock()
    #expect(machine.handle(true) == .moved)
    #expect(machine.timeUntilNextTimeout ?? .zero > .seconds(1_000_000))
    #expect(machine.handle(false) == .moved)
    #expect(machine.state == false)
  }

  /// Sends the machine of its room an event when it goes.
  final class Letter: Sendable {
    let room: Room
    init(_ room: Room) { self.room = room }
    deinit { MainActor.assumeIsolated { room.receive() } }
  }

  @MainActor final class Room: Sendable {
    enum State: Sendable { case empty, occupied, left }
    enum Event: Sendable { case enter, leave, letter(Letter) }

    private(set) var received = 0
    private(set) lazy var machine: StateMachine<State, Event, Room> = StateMachine(
      schema: schema, subject: self)

    func receive() {
      received += 1
      machine.handle(.enter)
    }

    private var schema: StateMachineSchema<State, Event, Room> {
      StateMachineSchema(initialState: .empty, on: MainActor.self) { state, event in
        if case .leave = event { .to(.left) } else { .to(.occupied) }
      }
      .states { [weak self] state in
        guard case .occupied = state, let self else { return .none }
        return .after(.seconds(3_600), send: .letter(Letter(self)))
      }
    }
  }

  @Test func anEventThatGoesWithItsTimeoutMaySendAnother() async throws {
    let room = Room()
    room.machine.handle(.enter)
    room.machine.handle(.leave)
    try await expectEventually { room.received > 0 }
    #expect(room.machine.state == .occupied)
  }
}
