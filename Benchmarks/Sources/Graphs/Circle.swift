import Schematic
import SchematicGraph

/// A machine like real ones: a few transitions to the next states, some back, and mistakes.
package enum Circle {
  /// A state, with its number.
  package struct Place: Graphable {
    let number: Int

    package static let graphCases: [Place] = []
    package var casePath: [String] { ["state\(number)"] }
  }

  /// An event, with the number of states that it moves on; `jump` is a mistake.
  package enum Step: Int, CaseIterable, Graphable {
    case next = 1
    case skip = 2
    case back = -1
    case jump = 0
  }

  /// Returns the rules.
  ///
  /// - Parameter count: The number of states.
  /// - Returns: The schema.
  package static func schema(states count: Int) -> StateMachineSchema<Place, Step, Void> {
    StateMachineSchema(initialState: Place(number: 0)) { place, step in
      guard step != .jump else { return .rejected("too far") }
      return .to(
        Place(number: (place.number + count + step.rawValue) % count), step == .next ? "go on" : nil
      )
    }
  }
}
