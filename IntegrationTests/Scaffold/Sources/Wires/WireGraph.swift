import SchematicGraph
internal import Pumps
#if compiler(>=6.0)
  import Swift
#else
  import Stdlib
#endif

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Wire {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Wire(limit: 1)) { ReflectedState(of: $0, property: "signal.level") },
      steps: [
        .step("pull", with: pullArguments) { $0.pull($1.direction, under: $1.pressure) },
        .step("wait", with: instantSamples, named: "time") { $0.wait(.waiting(), until: $1) },
        .step("put", with: fuseSamples) { $0.put(in: $1) },
        .step("turn(into: Int)", with: [0, 1, 2], named: "number") { $0.turn(into: $1) },
        .step("turn(into: Wire.HTTP1Mode?)", with: http1ModeSamples, named: "mode") {
          $0.turn(into: $1)
        },
      ],
      options: .init(cases: ["low", "high"]))
  }

  private static var pullArguments: [(direction: Direction, pressure: Pressure?)] {
    directionSamples.flatMap { direction in
      pressureSamples.map { pressure in (direction: direction, pressure: pressure) }
    }
  }

  private static var directionSamples: [Direction] { [.inwards, .outwards] }

  private static var pressureSamples: [Pressure?] { [nil, Pressure()] }

  private static var instantSamples: [ContinuousClock.Instant] {
    [
      ContinuousClock().systemEpoch + .seconds(90_000),
      ContinuousClock().systemEpoch,
    ]
  }

  private static var fuseSamples: [Wire.Fuse] { [.first, .second] }

  private static var http1ModeSamples: [Wire.HTTP1Mode?] { [nil, .plain, .upgraded] }
}
