/// In what order events come.
package enum Stream: String, CaseIterable, Sendable {
  /// The same few events again and again, each of which is taken: a processor learns it.
  case cycle
  /// Seeded random events, which a processor cannot foresee.
  case random

  /// The number of events of one pass.
  package static let length = 65_536

  /// Returns the events of one pass.
  ///
  /// - Parameters:
  ///   - source: Where they come from.
  ///   - length: How many; a cycle is not cut, so that a pass ends where it began.
  /// - Returns: The events.
  package func events<Source: EventSource>(
    of source: Source.Type = Source.self, length: Int = Self.length
  ) -> [Source] {
    switch self {
    case .cycle:
      let cycle = Source.cycle
      return (0..<length / cycle.count).flatMap { _ in cycle }
    case .random:
      var random = SplitMix64(seed: 2_026)
      return (0..<length).map { _ in Source.random(using: &random) }
    }
  }
}

/// An event type that has a cycle and random values.
package protocol EventSource: Sendable {
  /// Events that lead from the initial state back to it, each of them taken.
  static var cycle: [Self] { get }

  /// Returns any event.
  static func random(using random: inout SplitMix64) -> Self
}

extension EventSource where Self: CaseIterable {
  /// Returns any case, each as often as the others.
  ///
  /// - Parameter random: The numbers to choose by.
  /// - Returns: The case.
  package static func random(using random: inout SplitMix64) -> Self {
    allCases.randomElement(using: &random)!
  }
}
