import Foundation
import SchematicTestKit

/// The number of pairs of rules that tests of pictures try, which differ in one thing.
enum NearMisses {
  /// The pairs of one seed.
  static let pairs = 10

  /// Ten seeds, or as many as make the number of pairs that the environment variable `NEAR_MISSES` says.
  static let seeds = seeds(otherwise: 10)

  /// Returns so many seeds, or as many as make the number of pairs that `NEAR_MISSES` says.
  static func seeds(otherwise count: Int) -> [UInt64] {
    Seeds.first(
      ProcessInfo.processInfo.environment["NEAR_MISSES"].flatMap(Int.init).map { $0 / pairs }
        ?? count)
  }
}
