import ArgumentParser
import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

private enum UploadState: CaseIterable, Graphable { case idle, sending, paused, failed, done }
private enum UploadEvent: CaseIterable, Graphable {
  case start, broke, pause, resume, sent, cancel, retry
}

/// A machine, and the same one after somebody added `cancel` and changed four other arrows, too.
private enum Upload {
  static let old = StateMachineSchema<UploadState, UploadEvent, Void>(initialState: .idle) {
    state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.sending, "open")
    case (.sending, .broke): return .to(.failed)
    case (.sending, .pause): return .to(.paused)
    case (.sending, .sent): return .to(.done)
    case (.paused, .resume): return .to(.sending)
    case (.failed, .retry): return .to(.sending)
    case (.done, .start): return .to(.idle)
    default: return .ignored
    }
  }
  static let new = StateMachineSchema<UploadState, UploadEvent, Void>(initialState: .idle) {
    state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.sending, "open")
    case (.sending, .broke): return .to(.failed, "tell")
    case (.sending, .pause): return .to(.paused)
    case (.sending, .sent): return .to(.idle)
    case (.sending, .cancel): return .to(.idle)
    case (.paused, .resume): return .stay
    case (.paused, .cancel): return .to(.idle)
    case (.failed, .cancel): return .to(.idle)
    case (.done, .start): return .to(.idle)
    default: return .ignored
    }
  }

  static let edits = [
    "~ sending: broke leads to failed / tell, was: leads to failed",
    "~ sending: sent leads to idle, was done", "+ sending -> idle: cancel",
    "~ paused: resume stays, was: leads to sending", "+ paused -> idle: cancel",
    "- failed -> sending: retry", "+ failed -> idle: cancel",
  ]
  static let intended = edits.filter { $0.contains("cancel") }
  static let others = edits.filter { !$0.contains("cancel") }
  static let accepting = ["sending", "paused", "failed"].flatMap { ["--accept", "\($0): cancel"] }
}

@MainActor @Suite struct ReviewCommandTests {
  private enum OldTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("Upload", of: Upload.old), Diagram("Copy", of: Upload.old),
    ]
    static let pages: [String] = []
  }
  private enum Tool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("Upload", of: Upload.new), Diagram("Copy", of: Upload.old),
    ]
    static let pages: [String] = []
  }
  /// A failed upload can't go on.
  private enum StuckTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram(
        "Upload",
        of: StateMachineSchema<UploadState, UploadEvent, Void>(initialState: .idle) {
          state, event in
          if state == .failed { return .ignored }
          return Upload.old.transition(from: state, on: event)
        }),
      Diagram("Copy", of: Upload.old),
    ]
    static let pages: [String] = []
  }
  private enum TwoTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("Upload", of: Upload.new), Diagram("Copy", of: Upload.new),
      Diagram("Fresh", of: Upload.new),
    ]
    static let pages: [String] = []
  }

  private let temporary = TemporaryFolder()

  init() throws {
    try run(OldTool.self, "generate", "--format", "dot", "mmd", "svg")
  }

  private func command<T: DiagramTool>(
    _ tool: T.Type, _ arguments: [String]
  ) throws -> any ParsableCommand {
    try DiagramCommand<T>.parseAsRoot(arguments + ["--output", temporary.folder.path])
  }

  private func run<T: DiagramTool>(_ tool: T.Type, _ arguments: String...) throws {
    var command = try command(tool, arguments)
    try command.run()
  }

  @discardableResult private func review<T: DiagramTool>(
    _ tool: T.Type = Tool.self, keys: [String] = [], _ arguments: String...
  ) throws -> ReviewReport {
    var keys = keys[...]
    let command = try #require(try command(tool, ["review"] + arguments) as? ReviewCommand<T>)
    return try command.review { keys.popFirst() }
  }

  /// Returns the changes that `check` names in the texts of diagrams.
  private func drift() throws -> [String] {
    try DiagramCheck(folder: temporary.folder).problems(with: Tool.catalog)
      .flatMap(\.edits).map(\.description)
  }

  private func accepted(_ report: ReviewReport) -> [String] {
    report.accepted.map { "\($0.diagram): \($0.name)" }
  }

  @Test func changesAreSevenToBeginWith() throws {
    #expect(try drift() == Upload.edits)
  }

  @Test func personAcceptsThreeChangesAndCheckNamesTheOtherFour() throws {
    let report = try review(keys: ["l", "leave", " A ", "what?", "l", "a", "l", "accept"])
    #expect(
      accepted(report) == [
        "Upload: sending: cancel", "Upload: paused: cancel", "Upload: failed: cancel",
      ])
    #expect(report.pending.map { "\($0.change.summary)" }.count == 4)
    #expect(try drift() == Upload.others)
  }

  @Test func scriptAcceptsThreeChangesAndCheckNamesTheOtherFour() throws {
    var command = try command(Tool.self, ["review"] + Upload.accepting)
    #expect(throws: ExitCode(1)) { try command.run() }
    #expect(try drift() == Upload.others)
    #expect(throws: ExitCode(1)) { try run(Tool.self, "check") }
  }

  /// Seven changes, with names, lines and other sources, are more than 2 kB.
  @Test func answerOfAReviewIsBelowTwoKilobytes() throws {
    let report = try review(Tool.self, "--json")
    let short = report.fitting(Answer(isWhole: false))
    #expect(try short.json.utf8.count < 2_000)
    #expect(short.pending.count + (short.leftOut ?? 0) == 7)
    #expect(short.pending.map(\.name) == report.pending.prefix(short.pending.count).map(\.name))
    #expect(short.pending.count >= 2)
    let whole = report.fitting(Answer(isWhole: true))
    #expect(whole.pending.count == 7 && whole.leftOut == nil)
    #expect(try whole.json.utf8.count > 2_000)
    #expect(report.text(in: Answer(isWhole: false)).utf8.count < 2_000)
    #expect(report.text(in: Answer(isWhole: false)).contains("left: 7"))
  }

  @Test func personAndScriptWriteTheSameBytes() throws {
    try review(keys: ["l", "l", "a", "l", "a", "l", "a"])
    let text = try temporary.text(of: "Upload.dot")
    try run(OldTool.self, "generate")
    _ = try (command(Tool.self, ["review"] + Upload.accepting) as? ReviewCommand<Tool>)?.review {
      nil
    }
    #expect(try temporary.text(of: "Upload.dot") == text)
  }

  @Test func lastAcceptedChangeWritesWhatGenerateWrites() throws {
    try review(keys: ["l", "l", "a", "l", "a", "l", "a"])
    #expect(try review(keys: ["a", "a", "a", "a"]).pending.isEmpty)
    try run(Tool.self, "check")
    let names = try temporary.folder.fileNames()
    #expect(
      names == ["Copy.dot", "Copy.mmd", "Copy.svg", "Upload.dot", "Upload.mmd", "Upload.svg"])
    let reviewed = try names.map { try temporary.folder.read($0) }
    try run(Tool.self, "generate", "--redraw")
    #expect(try names.map { try temporary.folder.read($0) } == reviewed)
  }

  @Test func imageShowsTheAcceptedText() throws {
    try review(Tool.self, "--accept", "paused: cancel")
    let text = try #require(try temporary.text(of: "Upload.dot"))
    let graph = try StateGraph(dot: text)
    let accepted: DiagramCatalog = [
      Diagram("Upload", of: graph), Diagram("Copy", of: Upload.old),
    ]
    #expect(try DiagramCheck(folder: temporary.folder).problems(with: accepted) == [])
  }

  @Test func endOfAnswersKeepsWhatWasAccepted() throws {
    #expect(try accepted(review(keys: ["a"])) == ["Upload: sending: broke"])
    #expect(try drift() == Array(Upload.edits.dropFirst()))
    #expect(try accepted(review(keys: ["a", "q", "a"])) == ["Upload: sending: sent"])
  }

  @Test func fileThatChangedMeanwhileIsKept() throws {
    let command = try #require(try command(Tool.self, ["review"]) as? ReviewCommand<Tool>)
    let error = #expect(throws: DiagramError.self) {
      try command.review {
        try? temporary.write("// by somebody else", to: "Upload.dot")
        return "a"
      }
    }
    #expect(error?.code == .unwritable)
    #expect(try temporary.text(of: "Upload.dot") == "// by somebody else")
  }

  @Test func reviewWithoutAnswersWritesNothing() throws {
    let report = try review(Tool.self, "--json")
    #expect(
      report.pending.map(\.name) == [
        "sending: broke", "sending: sent", "sending: cancel", "paused: resume", "paused: cancel",
        "failed: retry", "failed: cancel",
      ])
    #expect(report.written == [])
    try run(OldTool.self, "check")
  }

  @Test func reviewTellsWhoElseLeadsThereAndWhatBreaks() throws {
    let pending = try review(Tool.self, "--json").pending
    #expect(pending[2].alsoReachedFrom == ["paused", "failed", "done"])
    let stuck = try review(StuckTool.self, "--json").pending
    #expect(stuck.map(\.name) == ["failed: retry"])
    #expect(stuck.first?.breaks == ["everyStateCanBeLeft", "always(reachable(\"idle\"))"])
  }

  @Test func reviewDoesNotCallBrokenWhatTheOtherChangesKeep() throws {
    // Without its first arrow, a failed upload would be stuck; another change adds `cancel`.
    let pending = try review(Tool.self, "--json").pending
    #expect(pending[5].name == "failed: retry")
    #expect(pending.allSatisfy { $0.breaks == nil })
  }

  @Test func rejectedChangeIsLeft() throws {
    let report = try review(
      Tool.self, "--accept", "sending: cancel", "--reject", "sending: sent")
    #expect(report.accepted.count == 1)
    #expect(report.pending.count == 6)
  }

  @Test func unknownNameIsAnErrorThatListsAll() throws {
    let error = #expect(throws: DiagramError.self) {
      try review(Tool.self, "--accept", "sending: cancel", "--accept", "sending: brok")
    }
    #expect(error?.code == .unknownName)
    #expect(
      error?.description == """
        no change is named "sending: brok"; did you mean "sending: broke"? there are "sending: broke", \
        "sending: sent", "sending: cancel", "paused: resume", "paused: cancel", "failed: retry", \
        "failed: cancel"
        """)
    #expect(try drift() == Upload.edits)
  }

  @Test func nameInTwoDiagramsIsAnError() throws {
    let error = #expect(throws: DiagramError.self) {
      try review(TwoTool.self, "--accept", "sending: broke")
    }
    #expect(error?.code == .ambiguousName)
    #expect(error?.description.contains("choose a diagram with --only") == true)
    #expect(
      try accepted(review(TwoTool.self, "--accept", "sending: broke", "--only", "Copy"))
        == ["Copy: sending: broke"])
  }

  @Test func acceptedAndRejectedChangeIsAnError() throws {
    let error = #expect(throws: DiagramError.self) {
      try review(Tool.self, "--accept", "sending: sent", "--reject", "sending: sent")
    }
    #expect(error?.code == .dependentChanges)
    #expect(try drift() == Upload.edits)
  }

  @Test func diagramWithoutAFileIsMissing() throws {
    #expect(try review(TwoTool.self, "--json").missing == ["Fresh"])
  }
}

/// Names of changes, and changes that need others.
@MainActor @Suite struct DiagramReviewTests {
  private func review(_ old: [StateGraph.Rule], _ new: [StateGraph.Rule]) -> DiagramReview {
    let (old, new) = (
      StateGraph(states: [], rules: old, initialState: "off"),
      StateGraph(states: [], rules: new, initialState: "off")
    )
    return DiagramReview(
      of: Diagram("Lamp", of: new), from: SourcedDiagram(graph: old, text: old.dot(name: "Lamp")))
  }

  private func press(_ guards: String..., to target: String = "on") -> [StateGraph.Rule] {
    guards.map {
      .init(source: "off", target: target, trigger: "press", conditions: [.guard($0)])
    }
  }

  @Test func nameWithoutTheGuardIsAmbiguous() throws {
    let review = review(press("dark", "late"), press("dark", "late", to: "off"))
    #expect(
      review.edits.indices.map(review.name).sorted() == [
        "off: press [dark]", "off: press [late]", "state on",
      ])
    let error = #expect(throws: DiagramError.self) { try [review].edit(named: "off: press") }
    #expect(error?.code == .ambiguousName)
    #expect(
      error?.description == """
        2 changes are named "off: press"; write "off: press [dark]" or "off: press [late]":
          Lamp: ~ off: press [dark] leads to off, was on
          Lamp: ~ off: press [late] leads to off, was on
        """)
    #expect(
      try [review].edit(named: "~ off: press [late] leads to off, was on").edit
        == [review].edit(named: "off: press [late]").edit)
  }

  @Test func arrowToANewStateIsAcceptedWithIt() throws {
    var review = review(press("dark"), press("dark") + press("hit", to: "broken"))
    let edit = try [review].edit(named: "off: press")
    #expect(review.lines(about: edit.edit).last == "  needs: + state broken")
    #expect(review.accept(edit.edit).map { review.edits[$0].description } == ["+ state broken"])
    #expect(review.pending == [])
  }
}
