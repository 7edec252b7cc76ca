import Schematic
import SchematicCases

enum Gate: CaseIterable, Graphable { case locked, unlocked }
enum Visitor: CaseIterable, Graphable { case coin, push }

final class Turnstile {
  var coins = 0, returned = 0, alarms = 0

  static let schema = StateMachineSchema<Gate, Visitor, Turnstile>(initialState: .locked) {
    state, event, when in
    switch state {
    case .locked:
      switch event {
      case .coin:
        return when("paid") { $0.coins >= 1 }
          ? .to(.unlocked, "unlock") { $0.coins = 0 } : .stay("count") { $0.coins += 1 }
      case .push: return .stay("alarm") { $0.alarms += 1 }
      }
    case .unlocked:
      switch event {
      case .coin: return .stay("return coin") { $0.returned += 1 }
      case .push: return .to(.locked, "lock")
      }
    }
  }
}
