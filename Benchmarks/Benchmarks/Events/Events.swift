import Benchmark
import Comparisons

/// The time of an event on both sides of every comparison, in picoseconds, taken in turns so that a
/// busy machine slows both alike; and how many thousandths one is of the other.
let benchmarks: @Sendable () -> Void = {
  let turns = 4
  let baseline = BenchmarkMetric.custom("baseline", polarity: .prefersSmaller)
  let machine = BenchmarkMetric.custom("machine", polarity: .prefersSmaller)
  let ratio = BenchmarkMetric.custom("ratio", polarity: .prefersSmaller)
  for comparison in Comparison.all {
    var pair: Comparison.Pair?
    Benchmark(
      comparison.name,
      configuration: .init(
        metrics: [baseline, machine, ratio],
        units: [baseline: .count, machine: .count, ratio: .count], warmupIterations: 1,
        maxDuration: .seconds(60), maxIterations: 9)
    ) { benchmark in
      let sides = pair ?? comparison.pair()
      pair = sides
      var times = (baseline: Duration.zero, machine: Duration.zero)
      let clock = ContinuousClock()
      for _ in 0..<turns {
        times.baseline += clock.measure { blackHole(sides.baseline()) }
        times.machine += clock.measure { blackHole(sides.machine()) }
      }
      let events = turns * sides.count
      benchmark.measurement(baseline, picoseconds(times.baseline, of: events))
      benchmark.measurement(machine, picoseconds(times.machine, of: events))
      benchmark.measurement(ratio, Int(1_000 * (times.machine / times.baseline)))
    }
  }
}

private func picoseconds(_ time: Duration, of events: Int) -> Int {
  let (seconds, attoseconds) = time.components
  return (Int(seconds) * 1_000_000_000_000 + Int(attoseconds / 1_000_000)) / events
}
