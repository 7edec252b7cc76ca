import Schematic
import Testing

@Suite struct RunToCompletionTests {
  @Test(arguments: [
    (replies: ["a": "b"], log: ["a1", "b2"]),
    (replies: ["a": "bcd"], log: ["a1", "b2", "c3", "d4"]),
    (replies: ["a": "b", "b": "c", "c": "d"], log: ["a1", "b2", "c3", "d4"]),
    (replies: ["a": "bc", "b": "de", "c": "f"], log: ["a1", "b2", "c3", "d4", "e5", "f6"]),
  ])
  func eventsOfActionsAreHandledInTheOrderOfArrival(replies: [Character: String], log: [String]) {
    let relay = Relay(replies: replies)
    #expect(relay.machine.handle("a").text == "moved")
    #expect(relay.log == log)
    #expect(relay.machine.state == log.count)
    #expect(relay.answers.map(\.text) == Array(repeating: "queued", count: log.count - 1))
  }

  @Test func stepIsFinishedBeforeTheEventsItSent() {
    let light = Light()
    light.machine.handle(.off)
    #expect(light.log == ["sends on in off", "still in off", "reached on"])
    #expect(light.machine.state == .on)
  }

  @Test func nextEventFromOutsideStartsAfresh() {
    let relay = Relay(replies: ["a": "b"])
    for letter in "aca" { relay.machine.handle(letter) }
    #expect(relay.log == ["a1", "b2", "c3", "a4", "b5"])
  }

  @Test func manyWaitingEventsKeepTheirOrder() {
    let relay = Relay(replies: ["a": String(repeating: "bc", count: 2_500)])
    relay.machine.handle("a")
    #expect(relay.log.dropFirst().map { $0.first } == relay.replies["a"]?.map { $0 })
    #expect(relay.machine.state == 5_001)
  }

  private enum Switch { case on, off }

  private final class Light {
    private(set) var log: [String] = []
    private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self)

    private static let schema = StateMachineSchema<Switch, Switch, Light>(initialState: .on) {
      _, position in
      switch position {
      case .off: return .to(.off) { $0.sendOn() }
      case .on: return .to(.on) { $0.reached() }
      }
    }

    private func sendOn() {
      log.append("sends on in \(machine.state)")
      machine.handle(.on)
      log.append("still in \(machine.state)")
    }

    private func reached() { log.append("reached \(machine.state)") }
  }
}
