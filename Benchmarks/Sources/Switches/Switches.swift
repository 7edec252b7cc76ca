import Workloads

/// Functions that make the switches, not inlined, so that their callers can't be optimized for them.
package enum Switches {
  /// Returns the screen, by hand.
  @inline(never) package static func screen() -> Side<ScreenEvent> {
    side(Screen(), ScreenSwitch.init)
  }

  /// Returns the CD player, by hand.
  @inline(never) package static func player() -> Side<CDPlayerEvent> {
    side(CDPlayer(), CDPlayerSwitch.init)
  }

  /// Returns the ring, by hand.
  @inline(never) package static func ring() -> Side<RingEvent> {
    side(Ring(), RingSwitch.init)
  }

  /// Returns the dial, by hand.
  @inline(never) package static func dial() -> Side<DialTurn> {
    side(Dial(), DialSwitch.init)
  }

  /// Returns the download, by hand.
  @inline(never) package static func download() -> Side<DownloadEvent> {
    side(Downloads(), DownloadSwitch.init)
  }

  /// Returns the HTTP/2 stream, by hand.
  @inline(never) package static func stream() -> Side<HTTP2Event> {
    side(HTTP2Stream(), HTTP2Switch.init)
  }

  /// Returns PPP, by hand.
  @inline(never) package static func ppp() -> Side<PPPEvent> {
    side(PPP(), PPPSwitch.init)
  }

  /// Returns the relay, by hand.
  @inline(never) package static func relay() -> Side<RelayEvent> {
    let relay = Relay()
    let hand = RelaySwitch(relay)
    relay.send = { [unowned hand] in hand.receive($0) }
    return Side(drive: { hand.drive($0) }, effect: { relay.effect })
  }

  private static func side<Subject: Workloads.Subject, Switch: HandWritten>(
    _ subject: Subject, _ make: (Subject) -> Switch
  ) -> Side<Switch.Event> {
    let hand = make(subject)
    return Side(drive: { hand.drive($0) }, effect: { subject.effect })
  }
}

/// A machine written by hand: a state, a subject, and a switch.
protocol HandWritten<Event>: AnyObject {
  associatedtype Event

  /// Handles one event and returns its outcome.
  func handle(_ event: Event) -> Answer
}

extension HandWritten {
  /// Handles events and adds up the outcomes.
  func drive(_ events: [Event]) -> Int {
    var sum = 0
    for event in events { sum &+= send(event).rawValue }
    return sum
  }

  // Not inlined, because events come from elsewhere in a program. The machines do the same.
  @inline(never)
  private func send(_ event: Event) -> Answer {
    handle(event)
  }
}
