import Foundation

/// The seeds of random tests.
///
/// A test that failed is run again by giving it the seed it printed:
/// `SEED=17 swift test --filter agreesWithTheReference`.
package enum Seeds {
  /// The seeds from one to a number; only the given one where the environment names it.
  package static func first(_ count: Int) -> [UInt64] {
    let given = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
    return given.map { [$0] } ?? Array(1...UInt64(count))
  }
}

/// A seeded source of random numbers, so that a test that fails can be run again.
///
/// The generator is SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number
/// generators*, OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
