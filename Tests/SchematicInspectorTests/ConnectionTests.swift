#if Inspector
  import Foundation
  import Schematic
  import SchematicGraph
  @testable import SchematicInspector
  import SchematicTestKit
  import SchematicTraces
  import Testing

  /// Slow browsers make room for others, and quick ones keep their places.
  @MainActor @Suite struct ConnectionTests {
    /// Nothing, a part of a request with the secret, and a whole request whose answer nobody waits for.
    @Test(arguments: ["nothing", "a part", "a wrong secret"])
    func slowRequestsShutNobodyOut(kind: String) async throws {
      let lamp = try await WatchedLamp()
      var slow: [Browser] = []
      for _ in 0..<3 * Connections.most {
        let browser = try Browser(lamp.link)
        switch kind {
        case "a part": await browser.send(Array(lamp.link.request().dropLast()))
        case "a wrong secret": await browser.send(lamp.link.request(secret: "x"))
        default: break
        }
        slow.append(browser)
      }
      for _ in 0..<10 {
        #expect(try await lamp.link.answer(to: lamp.link.request()).status == 200)
      }
      withExtendedLifetime(slow) {}
    }

    /// The page of somebody who has the link outlasts whatever those do who have none.
    @Test func aPageOutlastsSlowRequests() async throws {
      let lamp = try await WatchedLamp()
      let page = try await lamp.link.stream()
      #expect(await page.until("machines") != nil)
      let slow = try (0..<3 * Connections.most).map { _ in try Browser(lamp.link) }
      #expect(try await lamp.link.answer(to: lamp.link.request()).status == 200)
      lamp.machine.handle(.toggle)
      #expect(try await page.entries(until: 1).map(\.step?.target) == ["on"])
      withExtendedLifetime(slow) {}
    }

    /// Browsers that take nothing of what they are sent.
    @Test func slowReadersShutNobodyOut() async throws {
      let lamp = try await WatchedLamp()
      var slow: [Browser] = []
      for _ in 0..<Connections.most {
        slow.append(try await lamp.link.stream(receiveBuffer: 4_096))
      }
      try await expectEventually {
        for _ in 0..<1_000 { lamp.machine.handle(.toggle) }
        let found = try? await lamp.link.answer(to: lamp.link.request())
        return found?.status == 200
      }
      withExtendedLifetime(slow) {}
    }

    /// When nobody is slow, those who come last are told to come back.
    @Test func quickReadersKeepTheirPlaces() async throws {
      let lamp = try await WatchedLamp()
      var pages: [Browser] = []
      for _ in 0..<Connections.most {
        let page = try await lamp.link.stream()
        #expect(await page.until("machines") != nil)
        pages.append(page)
      }
      for _ in 0..<10 {
        let found = try await lamp.link.answer(to: lamp.link.request())
        #expect(found.status == 503)
        #expect(found.body.contains("too many connections"))
      }
      lamp.machine.handle(.toggle)
      for page in pages {
        #expect(try await page.entries(until: 1).map(\.step?.target) == ["on"])
      }
    }

    /// Whoever made room is told so.
    @Test func theSlowestMakesRoom() async throws {
      let lamp = try await WatchedLamp()
      let first = try Browser(lamp.link)
      let others = try (0..<Connections.most).map { _ in try Browser(lamp.link) }
      let text = await first.readAll()
      #expect(text.hasPrefix("HTTP/1.1 503 "))
      await others[63].send(lamp.link.request())
      #expect(await others[63].readAll().hasPrefix("HTTP/1.1 200 "))
    }
  }
#endif
