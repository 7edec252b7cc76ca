import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTraces
import Testing

/// Traces in files are whole lines, whatever becomes of the program that writes them.
@Suite struct TraceFileTests {
  enum Gate: CaseIterable, Graphable { case locked, unlocked }
  enum Visitor: CaseIterable, Graphable { case coin, push }

  fileprivate static let schema = StateMachineSchema<Gate, Visitor, Void>(initialState: .locked) {
    state, event in
    switch (state, event) {
    case (.locked, .coin): return .to(.unlocked, "open")
    case (.unlocked, .push): return .to(.locked)
    case (.locked, .push): return .rejected("pay first")
    case (.unlocked, .coin): return .ignored
    }
  }

  private func withFile(_ body: (String) throws -> Void) rethrows {
    let path = NSTemporaryDirectory() + "trace-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  private func entries(_ path: String) throws -> [TraceEntry] {
    var entries: [TraceEntry] = []
    try TraceFile.read(path) { _, entry in entries.append(try entry.get()) }
    return entries
  }

  @Test func fileHoldsWhatSeveralMachinesDid() throws {
    try withFile { path in
      let file = try TraceFile(path: path)
      let machines = (0..<3).map { _ in StateMachine(schema: Self.schema) }
      for machine in machines { file.recorder(time: nil).watch(machine, named: "Gate") }
      for event in [Visitor.push, .coin, .coin, .push] {
        for machine in machines { machine.handle(event) }
      }
      let found = try entries(path)
      #expect(found.count == 15)
      #expect(Set(found.map(\.id)).count == 3)
      #expect(
        found.filter { $0.id == found[0].id }.map { $0.step?.outcome }
          == [nil, .rejected, .moved, .ignored, .moved])
      #expect(StateGraph(Self.schema).violations(of: found) == [])
      #expect(machines.allSatisfy { $0.state == .locked })
    }
  }

  /// Names are recorded; what is carried only where one asks for it.
  @Test(arguments: [true, false])
  func fileHasValuesOnlyIfAskedTo(areAsked: Bool) throws {
    enum Secret: Graphable {
      case closed, open(Int)
      static var graphCases: [Secret] { [.closed, .open(0)] }
    }
    let schema = StateMachineSchema<Secret, Secret, Void>(initialState: .closed) { .to($1) }
    try withFile { path in
      let machine = StateMachine(schema: schema)
      try TraceFile(path: path).recorder(includingValues: areAsked)
        .watch(machine, named: "Safe", id: "7")
      machine.handle(.open(4711))
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("4711") == areAsked)
      #expect(try entries(path).map(\.number) == [0, 1])
    }
  }

  @Test func lineThatWasCutOffIsLeftAlone() throws {
    try withFile { path in
      let machine = StateMachine(schema: Self.schema)
      try TraceFile(path: path).recorder().watch(machine, named: "Gate")
      machine.handle(.coin)
      let whole = try Data(contentsOf: URL(filePath: path))
      for lost in [1, 2, 30] {
        try whole.dropLast(lost).write(to: URL(filePath: path))
        #expect(try entries(path).count == (lost == 1 ? 2 : 1))
        try TraceFile(path: path).append(
          TraceEntry(machine: "Gate", id: "x", number: 0, state: "locked").line)
        var failures = 0
        var found: [TraceEntry] = []
        try TraceFile.read(path) { _, entry in
          switch entry {
          case .success(let entry): found.append(entry)
          case .failure: failures += 1
          }
        }
        #expect(found.last?.id == "x")
        #expect(failures == (lost == 1 ? 0 : 1))
      }
    }
  }

  /// A line that is too long is named and passed over, in as much memory as a short one takes.
  @Test func lineThatIsTooLongIsPassedOver() throws {
    try withFile { path in
      let line = TraceEntry(machine: "Gate", id: "x", number: 0, state: "locked").line
      let blank = String(repeating: " ", count: TraceFile.longestLine - line.utf8.count)
      let long = String(repeating: "x", count: TraceFile.longestLine + 1)
      let veryLong = String(repeating: "y", count: 3 * TraceFile.longestLine)
      let lines = [line, long, line, veryLong, line + blank, line + blank + " ", line, veryLong]
      for end in ["\n", ""] {
        try (lines.joined(separator: "\n") + end)
          .write(toFile: path, atomically: true, encoding: .utf8)
        var whole: [Int] = []
        var failures: [Int: String] = [:]
        try TraceFile.read(path) { number, entry in
          switch entry {
          case .success: whole.append(number)
          case .failure(let error): failures[number] = error.description
          }
        }
        #expect(whole == [1, 3, 5, 7])
        #expect(failures.keys.sorted() == (end.isEmpty ? [2, 4, 6] : [2, 4, 6, 8]))
        #expect(failures.values.allSatisfy { $0 == "the line is longer than 1048576 bytes" })
      }
    }
  }

  // Other systems can't kill a program while it writes.
  #if os(macOS) || os(Linux)
    /// The number of programs that are killed; 50 where the environment says `KILLS=50`.
    private static let kills =
      ProcessInfo.processInfo.environment["KILLS"].flatMap(Int.init) ?? 3

    /// A second thread ends the program while the machine is at work.
    @Test(arguments: Seeds.first(kills))
    func fileIsReadableAfterTheProgramWasKilled(seed: UInt64) async throws {
      let path = NSTemporaryDirectory() + "trace-\(UUID().uuidString).jsonl"
      defer { try? FileManager.default.removeItem(atPath: path) }
      var random = SplitMix64(seed: seed)
      let delay = UInt32.random(in: 100...20_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as UInt32] in
        let machine = StateMachine(schema: TraceFileTests.schema)
        try TraceFile(path: path).recorder().watch(machine, named: "Gate")
        for event in Visitor.allCases { machine.handle(event) }
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        while true {
          for event in Visitor.allCases { machine.handle(event) }
        }
      }
      let found = try entries(path)
      #expect(found.map(\.number) == Array(0..<found.count))
      #expect(found.count > 1)
      #expect(StateGraph(Self.schema).violations(of: found) == [])
    }
  #endif
}
