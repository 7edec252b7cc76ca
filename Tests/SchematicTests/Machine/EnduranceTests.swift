import Foundation
import Schematic
import SchematicTestKit
import Testing

// Memory is measured as the kernel of Linux reports it.
#if os(Linux)
  /// Each in a process of its own, so that no other test's memory is measured.
  ///
  /// `ENDURANCE=50` does fifty times as much: ten million events, two million machines.
  @Suite struct EnduranceTests {
    @Test func memoryStaysFlatHoweverManyEventsAreHandled() async throws {
      let output = ProcessOutput()
      await #expect(processExitsWith: .success) { [path = output.path as String] in
        try await ProcessOutput.collect(at: path) {
          let walker = Walker()
          let machine = StateMachine(schema: Walker.schema, subject: walker)
          machine.observe { _ in }
          try await endure(200_000, "events") { number in
            machine.handle(number % 3 == 0 ? .turn : .walk)
          }
          precondition(walker.steps > 0, "no action ran")
        }
      }
      print(try output.take())
    }

    @Test func memoryStaysFlatHoweverManyMachinesFollowOneSchema() async throws {
      let output = ProcessOutput()
      await #expect(processExitsWith: .success) { [path = output.path as String] in
        try await ProcessOutput.collect(at: path) {
          let walker = Walker()
          try await endure(40_000, "machines") { _ in
            let machine = StateMachine(schema: Walker.schema, subject: walker)
            machine.handle(.walk)
          }
          precondition(walker.steps > 0, "no action ran")
        }
      }
      print(try output.take())
    }

    @Test func memoryStaysFlatHoweverManyTimeoutsAreLeft() async throws {
      let output = ProcessOutput()
      await #expect(processExitsWith: .success) { [path = output.path as String] in
        try await ProcessOutput.collect(at: path) {
          let sleeper = Sleeper()
          try await endure(100_000, "timeouts") { number in
            await sleeper.nap(byLeavingTheState: number.isMultiple(of: 2))
          }
        }
      }
      print(try output.take())
    }
  }

  /// Does something again and again, and stops the program if memory grows meanwhile.
  private func endure(
    _ count: Int, _ name: String, _ act: (Int) async -> Void
  ) async throws {
    let factor = ProcessInfo.processInfo.environment["ENDURANCE"].flatMap { Int($0) } ?? 1
    let times = count * factor
    // Until the half, the allocator and the caches of the runtime grow. Later, another thread may need memory of its own
    // once, but what is never released grows in each eighth.
    var marks: [Int] = []
    for number in 1...times {
      await act(number)
      if number >= times / 2, number.isMultiple(of: times / 8) {
        marks.append(try residentKilobytes())
      }
    }
    print("resident after each eighth of \(times) \(name), from the half on: \(marks) KB")
    let growth = zip(marks.dropFirst(), marks).map { $0 - $1 }.min() ?? 0
    precondition(growth < 256, "\(growth) KB or more in each eighth of \(times) \(name)")
  }

  /// Falls asleep for two days, and is woken at once.
  @MainActor private final class Sleeper {
    enum Place: Sendable { case awake, asleep }
    enum Step: Sendable { case sleep, wake }

    static let schema = StateMachineSchema<Place, Step, Sleeper>(
      initialState: .awake, on: MainActor.self
    ) { _, step in .to(step == .sleep ? .asleep : .awake) }
    .states { $0 == .asleep ? .after(.seconds(48 * 3_600), send: .wake) : .none }

    /// Enters a timeout, and ends it by leaving its state or with its machine.
    func nap(byLeavingTheState: Bool) {
      let machine = StateMachine(schema: Self.schema, subject: self)
      machine.handle(.sleep)
      if byLeavingTheState { machine.handle(.wake) }
    }
  }

  /// Walks to and fro, and sends itself an event now and then.
  private final class Walker {
    enum Place: Hashable, Sendable { case here, there }
    enum Step: Sendable { case walk, turn }

    var steps = 0
    var places: Set<Place> = []

    static let schema = StateMachineSchema<Place, Step, Walker>(initialState: .here) {
      place, step, when in
      switch step {
      case .turn: return when("fresh") { $0.steps % 2 == 0 } ? .stay : .ignored
      case .walk: return .to(place == .here ? .there : .here) { $0.steps += 1 }
      }
    }
    .states { place in .entry { $0.places.insert(place) } }
  }
#endif
