import Schematic
import Testing

@Suite struct SubjectLifetimeTests {
  @Test(arguments: StaticType.allCases)
  func machineHoldsAnObjectWeakly(type: StaticType) {
    var object: Object? = Object()
    weak let witness = object
    let machine = type.machine(over: object!)
    #expect(machine.handle().text == "moved")
    #expect(machine.state() == 1)
    object = nil
    #expect(witness == nil)
    #expect(machine.handle().text == "subjectDeallocated")
    #expect(machine.state() == 1)
    #expect(!machine.can())
    #expect(!machine.hasSubject())
  }

  @Test func machineHoldsAValueAsItIs() {
    let machine = ErasedMachine(over: Value(name: "value"))
    #expect(machine.handle().text == "moved")
    #expect(machine.hasSubject())
  }

  @Test func machineHoldsAValueBehindAProtocolAsItIs() {
    let machine = ErasedMachine(over: Value(name: "value") as any Named)
    #expect(machine.handle().text == "moved")
    #expect(machine.hasSubject())
  }

  @Test func machineKeepsAnObjectInsideAValueAlive() {
    weak var witness: Object?
    let machine: ErasedMachine
    do {
      let object = Object()
      witness = object
      machine = ErasedMachine(over: (object, 1))
    }
    #expect(witness != nil)
    #expect(machine.handle().text == "moved")
  }

  @Test func objectMayOwnItsMachine() {
    var owner: Relay? = Relay(replies: ["a": "b"])
    weak let witness = owner
    owner?.machine.handle("a")
    #expect(owner?.machine.state == 2)
    owner = nil
    #expect(witness == nil)
  }

  @Test(arguments: [0, 1, 2])
  func stepInWhichTheSubjectGoesIsFinished(eventsBefore: Int) {
    let farewell = Farewell()
    let machine = StateMachine(schema: Guest.schema, subject: farewell.guest!)
    for _ in 0..<eventsBefore { machine.handle(.rest) }
    farewell.guest?.onLeave = {
      farewell.guest = nil
      #expect(machine.handle(.eat).text == "queued")
    }
    farewell.guest?.onDeinit = { farewell.outcome = machine.handle(.eat).text }
    #expect(machine.handle(.leave).text == "moved")
    #expect(machine.state == .away)
    #expect(farewell.outcome == "queued")
    #expect(machine.subject == nil)
    #expect(machine.handle(.eat).text == "subjectDeallocated")
    #expect(machine.state == .away)
  }

  private final class Farewell {
    var guest: Guest? = Guest()
    var outcome: String?
  }

  private enum Place { case here, away, table }
  private enum Wish { case leave, eat, rest }

  private final class Guest {
    var onLeave: () -> Void = {}
    var onDeinit: () -> Void = {}
    deinit { onDeinit() }

    static let schema = StateMachineSchema<Place, Wish, Guest>(initialState: .here) { _, wish in
      switch wish {
      case .leave: return .to(.away) { $0.onLeave() }
      case .eat: return .to(.table)
      case .rest: return .ignored
      }
    }
  }
}
