import Schematic
import Testing

/// The views of the events that a machine handles: its transitions and its states.
@Suite struct MachineSequenceTests {
  private static let schema = StateMachineSchema<Int, Int, Void>(initialState: 0) { state, step in
    switch step {
    case 0: return .ignored
    case ..<0: return .stay("note") { _ in }
    case 7: return .rejected("unlucky")
    case 8: return .to(8) { _ in throw Broken() }
    case 9: return .to(state)
    default: return .to(state + step, "add")
    }
  } states: { state in
    state >= 100 ? .final : .none
  }

  private struct Broken: Error {}

  private func elements<Element>(of sequence: AsyncStream<Element>) async -> [Element] {
    var elements: [Element] = []
    for await element in sequence { elements.append(element) }
    return elements
  }

  @Test func statesBeginWithTheCurrentOneAndFollowEachTransition() async {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    machine?.handle(1)
    let states = machine!.states
    for step in [2, 0, 7, 8, -1, 9, 3] { machine?.handle(step) }
    #expect(machine?.state == 6)
    machine = nil
    #expect(await elements(of: states) == [1, 3, 3, 3, 6])
  }

  @Test func transitionsAreTheEventsThatMovedOrStayedEachInOneLine() async {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    machine?.handle(1)
    let transitions = machine!.transitions
    for step in [2, 0, 7, 8, -1, 9, 3] { machine?.handle(step) }
    #expect(machine?.state == 6)
    machine = nil
    #expect(
      await elements(of: transitions).map(\.description) == [
        "1: 2 / add → 3", "3: -1 / note (stays)", "3: 9 → 3", "3: 3 / add → 6",
      ])
  }

  /// Events that are no transitions take no room, or a slow consumer would miss the last state.
  @Test func statesOfASlowConsumerEndWithTheLastOne() async {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    let (states, transitions) = (machine!.states, machine!.transitions)
    machine?.handle(2)
    for _ in 1...200 { machine?.handle(0) }
    machine?.handle(3)
    #expect(machine?.state == 5)
    machine = nil
    #expect(await elements(of: states) == [0, 2, 5])
    #expect(await elements(of: transitions).map(\.target) == [2, 5])
  }

  @Test func slowConsumerMissesTheOldestElements() async {
    var machine: StateMachine? = StateMachine(schema: Self.schema)
    let (states, transitions) = (machine!.states, machine!.transitions)
    for _ in 1...70 { machine?.handle(1) }
    #expect(machine?.state == 70)
    machine = nil
    #expect(await elements(of: states) == Array(7...70))
    #expect(await elements(of: transitions).map(\.number) == Array(7...70))
  }

  @Test func sequencesEndWithTheTransitionThatFinishesTheMachine() async {
    let machine = StateMachine(schema: Self.schema)
    let (states, transitions) = (machine.states, machine.transitions)
    for step in [1, 99, 1] { machine.handle(step) }
    #expect(machine.isFinished)
    #expect(await elements(of: states) == [0, 1, 100])
    #expect(await elements(of: transitions).map(\.target) == [1, 100])
    #expect(await elements(of: machine.states) == [100])
    #expect(await elements(of: machine.transitions).isEmpty)
  }

  /// Of an app: a task of the main actor shows states, and moves the machine itself.
  @MainActor @Test func statesReachAConsumerOnTheMachinesActor() async {
    let machine = StateMachine(schema: Self.schema)
    var shown: [Int] = []
    for await state in machine.states {
      shown.append(state)
      machine.handle(state == 0 ? 50 : 60)
    }
    #expect(shown == [0, 50, 110])
    #expect(machine.state == 110)
  }
}
