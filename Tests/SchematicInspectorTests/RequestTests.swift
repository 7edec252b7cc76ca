#if Inspector
  import Foundation
  import Schematic
  import SchematicGraph
  @testable import SchematicInspector
  import SchematicTestKit
  import Testing

  /// Requests that are not a page's own get an error and change nothing.
  @MainActor @Suite struct RequestTests {
    /// Expects an error for bytes, and that the lamp is as it was and the server still serves.
    private func expectRefusal(
      _ status: Int, of bytes: [UInt8], by lamp: WatchedLamp,
      location: Testing.SourceLocation = #_sourceLocation
    ) async throws {
      let found = try await lamp.link.answer(to: bytes)
      #expect(found.status == status, "\(found.body)", sourceLocation: location)
      #expect(!found.body.isEmpty, sourceLocation: location)
      #expect(!found.body.contains(lamp.link.secret), sourceLocation: location)
      #expect(lamp.machine.state.graphIdentifier == "off", sourceLocation: location)
      let page = try await lamp.link.answer(to: lamp.link.request())
      #expect(page.status == 200, sourceLocation: location)
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 32), "../", "%2e"])
    func inspectorRefusesAWrongSecret(secret: String) async throws {
      let lamp = try await WatchedLamp(allowingEvents: true)
      for path in ["", "live", "diagram/0", "send"] {
        try await expectRefusal(
          403, of: lamp.link.request(path == "send" ? "POST" : "GET", path, secret: secret),
          by: lamp)
      }
      let longer = lamp.link.secret + "0"
      try await expectRefusal(403, of: lamp.link.request(secret: longer), by: lamp)
      try await expectRefusal(
        403, of: lamp.link.request(secret: String(lamp.link.secret.dropLast())), by: lamp)
    }

    @Test(arguments: ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""])
    func inspectorRefusesAWrongHost(host: String) async throws {
      let lamp = try await WatchedLamp(allowingEvents: true)
      for path in ["", "live", "diagram/0"] {
        try await expectRefusal(403, of: lamp.link.request("GET", path, host: host), by: lamp)
      }
      let bare = Array("GET /\(lamp.link.secret)/ HTTP/1.1\r\n\r\n".utf8)
      try await expectRefusal(400, of: bare, by: lamp)
      let two = lamp.link.request(headers: ["Host: 127.0.0.1:\(lamp.link.port)"])
      try await expectRefusal(400, of: two, by: lamp)
    }

    @Test(arguments: ["null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1"])
    func inspectorRefusesAWrongOrigin(origin: String) async throws {
      let lamp = try await WatchedLamp(allowingEvents: true)
      let id = try await lamp.id()
      #expect(try await lamp.link.send(id, "toggle", headers: ["Origin: \(origin)"]).status == 403)
      for path in ["", "live"] {
        try await expectRefusal(
          403, of: lamp.link.request("GET", path, headers: ["Origin: \(origin)"]), by: lamp)
      }
    }

    /// Each is refused by its length before it is whole.
    @Test func inspectorRefusesWhatIsTooLarge() async throws {
      let lamp = try await WatchedLamp(allowingEvents: true)
      let long = String(repeating: "x", count: 20_000)
      try await expectRefusal(431, of: lamp.link.request("GET", long), by: lamp)
      try await expectRefusal(431, of: lamp.link.request(headers: ["X: \(long)"]), by: lamp)
      try await expectRefusal(431, of: Array(long.utf8), by: lamp)
      let json = ["Content-Type: application/json"]
      try await expectRefusal(
        413, of: lamp.link.request("POST", "send", headers: json, body: long), by: lamp)
      try await expectRefusal(
        413,
        of: lamp.link.request("POST", "send", headers: ["Content-Length: 999999999999999999999"]),
        by: lamp)
    }

    @Test(arguments: [
      "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1 x\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
      "G\u{1}T / HTTP/1.1\r\n\r\n", "GET x HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno header\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/1.1\r\n Host: x\r\n\r\n",
      "GET / HTTP/1.1\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
      "GET / HTTP/1.1\r\n\r\nmore", "GET / HTTP/1.1\r\nA: \0\r\n\r\n",
    ])
    func inspectorRefusesWhatIsMalformed(text: String) async throws {
      let lamp = try await WatchedLamp(allowingEvents: true)
      try await expectRefusal(400, of: Array(text.utf8), by: lamp)
    }

    @Test func inspectorRefusesOtherForms() async throws {
      let lamp = try await WatchedLamp(allowingEvents: true)
      try await expectRefusal(505, of: Array("GET / HTTP/2.0\r\n\r\n".utf8), by: lamp)
      try await expectRefusal(
        501, of: lamp.link.request("POST", "send", headers: ["Transfer-Encoding: chunked"]),
        by: lamp)
      for method in ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"] {
        try await expectRefusal(405, of: lamp.link.request(method, "send"), by: lamp)
      }
      try await expectRefusal(405, of: lamp.link.request("GET", "send"), by: lamp)
      try await expectRefusal(404, of: lamp.link.request("GET", "../"), by: lamp)
    }

    @Test func pageSendsNoEventsUnlessAllowed() async throws {
      let lamp = try await WatchedLamp()
      let id = try await lamp.id()
      #expect(try await lamp.link.send(id, "toggle").status == 403)
      #expect(lamp.machine.state.graphIdentifier == "off")
    }

    @Test func pageSendsEventsIfAllowed() async throws {
      let lamp = try await WatchedLamp(allowingEvents: true)
      let id = try await lamp.id()
      let origin = ["Origin: http://localhost:\(lamp.link.port)"]
      let sent = try await lamp.link.send(id, "toggle", headers: origin)
      #expect(sent.status == 200)
      #expect(sent.body == "{\"outcome\":\"moved\"}")
      #expect(lamp.machine.state.graphIdentifier == "on")
      #expect(try await lamp.link.send(id, "toggle").body == "{\"outcome\":\"moved\"}")
      #expect(try await lamp.link.send(id, "dim").body == "{\"outcome\":\"rejected\"}")
      #expect(lamp.machine.state.graphIdentifier == "off")
    }

    @Test func inspectorRefusesEventsThatNobodyTakes() async throws {
      let lamp = try await WatchedLamp(allowingEvents: true)
      let id = try await lamp.id()
      #expect(try await lamp.link.send(id, "explode").status == 422)
      #expect(try await lamp.link.send("nobody", "toggle").status == 404)
      let text = ["Content-Type: text/plain"]
      let plain = lamp.link.request("POST", "send", headers: text, body: "{}")
      try await expectRefusal(415, of: plain, by: lamp)
      for body in ["{", "{}", "[]", "{\"id\":\"\(id)\"}", "{\"id\":1,\"event\":\"toggle\"}"] {
        let json = ["Content-Type: application/json"]
        try await expectRefusal(
          400, of: lamp.link.request("POST", "send", headers: json, body: body), by: lamp)
      }
    }

    /// A machine that is on no actor could be anywhere.
    @Test func inspectorSendsNothingToAMachineOnNoActor() async throws {
      let inspector = Inspector(allowingEvents: true)
      let link = try Link(await inspector.start())
      let state = try await Self.sendToALonelyLamp(inspector, link)
      #expect(state == "off")
    }

    private nonisolated static func sendToALonelyLamp(
      _ inspector: Inspector, _ link: Link
    ) async throws -> String {
      let machine = StateMachine(schema: Lamp.schema)
      inspector.watch(machine, named: "Lamp")
      let list = try #require(await link.stream().until("machines"))
      let id = try Listed.all(in: list)[0].id
      #expect(try await link.send(id, "toggle").status == 409)
      return machine.state.graphIdentifier
    }

    /// A request is the same in whatever pieces it comes.
    @Test func requestIsReadInAnyPieces() throws {
      try Seeds.each(50, requestIsReadInAnyPieces(seed:))
    }

    private func requestIsReadInAnyPieces(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      let body = String(repeating: "b", count: Int.random(in: 1...4_096, using: &random))
      let text =
        "POST /x?y HTTP/1.1\r\nHost: a:1\r\nX-Empty:\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      var rest = Array(text.utf8)[...]
      var reader = HTTPRequestReader()
      var found: HTTPRequest?
      while !rest.isEmpty {
        #expect(found == nil, "SEED=\(seed)")
        let size = Int.random(
          in: 1...max(1, Int.random(in: 1...rest.count, using: &random)), using: &random)
        found = try reader.take(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(found?.target == "/x?y", "SEED=\(seed)")
      #expect(found?.body == Array(body.utf8), "SEED=\(seed)")
      #expect(found?.headers.map(\.name) == ["host", "x-empty", "content-length"], "SEED=\(seed)")
    }

    /// Whatever comes is a request, a refusal or not whole yet.
    @Test func readerSurvivesChangedBytes() { Seeds.each(50, readerSurvivesChangedBytes(seed:)) }

    private func readerSurvivesChangedBytes(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      for _ in 0..<100 {
        var bytes = Array("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}".utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: bytes.indices, using: &random)
          bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
        var reader = HTTPRequestReader()
        do throws(HTTPRefusal) {
          if let request = try reader.take(bytes) { #expect(request.target.first == "/") }
        } catch {
          #expect(error.status.rawValue >= 400, "SEED=\(seed)")
        }
      }
    }
  }
#endif
