import Machines
import Switches
import Workloads
/// Two sides that do the same work on the same events.
package struct Comparison: Sendable {
  /// The name of the workload, such as `CD player, random`.
  package let name: String
  /// The name of the other side: the switch, unless it is another machine.
  package let baseline: String
  /// The largest wanted ratio of the machine's instructions to the other side's; `nil` for no goal.
  package let goal: Double?
  /// Makes both sides, and the events that they handle.
  private let make: @Sendable (_ length: Int) -> Pair

  /// Two sides and their events.
  package struct Pair {
    /// The number of events in a pass.
    package let count: Int
    /// Handles all events by the other side, and returns a number that depends on all of them.
    package let baseline: () -> Int
    /// Handles all events by the machine.
    package let machine: () -> Int
  }

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - name: The name of the workload.
  ///   - baseline: The name of the other side.
  ///   - goal: The largest wanted ratio of the machine's instructions to the other side's.
  ///   - events: Returns the events of a pass, about as many as the given length.
  ///   - other: Makes the other side.
  ///   - machine: Makes the machine.
  init<Event>(
    _ name: String, to baseline: String = "switch", goal: Double? = nil,
    events: @escaping @Sendable (_ length: Int) -> [Event],
    _ other: @escaping @Sendable () -> Side<Event>,
    _ machine: @escaping @Sendable () -> Side<Event>
  ) {
    self.name = name
    self.baseline = baseline
    self.goal = goal
    make = { length in
      let events = events(length)
      let (other, machine) = (other(), machine())
      return Pair(
        count: events.count, baseline: { other.drive(events) &+ other.effect() },
        machine: { machine.drive(events) &+ machine.effect() })
    }
  }

  /// Returns both sides after a first pass, which proves that both do the same.
  ///
  /// - Parameter length: The number of events in a pass.
  /// - Returns: The sides.
  package func pair(length: Int = Stream.length) -> Pair {
    let pair = make(length)
    let (one, other) = (pair.baseline(), pair.machine())
    precondition(one == other, "\(name): the sides differ, \(one) and \(other)")
    return pair
  }
}

extension Comparison {
  /// All comparisons: each workload with both streams of events, and then the other goals.
  package static let all: [Comparison] =
    both("screen", cycle: 1.8, random: 1.5, Switches.screen, { Machines.screen() })
    + both("CD player", cycle: 1.8, random: 1.5, Switches.player, { Machines.player() })
    + both("ring of 50, guarded", cycle: 2.1, random: 2.1, Switches.ring, { Machines.ring() })
    + both("dial of 250", cycle: nil, random: nil, Switches.dial, { Machines.dial() })
    + both(
      "dial of 250, guarded", to: "no guard", cycle: nil, random: nil, { Machines.dial() },
      { Machines.dial(isGuarded: true) })
    + both(
      "download, capturing", cycle: 3.2, random: 3.2, Switches.download, { Machines.download() })
    + both(
      "download, effects", cycle: 3.2, random: 3.2, Switches.download,
      { Machines.download(hasEffects: true) })
    + both("HTTP/2 stream", cycle: 3.5, random: 3.5, Switches.stream, { Machines.stream() })
    + both("PPP", cycle: 1.5, random: 3, Switches.ppp, { Machines.ppp() })
    + [
      Comparison(
        "ignored events", goal: 1, events: repeating([.pause, .resume, .cdDetected]),
        Switches.player, { Machines.player() }),
      Comparison(
        "rejected events", goal: 3, events: repeating([.down, .toPlus, .rca, .rtr]),
        Switches.ppp, { Machines.ppp() }),
      Comparison(
        "external, no action", goal: 1.6, events: repeating([.stop]),
        Switches.player, { Machines.player() }),
      Comparison(
        "two events queued", events: repeating([.message]), Switches.relay, { Machines.relay() }),
      Comparison(
        "weak subject", to: "owned subject", goal: 1.5, events: { Stream.cycle.events(length: $0) },
        { Machines.player() }, { Machines.player(.weak) }),
      Comparison(
        "an observer", to: "no observer", goal: 2.6, events: { Stream.cycle.events(length: $0) },
        { Machines.player() }, { Machines.player(.observed) }),
      job("an entry hook", .entryHook, goal: 3),
      job("an entry hook, main actor", .entryHookOnMainActor, besides: .onMainActor, goal: 3),
      job("an entry hook, actor", .entryHookOnActor, besides: .onActor, goal: 3),
      job("a final state", .finalState, goal: 1.5),
      job("a timeout elsewhere", .timeoutOnMainActor, besides: .onMainActor, goal: 1.5),
      job("nested two deep", .nested, goal: 3),
      job("nested two deep, an entry hook", .nestedEntryHook, goal: 3),
      job("nested two deep, a hook outside", .outerEntryHook, goal: 3),
      job(
        "two regions, one moves", .regionBesideAnother, besides: .twoProperties, or: "one function",
        goal: 2),
      job(
        "two regions, both move", .twoRegions, besides: .twoLitProperties, or: "one function",
        goal: 2),
    ]

  /// Compares the rules of a job with one more feature to plain rules with the same isolation.
  private static func job(
    _ name: String, _ feature: Machines.JobFeature, besides plain: Machines.JobFeature = .plain,
    or baseline: String = "plain step", goal: Double?
  ) -> Comparison {
    Comparison(
      name, to: baseline, goal: goal, events: repeating(JobEvent.cycle),
      { Machines.job(plain) }, { Machines.job(feature) })
  }

  private static func both<Event: EventSource>(
    _ name: String, to baseline: String = "switch", cycle: Double?, random: Double?,
    _ other: @escaping @Sendable () -> Side<Event>,
    _ machine: @escaping @Sendable () -> Side<Event>
  ) -> [Comparison] {
    Stream.allCases.map { stream in
      Comparison(
        "\(name), \(stream)", to: baseline, goal: stream == .cycle ? cycle : random,
        events: { stream.events(length: $0) }, other, machine)
    }
  }

  private static func repeating<Event: Sendable>(
    _ events: [Event]
  ) -> @Sendable (_ length: Int) -> [Event] {
    { length in (0..<length / events.count).flatMap { _ in events } }
  }
}
