import Schematic

extension PPP {
  /// Returns what an event means to a link in a state: the table of RFC 1661 §4.1.
  ///
  /// What the table calls impossible is rejected. The passive and the restart option of its
  /// footnotes are left out.
  static func transition(
    _ state: PPPState,
    _ event: PPPEvent
  ) -> Transition<PPPState, PPP> {
    switch state {
    case .initial:
      switch event {
      case .up: return .to(.closed)
      case .open: return .to(.starting, .tls)
      case .close: return .stay
      default: return .rejected
      }
    case .starting:
      switch event {
      case .up: return .to(.reqSent, .irc, .scr)
      case .open: return .stay
      case .close: return .to(.initial, .tlf)
      default: return .rejected
      }
    case .closed:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return .to(.initial)
      case .open: return .to(.reqSent, .irc, .scr)
      case .rcrPlus, .rcrMinus, .rca, .rcn, .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .rxjMinus: return .stay(.tlf)
      case .close, .rta, .rxjPlus, .rxr: return .stay
      }
    case .stopped:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return .to(.starting, .tls)
      case .close: return .to(.closed)
      case .rcrPlus: return .to(.ackSent, .irc, .scr, .sca)
      case .rcrMinus: return .to(.reqSent, .irc, .scr, .scn)
      case .rca, .rcn, .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .rxjMinus: return .stay(.tlf)
      case .open, .rta, .rxjPlus, .rxr: return .stay
      }
    case .closing:
      switch event {
      case .up: return .rejected
      case .down: return .to(.initial)
      case .open: return .to(.stopping)
      case .toPlus: return .stay(.str)
      case .toMinus, .rta, .rxjMinus: return .to(.closed, .tlf)
      case .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .close, .rcrPlus, .rcrMinus, .rca, .rcn, .rxjPlus, .rxr: return .stay
      }
    case .stopping:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close: return .to(.closing)
      case .toPlus: return .stay(.str)
      case .toMinus, .rta, .rxjMinus: return .to(.stopped, .tlf)
      case .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .open, .rcrPlus, .rcrMinus, .rca, .rcn, .rxjPlus, .rxr: return .stay
      }
    case .reqSent:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close: return .to(.closing, .irc, .str)
      case .toPlus: return .stay(.scr)
      case .toMinus, .rxjMinus: return .to(.stopped, .tlf)
      case .rcrPlus: return .to(.ackSent, .sca)
      case .rcrMinus: return .stay(.scn)
      case .rca: return .to(.ackRcvd, .irc)
      case .rcn: return .stay(.irc, .scr)
      case .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .open, .rta, .rxjPlus, .rxr: return .stay
      }
    case .ackRcvd:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close: return .to(.closing, .irc, .str)
      case .toPlus, .rca, .rcn: return .to(.reqSent, .scr)
      case .toMinus, .rxjMinus: return .to(.stopped, .tlf)
      case .rcrPlus: return .to(.opened, .sca, .tlu)
      case .rcrMinus: return .stay(.scn)
      case .rtr: return .to(.reqSent, .sta)
      case .rta, .rxjPlus: return .to(.reqSent)
      case .ruc: return .stay(.scj)
      case .open, .rxr: return .stay
      }
    case .ackSent:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close: return .to(.closing, .irc, .str)
      case .toPlus: return .stay(.scr)
      case .toMinus, .rxjMinus: return .to(.stopped, .tlf)
      case .rcrPlus: return .stay(.sca)
      case .rcrMinus: return .to(.reqSent, .scn)
      case .rca: return .to(.opened, .irc, .tlu)
      case .rcn: return .stay(.irc, .scr)
      case .rtr: return .to(.reqSent, .sta)
      case .ruc: return .stay(.scj)
      case .open, .rta, .rxjPlus, .rxr: return .stay
      }
    case .opened:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return .to(.starting, .tld)
      case .close: return .to(.closing, .tld, .irc, .str)
      case .rcrPlus: return .to(.ackSent, .tld, .scr, .sca)
      case .rcrMinus: return .to(.reqSent, .tld, .scr, .scn)
      case .rca, .rcn, .rta: return .to(.reqSent, .tld, .scr)
      case .rtr: return .to(.stopping, .tld, .zrc, .sta)
      case .ruc: return .stay(.scj)
      case .rxjMinus: return .to(.stopping, .tld, .irc, .str)
      case .rxr: return .stay(.ser)
      case .open, .rxjPlus: return .stay
      }
    }
  }
}
