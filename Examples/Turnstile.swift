import Schematic
import SchematicGraph

/// The states of a turnstile.
enum Gate: CaseIterable, Graphable {
  case locked
  case unlocked
}

/// The events of a turnstile, all of them from its visitors.
enum Visitor: CaseIterable, Graphable {
  case coin
  case push
}

/// A turnstile that opens for two coins.
final class Turnstile {
  /// The price of a passage, in coins.
  static let price = 2

  /// The coins paid so far for the next passage.
  private(set) var coins = 0
  /// The coins returned because the passage was already paid for.
  private(set) var returnedCoins = 0
  /// True while the arm turns.
  private(set) var isOpen = false
  /// The number of times that a visitor pushed without paying.
  private(set) var alarms = 0

  /// Creates a locked turnstile without coins.
  init() {}

  // <!-- diagram: Turnstile text -->
  // ┌ ● locked ────────────────────────────┐
  // │ coin [paid] / unlock    ──▶ unlocked │
  // │ coin [not paid] / count ↺   stays    │
  // │ push / alarm            ↺   stays    │
  // └──────────────────────────────────────┘
  // ┌ unlocked ────────────────────────────┐
  // │ push / lock             ──▶ locked   │
  // │ coin / return coin      ↺   stays    │
  // └──────────────────────────────────────┘
  // <!-- end diagram -->

  /// The rules.
  static let schema = StateMachineSchema<Gate, Visitor, Turnstile>(initialState: .locked) {
    state, event, when in
    switch state {
    case .locked:
      switch event {
      case .coin:
        return when("paid") { $0.coins + 1 >= price }
          ? .to(.unlocked, "unlock") { $0.unlock() }
          : .stay("count") { $0.coins += 1 }
      case .push:
        return .stay("alarm") { $0.alarms += 1 }
      }
    case .unlocked:
      switch event {
      case .coin: return .stay("return coin") { $0.returnedCoins += 1 }
      case .push: return .to(.locked, "lock") { $0.lock() }
      }
    }
  }

  private func unlock() {
    coins = 0
    isOpen = true
  }

  private func lock() {
    isOpen = false
  }
}
