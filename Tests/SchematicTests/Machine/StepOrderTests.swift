import Schematic
import Testing

@Suite struct StepOrderTests {
  @Test(arguments: [
    (Visit.enter, ["decide in idle(0)", "act in busy"], "moved"),
    (.wait, ["decide in idle(0)", "act in idle(0)"], "stayed"),
    (.count, ["decide in idle(0)", "act in idle(1)"], "stayed"),
    (.leave, ["decide in idle(0)"], "rejected(event leave is rejected in state idle(0))"),
  ])
  func stepDecidesThenChangesTheStateThenActs(visit: Visit, steps: [String], outcome: String) {
    let desk = Desk()
    #expect(desk.machine.handle(visit).text == outcome)
    #expect(desk.steps == steps)
  }

  @Test func newStateIsKeptAfterTheAction() {
    let desk = Desk()
    desk.machine.handle(.count)
    #expect(desk.machine.state == .idle(1))
    desk.machine.handle(.enter)
    #expect(desk.machine.state == .busy)
  }

  enum Visit { case enter, wait, count, leave }
  enum Activity: Equatable { case idle(Int), busy }

  private final class Desk {
    private(set) var steps: [String] = []
    private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self)

    private func note(_ step: String) { steps.append("\(step) in \(machine.state)") }

    private func isOpen() -> Bool {
      note("decide")
      return true
    }

    static let schema = StateMachineSchema<Activity, Visit, Desk>(initialState: .idle(0)) {
      _, visit, when in
      guard when("open", { $0.isOpen() }) else { return .ignored }
      switch visit {
      case .enter: return .to(.busy) { $0.note("act") }
      case .wait: return .stay { $0.note("act") }
      case .count: return .stay(as: .idle(1)) { $0.note("act") }
      case .leave: return .rejected
      }
    }
  }
}
