import Schematic
import Testing

/// Who keeps whom alive if there are entry actions and observers.
@Suite struct OwnershipTests {
  private static let schema = StateMachineSchema<Int, Void, Notes>(initialState: 0) { count, _ in
    return .to(count + 1) { $0.add("act") }
  }
  .states { state in .entry { $0.add("enter \(state)") } }

  @Test func machineKeepsWhatItOwnsAliveAsLongAsItLives() {
    weak var witness: Notes?
    var machine: StateMachine<Int, Void, Notes>?
    do {
      let notes = Notes()
      witness = notes
      machine = StateMachine(schema: Self.schema, owning: notes)
    }
    #expect(machine?.handle(()).text == "moved")
    #expect(witness?.lines == ["act", "enter 1"])
    #expect(machine?.state == 1)
    machine = nil
    #expect(witness == nil)
  }

  @Test func machineOwnsASubjectBehindAProtocolToo() {
    let schema = StateMachineSchema<Int, Void, any Named>(initialState: 0) { _, _ in .to(1) }
    var machine: StateMachine? = StateMachine(schema: schema, owning: Object())
    weak let witness = machine?.subject as? Object
    #expect(machine?.handle(()).text == "moved")
    #expect(machine?.state == 1)
    machine = nil
    #expect(witness == nil)
  }

  @Test func machineReleasesASubjectThatOwnsIt() {
    var holder: Holder? = Holder()
    weak let witness = holder
    weak let machine = holder?.machine
    holder?.machine.handle(())
    #expect(holder?.lines == ["act", "enter 1", "observe"])
    #expect(machine?.state == 1)
    holder = nil
    #expect(witness == nil)
    #expect(machine == nil)
  }

  private final class Holder {
    private(set) var lines: [String] = []
    private(set) lazy var machine = {
      let machine = StateMachine(schema: Self.schema, subject: self)
      machine.observe { [weak self] _ in self?.lines.append("observe") }
      return machine
    }()

    private static let schema = StateMachineSchema<Int, Void, Holder>(initialState: 0) { count, _ in
      return .to(count + 1) { $0.lines.append("act") }
    }
    .states { state in .entry { $0.lines.append("enter \(state)") } }
  }

  /// As documented, a machine holds its observers strongly, until they are removed or it goes.
  @Test(arguments: [true, false])
  func machineReleasesAnObserver(byRemoval: Bool) {
    let notes = Notes()
    var machine: StateMachine? = StateMachine(schema: Self.schema, subject: notes)
    var held: Notes? = Notes()
    weak let witness = held
    let token = machine!.observe { [held] _ in held?.add("observe") }
    held = nil
    machine?.handle(())
    #expect(witness?.lines == ["observe"])
    #expect(machine?.state == 1)
    if byRemoval { machine?.removeObserver(token) } else { machine = nil }
    #expect(witness == nil)
  }

  @Test func machineRunsNoActionIfTheSubjectNoLongerExists() {
    var notes: Notes? = Notes()
    let schema = Self.schema.states { _ in .exit { _ in Issue.record("an exit was run") } }
    let machine = StateMachine(schema: schema, subject: notes!)
    notes = nil
    #expect(machine.handle(()).text == "subjectDeallocated")
    #expect(machine.state == 0)
  }
}
