import Schematic
import SchematicGraph

/// A state among as many as a measurement asks for.
struct Place: Graphable, Hashable {
  let number: Int

  static var graphCases: [Place] { (0..<World.places).map(Place.init) }
  var graphIdentifier: String { "place\(number)" }
}

/// An event among as many as a measurement asks for: going so many places on.
struct Step: Graphable, Hashable {
  let number: Int

  static var graphCases: [Step] { (0..<World.steps).map(Step.init) }
  var graphIdentifier: String { "step\(number)" }
}

/// How many states and events there are.
///
/// Set by the one thread there is, before each measurement.
enum World {
  nonisolated(unsafe) static var places = 1
  nonisolated(unsafe) static var steps = 1

  static func set(places: Int, steps: Int) {
    self.places = places
    self.steps = steps
  }

  /// Rules in which every event is taken in every state.
  static var schema: StateMachineSchema<Place, Step, Void> {
    let places = places
    return StateMachineSchema(initialState: Place(number: 0)) { place, step in
      .to(Place(number: (place.number + step.number + 1) % places), "go")
    }
  }

  /// Rules that are wrong about every event, so that each makes a finding.
  static var faultySchema: StateMachineSchema<Place, Step, Void> {
    let places = places
    return StateMachineSchema(initialState: Place(number: 0)) { place, step in
      .stay(as: Place(number: (place.number + step.number + 1) % places), "go")
    }
  }
}
