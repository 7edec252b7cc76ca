import Schematic
import Testing

/// Observers that are given the subject, so that they need not hold it.
@Suite struct ObservedSubjectTests {
  private static let schema = StateMachineSchema<Int, Int, Notes>(initialState: 0) { _, next in
    return .to(next)
  }

  @Test func keepsNoSubjectAlive() {
    var notes: Notes? = Notes()
    weak let witness = notes
    let machine = StateMachine(schema: Self.schema, subject: notes!)
    machine.observe { transition, notes in notes.add("\(transition.source)\(transition.target)") }
    machine.handle(1)
    #expect(witness?.lines == ["01"])
    notes = nil
    #expect(witness == nil)
    #expect(machine.handle(2) == .subjectGone)
    #expect(machine.state == 1)
  }

  @Test func isCalledInTheOrderOfRegistrationWithTheOthers() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema, subject: notes)
    machine.observe { _ in notes.add("a") }
    let token = machine.observe { _, notes in notes.add("b") }
    machine.observe { _ in notes.add("c") }
    machine.handle(1)
    machine.removeObserver(token)
    machine.handle(2)
    #expect(notes.lines == ["a", "b", "c", "a", "c"])
    #expect(machine.state == 2)
  }

  @Test func givesAValueAsItIs() {
    let schema = StateMachineSchema<Int, Int, String>(initialState: 0) { _, next in .to(next) }
    let machine = StateMachine(schema: schema, subject: "value")
    var seen: [String] = []
    machine.observe { transition, subject in seen.append("\(subject) \(transition.target)") }
    machine.handle(1)
    #expect(seen == ["value 1"])
    #expect(machine.state == 1)
  }

  @Test func isIsolatedToAnActor() async {
    let modem = Modem()
    await modem.dial()
    #expect(await modem.seen == [1, 2])
    #expect(await modem.state == 2)
  }

  private actor Modem {
    private(set) var seen: [Int] = []
    private(set) lazy var machine: StateMachine<Int, Int, Modem> = {
      let machine = StateMachine(schema: Self.schema, subject: self)
      machine.observe { transition, modem in modem.seen.append(transition.target) }
      return machine
    }()

    var state: Int { machine.state }

    func dial() { for number in 1...2 { machine.handle(number) } }

    private static let schema = StateMachineSchema<Int, Int, Modem>(initialState: 0) { _, next in
      return .to(next)
    }
  }

  @Test @MainActor func isOnTheMainActor() {
    let screen = Screen()
    screen.machine.observe { transition, screen in screen.seen.append(transition.target) }
    Self.watch(screen.machine)
    screen.machine.handle(1)
    #expect(screen.seen == [1, -1])
    #expect(screen.machine.state == 1)
  }

  /// Code outside the main actor says where its observer belongs.
  private nonisolated static func watch(_ machine: StateMachine<Int, Int, Screen>) {
    machine.observe(on: MainActor.self) { transition, screen in
      screen.seen.append(-transition.target)
    }
  }

  @MainActor private final class Screen {
    var seen: [Int] = []
    private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self)

    private static let schema = StateMachineSchema<Int, Int, Screen>(
      initialState: 0, on: MainActor.self
    ) { _, next in
      return .to(next)
    }
  }
}
