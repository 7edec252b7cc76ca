import Benchmark
import Comparisons

/// The times of an event on both sides of every comparison, in picoseconds, and their ratio in thousandths.
///
/// Both sides run in turns, so that a busy computer slows both alike.
let benchmarks: @Sendable () -> Void = {
  let baseline = BenchmarkMetric.custom("baseline", polarity: .prefersSmaller)
  let machine = BenchmarkMetric.custom("machine", polarity: .prefersSmaller)
  let ratio = BenchmarkMetric.custom("ratio", polarity: .prefersSmaller)
  for comparison in Comparison.all {
    let sides = Sides(comparison)
    Benchmark(
      comparison.name,
      configuration: .init(
        metrics: [baseline, machine, ratio],
        units: [baseline: .count, machine: .count, ratio: .count], warmupIterations: 1,
        maxDuration: .seconds(60), maxIterations: 9)
    ) { benchmark in
      let times = await sides.run(turns: 4)
      benchmark.measurement(baseline, picoseconds(times.baseline, of: times.events))
      benchmark.measurement(machine, picoseconds(times.machine, of: times.events))
      benchmark.measurement(ratio, Int(1_000 * (times.machine / times.baseline)))
    }
  }
}

/// The two sides of a comparison, which run on the main actor, because some of the machines live there.
@MainActor
private final class Sides {
  private let comparison: Comparison
  private lazy var pair = comparison.pair()

  nonisolated init(_ comparison: Comparison) {
    self.comparison = comparison
  }

  /// Runs both sides in turns, and returns the time of each side and the number of events.
  func run(turns: Int) -> (baseline: Duration, machine: Duration, events: Int) {
    let clock = ContinuousClock()
    var times = (baseline: Duration.zero, machine: Duration.zero)
    let pair = pair
    for _ in 0..<turns {
      times.baseline += clock.measure { blackHole(pair.baseline()) }
      times.machine += clock.measure { blackHole(pair.machine()) }
    }
    return (times.baseline, times.machine, turns * pair.count)
  }
}

private func picoseconds(_ time: Duration, of events: Int) -> Int {
  let (seconds, attoseconds) = time.components
  return (Int(seconds) * 1_000_000_000_000 + Int(attoseconds / 1_000_000)) / events
}
