import Foundation
import Schematic
import SchematicGraph

/// Growth of costs; each figure is a median.
@main
enum Growth {
  static func main() {
    EventGrowth.run()
    GraphGrowth.run()
  }
}

/// A state, with its number; each measurement sets how many there are.
struct Place: Graphable, Hashable {
  let number: Int

  static var graphCases: [Place] { (0..<World.places).map(Place.init) }
  var casePath: [String] { ["place\(number)"] }
}

/// An event, with its number; each measurement sets how many there are.
struct Step: Graphable, Hashable {
  let number: Int

  static var graphCases: [Step] { (0..<World.steps).map(Step.init) }
  var casePath: [String] { ["step\(number)"] }
}

/// The numbers of states and events.
///
/// The only thread sets them before each measurement.
enum World {
  nonisolated(unsafe) static var places = 1
  nonisolated(unsafe) static var steps = 1

  static func set(places: Int, steps: Int) {
    self.places = places
    self.steps = steps
  }

  /// Rules with a transition for every event in every state.
  static var schema: StateMachineSchema<Place, Step, Void> {
    let places = places
    return StateMachineSchema(initialState: Place(number: 0)) { place, step in
      .to(Place(number: (place.number + step.number + 1) % places), "go")
    }
  }

  /// The same rules, but the last event performs another action in the last state.
  static var changedSchema: StateMachineSchema<Place, Step, Void> {
    let (places, steps) = (places, steps)
    return StateMachineSchema(initialState: Place(number: 0)) { place, step in
      let isLast = place.number == places - 1 && step.number == steps - 1
      return .to(
        Place(number: (place.number + step.number + 1) % places), isLast ? "another" : "go")
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

/// A measure of time: the median of some tries.
enum Stopwatch {
  /// Returns the median time in nanoseconds.
  ///
  /// - Parameters:
  ///   - tries: The number of times that the work is done.
  ///   - work: The work, whose result is kept from being optimized away.
  /// - Returns: The median.
  static func nanoseconds<Result>(tries: Int = 9, _ work: () -> Result) -> Double {
    let clock = ContinuousClock()
    let times = (0..<tries).map { _ in
      clock.measure { keep(work()) }
    }
    .sorted()
    return times[tries / 2] / .nanoseconds(1)
  }

  /// Returns the median of the processor time in nanoseconds, however busy the computer is.
  static func processorNanoseconds<Result>(tries: Int = 9, _ work: () -> Result) -> Double {
    let times = (0..<tries).map { _ in
      let start = clock()
      keep(work())
      return clock() - start
    }
    .sorted()
    return Double(times[tries / 2]) * 1e9 / Double(CLOCKS_PER_SEC)
  }

  @inline(never)
  private static func keep<Result>(_ result: Result) {
    withExtendedLifetime(result) {}
  }
}

/// Prints rows of figures below each other.
func printRow(_ first: String, _ others: [String]) {
  print(
    first.padding(toLength: 34, withPad: " ", startingAt: 0)
      + others.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }.joined())
}

extension Double {
  /// The number with one digit behind the point, or none from 100 on.
  var short: String { String(format: self < 100 ? "%.1f" : "%.0f", self) }
}
