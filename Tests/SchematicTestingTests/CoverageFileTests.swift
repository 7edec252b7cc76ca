import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

@Suite final class CoverageFileTests {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "coverage-\(UUID().uuidString).json")
  private let graph = StateGraph(Barrier.schema)

  private var file: CoverageFile { CoverageFile(path: url.path) }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Returns a recorder of a machine that has handled some events.
  private func recorder(_ events: Knock...) -> CoverageRecorder {
    let recorder = CoverageRecorder("Barrier", of: graph)
    let machine = StateMachine(schema: Barrier.schema, owning: Barrier())
    recorder.watch(machine)
    for event in events { machine.handle(event) }
    return recorder
  }

  @Test func fileAddsUpWhatSeveralRecordersSaw() throws {
    try recorder(.coin, .coin, .car).save(to: file)
    try recorder(.hammer, .coin).save(to: file)
    let coverage = try file.coverage(named: "Barrier", of: graph)
    #expect(graph.transitions.map { coverage.count(of: $0) } == [1, 2, 1, 1, 0, 0])
    #expect(try file.coverage(named: "Other", of: graph) == TransitionCoverage(of: graph))
  }

  @Test func transitionIsSavedOnce() throws {
    let recorder = recorder(.hammer)
    try recorder.save(to: file)
    try recorder.save(to: file)
    #expect(try file.coverage(named: "Barrier", of: graph) == recorder.coverage)
  }

  @Test func fileKeepsTheMachinesApart() throws {
    try recorder(.hammer).save(to: file)
    let other = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "go", guard: "ready")],
      initialState: "a")
    let otherRecorder = CoverageRecorder("Other", of: other)
    otherRecorder.record(other.transitions[0])
    try otherRecorder.save(to: file)
    #expect(try file.coverage(named: "Other", of: other).neverTaken.isEmpty)
    #expect(try file.coverage(named: "Barrier", of: graph).neverTaken.count == 5)
  }

  @Test func fileLosesNothingIfManyWriteAtOnce() async throws {
    let file = file
    let graph = graph
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          var coverage = TransitionCoverage(of: graph)
          coverage.record(graph.transitions[0])
          try file.add(coverage, named: "Barrier")
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.coverage(named: "Barrier", of: graph).count(of: graph.transitions[0]) == 40)
  }

  @Test func fileIsReplacedInOneStepAlsoThroughALink() throws {
    try recorder(.hammer).save(to: file)
    let old = try Data(contentsOf: url)
    let link = url.appendingPathExtension("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    defer { try? FileManager.default.removeItem(at: link) }
    let reader = try FileHandle(forReadingFrom: url)
    try recorder(.coin).save(to: CoverageFile(path: link.path))
    #expect(try reader.readToEnd() == old)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == url.path)
    #expect(try file.coverage(named: "Barrier", of: graph).count(of: graph.transitions[1]) == 1)
  }

  @Test func pipeGetsTheCounts() throws {
    try #require(mkfifo(url.path, 0o600) == 0)
    let reader = FileHandle(
      fileDescriptor: open(url.path, O_RDONLY | O_NONBLOCK), closeOnDealloc: true)
    try recorder(.hammer).save(to: file)
    #expect(try reader.readToEnd()?.starts(with: Data("{\n".utf8)) == true)
  }

  @Test func fileIsWrittenTheSameWayEveryTime() throws {
    try recorder(.hammer).save(to: file)
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(
      text == """
        {
          "machines" : {
            "Barrier" : {
              "rules" : "\(graph.fingerprint)",
              "taken" : [
                {
                  "action" : "shake",
                  "count" : 1,
                  "event" : "hammer",
                  "isInternal" : true,
                  "source" : "down",
                  "target" : "down"
                }
              ]
            }
          },
          "version" : 1
        }

        """)
  }

  @Test func fileRefusesCountsOfOtherRules() throws {
    try recorder(.hammer).save(to: file)
    let other = CoverageRecorder("Barrier", of: graph.minimized().without(graph.transitions[0]))
    let error = CoverageFileError.otherRules(path: url.path, name: "Barrier")
    #expect(throws: error) { try other.save(to: file) }
    #expect(throws: error) { try file.coverage(named: "Barrier", of: other.coverage.graph) }
    #expect(error.description.hasSuffix("or give each machine a name of its own"))
  }

  @Test(arguments: ["not JSON", "{\"version\": 2, \"machines\": {}}", "{}"])
  func recorderLeavesOtherFilesAsTheyAre(text: String) throws {
    try Data(text.utf8).write(to: url)
    let recorder = recorder(.hammer)
    let error = #expect(throws: CoverageFileError.self) { try recorder.save(to: file) }
    #expect(error?.description.contains("is no coverage file") == true)
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
    // What could not be saved is saved the next time.
    try Data().write(to: url)
    try recorder.save(to: file)
    #expect(try file.coverage(named: "Barrier", of: graph) == recorder.coverage)
  }

  @Test(arguments: [Int.max, .min, -1, 1 << 41])
  func fileRefusesACountThatNothingCounted(count: Int) throws {
    try recorder(.hammer).save(to: file)
    let text = try String(contentsOf: url, encoding: .utf8)
      .replacing("\"count\" : 1", with: "\"count\" : \(count)")
    try Data(text.utf8).write(to: url)
    for _ in 1...2 {
      let error = #expect(throws: CoverageFileError.self) {
        try recorder(.hammer).save(to: file)
      }
      #expect(error?.description.contains("\(count) is no count of transitions") == true)
    }
    #expect(throws: CoverageFileError.self) { try file.coverage(named: "Barrier", of: graph) }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }

  @Test func errorSaysWhereNothingCanBeWritten() throws {
    let file = CoverageFile(path: "/nonexistent/coverage.json")
    let recorder = recorder(.hammer)
    let error = #expect(throws: CoverageFileError.self) { try recorder.save(to: file) }
    #expect(
      error
        == .unreadable(path: "/nonexistent/coverage.json", reason: "No such file or directory"))
  }

  @Test func environmentAloneNamesTheFile() {
    let named = ProcessInfo.processInfo.environment[CoverageFile.variable]
    #expect(CoverageFile.fromEnvironment?.path == (named?.isEmpty == false ? named : nil))
  }
}

extension StateGraph {
  /// The graph without one of its transitions.
  fileprivate func without(_ transition: Rule) -> StateGraph {
    StateGraph(
      states: states, transitions: transitions.filter { $0 != transition },
      rejections: rejections, initialState: initialState)
  }
}
