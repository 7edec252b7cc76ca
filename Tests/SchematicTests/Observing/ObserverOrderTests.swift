import Schematic
import Testing

/// Observers see transitions in the order in which they happened, whoever sends the events.
@Suite struct ObserverOrderTests {
  typealias Machine = StateMachine<Int, Int, Notes>

  /// The event is the state wanted next, and the action sends the one after it up to a limit.
  private static func schema(actionSendsUpTo limit: Int, on box: Box) -> Schema {
    Schema(initialState: 0) { _, next in
      return .to(next) { notes in
        notes.add("act \(next)")
        if next < limit { box.machine?.handle(next + 1) }
      }
    }
  }
  private typealias Schema = StateMachineSchema<Int, Int, Notes>

  private final class Box: @unchecked Sendable { weak var machine: Machine? }

  @Test(arguments: 1...4)
  func observersAreCalledInOrderIfAnActionSends(limit: Int) {
    let (box, notes) = (Box(), Notes())
    let machine = Machine(schema: Self.schema(actionSendsUpTo: limit, on: box), subject: notes)
    box.machine = machine
    for name in ["a", "b"] { machine.observe { notes.add(moving: $0, by: name) } }
    #expect(machine.handle(1).text == "moved")
    #expect(
      notes.lines
        == (1...limit).flatMap { ["act \($0)", "a \($0 - 1)\($0)", "b \($0 - 1)\($0)"] })
    #expect(machine.state == limit)
  }

  /// The first observer sends, and the second must not hear of the later transition first.
  @Test(arguments: 0...2)
  func observersAreCalledInOrderIfAnObserverSends(sender: Int) {
    let notes = Notes()
    let machine = Machine(schema: Self.schema(actionSendsUpTo: 0, on: Box()), subject: notes)
    for number in 0...2 {
      machine.observe { [unowned machine] transition in
        guard transition.outcome == .moved else { return }
        if number == sender, transition.target < 3 {
          #expect(machine.handle(transition.target + 1).text == "queued")
        }
        notes.add("\(number): \(transition.source)\(transition.target)")
      }
    }
    #expect(machine.handle(1).text == "moved")
    let calls = notes.lines.filter { !$0.hasPrefix("act") }
    #expect(calls == ["01", "12", "23"].flatMap { step in (0...2).map { "\($0): \(step)" } })
    #expect(machine.state == 3)
  }
}

extension Notes {
  /// Notes that an observer was called with a transition; events that are queued are passed over.
  fileprivate func add(moving handled: HandledEvent<Int, Int>, by name: String) {
    if handled.outcome == .moved { add("\(name) \(handled.source)\(handled.target)") }
  }
}
