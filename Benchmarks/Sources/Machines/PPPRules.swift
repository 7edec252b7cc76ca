import Schematic
import Workloads

/// The rules of PPP: the table of RFC 1661 §4.1, 40 of whose cells are mistakes.
enum PPPRules {
  static let schema = makeSchema()

  @inline(never) static func makeSchema() -> StateMachineSchema<PPPState, PPPEvent, PPP> {
    StateMachineSchema(initialState: .initial, logic: transition)
  }

  private static func transition(_ state: PPPState, _ event: PPPEvent) -> Transition<PPPState, PPP>
  {
    switch state {
    case .initial:
      switch event {
      case .up: return .to(.closed)
      case .open: return .to(.starting, "tls") { $0.tls() }
      case .close: return .stay
      default: return .rejected
      }
    case .starting:
      switch event {
      case .up:
        return .to(.reqSent, "irc,scr") {
          $0.irc()
          $0.scr()
        }
      case .open: return .stay
      case .close: return .to(.initial, "tlf") { $0.tlf() }
      default: return .rejected
      }
    case .closed:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return .to(.initial)
      case .open:
        return .to(.reqSent, "irc,scr") {
          $0.irc()
          $0.scr()
        }
      case .rcrPlus, .rcrMinus, .rca, .rcn, .rtr: return .stay("sta") { $0.sta() }
      case .ruc: return .stay("scj") { $0.scj() }
      case .rxjMinus: return .stay("tlf") { $0.tlf() }
      case .close, .rta, .rxjPlus, .rxr: return .stay
      }
    case .stopped:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return .to(.starting, "tls") { $0.tls() }
      case .close: return .to(.closed)
      case .rcrPlus:
        return .to(.ackSent, "irc,scr,sca") {
          $0.irc()
          $0.scr()
          $0.sca()
        }
      case .rcrMinus:
        return .to(.reqSent, "irc,scr,scn") {
          $0.irc()
          $0.scr()
          $0.scn()
        }
      case .rca, .rcn, .rtr: return .stay("sta") { $0.sta() }
      case .ruc: return .stay("scj") { $0.scj() }
      case .rxjMinus: return .stay("tlf") { $0.tlf() }
      case .open, .rta, .rxjPlus, .rxr: return .stay
      }
    case .closing:
      switch event {
      case .up: return .rejected
      case .down: return .to(.initial)
      case .open: return .to(.stopping)
      case .toPlus: return .stay("str") { $0.str() }
      case .toMinus, .rta, .rxjMinus: return .to(.closed, "tlf") { $0.tlf() }
      case .rtr: return .stay("sta") { $0.sta() }
      case .ruc: return .stay("scj") { $0.scj() }
      case .close, .rcrPlus, .rcrMinus, .rca, .rcn, .rxjPlus, .rxr: return .stay
      }
    case .stopping:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close: return .to(.closing)
      case .toPlus: return .stay("str") { $0.str() }
      case .toMinus, .rta, .rxjMinus: return .to(.stopped, "tlf") { $0.tlf() }
      case .rtr: return .stay("sta") { $0.sta() }
      case .ruc: return .stay("scj") { $0.scj() }
      case .open, .rcrPlus, .rcrMinus, .rca, .rcn, .rxjPlus, .rxr: return .stay
      }
    case .reqSent:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close:
        return .to(.closing, "irc,str") {
          $0.irc()
          $0.str()
        }
      case .toPlus: return .stay("scr") { $0.scr() }
      case .toMinus, .rxjMinus: return .to(.stopped, "tlf") { $0.tlf() }
      case .rcrPlus: return .to(.ackSent, "sca") { $0.sca() }
      case .rcrMinus: return .stay("scn") { $0.scn() }
      case .rca: return .to(.ackRcvd, "irc") { $0.irc() }
      case .rcn:
        return .stay("irc,scr") {
          $0.irc()
          $0.scr()
        }
      case .rtr: return .stay("sta") { $0.sta() }
      case .ruc: return .stay("scj") { $0.scj() }
      case .open, .rta, .rxjPlus, .rxr: return .stay
      }
    case .ackRcvd:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close:
        return .to(.closing, "irc,str") {
          $0.irc()
          $0.str()
        }
      case .toPlus, .rca, .rcn: return .to(.reqSent, "scr") { $0.scr() }
      case .toMinus, .rxjMinus: return .to(.stopped, "tlf") { $0.tlf() }
      case .rcrPlus:
        return .to(.opened, "sca,tlu") {
          $0.sca()
          $0.tlu()
        }
      case .rcrMinus: return .stay("scn") { $0.scn() }
      case .rtr: return .to(.reqSent, "sta") { $0.sta() }
      case .rta, .rxjPlus: return .to(.reqSent)
      case .ruc: return .stay("scj") { $0.scj() }
      case .open, .rxr: return .stay
      }
    case .ackSent:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close:
        return .to(.closing, "irc,str") {
          $0.irc()
          $0.str()
        }
      case .toPlus: return .stay("scr") { $0.scr() }
      case .toMinus, .rxjMinus: return .to(.stopped, "tlf") { $0.tlf() }
      case .rcrPlus: return .stay("sca") { $0.sca() }
      case .rcrMinus: return .to(.reqSent, "scn") { $0.scn() }
      case .rca:
        return .to(.opened, "irc,tlu") {
          $0.irc()
          $0.tlu()
        }
      case .rcn:
        return .stay("irc,scr") {
          $0.irc()
          $0.scr()
        }
      case .rtr: return .to(.reqSent, "sta") { $0.sta() }
      case .ruc: return .stay("scj") { $0.scj() }
      case .open, .rta, .rxjPlus, .rxr: return .stay
      }
    case .opened:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return .to(.starting, "tld") { $0.tld() }
      case .close:
        return .to(.closing, "tld,irc,str") {
          $0.tld()
          $0.irc()
          $0.str()
        }
      case .rcrPlus:
        return .to(.ackSent, "tld,scr,sca") {
          $0.tld()
          $0.scr()
          $0.sca()
        }
      case .rcrMinus:
        return .to(.reqSent, "tld,scr,scn") {
          $0.tld()
          $0.scr()
          $0.scn()
        }
      case .rca, .rcn, .rta:
        return .to(.reqSent, "tld,scr") {
          $0.tld()
          $0.scr()
        }
      case .rtr:
        return .to(.stopping, "tld,zrc,sta") {
          $0.tld()
          $0.zrc()
          $0.sta()
        }
      case .ruc: return .stay("scj") { $0.scj() }
      case .rxjMinus:
        return .to(.stopping, "tld,irc,str") {
          $0.tld()
          $0.irc()
          $0.str()
        }
      case .rxr: return .stay("ser") { $0.ser() }
      case .open, .rxjPlus: return .stay
      }
    }
  }
}
