import Schematic
import SchematicCases
import Testing

/// A machine and what it is told: a test of the oracle, which prints itself as code when it fails.
struct MortalTrial {
  var machine: Mortal
  var run: [Told]

  init(machine: Mortal, run: [Told]) { (self.machine, self.run) = (machine, run) }

  init(seed: UInt64) {
    machine = Mortal(seed: seed)
    run = .random(of: machine, seed: seed)
  }

  /// Kills the machine wherever it can die; returns what was tried, and throws what differs.
  @MainActor
  func check() async throws -> DeathCount {
    let rules = MortalRules(machine)
    switch machine.kind {
    case .lamp: return try await check(rules.schema(Lamp.self, .whole, from: machine.start))
    case .bell: return try await check(rules.schema(Bell.self, .whole, from: machine.start))
    case .job: return try await check(rules.schema(Job.self, .whole, from: machine.start))
    case .trip: return try await check(rules.trips)
    case .pair: return try await check(rules.pairs)
    case .crate: return try await check(rules.crates)
    }
  }

  @MainActor
  private func check(
    _ schema: MortalSchema<some Graphable & Codable & Hashable & Sendable>
  ) async throws -> DeathCount {
    try await DeathOracle(schema: schema, machine: machine, run: run).check()
  }

  // MARK: Failing

  /// Records an issue with the smallest trial that fails in the same way, as a test that can be pasted.
  @MainActor
  func report(_ error: any Error, seed: UInt64) async {
    let small = await shrunk(failing: error)
    let found = await small.error() ?? error
    Issue.record(
      """
      SEED=\(seed): \(found)
      @Test func machineOfSeed\(seed)Survives() async throws {
        _ = try await \(small.code).check()
      }
      """)
  }

  private var code: String {
    """
    MortalTrial(
      machine: \(machine.code),
      run: [
    \(run.map { "    \($0.code)," }.joined(separator: "\n"))
      ])
    """
  }

  @MainActor
  private func error() async -> (any Error)? {
    do {
      _ = try await check()
      return nil
    } catch { return error }
  }

  /// Returns whether two errors are of one kind.
  private static func isSame(_ error: (any Error)?, _ other: any Error) -> Bool {
    guard let death = error as? Death, let other = other as? Death else {
      return error.map { type(of: $0) == type(of: other) } ?? false
    }
    return death.what == other.what
  }

  /// Returns the smallest trial that still fails in the same way, found by leaving out one thing after the other.
  @MainActor
  private func shrunk(failing error: any Error) async -> MortalTrial {
    var small = self
    func tries(_ change: (inout MortalTrial) -> Void) async -> Bool {
      var other = small
      change(&other)
      guard Self.isSame(await other.error(), error) else { return false }
      small = other
      return true
    }
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for index in run.indices.reversed() where index < small.run.count {
        if await tries({ $0.run.remove(at: index) }) { isSmaller = true }
      }
      for index in machine.rules.indices.reversed() where index < small.machine.rules.count {
        if await tries({ $0.machine.rules.remove(at: index) }) { isSmaller = true }
      }
      for index in small.run.indices where small.run[index].bits != 0 {
        if await tries({ $0.run[index].bits = 0 }) { isSmaller = true }
      }
    }
    return small
  }
}
