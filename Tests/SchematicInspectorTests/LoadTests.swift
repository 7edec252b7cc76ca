#if Inspector
  import Foundation
  import Schematic
  import SchematicGraph
  import SchematicInspector
  import SchematicTestKit
  import SchematicTraces
  import Testing

  /// Many machines and many browsers: all browsers end with the truth.
  ///
  /// `INSPECTOR_EVENTS=300000` makes it last.
  @MainActor @Suite struct LoadTests {
    private static let eventCount =
      ProcessInfo.processInfo.environment["INSPECTOR_EVENTS"].flatMap(Int.init) ?? 5_000
    private static let (machineCount, browserCount) = (200, 10)

    @Test func everyBrowserEndsWithTheTruth() async throws {
      let inspector = Inspector(keeping: 400)
      let link = try Link(await inspector.start())
      var machines = (0..<Self.machineCount).map { _ in Self.watchedLamp(by: inspector) }
      let load = Load()
      let readers = (0..<Self.browserCount).map { index in
        Task.detached { try await Reader.read(link, isSlow: index == 0, under: load) }
      }
      var random = SplitMix64(seed: 7)
      for number in 1...Self.eventCount {
        let machine = try #require(machines.randomElement(using: &random))
        machine.handle(Bool.random(using: &random) ? .toggle : .dim)
        // Machines go and others come.
        if number.isMultiple(of: 500) {
          machines[Int.random(in: machines.indices, using: &random)] = Self.watchedLamp(
            by: inspector)
        }
        // Browsers have their turn.
        if number.isMultiple(of: 500) {
          load.happened(number)
          let told = load.told
          try await expectEventually { load.told > told }
        }
      }
      let states = machines.map { $0.state.graphIdentifier }.sorted()
      // A machine that came last is the mark of the end.
      let mark = StateMachine(schema: Lamp.schema)
      inspector.watch(mark, named: "Mark")
      load.end()
      var (dropped, connections) = (0, 0)
      for reader in readers {
        let found = try await reader.value
        let isTrue = found.states == states.map { "Lamp \($0)" } + ["Mark off"]
        #expect(isTrue, "\(found.states.count) machines")
        dropped += found.dropped
        connections += found.connections
      }
      print(
        """
        \(machines.count) machines, \(Self.browserCount) browsers, \(Self.eventCount) events; \
        \(dropped) were told as dropped, in \(connections) connections
        """)
      withExtendedLifetime((mark, machines)) {}
    }

    private static func watchedLamp(by inspector: Inspector) -> StateMachine<Lamp, Press, Void> {
      let machine = StateMachine(schema: Lamp.schema)
      inspector.watch(machine, named: "Lamp")
      return machine
    }
  }

  /// How far a load has come, which readers look at and say how much they know of.
  private final class Load: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var state = (happened: 0, told: 0, isOver: false)

    var happened: Int { lock.withLock { state.happened } }
    /// The number of messages that quick readers read.
    var told: Int { lock.withLock { state.told } }
    var isOver: Bool { lock.withLock { state.isOver } }

    func happened(_ number: Int) { lock.withLock { state.happened = number } }
    func tell() { lock.withLock { state.told += 1 } }
    func end() { lock.withLock { state.isOver = true } }
  }

  /// A browser that keeps what its page would show.
  private enum Reader {
    /// Reads until the mark of the end, and returns the names and states of all machines, in order.
    static func read(
      _ link: Link, isSlow: Bool, under load: Load
    ) async throws -> (states: [String], dropped: Int, connections: Int) {
      var messages: [(name: String, data: String)] = []
      // The last lines are enough: every machine has some among them, or none after it was listed.
      var lines: [String] = []
      var (dropped, connections) = (0, 0)
      while true {
        connections += 1
        let stream = try await link.stream(receiveBuffer: isSlow ? 32_768 : nil)
        while let message = await stream.message() {
          switch message.name {
          case "dropped": dropped += Int(message.data) ?? 0
          // It says everything, so that nothing before it is needed.
          case "machines": (messages, lines) = ([message], [])
          case "lines":
            lines.append(message.data)
            if lines.count > 200 { lines.removeFirst(100) }
          default: messages.append(message)
          }
          if message.name != "lines", message.data.contains("\"Mark\"") {
            return (try states(after: messages, lines), dropped, connections)
          }
          // One browser reads less than is told.
          if isSlow {
            let next = load.happened + 1_500
            while !load.isOver, load.happened < next {
              try? await Task.sleep(for: .milliseconds(1))
            }
          } else {
            load.tell()
          }
        }
        // A page connects again.
      }
    }

    /// Returns what a page shows after messages: see `live.js`.
    private static func states(
      after messages: [(name: String, data: String)], _ lines: [String]
    ) throws -> [String] {
      var machines: [String: Listed] = [:]
      // The last line of a machine is enough, so lines are read from the end.
      var last: [Substring: String] = [:]
      for data in lines.reversed() {
        for line in data.split(separator: "\n").reversed() {
          guard let range = line.range(of: "\"id\":\"") else { continue }
          let id = line[range.upperBound...].prefix(16)
          if last[id] == nil { last[id] = String(line) }
        }
      }
      for (name, data) in messages {
        switch name {
        case "machines": for one in try Listed.all(in: data) { machines[one.id] = one }
        case "came": for one in try Listed.all(in: "[\(data)]") { machines[one.id] = one }
        case "gone": machines[data.trimmingCharacters(in: ["\""])] = nil
        default: break
        }
      }
      return try machines.values.map { machine in
        let entry = try last[machine.id[...]].map { try TraceEntry(line: $0) }
        let state = entry.flatMap { $0.number > machine.number ? $0.step?.target : nil }
        return "\(machine.name) \(state ?? machine.state)"
      }.sorted()
    }
  }
#endif
