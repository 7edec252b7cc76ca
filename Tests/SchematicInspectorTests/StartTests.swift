#if Inspector
  import Foundation
  import SchematicInspector
  import SchematicTestKit
  import Testing

  /// An inspector that cannot start says why, by a code and in words.
  @Suite struct StartTests {
    private func error(at address: String, port: UInt16 = 0) async -> InspectorError? {
      let inspector = Inspector(address: address, port: port)
      return await #expect(throws: InspectorError.self, "\(address)") {
        try await inspector.start()
      }
    }

    @Test(arguments: [
      "", " ", "localhost", "nowhere", "256.0.0.1", "127.0.0", "127.0.0.1:80", "127.0.0.1/8",
      "127.0.0.1 ", "http://127.0.0.1", "[::1]", "::g", "1:2:3", ":", "127.0.0.1\0",
      "\0", "١٢٧.0.0.1",
    ])
    func errorNamesWhatIsNoAddress(address: String) async throws {
      let error = try #require(await error(at: address))
      #expect(error.code == .invalidAddress)
      #expect(error.description.hasPrefix("cannot listen at \(address), port 0: "))
      #expect(error.description.contains("no IPv4 or IPv6 address"))
    }

    /// Addresses for documentation, which no computer has.
    @Test(arguments: ["192.0.2.1", "203.0.113.9", "2001:db8::1"])
    func errorNamesAnAddressOfAnotherComputer(address: String) async throws {
      let error = try #require(await error(at: address))
      #expect(error.code == .foreignAddress)
      #expect(error.description.contains("no address of this computer"))
    }

    @Test func errorNamesAPortThatIsTaken() async throws {
      let running = Inspector()
      let port = try Link(await running.start()).port
      #expect(await error(at: "127.0.0.1", port: port)?.code == .portTaken)
      await running.stop()
      let next = Inspector(port: port)
      #expect(try await Link(next.start()).port == port)
    }

    /// Whatever its port is, because it does not listen twice.
    @Test func errorNamesAnInspectorThatRuns() async throws {
      let inspector = Inspector()
      let port = try Link(await inspector.start()).port
      let again = await #expect(throws: InspectorError.self) { try await inspector.start() }
      #expect(again?.code == .alreadyRunning)
      await inspector.stop()
      let other = Inspector(port: port)
      _ = try await other.start()
      let second = await #expect(throws: InspectorError.self) { try await other.start() }
      #expect(second?.code == .alreadyRunning)
      #expect(second?.description == "the inspector runs already")
    }

    /// A start that failed leaves nothing behind that keeps the next from starting.
    @Test func inspectorStartsAfterAStartThatFailed() async throws {
      let running = Inspector()
      let port = try Link(await running.start()).port
      let inspector = Inspector(port: port)
      await #expect(throws: InspectorError.self) { try await inspector.start() }
      await running.stop()
      let link = try Link(await inspector.start())
      #expect(try await link.answer(to: link.request()).status == 200)
    }

    /// Browsers write addresses in their usual form, whatever the program wrote.
    @Test(arguments: ["::1", "0:0:0:0:0:0:0:1", "0000::0001"])
    func linkHasTheUsualFormOfAnAddress(address: String) async throws {
      let inspector = Inspector(address: address)
      let link = try await inspector.start()
      #expect(link.hasPrefix("http://[::1]:"))
    }

    @Test func inspectorStartsOnceOfManyStartsAtOnce() async throws {
      let inspector = Inspector()
      let links = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<20 { group.addTask { try? await inspector.start() } }
        return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
      }
      #expect(links.count == 1)
      await inspector.stop()
      _ = try await inspector.start()
    }
  }
#endif
