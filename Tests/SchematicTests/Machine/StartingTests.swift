import Schematic
import SchematicTestKit
import Testing

/// Starting a machine, which enters the state that it was created in.
@Suite struct StartingTests {
  typealias Machine = StateMachine<Int, String, Guest>

  /// Sends what it is told to as soon as a state is entered, through a machine that it keeps.
  final class Guest {
    var sends: [String] = []
    private(set) var lines: [String] = []
    private(set) var answers: [String] = []

    private(set) lazy var machine: Machine = {
      let machine = Machine(schema: StartingTests.schema, subject: self)
      machine.observe { [unowned self] in
        if $0.outcome != .queued { add("observe \($0.event) \($0.outcome.name)") }
      }
      return machine
    }()

    func add(_ line: String) { lines.append(line) }

    func greet(_ state: Int) {
      add("enter \(state)")
      for event in sends { answers.append(machine.handle(event).text) }
      sends = []
    }
  }

  private static let schema = StateMachineSchema<Int, String, Guest>(initialState: 0) {
    state, event in
    switch event {
    case "go": return .to(state + 1) { $0.add("act") }
    case "enter": return .stay { $0.add($0.machine.start().text) }
    case "repeat": return .stay { $0.machine.handle("repeat") }
    default: return .ignored
    }
  }
  .states { state in .entry { $0.greet(state) }.exit { $0.add("exit \(state)") } }

  @Test func startRunsTheEntryActionsAndCallsNoObserver() {
    let guest = Guest()
    #expect(guest.machine.start() == .moved)
    #expect(guest.lines == ["enter 0"])
    #expect(guest.machine.state == 0)
  }

  /// The action reaches the machine through its subject, which created it with `lazy`.
  @Test func eventThatAnEntryActionSendsIsQueued() {
    let guest = Guest()
    guest.sends = ["go", "other"]
    #expect(guest.machine.start() == .moved)
    #expect(guest.answers == ["queued", "queued"])
    #expect(
      guest.lines == [
        "enter 0", "exit 0", "act", "enter 1", "observe go moved", "observe other ignored",
      ])
    #expect(guest.machine.state == 1)
  }

  @Test func eventsThatAnEntryActionSendsAreBounded() {
    let guest = Guest()
    guest.machine.maximumQueuedEvents = 20
    guest.sends = ["repeat"]
    let overflow = #expect(throws: QueueOverflowError.self) { try guest.machine.start().get() }
    #expect(overflow?.cycle == ["repeat"])
    #expect(overflow?.bound == 20)
    #expect(guest.machine.handle("go") == .moved)
    #expect(guest.machine.state == 1)
  }

  @Test func machineEntersOnce() {
    let guest = Guest()
    #expect(guest.machine.start() == .moved)
    #expect(guest.machine.start() == .ignored)
    #expect(guest.lines == ["enter 0"])
    #expect(guest.machine.state == 0)
  }

  @Test(arguments: ["go", "enter", "other"])
  func machineEntersOnlyBeforeTheFirstEvent(event: String) {
    let guest = Guest()
    guest.machine.handle(event)
    let count = guest.lines.count
    #expect(guest.machine.start() == .ignored)
    #expect(guest.lines.count == count)
    #expect(guest.lines.contains("enter 0") == false)
    #expect(guest.lines.contains("ignored") == (event == "enter"))
  }

  @Test func machineMayBeAskedBeforeItIsStarted() {
    let guest = Guest()
    #expect(guest.machine.can("go"))
    #expect(guest.machine.start() == .moved)
    #expect(guest.lines == ["enter 0"])
  }

  @Test func startSaysThatTheSubjectIsGone() {
    var guest: Guest? = Guest()
    let machine = guest!.machine
    guest = nil
    #expect(machine.start() == .subjectDeallocated)
    #expect(machine.state == 0)
    // It has not started, and says so again.
    #expect(machine.start() == .subjectDeallocated)
  }

  @Test func programStopsIfAGuardStartsTheMachine() async {
    let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let entrant = Entrant()
      _ = entrant.machine.can("go")
    }
    let words = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("A guard or the logic of a schema started the machine that asked it."))
  }

  private final class Entrant {
    private(set) lazy var machine: StateMachine<Int, String, Entrant> =
      StateMachine(schema: Self.schema, subject: self)

    private static let schema = StateMachineSchema<Int, String, Entrant>(initialState: 0) {
      _, _, when in
      return when("entered") { $0.machine.start() == .moved } ? .to(1) : .ignored
    }
  }
}
