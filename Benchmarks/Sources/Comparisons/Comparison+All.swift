import Machines
import Switches
import Workloads

extension Comparison {
  /// Every comparison: each workload by both streams, then one for each goal that they leave out.
  package static let all: [Comparison] =
    both("screen", cycle: 1.5, random: 1.5, Switches.screen, { Machines.screen() })
    + both("CD player", cycle: 1.5, random: 1.5, Switches.player, { Machines.player() })
    + both("ring of 50, guarded", cycle: 2, random: 1.3, Switches.ring, { Machines.ring() })
    + both("download, capturing", cycle: 3, random: 3, Switches.download, { Machines.download() })
    + both("HTTP/2 stream", cycle: 3, random: 3, Switches.stream, { Machines.stream() })
    + both("PPP", cycle: 1.5, random: nil, Switches.ppp, { Machines.ppp() })
    + [
      Comparison(
        "ignored events", goal: 1.3, events: repeating([.pause, .resume, .cdDetected]),
        Switches.player, { Machines.player() }),
      Comparison(
        "external, no action", goal: 1.5, events: repeating([.stop]),
        Switches.player, { Machines.player() }),
      Comparison(
        "two events queued", events: repeating([.message]), Switches.relay, { Machines.relay() }),
      Comparison(
        "weak subject", to: "owned", goal: 1.5, events: { Stream.cycle.events(length: $0) },
        { Machines.player() }, { Machines.player(.weak) }),
      Comparison(
        "an observer", to: "none", goal: 2, events: { Stream.cycle.events(length: $0) },
        { Machines.player() }, { Machines.player(.observed) }),
    ]

  private static func both<Event: EventSource>(
    _ name: String, cycle: Double?, random: Double?,
    _ other: @escaping @Sendable () -> Side<Event>,
    _ machine: @escaping @Sendable () -> Side<Event>
  ) -> [Comparison] {
    Stream.allCases.map { stream in
      Comparison(
        "\(name), \(stream)", goal: stream == .cycle ? cycle : random,
        events: { stream.events(length: $0) }, other, machine)
    }
  }

  private static func repeating<Event: Sendable>(
    _ events: [Event]
  ) -> @Sendable (_ length: Int) -> [Event] {
    { length in (0..<length / events.count).flatMap { _ in events } }
  }
}
