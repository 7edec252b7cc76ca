@testable import Diagrams

/// An arrow of figure 5 of RFC 9293 §3.3.2: what an event does in a state.
struct TCPRow {
  let state: TCPState
  let event: TCPEvent
  let next: TCPState
  let actions: [TCPAction]
  /// Whether the arrow holds only after a passive OPEN.
  let isPassiveOnly: Bool

  init(
    _ state: TCPState,
    _ event: TCPEvent,
    _ next: TCPState,
    _ actions: TCPAction...,
    isPassiveOnly: Bool = false
  ) {
    self.state = state
    self.event = event
    self.next = next
    self.actions = actions
    self.isPassiveOnly = isPassiveOnly
  }
}
