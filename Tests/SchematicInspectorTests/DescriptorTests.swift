#if Inspector
  import Foundation
  import Schematic
  import SchematicGraph
  import SchematicInspector
  import SchematicTestKit
  import Testing

  /// An inspector closes what it opens, however it ends.
  ///
  /// Each test has a process of its own, because other tests open files meanwhile.
  @Suite struct DescriptorTests {
    @Test func aStartAndAStopLeaveNone() async {
      await #expect(processExitsWith: .success) {
        try await Descriptors.expectNone(leftBy: "a start and a stop") {
          let inspector = Inspector()
          _ = try await inspector.start()
          await inspector.stop()
        }
      }
    }

    @Test func aRestartLeavesNone() async {
      await #expect(processExitsWith: .success) {
        let inspector = Inspector()
        try await Descriptors.expectNone(leftBy: "a restart") {
          _ = try await inspector.start()
          await inspector.stop()
        }
      }
    }

    @Test func anInspectorThatIsGoneLeavesNone() async {
      await #expect(processExitsWith: .success) {
        try await Descriptors.expectNone(leftBy: "an inspector that nobody stops") {
          let inspector = Inspector()
          _ = try await inspector.start()
          withExtendedLifetime(inspector) {}
        }
      }
    }

    @Test func browsersLeaveNone() async {
      await #expect(processExitsWith: .success) {
        try await Descriptors.expectNone(leftBy: "browsers") {
          let inspector = Inspector()
          let link = try Link(await inspector.start())
          // One that has its answer, one that reads on, one that reads nothing and one that asks for nothing.
          _ = try await link.answer(to: link.request())
          let reader = try await link.stream()
          _ = await reader.message()
          let idle = try await link.stream(receiveBuffer: 4_096)
          let silent = try Browser(link)
          await inspector.stop()
          withExtendedLifetime((reader, idle, silent)) {}
        }
      }
    }

    /// A process that the program starts holds neither the port nor a browser.
    @Test func noOtherProcessInheritsOne() async {
      await #expect(processExitsWith: .success) {
        let before = Descriptors.inheritedCount
        let inspector = Inspector()
        let link = try Link(await inspector.start())
        let reader = try await link.stream()
        #expect(await reader.message() != nil)
        try #require(Descriptors.inheritedCount == before)
        await inspector.stop()
        withExtendedLifetime(reader) {}
      }
    }

    @Test func aFailedStartLeavesNone() async {
      await #expect(processExitsWith: .success) {
        let running = Inspector()
        let port = try Link(await running.start()).port
        for (address, port) in [
          ("127.0.0.1", port), ("nowhere", 0), ("::nowhere", 0), ("192.0.2.1", 0),
        ] as [(String, UInt16)] {
          try await Descriptors.expectNone(leftBy: "a start at \(address), port \(port)") {
            let inspector = Inspector(address: address, port: port)
            _ = try? await inspector.start()
          }
        }
        try await Descriptors.expectNone(leftBy: "a start of what runs") {
          _ = try? await running.start()
        }
        await running.stop()
      }
    }
  }

  /// The files and sockets that this process has open.
  enum Descriptors {
    static var count: Int { targets.count }

    /// What the open files and sockets are, or their numbers if the system doesn't say it.
    ///
    /// Linux' libdispatch opens one timer for each of its clocks when it first needs it, which may be late, and never
    /// closes it. An inspector opens none itself.
    private static var targets: [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
      return names.map { name in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/dev/fd/\(name)")) ?? name
      }.filter { $0 != "anon_inode:[timerfd]" }
    }

    /// The number of descriptors that a process started by this one would have, too.
    static var inheritedCount: Int {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
      return names.compactMap { Int32($0) }.count(where: { descriptor in
        let flags = fcntl(descriptor, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0
      })
    }

    /// Does something ten times, and expects that no more descriptors are open than after the first times.
    static func expectNone(leftBy what: String, _ act: () async throws -> Void) async throws {
      // On a busy computer the runtime may need more than one to have all of its threads.
      for _ in 0..<3 { try await act() }
      // What a task closes at its end may still be open.
      let before = try await settledCount()
      let known = targets
      for _ in 0..<10 { try await act() }
      do {
        try await expectEventually { count <= before }
      } catch {
        let left = Set(targets).subtracting(known).sorted()
        Issue.record("\(what) left \(count - before) of ten: \(left)")
        // Issues of another process alone are no failure of it.
        throw error
      }
    }

    /// Returns the number of open descriptors when it has been the same for many turns of other tasks.
    private static func settledCount() async throws -> Int {
      var (last, turns) = (count, 0)
      try await expectEventually {
        turns = count == last ? turns + 1 : 0
        last = count
        return turns >= 50
      }
      return last
    }
  }
#endif
