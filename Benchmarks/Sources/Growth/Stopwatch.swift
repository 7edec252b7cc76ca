import Foundation

/// Measures how long something takes, as the median of some tries.
enum Stopwatch {
  /// Returns the median time in nanoseconds.
  ///
  /// - Parameters:
  ///   - tries: How often it is done.
  ///   - work: What is done; its result is kept from being optimised away.
  /// - Returns: The median.
  static func nanoseconds<Result>(tries: Int = 9, _ work: () -> Result) -> Double {
    let clock = ContinuousClock()
    let times = (0..<tries).map { _ in
      clock.measure { keep(work()) }
    }
    .sorted()
    return times[tries / 2] / .nanoseconds(1)
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
  /// The number with one digit behind the point, or none where it is large.
  var short: String { String(format: self < 100 ? "%.1f" : "%.0f", self) }
}
