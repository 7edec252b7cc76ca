import Workloads

/// PPP, by hand.
final class PPPSwitch: HandWritten {
  private var state = PPPState.initial
  private let ppp: PPP

  init(_ ppp: PPP) {
    self.ppp = ppp
  }

  private func move(to next: PPPState) -> Answer {
    state = next
    return .moved
  }

  func handle(_ event: PPPEvent) -> Answer {
    switch state {
    case .initial:
      switch event {
      case .up: return move(to: .closed)
      case .open:
        ppp.tls()
        return move(to: .starting)
      case .close: return .stayed
      default: return .rejected
      }
    case .starting:
      switch event {
      case .up:
        ppp.irc()
        ppp.scr()
        return move(to: .reqSent)
      case .open: return .stayed
      case .close:
        ppp.tlf()
        return move(to: .initial)
      default: return .rejected
      }
    case .closed:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return move(to: .initial)
      case .open:
        ppp.irc()
        ppp.scr()
        return move(to: .reqSent)
      case .rcrPlus, .rcrMinus, .rca, .rcn, .rtr:
        ppp.sta()
        return .stayed
      case .ruc:
        ppp.scj()
        return .stayed
      case .rxjMinus:
        ppp.tlf()
        return .stayed
      case .close, .rta, .rxjPlus, .rxr: return .stayed
      }
    case .stopped:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down:
        ppp.tls()
        return move(to: .starting)
      case .close: return move(to: .closed)
      case .rcrPlus:
        ppp.irc()
        ppp.scr()
        ppp.sca()
        return move(to: .ackSent)
      case .rcrMinus:
        ppp.irc()
        ppp.scr()
        ppp.scn()
        return move(to: .reqSent)
      case .rca, .rcn, .rtr:
        ppp.sta()
        return .stayed
      case .ruc:
        ppp.scj()
        return .stayed
      case .rxjMinus:
        ppp.tlf()
        return .stayed
      case .open, .rta, .rxjPlus, .rxr: return .stayed
      }
    case .closing:
      switch event {
      case .up: return .rejected
      case .down: return move(to: .initial)
      case .open: return move(to: .stopping)
      case .toPlus:
        ppp.str()
        return .stayed
      case .toMinus, .rta, .rxjMinus:
        ppp.tlf()
        return move(to: .closed)
      case .rtr:
        ppp.sta()
        return .stayed
      case .ruc:
        ppp.scj()
        return .stayed
      case .close, .rcrPlus, .rcrMinus, .rca, .rcn, .rxjPlus, .rxr: return .stayed
      }
    case .stopping:
      switch event {
      case .up: return .rejected
      case .down: return move(to: .starting)
      case .close: return move(to: .closing)
      case .toPlus:
        ppp.str()
        return .stayed
      case .toMinus, .rta, .rxjMinus:
        ppp.tlf()
        return move(to: .stopped)
      case .rtr:
        ppp.sta()
        return .stayed
      case .ruc:
        ppp.scj()
        return .stayed
      case .open, .rcrPlus, .rcrMinus, .rca, .rcn, .rxjPlus, .rxr: return .stayed
      }
    case .reqSent:
      switch event {
      case .up: return .rejected
      case .down: return move(to: .starting)
      case .close:
        ppp.irc()
        ppp.str()
        return move(to: .closing)
      case .toPlus:
        ppp.scr()
        return .stayed
      case .toMinus, .rxjMinus:
        ppp.tlf()
        return move(to: .stopped)
      case .rcrPlus:
        ppp.sca()
        return move(to: .ackSent)
      case .rcrMinus:
        ppp.scn()
        return .stayed
      case .rca:
        ppp.irc()
        return move(to: .ackRcvd)
      case .rcn:
        ppp.irc()
        ppp.scr()
        return .stayed
      case .rtr:
        ppp.sta()
        return .stayed
      case .ruc:
        ppp.scj()
        return .stayed
      case .open, .rta, .rxjPlus, .rxr: return .stayed
      }
    case .ackRcvd:
      switch event {
      case .up: return .rejected
      case .down: return move(to: .starting)
      case .close:
        ppp.irc()
        ppp.str()
        return move(to: .closing)
      case .toPlus, .rca, .rcn:
        ppp.scr()
        return move(to: .reqSent)
      case .toMinus, .rxjMinus:
        ppp.tlf()
        return move(to: .stopped)
      case .rcrPlus:
        ppp.sca()
        ppp.tlu()
        return move(to: .opened)
      case .rcrMinus:
        ppp.scn()
        return .stayed
      case .rtr:
        ppp.sta()
        return move(to: .reqSent)
      case .rta, .rxjPlus: return move(to: .reqSent)
      case .ruc:
        ppp.scj()
        return .stayed
      case .open, .rxr: return .stayed
      }
    case .ackSent:
      switch event {
      case .up: return .rejected
      case .down: return move(to: .starting)
      case .close:
        ppp.irc()
        ppp.str()
        return move(to: .closing)
      case .toPlus:
        ppp.scr()
        return .stayed
      case .toMinus, .rxjMinus:
        ppp.tlf()
        return move(to: .stopped)
      case .rcrPlus:
        ppp.sca()
        return .stayed
      case .rcrMinus:
        ppp.scn()
        return move(to: .reqSent)
      case .rca:
        ppp.irc()
        ppp.tlu()
        return move(to: .opened)
      case .rcn:
        ppp.irc()
        ppp.scr()
        return .stayed
      case .rtr:
        ppp.sta()
        return move(to: .reqSent)
      case .ruc:
        ppp.scj()
        return .stayed
      case .open, .rta, .rxjPlus, .rxr: return .stayed
      }
    case .opened:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down:
        ppp.tld()
        return move(to: .starting)
      case .close:
        ppp.tld()
        ppp.irc()
        ppp.str()
        return move(to: .closing)
      case .rcrPlus:
        ppp.tld()
        ppp.scr()
        ppp.sca()
        return move(to: .ackSent)
      case .rcrMinus:
        ppp.tld()
        ppp.scr()
        ppp.scn()
        return move(to: .reqSent)
      case .rca, .rcn, .rta:
        ppp.tld()
        ppp.scr()
        return move(to: .reqSent)
      case .rtr:
        ppp.tld()
        ppp.zrc()
        ppp.sta()
        return move(to: .stopping)
      case .ruc:
        ppp.scj()
        return .stayed
      case .rxjMinus:
        ppp.tld()
        ppp.irc()
        ppp.str()
        return move(to: .stopping)
      case .rxr:
        ppp.ser()
        return .stayed
      case .open, .rxjPlus: return .stayed
      }
    }
  }
}
