@testable import Diagrams

/// A cell of the table of RFC 1661 §4.1: the state that follows, and what is done on the way.
struct PPPCell {
  let next: PPPState
  let actions: [PPPAction]

  init(_ next: PPPState, _ actions: PPPAction...) {
    self.next = next
    self.actions = actions
  }
}
