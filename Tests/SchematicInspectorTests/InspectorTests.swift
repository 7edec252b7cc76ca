#if Inspector
  import Foundation
  import Schematic
  import SchematicGraph
  import SchematicInspector
  import SchematicTestKit
  import SchematicTraces
  import Testing

  /// A lamp that tests watch.
  enum Lamp: Graphable {
    case off, on(level: Int)
    static var graphCases: [Lamp] { [.off, .on(level: 3)] }

    static let schema = StateMachineSchema<Lamp, Press, Void>(initialState: .off) { state, press in
      switch (state, press) {
      case (.off, .toggle): return .to(.on(level: 3), "light up")
      case (.off, .dim): return .rejected("it is dark")
      case (.on, .toggle): return .to(.off)
      case (.on, .dim): return .stay(as: .on(level: 1))
      }
    }
  }

  enum Press: CaseIterable, Graphable { case toggle, dim }

  /// A lamp that is watched, and the link to its page.
  @MainActor struct WatchedLamp {
    let inspector: Inspector
    let machine = StateMachine(schema: Lamp.schema)
    let link: Link

    init(
      keeping kept: Int = 4_096, allowingEvents: Bool = false, includingValues: Bool = false
    ) async throws {
      inspector = Inspector(
        keeping: kept, includingValues: includingValues, allowingEvents: allowingEvents)
      inspector.watch(machine, named: "Lamp")
      link = try Link(await inspector.start())
    }

    /// The identity of the lamp, as the stream tells it.
    func id() async throws -> String {
      let stream = try await link.stream()
      while let message = await stream.message() {
        guard message.name == "machines" else { continue }
        return try Listed.all(in: message.data)[0].id
      }
      throw Browser.Failure(text: "no machines are listed")
    }
  }

  /// A machine as a stream lists it.
  struct Listed: Decodable {
    let id: String
    let name: String
    let state: String
    let number: Int

    static func all(in text: String) throws -> [Listed] {
      try JSONDecoder().decode([Listed].self, from: Data(text.utf8))
    }
  }

  /// What a page is told is what machines do.
  @MainActor @Suite struct InspectorTests {
    @Test func inspectorShowsItsPage() async throws {
      let lamp = try await WatchedLamp()
      let (status, page) = try await lamp.link.answer(to: lamp.link.request())
      #expect(status == 200)
      #expect(page.contains("new EventSource(\"live\")"))
      #expect(page.contains("default-src 'none'"))
      #expect(!page.contains("src="))
    }

    @Test func inspectorShowsTheDiagramOfAMachine() async throws {
      let lamp = try await WatchedLamp()
      let (status, text) = try await lamp.link.answer(to: lamp.link.request("GET", "diagram/0"))
      #expect(status == 200)
      #expect(text.contains("\"name\":\"Lamp\""))
      #expect(text.contains("\\u003Csvg"))
      let missing = try await lamp.link.answer(to: lamp.link.request("GET", "diagram/1"))
      #expect(missing.status == 404)
    }

    @Test(arguments: [nil, "https://example.com/{file}#L{line}"])
    func inspectorNamesTheLinesOfRulesAndLinksToThemOnRequest(links: String?) async throws {
      let inspector = Inspector(links: links)
      let machine = StateMachine(schema: Lamp.schema)
      inspector.watch(machine, named: "Lamp")
      let link = try Link(await inspector.start())
      let (_, text) = try await link.answer(to: link.request("GET", "diagram/0"))
      #expect(text.contains(#""text":"InspectorTests.swift:17""#))
      let href = "https://example.com/SchematicInspectorTests/InspectorTests.swift#L17"
      #expect(text.contains(href) == (links != nil))
    }

    @Test func inspectorDoesNotStartWithLinksThatAreNone() async {
      for links in ["javascript://a/{file}", "nowhere"] {
        let error = await #expect(throws: InspectorError.self) {
          try await Inspector(links: links).start()
        }
        #expect(error?.code == .invalidLinks)
      }
    }

    @Test(arguments: [false, true])
    func inspectorTellsWhatAMachineDoes(includesValues: Bool) async throws {
      let lamp = try await WatchedLamp(includingValues: includesValues)
      lamp.machine.handle(.dim)
      let stream = try await lamp.link.stream()
      lamp.machine.handle(.toggle)
      let entries = try await stream.entries(until: 2)
      #expect(entries.map(\.step?.outcome) == [.rejected, .moved])
      #expect(entries.map(\.step?.target) == ["off", "on"])
      #expect(entries[0].step?.reason == "it is dark")
      #expect(entries[1].values?.target == (includesValues ? "on(level: 3)" : nil))
      #expect(StateGraph(Lamp.schema).violations(of: entries) == [])
    }

    @Test func machinesComeAndGo() async throws {
      let lamp = try await WatchedLamp()
      let stream = try await lamp.link.stream()
      #expect(try await stream.until("machines").map(Listed.all(in:))?.map(\.state) == ["off"])
      var second: StateMachine? = StateMachine(schema: Lamp.schema)
      let token = try lamp.inspector.watch(#require(second), named: "Second")
      #expect(try await stream.arrival(of: "Second") == "off")
      weak let weakSecond = second
      second = nil
      #expect(weakSecond == nil)
      #expect(await stream.until("gone") != nil)
      let third = StateMachine(schema: Lamp.schema)
      let thirdToken = lamp.inspector.watch(third, named: "Third")
      #expect(try await stream.arrival(of: "Third") == "off")
      third.removeObserver(thirdToken)
      #expect(await stream.until("gone") != nil)
      withExtendedLifetime((token, third, lamp.machine)) {}
    }

    @Test func inspectorIgnoresABrowserThatVanishes() async throws {
      let lamp = try await WatchedLamp()
      for _ in 0..<20 {
        let stream = try await lamp.link.stream()
        lamp.machine.handle(.toggle)
        _ = await stream.message()
      }
      let stream = try await lamp.link.stream()
      lamp.machine.handle(.toggle)
      #expect(try await stream.entries(until: 21).last?.step?.target == "on")
    }

    /// A browser that reads nothing holds nobody up, and learns the truth when it reads again.
    @Test func inspectorTellsASlowBrowserWhatItMissed() async throws {
      let lamp = try await WatchedLamp(keeping: 1_000)
      let slow = try await lamp.link.stream(receiveBuffer: 4_096)
      let fast = try await lamp.link.stream()
      for round in 0..<12 {
        for _ in 0..<500 { lamp.machine.handle(.toggle) }
        _ = try await fast.entries(until: (round + 1) * 500)
      }
      lamp.machine.handle(.toggle)
      var dropped = 0
      var told = 0
      var last = (number: 0, state: "")
      while last.number < 6_001, let message = await slow.message() {
        switch message.name {
        case "lines":
          let entries = try message.data.split(separator: "\n").map {
            try TraceEntry(line: "\($0)")
          }
          told += entries.count
          last = entries.last.map { ($0.number, $0.step?.target ?? "") } ?? last
        case "dropped": dropped += try #require(Int(message.data))
        case "machines":
          let listed = try Listed.all(in: message.data)[0]
          last = (listed.number, listed.state)
        default: break
        }
      }
      #expect(dropped > 0)
      #expect(told + dropped == 6_001)
      #expect(last.state == "on")
      #expect(lamp.machine.state.graphIdentifier == "on")
    }

    @Test func inspectorStartsAndStopsAgain() async throws {
      let lamp = try await WatchedLamp()
      await #expect(throws: InspectorError.self) { try await lamp.inspector.start() }
      let taken = Inspector(port: lamp.link.port)
      await #expect(throws: InspectorError.self) { try await taken.start() }
      await lamp.inspector.stop()
      #expect(throws: Browser.Failure.self) { try Browser(lamp.link) }
      let again = try Link(await lamp.inspector.start())
      #expect(try await again.answer(to: again.request()).status == 200)
    }
  }

  extension Browser {
    /// Returns the data of the next message of a name.
    func until(_ name: String) async -> String? {
      while let message = await message() { if message.name == name { return message.data } }
      return nil
    }

    /// Returns the state in which a machine of a name came.
    func arrival(of name: String) async throws -> String? {
      while let data = await until("came") {
        let machine = try Listed.all(in: "[\(data)]")[0]
        if machine.name == name { return machine.state }
      }
      return nil
    }

    /// Returns the entries of a stream up to the one of a number.
    func entries(until number: Int) async throws -> [TraceEntry] {
      var entries: [TraceEntry] = []
      while (entries.last?.number ?? 0) < number, let data = await until("lines") {
        entries += try data.split(separator: "\n").map { try TraceEntry(line: String($0)) }
      }
      return entries
    }
  }
#endif
