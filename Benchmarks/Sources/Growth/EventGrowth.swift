import Schematic
import Workloads

/// Growth of an event's time with the numbers of states, events, machines and queued events.
enum EventGrowth {
  static func run() {
    print("Time per event in ns\n")
    printRow("states, 16 events", ["10", "100", "1,000", "10,000"])
    printRow("", [10, 100, 1_000, 10_000].map { perEvent(places: $0, steps: 16).short })
    printRow("events, 16 states", ["10", "100", "1,000", "10,000"])
    printRow("", [10, 100, 1_000, 10_000].map { perEvent(places: 16, steps: $0).short })
    printRow("machines over one schema", ["1", "1,000", "100,000", "1,000,000"])
    printRow(
      "in turn", [1, 1_000, 100_000, 1_000_000].map { perEvent(machines: $0, isShuffled: false) })
    printRow(
      "in random order",
      [1, 1_000, 100_000, 1_000_000].map { perEvent(machines: $0, isShuffled: true) })
    printRow("events queued by one event", ["10", "1,000", "10,000", "100,000"])
    let queues = [10, 1_000, 10_000, 100_000].map(Queue.init)
    printRow("each while the queue is drained", queues.map { $0.perEvent.short })
    printRow("an event afterwards", queues.map { $0.perEventAfterwards.short })
    print()
  }

  private static func perEvent(places: Int, steps: Int) -> Double {
    World.set(places: places, steps: steps)
    let machine = StateMachine(schema: World.schema)
    var random = SplitMix64(seed: 6)
    let events = (0..<100_000).map { _ in
      Step(number: Int.random(in: 0..<steps, using: &random))
    }
    return Stopwatch.nanoseconds {
      for event in events { machine.handle(event) }
      return machine.state
    } / Double(events.count)
  }

  private static func perEvent(machines count: Int, isShuffled: Bool) -> String {
    World.set(places: 16, steps: 16)
    let schema = World.schema
    let machines = (0..<count).map { _ in StateMachine(schema: schema) }
    var random = SplitMix64(seed: 6)
    var order = (0..<1_000_000).map { $0 % count }
    if isShuffled { order.shuffle(using: &random) }
    return
      (Stopwatch.nanoseconds {
        for index in order { machines[index].handle(Step(number: index & 15)) }
      } / Double(order.count)).short
  }

  /// A machine whose first event queues many others.
  private struct Queue {
    let perEvent: Double
    let perEventAfterwards: Double

    /// Queues events and handles them.
    ///
    /// - Parameter length: The number of events that the first event queues.
    init(length: Int) {
      final class Sender {
        var machine: StateMachine<Place, Step, Sender>?
      }
      let schema = StateMachineSchema<Place, Step, Sender>(initialState: Place(number: 0)) {
        _, step in
        guard step.number == 0 else { return .to(Place(number: step.number)) }
        return .to(Place(number: 0)) { sender in
          for number in 1...length { sender.machine?.handle(Step(number: number)) }
        }
      }
      let sender = Sender()
      let machine = StateMachine(schema: schema, subject: sender)
      machine.maximumQueuedEvents = length
      sender.machine = machine
      perEvent =
        Stopwatch.nanoseconds {
          machine.handle(Step(number: 0))
          precondition(machine.state.number == length, "an event was lost")
        } / Double(length)
      perEventAfterwards =
        Stopwatch.nanoseconds {
          for number in 1...10_000 { machine.handle(Step(number: number)) }
        } / 10_000
      sender.machine = nil
    }
  }
}
