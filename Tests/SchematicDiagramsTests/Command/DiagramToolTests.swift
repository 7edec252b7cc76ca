import ArgumentParser
import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct DiagramToolTests {
  private enum Tool: DiagramTool, SilentTool {
    static let catalog = Door.catalog
  }
  private enum ChangedTool: DiagramTool, SilentTool {
    static let catalog = Door.changedCatalog
  }

  private let temporary = TemporaryFolder()

  private func run<T: DiagramTool>(_ tool: T.Type, _ arguments: String...) throws {
    var command = try DiagramCommand<T>.parseAsRoot(arguments)
    try command.run()
  }

  @Test func checkAcceptsWhatGenerateWrote() throws {
    try run(Tool.self, "generate", "--output", temporary.folder.path)
    try run(Tool.self, "check", "--output", temporary.folder.path)
  }

  @Test func checkFailsIfTheCodeDiffers() throws {
    try run(Tool.self, "generate", "--output", temporary.folder.path, "--format", "dot")
    #expect(throws: ExitCode(1)) {
      try run(ChangedTool.self, "check", "--output", temporary.folder.path)
    }
  }

  private enum NoWayInTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [Diagram("Door", of: Door.unlockableSchema)]
  }
  private enum AllowingTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("Door", of: Door.unlockableSchema, allowing: [.any(.unreachableState, in: .locked)])
    ]
  }

  @Test func strictCheckFailsBecauseOfFindings() throws {
    try run(NoWayInTool.self, "generate", "--output", temporary.folder.path, "--format", "dot")
    try run(NoWayInTool.self, "check", "--output", temporary.folder.path)
    #expect(throws: ExitCode(1)) {
      try run(NoWayInTool.self, "check", "--strict", "--output", temporary.folder.path)
    }
    try run(AllowingTool.self, "check", "--strict", "--output", temporary.folder.path)
  }

  private enum Wheel: CaseIterable, Graphable { case north, east, south, west }
  private enum Silent: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("Wheel", of: schema { .to($0) {} }),
      Diagram("Named", of: schema { .to($0, "go") {} }),
    ]

    private static func schema(
      _ answer: @escaping @Sendable (Wheel) -> Transition<Wheel, Void>
    ) -> StateMachineSchema<Wheel, Wheel, Void> {
      StateMachineSchema(initialState: .north) { _, next in answer(next) }
    }
  }

  @Test func findingsNameActionsThatNoDiagramShows() throws {
    #expect(
      CommandRunner.findings(about: Silent.catalog.diagrams).flatMap { $0.lines(.note) } == [
        "note: Wheel: the diagram does not show these actions, which have no label: north on north; "
          + "north on east; north on south; north on west and 12 more"
      ])
    for verb in ["generate", "check"] {
      try run(Silent.self, verb, "--strict", "--output", temporary.folder.path)
    }
  }

  @Test func exitCodeSaysThatTheWorkCouldNotBeDone() {
    #expect(throws: ExitCode(2)) { try run(Tool.self, "render", "Window") }
  }

  @Test(arguments: [
    "dot": "digraph", "svg": "<?xml", "png": "\u{FFFD}PNG", "pdf": "%PDF", "mmd": "stateDiagram-v2",
    "puml": "@startuml", "md": "Starts in", "txt": "┌", "json": "{",
    // The words that markers on pages use.
    "mermaid": "stateDiagram-v2", "plantuml": "@startuml", "table": "Starts in", "text": "┌",
  ])
  func renderDrawsEveryFormat(format: String, beginning: String) throws {
    let file = "drawn.\(format)"
    try temporary.write("something else", to: file)
    try run(
      Tool.self, "render", "Door", "--format", format, "--output", temporary.folder.path(of: file))
    #expect(try temporary.text(of: file)?.hasPrefix(beginning) == true)
  }

  @Test(
    arguments: [
      "chek":
        "there is no command \"chek\"; did you mean \"check\"? there are generate, check, diff, review, list, render, replay",
      "undo":
        "there is no command \"undo\"; there are generate, check, diff, review, list, render, replay",
      "check": nil, "help": nil, "--help": nil,
    ] as [String: String?])
  func errorSuggestsAVerb(word: String, expected: String?) {
    #expect(CommandRunner.message(forUnknownVerb: word, of: DiagramCommand<Tool>.self) == expected)
  }

  @Test(arguments: [
    ["render", "Door", "--format", "svgg"]:
      "error: The value 'svgg' is invalid for '--format <format>': no format is named \"svgg\"; "
      + "did you mean \"svg\"? there are \(DiagramFormat.names)",
    ["generate", "--format", "dot", "mermiad"]:
      "error: The value 'mermiad' is invalid for '--format <format>': no format is named "
      + "\"mermiad\"; did you mean \"mermaid\"? there are \(DiagramFormat.names)",
    ["check", "--strct"]: "error: Unknown option '--strct'. Did you mean '--strict'?",
    ["diff", "--files"]: "error: --files compares with a revision; add --revision.",
    ["render", "Door", "--format", "dot", "--ascii"]:
      "error: --format dot is no plain text; leave out --ascii.",
    ["render", "--format", "pdf"]: "error: --format pdf draws one diagram; name it.",
  ])
  func aCommandLineThatIsInvalidIsAnErrorLikeAnyOther(arguments: [String], message: String) throws {
    let command = DiagramCommand<Tool>.self
    let error = try #require(throws: (any Error).self) { try command.parseAsRoot(arguments) }
    #expect(command.exitCode(for: error) == .validationFailure)
    let lines = CommandRunner.message(of: error, for: command)?.split(separator: "\n")
    #expect(lines?.first == message[...])
  }

  @Test(arguments: [["--help"], ["help", "check"], ["check", "-h"]])
  func helpIsNoError(arguments: [String]) {
    let command = DiagramCommand<Tool>.self
    let error = #expect(throws: (any Error).self) {
      var parsed = try command.parseAsRoot(arguments)
      try parsed.run()
    }
    #expect(error.flatMap { CommandRunner.message(of: $0, for: command) } == nil)
  }

  @Test(
    arguments: ["Diagrms": "Diagrams", "Pictures/All": nil, "Files": nil] as [String: String?])
  func aFolderThatIsMissingIsNoFolderWithoutDiagrams(name: String, suggestion: String?) throws {
    try DiagramFolder(path: temporary.folder.path(of: "Diagrams")).write([("Door.dot", Data())])
    try temporary.write("", to: "File")
    let output = temporary.folder.path(of: name)
    let advice =
      suggestion.map { "did you mean \"\(temporary.folder.path(of: $0))\"?" }
      ?? "name the folder of the diagrams, or write a new one with generate"
    let location = try LocationOptions.parse(["--output", output])
    let error = #expect(throws: DiagramError.self) { try location.requireFolder() }
    #expect(error?.description == "\(output) does not exist; \(advice)")
    for verb in ["check", "diff"] {
      #expect(throws: ExitCode(2)) { try run(Tool.self, verb, "--output", output) }
    }
    try run(Tool.self, "generate", "--output", output)
    try run(Tool.self, "check", "--output", output)
  }

  @Test func theFolderThatEveryPackageHasMayBeMissing() throws {
    #expect(throws: Never.self) { try LocationOptions.parse([]).requireFolder() }
  }

  @Test func listAndCheckWriteJSON() throws {
    try run(Tool.self, "generate", "--output", temporary.folder.path, "--format", "dot")
    try run(Tool.self, "list", "--json", "--only", "Door")
    try run(Tool.self, "check", "--json", "--output", temporary.folder.path)
    #expect(throws: ExitCode(1)) {
      try run(ChangedTool.self, "check", "--json", "--output", temporary.folder.path)
    }
    #expect(throws: ExitCode(2)) { try run(Tool.self, "list", "--only", "Dor") }
  }

  private enum DashTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("-dash", of: Door.schema), Diagram("Door", of: Door.schema),
    ]
  }

  /// What the documentation says of names that a command line may take for options.
  @Test func commandTakesANameThatBeginsWithAHyphen() throws {
    let output = ["--output", temporary.folder.path]
    for verb in ["generate", "check"] {
      var command = try DiagramCommand<DashTool>.parseAsRoot([verb, "--only=-dash"] + output)
      try command.run()
    }
    #expect(try temporary.folder.fileNames() == ["-dash.dot", "-dash.png", "-dash.svg"])
    let file = temporary.folder.path(of: "-dash.mmd")
    try run(DashTool.self, "render", "--format", "mmd", "--output", file, "--", "-dash")
    #expect(try temporary.text(of: "-dash.mmd")?.hasPrefix("stateDiagram-v2") == true)
  }

  @Test func errorSaysThatFindingsFailAStrictCheckAndWhatToDo() throws {
    let findings = CommandRunner.findings(about: NoWayInTool.catalog.diagrams)
    let strict = try StrictnessOptions.parse(["--strict"])
    #expect(
      strict.failure(because: findings) == [
        "error: failed because of --strict: change the rules, or write what is intended into the catalog",
        #"Door: allowing: ["unreachable state: locked"]"#,
      ])
    #expect(strict.failure(because: CommandRunner.findings(about: Door.catalog.diagrams)).isEmpty)
    #expect(try StrictnessOptions.parse([]).failure(because: findings).isEmpty)
  }

  @Test func commandPrintsNotesOnlyIfAskedTo() throws {
    let findings = CommandRunner.findings(about: Silent.catalog.diagrams)
    #expect(try StrictnessOptions.parse(["--strict"]).notes(in: findings).isEmpty)
    #expect(try StrictnessOptions.parse(["--notes"]).notes(in: findings).count == 1)
  }

  @Test(arguments: [GraphFinding.Kind.sharedEvent, .regionStart])
  func everyKindOfNoteIsPrinted(kind: GraphFinding.Kind) throws {
    let graph = StateGraph(
      states: [], rules: [], initialState: "a", findings: [GraphFinding(kind, "is to be read")])
    let findings = DiagramFindings(of: graph, of: Diagram("Noted", of: graph))
    #expect(findings.lines(.note) == ["note: Noted: \(kind): is to be read"])
  }

  @Test func strictGenerationFailsBecauseOfFindings() throws {
    #expect(throws: ExitCode(1)) {
      try run(
        NoWayInTool.self, "generate", "--strict", "--output", temporary.folder.path, "--format",
        "dot")
    }
    try run(NoWayInTool.self, "check", "--output", temporary.folder.path)
  }

  @Test func generateTellsWhatIsDrawnWithReducedEffort() throws {
    let ring = (0..<200).map { number in
      StateGraph.Rule(source: "\(number)", target: "\((number + 1) % 200)", event: "next")
    }
    let large = StateGraph(states: [], transitions: ring, initialState: "0")
    let generator = DiagramGenerator(folder: temporary.folder, formats: [.svg])
    let report = try generator.generate(
      DiagramCatalog(Door.catalog.diagrams + [Diagram("Ring", of: large)]))
    #expect(report.reducedEfforts.count == 1)
    #expect(report.reducedEfforts.first?.hasPrefix("Ring: 201 nodes and 201 edges, drawn ") == true)
  }

  @Test(arguments: ["svg", "dark"])
  func renderDescribesAnImageInWords(format: String) throws {
    let file = temporary.folder.path(of: "drawn.svg")
    try temporary.write("something else", to: "drawn.svg")
    try run(Tool.self, "render", "Door", "--format", format, "--output", file)
    #expect(try temporary.text(of: "drawn.svg")?.contains("<desc>Starts in ") == true)
  }

  @Test func renderHighlightsAState() throws {
    let file = temporary.folder.path(of: "open.svg")
    try temporary.write("", to: "open.svg")
    try run(Tool.self, "render", "Door", "--highlight", "open", "--output", file)
    #expect(try temporary.text(of: "open.svg")?.contains("fill=\"#15803d\"") == true)
    #expect(throws: ExitCode(2)) {
      try run(Tool.self, "render", "Door", "--highlight", "ajar", "--output", file)
    }
  }

  @Test(arguments: [["Door", "--format", "mmd"], ["--format", "html"]])
  func renderHighlightsNothingWhereNothingIsLit(arguments: [String]) {
    #expect(throws: (any Error).self) {
      try RenderCommand<Tool>.parse(arguments + ["--highlight", "open"])
    }
  }

  @Test func toolNamesTheCommandThatRepairs() {
    #expect(Tool.repairCommand == "swift run Tool generate --prune")
  }
}

@MainActor @Suite struct ProgressLineTests {
  private final class Screen {
    var text = ""
  }

  private func written(isShown: Bool, delay: Duration) -> String {
    let screen = Screen()
    let line = ProgressLine(isShown: isShown, delay: delay) { screen.text += $0 }
    line.show("drawing A")
    line.show("drawing B")
    line.clear()
    line.clear()
    return screen.text
  }

  @Test func progressLineReplacesWhatItShowedAndGoesAway() {
    let erase = "\r\u{1B}[K"
    #expect(
      written(isShown: true, delay: .zero) == "\(erase)drawing A\(erase)drawing B\(erase)")
  }

  @Test func progressLineShowsNothingWithoutATerminal() {
    #expect(written(isShown: false, delay: .zero) == "")
  }

  @Test func progressLineShowsNothingOfShortWork() {
    #expect(written(isShown: true, delay: .seconds(3600)) == "")
  }
}
