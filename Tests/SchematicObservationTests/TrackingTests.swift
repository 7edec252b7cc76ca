import Foundation
import Observation
import Schematic
import SchematicObservation
import SchematicTestKit
import Testing

/// Tracked machines, on the main actor and on another.
@Suite struct TrackingTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @Test func trackerTellsEachTransitionOnceOnTheMainActor() {
    let counter = Counter()
    let machine = StateMachine(schema: Counter.schema, owning: counter).tracked()
    #expect(Walk(seed: 1).misses(of: machine) == [])
    #expect(counter.performed > 1_000)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func trackerTellsEachTransitionOnceOnAnActor() async {
    let home = Home()
    #expect(await home.misses(seed: 2) == [])
    #expect(home.counter.performed > 1_000)
  }

  /// An actor on which a machine lives.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  private actor Home {
    let counter = Counter()

    func misses(seed: UInt64) -> [String] {
      let machine = StateMachine(schema: Counter.schema, owning: counter).tracked()
      return Walk(seed: seed).misses(of: machine)
    }
  }

  /// 10,000 random events, each with what is told of it.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  private struct Walk {
    let seed: UInt64

    /// Returns the events about which too much or too little was told.
    func misses(of machine: StateMachine<Count, Step, Counter>) -> [String] {
      var random = SplitMix64(seed: seed)
      let bell = Bell()
      var misses: [String] = []
      var isTracking = false
      for number in 1...10_000 {
        if !isTracking {
          withObservationTracking {
            switch number % 4 {
            case 0: _ = machine.state
            case 1: _ = machine.isFinished
            case 2: _ = machine.can(.hold)
            default: _ = (machine.state, machine.can(.add(1)))
            }
          } onChange: {
            bell.ring()
          }
        }
        let event = Step.random(using: &random)
        let (before, rings) = (machine.state, bell.rings)
        let outcome = machine.handle(event)
        let isChanged = outcome == .moved || machine.state != before
        isTracking = bell.rings == rings
        if bell.rings - rings != (isChanged ? 1 : 0) {
          misses.append("SEED=\(seed) \(number): \(event) in \(before) was \(outcome)")
        }
      }
      return misses
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @Test func trackerTellsWhatATimeoutDoes() async throws {
    let clock = ManualClock()
    let schema = StateMachineSchema<Bool, Step, Counter>(initialState: false, on: MainActor.self) {
      isOn, _ in .to(!isOn)
    }
    .states { $0 ? .after(.seconds(5), send: .hold) : .none }
    let machine = StateMachine(schema: schema, owning: Counter()).tracked()
    machine.clock = clock
    machine.handle(.hold)
    let bell = Bell()
    withObservationTracking {
      _ = machine.state
    } onChange: {
      bell.ring()
    }
    try await expectEventually { clock.sleeperCount == 1 }
    #expect(bell.rings == 0)
    clock.advance(by: .seconds(5))
    try await expectEventually { bell.rings == 1 }
    #expect(!machine.state)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @Test func trackerFollowsTheSubjectThatGuardsRead() {
    let turnstile = Turnstile()
    let machine = StateMachine(schema: Turnstile.schema, owning: turnstile).tracked()
    let bell = Bell()
    #expect(!machine.can(true))
    withObservationTracking {
      _ = machine.can(true)
    } onChange: {
      bell.ring()
    }
    turnstile.coins += 1
    #expect(bell.rings == 1)
    #expect(machine.can(true))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func machineIsTrackedOnlyOnce() {
    let machine = StateMachine(schema: Counter.schema, owning: Counter())
    #expect(machine.tracked() === machine.tracked())
    let bell = Bell()
    withObservationTracking {
      _ = machine.state
    } onChange: {
      bell.ring()
    }
    machine.handle(.add(1))
    #expect(bell.rings == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func trackerKeepsNoMachineAlive() {
    weak var witness: StateMachine<Count, Step, Counter>?
    do {
      let machine = StateMachine(schema: Counter.schema, owning: Counter()).tracked()
      _ = machine.state
      witness = machine
      #expect(witness?.handle(.add(1)) == .moved)
    }
    #expect(witness == nil)
  }
}

/// A count of calls from any thread.
private final class Bell: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var rings: Int { lock.withLock { count } }

  func ring() { lock.withLock { count += 1 } }
}

private enum Count: Equatable, Sendable {
  case number(Int)
}

private enum Step: Equatable, Sendable {
  case add(Int), again, hold, same, change(Int), drop, refuse, fail

  static func random(using random: inout SplitMix64) -> Step {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .add(Int.random(in: 0..<3, using: &random))
    case 1: .again
    case 2: .hold
    case 3: .same
    case 4: .change(Int.random(in: 0..<3, using: &random))
    case 5: .drop
    case 6: .refuse
    default: .fail
    }
  }
}

private final class Counter: @unchecked Sendable {
  struct Broken: Error {}

  private(set) var performed = 0

  static let schema = StateMachineSchema<Count, Step, Counter>(initialState: .number(0)) {
    state, step in
    guard case .number(let number) = state else { return .ignored }
    switch step {
    case .add(let more): return .to(.number(number + more)) { $0.performed += 1 }
    case .again: return .to(state)
    case .hold: return .stay { $0.performed += 1 }
    case .same: return .stay(as: state)
    case .change(let more): return .stay(as: .number(number + more))
    case .drop: return .ignored
    case .refuse: return .rejected
    case .fail: return .to(.number(-1)) { _ in throw Broken() }
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@Observable
private final class Turnstile {
  var coins = 0

  static let schema = StateMachineSchema<Bool, Bool, Turnstile>(initialState: false) {
    _, isPush, when in
    isPush && when("paid", { $0.coins > 0 }) ? .to(true) : .ignored
  }
}
