#if Inspector
  import Foundation
  import Schematic
  import SchematicGraph
  @testable import SchematicInspector
  import SchematicTestKit
  import Testing

  /// Every sentence under *Safety* on the page of the module is tried by a test.
  @MainActor @Suite struct SafetyTests {
    /// The beginnings of the promises, and the tests that try them.
    private static let promises: [(beginning: String, tests: [String])] = [
      ("It listens at `127.0.0.1`", ["inspectorListensAtThisComputerOnly"]),
      (
        "Every address begins with a secret",
        ["SecretTests", "inspectorRefusesAWrongSecret", "wrongSecretActsOnNoMachine"]
      ),
      (
        "The `Host` of a request must be",
        ["inspectorRefusesAWrongHost", "inspectorRefusesAWrongOrigin"]
      ),
      (
        "Pages only watch. They send events only",
        [
          "pageSendsNoEventsUnlessAllowed", "inspectorSendsNothingToAMachineOnNoActor",
          "inspectorRefusesEventsThatNobodyTakes",
        ]
      ),
      (
        "The payloads of running machines",
        ["inspectorTellsWhatAMachineDoes", "inspectorShowsNoValuesUnlessAskedTo"]
      ),
      (
        "A request that is malformed",
        [
          "inspectorRefusesWhatIsMalformed", "inspectorRefusesWhatIsTooLarge",
          "inspectorRefusesWhatTakesTooLong",
        ]
      ),
      ("There are at most 64 connections.", ["ConnectionTests"]),
      (
        "The page runs only its own program",
        ["pageNamesItsProgramByItsHash", "inspectorTellsBrowsersToShareNothing"]
      ),
      ("Everything that the inspector opens", ["DescriptorTests"]),
    ]

    @Test func everyPromiseOfThePageIsTried() throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let page = try String(
        contentsOf: root.appending(
          path: "Sources/SchematicInspector/SchematicInspector.docc/SchematicInspector.md"),
        encoding: .utf8)
      let section = try #require(
        page.components(separatedBy: "### Stay safe\n").last?.components(separatedBy: "\n## ").first
      )
      let found = section.components(separatedBy: "\n- ").dropFirst()
      #expect(found.count == Self.promises.count)
      for (text, promise) in zip(found, Self.promises) {
        #expect(text.hasPrefix(promise.beginning))
        #expect(!promise.tests.isEmpty)
      }
    }

    @Test func inspectorListensAtThisComputerOnly() async throws {
      let lamp = try await WatchedLamp()
      #expect(lamp.link.host == "127.0.0.1")
      // The other addresses of this computer are others.
      for address: UInt32 in [0x7F00_0002, 0x7F7F_7F7F] {
        #expect(throws: Browser.Failure.self) { try Browser(lamp.link, address: address) }
      }
      #expect(try await lamp.link.answer(to: lamp.link.request()).status == 200)
    }

    /// Neither by name nor by value can somebody without the secret act on a machine.
    @Test func wrongSecretActsOnNoMachine() async throws {
      let lamp = try await WatchedLamp(allowingEvents: true)
      let id = try await lamp.id()
      for secret in ["", "x", String(repeating: "f", count: 32)] {
        let request = lamp.link.request(
          "POST", "send", secret: secret, headers: ["Content-Type: application/json"],
          body: "{\"id\":\"\(id)\",\"event\":\"toggle\"}")
        #expect(try await lamp.link.answer(to: request).status == 403)
      }
      #expect(lamp.machine.state.graphIdentifier == "off")
    }

    @Test func inspectorShowsNoValuesUnlessAskedTo() async throws {
      let lamp = try await WatchedLamp()
      let stream = try await lamp.link.stream()
      lamp.machine.handle(.toggle)
      let lines = try #require(await stream.until("lines"))
      #expect(!lines.contains("level"))
      let listed = try #require(await lamp.link.stream().until("machines"))
      #expect(!listed.contains("level"))
    }

    /// Requests of which nothing, a part of the head and a part of the body comes.
    @Test(arguments: [
      "", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n{",
    ])
    func inspectorRefusesWhatTakesTooLong(text: String) async throws {
      let server = try await HTTPServer(
        address: "127.0.0.1", port: 0, patience: .milliseconds(20))
      // The text is there before the server looks, however busy the computer is.
      let browser = try Browser(Link("http://127.0.0.1:\(server.port)/secret/"))
      if !text.isEmpty { await browser.send(Array(text.utf8)) }
      let run = Task {
        await server.run { _ in
          Issue.record("the request is not whole")
          return .response(HTTPResponse(.ok, type: "text/plain", body: nil))
        }
      }
      #expect(await browser.readAll().hasPrefix("HTTP/1.1 408 "))
      run.cancel()
      await run.value
    }

    @Test(arguments: ["", "live", "diagram/0", "nothing"])
    func inspectorTellsBrowsersToShareNothing(path: String) async throws {
      let lamp = try await WatchedLamp()
      let browser = try Browser(lamp.link)
      await browser.send(lamp.link.request("GET", path))
      let head = await browser.head()
      for header in [
        "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
        "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
        "Content-Security-Policy: frame-ancestors 'none'",
      ] {
        #expect(head.contains(header))
      }
    }
  }
#endif
