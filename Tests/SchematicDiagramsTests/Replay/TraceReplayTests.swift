import Foundation
import Schematic
import SchematicGraph
@testable import SchematicDiagrams

// Linux has readers of XML in a module of their own.
#if canImport(FoundationXML)
  import FoundationXML
#endif
import SchematicTestKit
import SchematicTraces
import Testing

/// Traces in files are checked against a catalog.
@MainActor @Suite struct TraceReplayTests {
  private func withTrace(
    _ change: (inout [String]) -> Void = { _ in }, _ body: (String) throws -> Void
  ) throws {
    let path = NSTemporaryDirectory() + "replay-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try TraceFile(path: path)
    let machine = StateMachine(schema: Door.schema)
    file.recorder(time: nil).watch(machine, named: "Door", id: "1")
    for event in DoorEvent.allCases + DoorEvent.allCases { machine.handle(event) }
    var lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    change(&lines)
    try lines.map { $0 + "\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
    try body(path)
  }

  private let diagrams = [Diagram("Door", of: Door.schema)]

  @Test func replayCountsTheStepsOfAMachine() throws {
    try withTrace { path in
      var replay = TraceReplay(of: diagrams)
      try replay.read(path, limit: 10)
      let report = replay.report
      #expect(report.passed)
      #expect(report.violations.isEmpty)
      #expect(report.machines.map(\.name) == ["Door"])
      #expect(report.machines[0].neverTaken.count < report.machines[0].transitions)
      #expect(try replay.pictures().map(\.name) == ["Door.replay.svg"])
      let picture = String(decoding: try replay.pictures()[0].content, as: UTF8.self)
      #expect(picture.contains("A dotted one was never taken.</text>"))
      #expect(picture.contains("(1×)</text>"))
      #expect(picture.contains("<title>Door</title>\n<desc>"))
      #expect(XMLParser(data: Data(picture.utf8)).parse())
    }
  }

  @Test func replayNamesWhatIsNoStep() throws {
    try withTrace({ lines in
      lines[1] = lines[1].replacing(/"target":"\w+"/, with: "\"target\":\"nowhere\"")
      lines.append("cut o")
      lines.append(lines[0].replacing("Door", with: "Gate"))
    }) { path in
      var replay = TraceReplay(of: diagrams)
      try replay.read(path, limit: 1)
      let report = replay.report
      #expect(!report.passed)
      #expect(report.violations.map(\.line) == [2])
      #expect(report.unreadableLines == 1)
      #expect(report.unknownMachines == ["Gate"])
      #expect(report.text.contains("\(path):2: Door 1, line 1: the diagram lacks a state"))
    }
  }

  @Test func replayRefusesAFileOfWhichItReadsNoLine() throws {
    try withTrace({ lines in lines = lines.map { "12:00:01 info \($0)" } }) { path in
      var replay = TraceReplay(of: diagrams)
      try replay.read(path, limit: 1)
      #expect(!replay.report.passed)
    }
  }

  /// Whatever a trace holds, what is kept of it to be printed is bounded.
  @Test func replayBoundsWhatItKeepsOfATrace() throws {
    let long = String(repeating: "long ", count: 1_000)
    try withTrace({ lines in
      let line = lines[1]
      lines = [line.replacing(/"target":"\w+"/, with: "\"target\":\"\(long)\"")]
      lines += (0..<1_000).map { line.replacing("Door", with: "Gate \($0) \(long)") }
    }) { path in
      var replay = TraceReplay(of: diagrams)
      try replay.read(path, limit: 10)
      let report = replay.report
      #expect(report.unknownMachines.count == 100)
      #expect(report.unknownMachines.allSatisfy { $0.hasPrefix("Gate ") && $0.count <= 100 })
      #expect(report.otherUnknownLines == 900)
      #expect(report.text.contains("note: 900 more lines name machines without a diagram"))
      #expect(report.violations.count == 1)
      #expect(report.violations[0].message.hasPrefix("Door 1, line 1: the diagram lacks a state"))
      #expect(report.text.utf8.count < 100_000)
    }
  }

  /// A file of coverage has what several replays counted, and keeps what it has of other rules.
  @Test func replaysAddUpTheirCoverage() throws {
    let temporary = TemporaryFolder()
    let file = CoverageFile(path: temporary.folder.path + "/coverage.json")
    try FileManager.default.createDirectory(
      atPath: temporary.folder.path, withIntermediateDirectories: true)
    let graph = StateGraph(Door.schema)
    try withTrace { path in
      var replay = TraceReplay(of: diagrams)
      try replay.read(path, limit: 10)
      try replay.addCoverage(to: file)
      let once = try file.coverage(named: "Door", of: graph)
      try replay.addCoverage(to: file)
      let twice = try file.coverage(named: "Door", of: graph)
      #expect(once.counts.values.reduce(0, +) > 0)
      #expect(twice.counts == once.counts.mapValues { $0 * 2 })
      let taken = graph.transitions.count - replay.report.machines[0].neverTaken.count
      #expect(once.counts.values.filter { $0 > 0 }.count == taken)
    }
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
      .replacing(/"rules" : "\w+"/, with: "\"rules\" : \"others\"")
    try text.write(toFile: file.path, atomically: true, encoding: .utf8)
    try withTrace { path in
      var replay = TraceReplay(of: diagrams)
      try replay.read(path, limit: 10)
      #expect(throws: DiagramError.self) { try replay.addCoverage(to: file) }
    }
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
    withExtendedLifetime(temporary) {}
  }

  @Test func replaySaysWhichFileIsMissing() {
    var replay = TraceReplay(of: diagrams)
    #expect(throws: DiagramError.self) { try replay.read("/nowhere/app.jsonl", limit: 1) }
  }
}
