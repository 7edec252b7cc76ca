import Schematic
import Testing

@Suite struct QueueBoundTests {
  typealias Row = (replies: [Character: String], cycle: String)

  private static let cycles: [Row] = [
    (["a": "a"], "a"),
    (["a": "b", "b": "a"], "ab"),
    (["a": "b", "b": "c", "c": "a"], "abc"),
    (["a": "x", "x": "y", "y": "b", "b": "c", "c": "b"], "bc"),
  ]

  @Test(arguments: cycles, [12, 100, 1_000])
  func boundStopsACycleAndNamesIt(row: Row, bound: Int) throws {
    let relay = Relay(replies: row.replies)
    relay.machine.maximumQueuedEvents = bound
    let overflow = try #require(
      #expect(throws: QueueOverflowError.self) { try relay.machine.handle("a").get() }
    )
    #expect(overflow.bound == bound)
    #expect(overflow.cycle.count == row.cycle.count)
    #expect(String(repeating: row.cycle, count: 2).contains(overflow.cycle.joined()))
    #expect(relay.log.count == 1 + bound)
    #expect(relay.machine.state == 1 + bound)
  }

  @Test func queueHasABoundUnlessToldOtherwise() {
    let relay = Relay(replies: ["a": "b", "b": "a"])
    #expect(throws: QueueOverflowError.self) { try relay.machine.handle("a").get() }
    #expect(relay.log.count == 1 + relay.machine.maximumQueuedEvents)
  }

  @Test func errorSaysWhatToDo() throws {
    let relay = Relay(replies: ["a": "b", "b": "a"])
    relay.machine.maximumQueuedEvents = 5
    let overflow = try #require(
      #expect(throws: QueueOverflowError.self) { try relay.machine.handle("a").get() }
    )
    #expect(
      overflow.description == """
        one event caused more than 5 queued events: b → a → b; \
        let an action end the cycle, or raise the machine's maximumQueuedEvents
        """
    )
  }

  @Test func queueRefusesOnlyTheEventsBeyondTheBound() {
    let relay = Relay(replies: ["a": "bcdefg"])
    relay.machine.maximumQueuedEvents = 4
    #expect(throws: QueueOverflowError.self) { try relay.machine.handle("a").get() }
    #expect(relay.log == ["a1", "b2", "c3", "d4", "e5"])
    #expect(relay.answers.prefix(4).map(\.text) == Array(repeating: "queued", count: 4))
    for answer in relay.answers.dropFirst(4) {
      #expect(throws: QueueOverflowError.self) { try answer.get() }
    }
  }

  @Test func queueTakesAsManyEventsAsItsBoundSays() {
    let relay = Relay(replies: ["a": "bcde"])
    relay.machine.maximumQueuedEvents = 4
    #expect(relay.machine.handle("a").text == "moved")
    #expect(relay.log == ["a1", "b2", "c3", "d4", "e5"])
  }

  @Test(arguments: [0, -1, .min])
  func queueTakesNoEventIfItsBoundIsZeroOrLess(bound: Int) {
    let relay = Relay(replies: ["a": "b"])
    relay.machine.maximumQueuedEvents = bound
    #expect(relay.machine.maximumQueuedEvents == 0)
    #expect(throws: QueueOverflowError.self) { try relay.machine.handle("a").get() }
    #expect(relay.log == ["a1"])
    #expect(relay.machine.state == 1)
  }

  @Test func queueTakesAnyNumberIfItsBoundIsTheGreatest() {
    let relay = Relay(replies: ["a": String(repeating: "b", count: 100)])
    relay.machine.maximumQueuedEvents = .max
    #expect(relay.machine.handle("a").text == "moved")
    #expect(relay.machine.state == 101)
  }

  @Test func machineIsUsableAfterAnOverflow() {
    let relay = Relay(replies: ["a": "b", "b": "a"])
    relay.machine.maximumQueuedEvents = 3
    #expect(throws: QueueOverflowError.self) { try relay.machine.handle("a").get() }
    relay.replies = ["c": "ddd"]
    #expect(relay.machine.handle("c").text == "moved")
    #expect(relay.log == ["a1", "b2", "a3", "b4", "c5", "d6", "d7", "d8"])
    #expect(relay.machine.state == 8)
  }
}
