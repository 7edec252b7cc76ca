import Schematic
import Testing

/// A subject that is declared as an optional, as what is read from a weak property.
@Suite struct OptionalSubjectTests {
  private final class Lamp {}

  private func machine<Subject>(of subject: Subject) -> StateMachine<Bool, Void, Subject> {
    let schema = StateMachineSchema<Bool, Void, Subject>(initialState: false) { state, _ in
      .to(!state)
    }
    return StateMachine(schema: schema, subject: subject)
  }

  @Test func machineHoldsAnOptionalObjectWeakly() {
    var lamp: Lamp? = Lamp()
    let machine = machine(of: lamp)
    #expect(machine.handle(()) == .moved)
    lamp = nil
    #expect(machine.handle(()) == .subjectDeallocated)
    #expect(machine.state == true)
  }

  @Test func machineTakesNilForAValue() {
    let machine = machine(of: Lamp?.none)
    #expect(machine.handle(()) == .moved)
    #expect(machine.state == true)
  }

  @Test func machineHoldsAnOptionalValue() {
    let machine = machine(of: Int?.some(3))
    #expect(machine.handle(()) == .moved)
    #expect(machine.subject == .some(3))
  }
}
