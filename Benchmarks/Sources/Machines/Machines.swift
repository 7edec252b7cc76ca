import Schematic
import Workloads

/// The machines, made out of sight of who drives them.
package enum Machines {
  /// How a machine holds its subject, and whether somebody watches.
  package enum Holding: Sendable { case owned, weak, observed }

  /// Returns the screen.
  @inline(never) package static func screen() -> Side<ScreenEvent> {
    side(ScreenRules.schema, Screen())
  }

  /// Returns the CD player.
  @inline(never) package static func player(_ holding: Holding = .owned) -> Side<CDPlayerEvent> {
    side(CDPlayerRules.schema, CDPlayer(), holding)
  }

  /// Returns the ring.
  @inline(never) package static func ring() -> Side<RingEvent> {
    side(RingRules.schema, Ring())
  }

  /// Returns the download.
  @inline(never) package static func download() -> Side<DownloadEvent> {
    side(DownloadRules.schema, Downloads())
  }

  /// Returns the HTTP/2 stream.
  @inline(never) package static func stream() -> Side<HTTP2Event> {
    side(HTTP2Rules.schema, HTTP2Stream())
  }

  /// Returns PPP.
  @inline(never) package static func ppp() -> Side<PPPEvent> {
    side(PPPRules.schema, PPP())
  }

  /// Returns the relay, whose actions send events to the machine.
  @inline(never) package static func relay() -> Side<RelayEvent> {
    let relay = Relay()
    let machine = StateMachine(schema: RelayRules.schema, owning: relay)
    relay.send = { [unowned machine] in machine.handle($0) }
    return Side(drive: { machine.drive($0) }, effect: { relay.effect })
  }

  private static func side<State, Event, Subject: Workloads.Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>, _ subject: Subject,
    _ holding: Holding = .owned
  ) -> Side<Event> {
    let machine =
      holding == .weak
      ? StateMachine(schema: schema, subject: subject)
      : StateMachine(schema: schema, owning: subject)
    let watcher = Watcher()
    if holding == .observed {
      machine.observe { watcher.seen &+= $0.isInternal ? 1 : 2 }
    }
    return Side(
      drive: { machine.drive($0) },
      effect: {
        precondition((watcher.seen > 0) == (holding == .observed), "the observer was not told")
        return subject.effect
      })
  }
}

/// Counts what an observer is told.
private final class Watcher {
  var seen = 0
}
