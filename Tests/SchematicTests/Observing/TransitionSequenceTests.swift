import Schematic
import Testing

@Suite struct TransitionSequenceTests {
  private static let schema = StateMachineSchema<Int, Int, Void>(initialState: 0) { state, step in
    guard step != 0 else { return .ignored }
    return step < 0 ? .stay : .to(state + step)
  }
  .finalStates { $0 >= 100 }

  private typealias Sequence = TransitionSequence<Int, Int>

  /// All that is left of a sequence: the targets, each with the number that was dropped before it.
  private func rest(of sequence: Sequence) async -> [[Int]] {
    var rest: [[Int]] = []
    for await element in sequence { rest.append([element.transition.target, element.dropped]) }
    return rest
  }

  @Test func handsOverTransitionsInOrderUntilTheMachineGoesAway() async {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    machine?.handle(1)
    let sequence = machine!.transitions()
    for step in [2, 0, -1, 3] { machine?.handle(step) }
    #expect(machine?.state == 6)
    machine = nil
    #expect(await rest(of: sequence) == [[3, 0], [3, 0], [6, 0]])
  }

  @Test(arguments: [1, 2, 7])
  func dropsWhatDoesNotFitAndSaysHowMany(capacity: Int) async throws {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    let sequence = machine!.transitions(buffering: capacity)
    for _ in 1...10 { machine?.handle(1) }
    var iterator = sequence.makeAsyncIterator()
    for target in 1...capacity {
      let element = try #require(await iterator.next())
      #expect(element.transition.target == target)
      #expect(element.dropped == 0)
    }
    for _ in 1...2 where capacity > 1 { machine?.handle(1) }
    if capacity == 1 { machine?.handle(1) }
    let late = try #require(await iterator.next())
    #expect(late.transition.target == 11)
    #expect(late.dropped == 10 - capacity)
    if capacity > 1 { #expect(await iterator.next()?.dropped == 0) }
    #expect(machine?.state == (capacity > 1 ? 12 : 11))
    machine = nil
    #expect(await iterator.next() == nil)
  }

  /// Dropped transitions that no element follows are told, too, and as often as one asks.
  @Test(arguments: [true, false])
  func saysHowManyWereDroppedAtTheEnd(byFinishing: Bool) async throws {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    let sequence = machine!.transitions(buffering: 2)
    let complete = machine!.transitions(buffering: 6)
    for _ in 1...5 { machine?.handle(1) }
    if byFinishing { machine?.handle(100) } else { machine = nil }
    #expect(await rest(of: sequence) == [[1, 0], [2, 0]])
    for _ in 1...2 { #expect(await sequence.droppedAtEnd == (byFinishing ? 4 : 3)) }
    #expect(await complete.droppedAtEnd == 0)
    #expect(await rest(of: complete).count == (byFinishing ? 6 : 5))
  }

  @Test func waitsForTheEndToSayWhatWasDropped() async {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    let sequence = machine!.transitions(buffering: 1)
    machine?.handle(1)
    let patient = Task { await sequence.droppedAtEnd }
    machine?.handle(1)
    machine = nil
    #expect(await patient.value == 1)
  }

  @Test func doesNotSayWhatWasDroppedWhereItsConsumerIsCancelled() async {
    let machine = StateMachine(schema: Self.schema)
    let sequence = machine.transitions()
    let impatient = Task { await sequence.droppedAtEnd }
    impatient.cancel()
    #expect(await impatient.value == nil)
    #expect(await sequence.droppedAtEnd == nil)
    #expect(machine.handle(1) == .moved)
  }

  @Test func endsWithTheTransitionThatFinishesTheMachine() async {
    let machine = StateMachine(schema: Self.schema)
    let sequence = machine.transitions()
    for step in [1, 99, 1] { machine.handle(step) }
    #expect(await rest(of: sequence) == [[1, 0], [100, 0]])
    #expect(machine.state == 100)
  }

  @Test func isEmptyWhereTheMachineIsFinishedAlready() async {
    let machine = StateMachine(schema: Self.schema, state: 100)
    let sequence = machine.transitions()
    #expect(await rest(of: sequence).isEmpty)
    #expect(await sequence.droppedAtEnd == 0)
    #expect(machine.isFinished)
  }

  @Test func servesSeveralConsumersEachFromItsOwnBeginning() async {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    let first = machine!.transitions()
    machine?.handle(1)
    let second = machine!.transitions()
    machine?.handle(1)
    machine = nil
    #expect(await rest(of: first) == [[1, 0], [2, 0]])
    #expect(await rest(of: second) == [[2, 0]])
  }
}
