import Workloads

/// The relay, by hand: an event that arrives while another is handled waits in an array.
final class RelaySwitch: HandWritten {
  private var state = RelayState.resting
  private let relay: Relay
  private var waiting: [RelayEvent] = []
  private var isHandling = false

  init(_ relay: Relay) {
    self.relay = relay
  }

  func handle(_ event: RelayEvent) -> Answer {
    isHandling = true
    let answer = step(event)
    var next = 0
    while next < waiting.count {
      _ = step(waiting[next])
      next += 1
    }
    waiting.removeAll(keepingCapacity: true)
    isHandling = false
    return answer
  }

  /// Takes an event from an action.
  func receive(_ event: RelayEvent) {
    guard isHandling else {
      _ = handle(event)
      return
    }
    waiting.append(event)
  }

  private func step(_ event: RelayEvent) -> Answer {
    switch (state, event) {
    case (.resting, .message):
      state = .sending
      relay.send(.sent)
      return .moved
    case (.sending, .sent):
      state = .waiting
      relay.send(.confirmed)
      return .moved
    case (.waiting, .confirmed):
      state = .resting
      relay.forwarded += 1
      return .moved
    default:
      return .ignored
    }
  }
}
