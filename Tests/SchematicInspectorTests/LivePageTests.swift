#if Inspector
  import Foundation
  import Schematic
  import SchematicGraph
  import SchematicInspector
  import SchematicTestKit
  import Testing

  /// A program that a browser looks at: see `Scripts/check-player.sh`, which has files appear in a folder
  /// for what the program is to do.
  @MainActor @Suite struct LivePageTests {
    nonisolated private static let folder = ProcessInfo.processInfo.environment["LIVE_FOLDER"]

    @Test(.enabled(if: folder != nil, "Scripts/check-player.sh has a browser look"))
    func aBrowserShowsARunningMachine() async throws {
      let folder = URL(filePath: try #require(Self.folder))
      /// Takes a file away; returns whether it was there.
      func take(_ name: String) -> Bool {
        (try? FileManager.default.removeItem(at: folder.appending(path: name))) != nil
      }
      let inspector = Inspector(
        keeping: 256, allowingEvents: true, links: "https://example.com/{file}#L{line}")
      let lamp = StateMachine(schema: Lamp.schema)
      var guest: StateMachine? = StateMachine(schema: Lamp.schema)
      var crowd: [StateMachine<Lamp, Press, Void>] = []
      inspector.watch(lamp, named: "Lamp")
      try inspector.watch(#require(guest), named: "Guest")
      let link = try await inspector.start()
      try link.write(to: folder.appending(path: "link"), atomically: true, encoding: .utf8)
      try await expectEventually(within: .seconds(120)) {
        try? await Task.sleep(for: .milliseconds(20))
        if take("press") { lamp.handle(.toggle) }
        if take("hurry") { for _ in 0..<3_001 { lamp.handle(.toggle) } }
        if take("leave") { guest = nil }
        if take("crowd") {
          // Most of them are gone before a browser hears of them.
          for index in 0..<5_000 {
            let passer = StateMachine(schema: Lamp.schema)
            inspector.watch(passer, named: "Passer")
            if index < 300 { crowd.append(passer) }
          }
        }
        return take("done")
      }
      #expect(lamp.state.graphIdentifier == "on")
      #expect(guest == nil)
      #expect(crowd.count == 300)
    }
  }
#endif
