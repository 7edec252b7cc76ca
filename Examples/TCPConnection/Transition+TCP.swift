import Schematic

extension Transition where State == TCPState, Subject == TCPConnection {
  /// Returns an external transition that performs actions and is labelled with the same ones.
  static func to(_ state: TCPState, _ first: TCPAction, _ others: TCPAction...) -> Transition {
    let actions = [first] + others
    return .to(state, actions.map(\.label).joined(separator: ", ")) { connection in
      actions.forEach(connection.perform)
    }
  }
}
