import Schematic
import SchematicGraph
import SchematicTestKit

/// A random machine with guards, nested states, entry and exit actions, timeouts and final states, and
/// a subject that takes down what is performed.
@MainActor struct RandomPlayer {
  /// A state: some lie in others.
  struct Place: Graphable, Hashable {
    let number: Int

    nonisolated static var graphCases: [Place] { (0..<8).map(Place.init) }
    nonisolated var casePath: [String] {
      switch number {
      case 2, 3: ["box", "s\(number)"]
      case 4, 5: ["box", "inner", "s\(number)"]
      default: ["s\(number)"]
      }
    }
    nonisolated var graphLabel: String { casePath.joined(separator: ".") }
  }

  /// An event.
  struct Signal: Graphable, Hashable {
    let number: Int

    nonisolated static var graphCases: [Signal] { (0..<5).map(Signal.init) }
    nonisolated var casePath: [String] { ["e\(number)"] }
    nonisolated var graphLabel: String { "e\(number)" }
  }

  /// A subject that answers guards by the bits of a number.
  final class Subject {
    var bits = 0
    var performed: [String] = []
  }

  /// The answer to an event, or a guard on which it depends.
  indirect enum Rule: Sendable {
    case ignored
    case rejected(String?)
    case stay(String?)
    case move(Int, String?)
    case question(Int, Rule, Rule)
  }

  let schema: StateMachineSchema<Place, Signal, Subject>

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func rule(_ depth: Int) -> Rule {
      let label = Bool.random(using: &random) ? "a\(Int.random(in: 0..<3, using: &random))" : nil
      switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
      case 0: return .ignored
      case 1: return .rejected(label)
      case 2: return .stay(label)
      case 3...5: return .move(Int.random(in: 0..<8, using: &random), label)
      default:
        return .question(
          Int.random(in: 0..<3, using: &random), rule(depth - 1), rule(depth - 1))
      }
    }
    let rules = (0..<8).map { _ in (0..<5).map { _ in rule(2) } }
    let finals = Set((1..<8).filter { _ in Int.random(in: 0..<12, using: &random) == 0 })
    let timeouts = (0..<8).map { _ in
      Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 0..<5, using: &random) : nil
    }
    let levels = Bool.random(using: &random) ? 1 : nil
    schema = StateMachineSchema<Place, Signal, Subject>(
      initialState: Place(number: 0), on: MainActor.self
    ) { place, signal, when in
      Self.transition(rules[place.number][signal.number], when)
    }
    .states(on: MainActor.self) { place in
      let number = place.number
      var behavior: StateBehavior<Signal, Subject>.OnMainActor =
        finals.contains(number) ? .final : .none
      if number % 2 == 0 {
        behavior = behavior.entry("enter \(number)") {
          $0.performed.append("entry / enter \(number)")
        }
      }
      if number % 3 == 0 {
        behavior = behavior.exit("leave \(number)") {
          $0.performed.append("exit / leave \(number)")
        }
      }
      if let signal = timeouts[number] {
        behavior = behavior.after(.milliseconds(500 * (number + 1)), send: Signal(number: signal))
      }
      return behavior
    }
    .states(level: levels ?? 1, on: MainActor.self) { place in
      place.casePath.count > 1
        ? .entry("enter box") { $0.performed.append("entry / enter box") }
          .exit("leave box") { $0.performed.append("exit / leave box") }
        : .none
    }
  }

  nonisolated private static func transition(
    _ rule: Rule, _ when: Guard<Subject>.OnMainActor
  ) -> Transition<Place, Subject>.OnMainActor {
    switch rule {
    case .ignored: return .ignored
    case .rejected(let reason?): return .rejected(reason)
    case .rejected(nil): return .rejected
    case .stay(let label?): return .stay(label) { $0.performed.append("action: \(label)") }
    case .stay(nil): return .stay
    case .move(let target, let label?):
      return .to(Place(number: target), label) { $0.performed.append("action: \(label)") }
    case .move(let target, nil): return .to(Place(number: target))
    case .question(let number, let yes, let no):
      return transition(when("g\(number)") { $0.bits >> number & 1 == 1 } ? yes : no, when)
    }
  }
}
