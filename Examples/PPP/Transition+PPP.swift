import Schematic

extension Transition where State == PPPState, Subject == PPP {
  /// Returns an external transition that performs actions and is labelled with the same ones.
  static func to(_ state: PPPState, _ first: PPPAction, _ others: PPPAction...) -> Transition {
    let actions = [first] + others
    return .to(state, label(of: actions)) { actions.forEach($0.perform) }
  }

  /// Returns an internal transition that performs actions and is labelled with the same ones.
  static func stay(_ first: PPPAction, _ others: PPPAction...) -> Transition {
    let actions = [first] + others
    return .stay(label(of: actions)) { actions.forEach($0.perform) }
  }

  /// The actions as the RFC's table writes them.
  private static func label(of actions: [PPPAction]) -> String {
    actions.map(\.rawValue).joined(separator: ",")
  }
}
