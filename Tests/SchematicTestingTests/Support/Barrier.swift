import Schematic
import SchematicAnalysis
import SchematicGraph

/// The states of a barrier.
enum Arm: CaseIterable, Graphable { case down, up, broken }

/// The events of a barrier.
enum Knock: CaseIterable, Graphable { case coin, car, hammer }

/// A barrier that goes up for two coins, and three knocks of a hammer break it.
final class Barrier {
  var coins = 0
  var knocks = 0

  static let schema = schema(price: 2)

  /// The rules, which may ask another price than they say.
  static func schema(price: Int) -> StateMachineSchema<Arm, Knock, Barrier> {
    StateMachineSchema(initialState: .down) { state, event, when in
      switch state {
      case .down:
        switch event {
        case .coin:
          return when("paid") { $0.coins + 1 >= price }
            ? .to(.up, "raise") { $0.coins = 0 } : .stay("count") { $0.coins += 1 }
        case .car: return .rejected("pay first")
        case .hammer: return .stay("shake") { $0.knocks += 1 }
        }
      case .up:
        switch event {
        case .coin: return .ignored
        case .car: return .to(.down, "lower")
        case .hammer:
          return when("worn out") { $0.knocks >= 2 } ? .to(.broken) : .to(.up) { $0.knocks += 1 }
        }
      case .broken:
        return .ignored
      }
    }
  }

  /// Arranges a barrier for the answers that a step assumes.
  static func prepare(_ step: PlannedStep<Arm, Knock>, _ barrier: Barrier) {
    if let paid = step.guards["paid"] { barrier.coins = paid ? 1 : 0 }
    if let wornOut = step.guards["worn out"] { barrier.knocks = wornOut ? 2 : 0 }
  }

  /// Arranges the barrier of a machine.
  static func prepare(_ step: PlannedStep<Arm, Knock>, _ machine: StateMachine<Arm, Knock, Barrier>)
  {
    if let barrier = machine.subject { prepare(step, barrier) }
  }
}
