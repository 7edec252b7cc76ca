import Schematic
import Testing

@Suite struct GuardTests {
  @Test(arguments: [(0, "stayed", Gate.locked, 1), (1, "moved", .unlocked, 0)])
  func guardLetsTheSubjectDecide(coins: Int, outcome: String, state: Gate, left: Int) {
    let turnstile = Turnstile(coins: coins)
    let machine = StateMachine(schema: Turnstile.schema, subject: turnstile)
    #expect(machine.handle(.coin).text == outcome)
    #expect(machine.state == state)
    #expect(turnstile.coins == left)
  }

  @Test func guardIsAskedAgainForEveryEvent() {
    let turnstile = Turnstile(coins: 0)
    let machine = StateMachine(schema: Turnstile.schema, subject: turnstile)
    for _ in 1...2 { machine.handle(.coin) }
    #expect(machine.state == .unlocked)
    #expect(turnstile.asked == 2)
  }

  /// What a guard asks of the machine is asked on its own: once, too, and again for each question.
  @Test func eachNameIsAskedOnceIfAGuardAsksWhatIsPermitted() {
    let asker = Asker()
    #expect(asker.machine.handle(true) == .moved)
    #expect(asker.asked == ["outer", "shared", "shared"])
    #expect(asker.machine.state == 1)
  }

  private final class Asker {
    private(set) var asked: [String] = []
    private(set) lazy var machine: StateMachine<Int, Bool, Asker> = StateMachine(
      schema: Self.schema, subject: self)

    private func note(_ name: String) -> Bool {
      asked.append(name)
      return true
    }

    static let schema = StateMachineSchema<Int, Bool, Asker>(initialState: 0) { _, isOuter, when in
      if isOuter {
        guard when("outer", { $0.note("outer") && $0.machine.can(false) }) else { return .ignored }
      }
      let answers = [when("shared") { $0.note("shared") }, when("shared") { $0.note("shared") }]
      return answers == [true, true] ? .to(1) : .ignored
    }
  }

  @Test(arguments: [
    (Check.none, 0), (.once, 1), (.twice, 1), (.untilOneFails, 1), (.untilOneHolds, 1),
  ])
  func eachNameIsAskedOnceIfItIsNeeded(check: Check, times: Int) {
    let counter = Counter()
    let machine = StateMachine(schema: Counter.schema, subject: counter)
    #expect(machine.handle(check).text == "stayed")
    #expect(counter.asked == times)
    #expect(machine.can(check))
    #expect(counter.asked == 2 * times)
  }

  enum Gate { case locked, unlocked }
  private enum Visitor { case coin }

  private final class Turnstile {
    var coins: Int
    private(set) var asked = 0
    init(coins: Int) { self.coins = coins }

    func isPaid() -> Bool {
      asked += 1
      return coins + 1 >= 2
    }

    static let schema = StateMachineSchema<Gate, Visitor, Turnstile>(initialState: .locked) {
      _, _, when in
      return when("paid") { $0.isPaid() }
        ? .to(.unlocked, "open") { $0.coins = 0 } : .stay("count") { $0.coins += 1 }
    }
  }

  enum Check { case none, once, twice, untilOneFails, untilOneHolds }

  private final class Counter {
    private(set) var asked = 0

    func answer(_ answer: Bool) -> Bool {
      asked += 1
      return answer
    }

    static let schema = StateMachineSchema<Gate, Check, Counter>(initialState: .locked) {
      _, check, when in
      switch check {
      case .none: break
      case .once: _ = when("a") { $0.answer(true) }
      case .twice: _ = when("a") { $0.answer(true) } && when("a") { $0.answer(true) }
      case .untilOneFails: _ = when("a") { $0.answer(false) } && when("b") { $0.answer(true) }
      case .untilOneHolds: _ = when("a") { $0.answer(true) } || when("b") { $0.answer(true) }
      }
      return .stay
    }
  }
}
