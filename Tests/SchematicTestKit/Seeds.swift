import Foundation
@_exported import struct SchematicGraph.SplitMix64
@_exported import class SchematicTesting.ManualClock

/// The seeds of random tests.
///
/// A test that failed is run again by giving it the seed it printed:
/// `SEED=17 swift test --filter agreesWithTheReference`.
package enum Seeds {
  /// The seeds from one to a number; only the given one where the environment names it, and as many
  /// times as many as the variable `SEEDS` says.
  package static func first(_ count: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    let factor = environment["SEEDS"].flatMap(Int.init) ?? 1
    let given = environment["SEED"].flatMap(UInt64.init)
    return given.map { [$0] } ?? Array(1...UInt64(count * factor))
  }
}
