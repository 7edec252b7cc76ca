import SchematicGraph

/// Drives new systems of any kind along walks, by two closures.
struct SystemDriver<System> {
  let system: () throws -> System
  let send: (System, Walk.Step) throws -> Void
  let state: (System) throws -> String

  /// Drives a new system along a walk, and returns what went wrong first.
  func drive(_ walk: Walk) -> WalkMishap? {
    var index = 0
    do {
      let system = try system()
      if let found = SystemDriver.difference(from: walk.start, try state(system)) {
        return WalkMishap(walk: walk.prefix(0), found: found)
      }
      for step in walk.steps {
        index += 1
        try send(system, step)
        if let found = SystemDriver.difference(from: step.target, try state(system)) {
          return WalkMishap(walk: walk.prefix(index), found: found)
        }
      }
      return nil
    } catch {
      return WalkMishap(walk: walk.prefix(index), found: "the system threw \(error)")
    }
  }
}

/// Drives new systems along walks, by closures that take their time.
struct AsyncSystemDriver<System> {
  let system: nonisolated(nonsending) () async throws -> System
  let send: nonisolated(nonsending) (System, Walk.Step) async throws -> Void
  let state: nonisolated(nonsending) (System) async throws -> String

  /// Drives a new system along a walk, and returns what went wrong first.
  nonisolated(nonsending) func drive(_ walk: Walk) async -> WalkMishap? {
    var index = 0
    do {
      let system = try await system()
      if let found = SystemDriver<System>.difference(from: walk.start, try await state(system)) {
        return WalkMishap(walk: walk.prefix(0), found: found)
      }
      for step in walk.steps {
        index += 1
        try await send(system, step)
        if let found = SystemDriver<System>.difference(from: step.target, try await state(system)) {
          return WalkMishap(walk: walk.prefix(index), found: found)
        }
      }
      return nil
    } catch {
      return WalkMishap(walk: walk.prefix(index), found: "the system threw \(error)")
    }
  }
}

extension SystemDriver {
  /// Returns what was found where it was not what is expected.
  fileprivate static func difference(from expected: String, _ state: String) -> String? {
    state == expected ? nil : "expected state \(expected), but the system is in \(state)"
  }
}
