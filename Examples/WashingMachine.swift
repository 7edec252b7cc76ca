import Schematic
import SchematicGraph

/// The states of a washing machine.
enum WashingState: Graphable, Sendable {
  case idle
  case washing(Program)
  case unlocked

  static var graphCases: [WashingState] { [.idle] + graphSamples(of: washing) + [.unlocked] }
}

/// The states of a washing program.
enum Program: CaseIterable, Graphable, Sendable {
  case filling, turning, spinning, done
}

/// The events of a washing machine.
enum WashingEvent: CaseIterable, Graphable, Sendable {
  case start, full, clean, dry, cancel, open
}

/// A washing machine whose program is a machine of its own, embedded in the state `washing`.
///
/// The program knows nothing of doors and rinses. Its end completes the state around it, and the
/// machine decides what comes next. The diagram shows that as an arrow without a name.
final class WashingMachine {
  /// The number of times that the program is to run again.
  var extraRinses = 0

  /// The number of times that the machine has beeped.
  private(set) var beeps = 0

  private(set) lazy var machine: StateMachine<WashingState, WashingEvent, WashingMachine> =
    StateMachine(schema: Self.schema, subject: self)

  init() {}
}

extension WashingMachine {
  /// The rules of the program, which has a final state.
  private static let program = StateMachineSchema<Program, WashingEvent, WashingMachine>(
    initialState: .filling
  ) { program, event in
    switch (program, event) {
    case (.filling, .full): return .to(.turning)
    case (.turning, .clean): return .to(.spinning)
    case (.spinning, .dry): return .to(.done)
    default: return .ignored
    }
  } states: { program in
    program == .done ? .final : .none
  }

  /// The rules of the washing machine.
  static let schema = StateMachineSchema<WashingState, WashingEvent, WashingMachine>(
    initialState: .idle
  ) { state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.washing(.filling))
    case (.washing, .cancel), (.unlocked, .open): return .to(.idle)
    default: return .ignored
    }
  }
  .embedding(
    program, in: WashingState.washing,
    completion: { _, when in
      if when("extra rinse", { $0.extraRinses > 0 }) {
        return .to(.washing(.filling), "rinse") { $0.extraRinses -= 1 }
      }
      return .to(.unlocked, "beep") { $0.beeps += 1 }
    })
}
