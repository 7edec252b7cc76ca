import Foundation
@_exported import struct SchematicAnalysis.SplitMix64
@_exported import class SchematicTesting.ManualClock
import Testing

/// The seeds of random tests.
///
/// A test that failed is run again by giving it the seed it printed:
/// `SEED=17 swift test --filter machineAgreesWithTheReference`.
package enum Seeds {
  /// The number that the variable `SEEDS` says: how many times as many seeds as usual are tried.
  package static let factor =
    ProcessInfo.processInfo.environment["SEEDS"].flatMap(Int.init) ?? 1

  /// The seeds from one to a number; only the given one where the environment names it, and as many
  /// times as many as the variable `SEEDS` says.
  package static func first(_ count: Int) -> [UInt64] {
    let given = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
    return given.map { [$0] } ?? Array(1...UInt64(count * factor))
  }

  /// Tests each of the first seeds, up to one with an issue, which a further issue names.
  package static func each(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ test: (UInt64) throws -> Void
  ) rethrows {
    try testEach(first(count), named: { "SEED=\($0)" }, sourceLocation: sourceLocation, test)
  }
}

/// Tests each of some values, up to one with an issue, which a further issue names.
func testEach<Value>(
  _ values: [Value], named name: (Value) -> String, sourceLocation: SourceLocation,
  _ test: (Value) throws -> Void
) rethrows {
  for value in values {
    // Matches no issue, so that each is reported as it is.
    nonisolated(unsafe) var hasIssue = false
    defer {
      if hasIssue { Issue.record(Comment(rawValue: name(value)), sourceLocation: sourceLocation) }
    }
    try withKnownIssue(isIntermittent: true) {
      try test(value)
    } matching: { _ in
      hasIssue = true
      return false
    }
    if hasIssue { return }
  }
}
