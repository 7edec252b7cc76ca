import Schematic
import Testing

/// Answers for states that are given with the rules, in each form of the initializer.
@Suite struct AnswersForStatesTests {
  private enum Link: Sendable { case down, up }

  private static let expected = ["exit down", "act", "enter up"]

  private final class Plain {
    var isFree = true
    var lines: [String] = []

    static let schema = StateMachineSchema<Link, Void, Plain>(initialState: .down) { _, _ in
      return .to(.up, "act") { $0.lines.append("act") }
    } states: { link in
      .entry { $0.lines.append("enter \(link)") }.exit { $0.lines.append("exit \(link)") }
    }

    static let guarded = StateMachineSchema<Link, Void, Plain>(initialState: .down) { _, _, when in
      return when("free") { $0.isFree } ? .to(.up, "act") { $0.lines.append("act") } : .ignored
    } states: { link in
      .entry { $0.lines.append("enter \(link)") }.exit { $0.lines.append("exit \(link)") }
    }
  }

  @Test(arguments: 0..<2)
  func answersAreGivenWithRulesThatHaveNoIsolation(index: Int) {
    let plain = Plain()
    let machine = StateMachine(schema: [Plain.schema, Plain.guarded][index], subject: plain)
    #expect(machine.handle(()) == .moved)
    #expect(plain.lines == Self.expected)
    #expect(machine.state == .up)
  }

  @MainActor private final class Screen {
    var isFree = true
    var lines: [String] = []

    static let schema = StateMachineSchema<Link, Void, Screen>(
      initialState: .down, on: MainActor.self
    ) { _, _ in
      return .to(.up, "act") { $0.lines.append("act") }
    } states: { link in
      .entry { $0.lines.append("enter \(link)") }.exit { $0.lines.append("exit \(link)") }
    }

    static let guarded = StateMachineSchema<Link, Void, Screen>(
      initialState: .down, on: MainActor.self
    ) { _, _, when in
      return when("free") { $0.isFree } ? .to(.up, "act") { $0.lines.append("act") } : .ignored
    } states: { link in
      .entry { $0.lines.append("enter \(link)") }.exit { $0.lines.append("exit \(link)") }
    }
  }

  @MainActor @Test(arguments: 0..<2)
  func areGivenWithRulesOfTheMainActor(index: Int) {
    let screen = Screen()
    let machine = StateMachine(schema: [Screen.schema, Screen.guarded][index], subject: screen)
    #expect(machine.handle(()) == .moved)
    #expect(screen.lines == Self.expected)
    #expect(machine.state == .up)
  }

  private actor Modem {
    var isFree = true
    private(set) var lines: [String] = []
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func dial() -> Outcome { machine.handle(()) }
    var state: Link { machine.state }

    private func note(_ line: String) { lines.append(line) }

    static let schema = StateMachineSchema<Link, Void, Modem>(initialState: .down) { _, _, when in
      return when("free") { $0.isFree } ? .to(.up, "act") { $0.note("act") } : .ignored
    } states: { link in
      .entry { $0.note("enter \(link)") }.exit { $0.note("exit \(link)") }
    }
  }

  @Test func answersAreGivenWithRulesOfAnActor() async {
    let modem = Modem()
    #expect(await modem.dial() == .moved)
    #expect(await modem.lines == Self.expected)
    #expect(await modem.state == .up)
  }

  @Test func answersThatAreGivenWithTheRulesComeFirst() {
    let plain = Plain()
    let schema = Plain.schema.states { _ in .entry { $0.lines.append("again") } }
    let machine = StateMachine(schema: schema, subject: plain)
    #expect(machine.handle(()) == .moved)
    #expect(plain.lines == Self.expected + ["again"])
    #expect(machine.state == .up)
  }
}
