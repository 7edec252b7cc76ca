/// The orders in which events are sent.
package enum Stream: String, CaseIterable, Sendable {
  /// A short sequence repeated, in which each event causes a transition: a processor learns it.
  case cycle
  /// Seeded random events, which a processor cannot predict.
  case random

  /// The number of events of one pass.
  package static let length = 65_536

  /// Returns the events of one pass.
  ///
  /// - Parameters:
  ///   - source: The type of the events.
  ///   - length: The number of events. A cycle is not cut, so that a pass ends in its first state.
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
  /// Events that lead from the initial state back to it, each by a transition.
  static var cycle: [Self] { get }

  /// Returns a random event.
  static func random(using random: inout SplitMix64) -> Self
}

extension EventSource where Self: CaseIterable {
  /// Returns a random case, of which all are equally likely.
  ///
  /// - Parameter random: The source of random numbers.
  /// - Returns: The case.
  package static func random(using random: inout SplitMix64) -> Self {
    allCases.randomElement(using: &random)!
  }
}

/// A seeded source of random numbers, so that every run sees the same events.
///
/// The generator is SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number
/// generators*, OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: The start; equal seeds give equal numbers.
  package init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number.
  ///
  /// - Returns: The number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// One side of a comparison: a machine, or a switch.
package struct Side<Event> {
  /// Handles events and adds up the outcomes.
  package let drive: (_ events: [Event]) -> Int
  /// The effect on the subject, as a number.
  package let effect: () -> Int

  /// Creates a side.
  ///
  /// - Parameters:
  ///   - drive: Handles events and adds up the outcomes.
  ///   - effect: Returns the effect on the subject, as a number.
  package init(drive: @escaping ([Event]) -> Int, effect: @escaping () -> Int) {
    self.drive = drive
    self.effect = effect
  }
}

/// The outcome of an event, as numbers that both sides add up.
package enum Answer: Int, Sendable {
  case ignored = 4
  case moved = 1
  case stayed = 2
  case rejected = 3
}

/// A subject that sums up its changes as a number, to check that both sides had the same effect.
package protocol Subject: AnyObject {
  init()
  var effect: Int { get }
}

extension Screen: Subject {
  package var effect: Int { spins &* 31 &+ messages }
}

extension CDPlayer: Subject {
  package var effect: Int { (drawer &* 31 &+ plays) &* 31 &+ pauses }
}

extension Ring: Subject {
  package var effect: Int { charge &* 31 &+ charges }
}

extension Dial: Subject {
  package var effect: Int { isFree ? 1 : 0 }
}

extension Downloads: Subject {
  package var effect: Int { (Int(shown * 1_000) &* 31 &+ characters) &* 31 &+ errors }
}

extension HTTP2Stream: Subject {
  package var effect: Int { (sent &* 31 &+ received) &* 31 &+ resets }
}

extension Relay: Subject {
  package var effect: Int { forwarded }
}

extension PPP: Subject {
  package var effect: Int { done &* 31 &+ restarts }
}
