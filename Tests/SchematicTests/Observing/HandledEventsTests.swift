import Schematic
import Testing

/// The events that a machine handles, as a sequence.
@Suite struct HandledEventsTests {
  private static let schema = StateMachineSchema<Int, Int, Void>(initialState: 0) { state, step in
    guard step != 0 else { return .ignored }
    return step < 0 ? .stay : .to(state + step)
  }
  .states { $0 >= 100 ? .final : .none }

  private typealias Events = AsyncStream<HandledEvent<Int, Int>>

  /// All that is left of a sequence: the targets, each with the number of its event.
  private func rest(of events: Events) async -> [[Int]] {
    var rest: [[Int]] = []
    for await handled in events { rest.append([handled.target, handled.number]) }
    return rest
  }

  @Test func sequenceHandsOverEveryEventInOrderUntilTheMachineGoesAway() async {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    machine?.handle(1)
    let events = machine!.handledEvents()
    for step in [2, 0, -1, 3] { machine?.handle(step) }
    #expect(machine?.state == 6)
    machine = nil
    #expect(await rest(of: events) == [[3, 1], [3, 2], [3, 3], [6, 4]])
  }

  @Test(arguments: [1, 2, 7])
  func sequenceDropsTheOldestEventsAndNumbersShowHowMany(capacity: Int) async throws {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    let events = machine!.handledEvents(buffering: capacity)
    for _ in 1...10 { machine?.handle(1) }
    #expect(machine?.state == 10)
    machine = nil
    #expect(await rest(of: events) == (11 - capacity...10).map { [$0, $0] })
  }

  @Test func sequenceEndsWithTheEventThatFinishesTheMachine() async {
    let machine = StateMachine(schema: Self.schema)
    let events = machine.handledEvents()
    for step in [1, 99, 1] { machine.handle(step) }
    #expect(await rest(of: events) == [[1, 1], [100, 2]])
    #expect(machine.state == 100)
  }

  @Test func sequenceIsEmptyIfTheMachineIsFinishedAlready() async {
    let machine = StateMachine(schema: Self.schema, state: 100)
    #expect(await rest(of: machine.handledEvents()).isEmpty)
    #expect(machine.isFinished)
  }

  @Test func severalConsumersAreServedEachFromItsOwnBeginning() async {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    let first = machine!.handledEvents()
    machine?.handle(1)
    let second = machine!.handledEvents()
    machine?.handle(1)
    machine = nil
    #expect(await rest(of: first) == [[1, 1], [2, 2]])
    #expect(await rest(of: second) == [[2, 2]])
  }

  /// A consumer that stops lets go of what the machine holds for it.
  @Test func sequenceIsReleasedAfterItsConsumerStops() async {
    let machine = StateMachine(schema: Self.schema)
    var events: Events? = machine.handledEvents()
    machine.handle(1)
    for await handled in events! {
      #expect(handled.target == 1)
      break
    }
    events = nil
    #expect(machine.handle(2) == .moved)
    #expect(machine.state == 3)
  }
}
