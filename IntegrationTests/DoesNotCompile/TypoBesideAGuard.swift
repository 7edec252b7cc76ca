import Schematic

enum Gate { case locked, unlocked }
enum Visitor { case coin, push }

final class Turnstile {
  var coins = 0

  static let schema = StateMachineSchema<Gate, Visitor, Turnstile>(initialState: .locked) {
    gate, visitor, when in
    switch (gate, visitor) {
    case (.locked, .coin):
      if when("paid", { $0.coins > 0 }) { return .to(.unlocked) }
      return .stay("count") { $0.coins += 1 }
    #if WRONG
      case (.unlocked, .push): return .to(.lockd)
    #else
      case (.unlocked, .push): return .to(.locked)
    #endif
    default: return .ignored
    }
  }
}
