import ArgumentParser
import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct DiffCommandTests {
  private enum Tool: DiagramTool, SilentTool {
    static let catalog = Door.catalog
  }
  private enum ChangedTool: DiagramTool, SilentTool {
    static let catalog = Door.changedCatalog
  }
  private enum RenamingTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [Diagram("Gate", of: Door.schema)]
  }

  private let repository: TemporaryRepository

  /// The first revision has the door, the second the changed one, the folder another image.
  init() throws {
    repository = try TemporaryRepository()
    try run(Tool.self, "generate", "--format", "dot")
    try repository.commit()
    try run(ChangedTool.self, "generate", "--format", "dot")
    try repository.commit()
  }

  private func run<T: DiagramTool>(_ tool: T.Type, _ arguments: String...) throws {
    var command = try DiagramCommand<T>.parseAsRoot(
      arguments + ["--output", repository.folder.path])
    try command.run()
  }

  private func report(
    from revision: String? = nil, to catalog: DiagramCatalog
  ) throws -> DiffReport {
    let new = CatalogSource(catalog: catalog)
    guard let revision else {
      let old = FolderSource(folder: repository.folder)
      return DiffReport(
        from: "old", to: "new", comparisons: try DiagramComparison.all(from: old, to: new))
    }
    let old = RevisionSource(revision: try GitRevision(revision, of: repository.folder))
    return DiffReport(
      from: "old", to: "new", comparisons: try DiagramComparison.all(from: old, to: new))
  }

  @Test func diffComparesTheFilesWithTheCode() throws {
    try run(ChangedTool.self, "diff")
    #expect(throws: ExitCode(1)) { try run(Tool.self, "diff") }
  }

  @Test func diffComparesARevisionWithTheCode() throws {
    try run(Tool.self, "diff", "--revision", "HEAD~1", "--markdown")
    #expect(throws: ExitCode(1)) { try run(Tool.self, "diff", "--revision", "HEAD", "--json") }
  }

  @Test func diffComparesARevisionWithTheFiles() throws {
    try run(Tool.self, "diff", "--revision", "HEAD", "--files")
    #expect(throws: ExitCode(1)) {
      try run(Tool.self, "diff", "--revision", "HEAD~1", "--files", "--only", "Door")
    }
  }

  @Test func diffDrawsWhatChanged() throws {
    let pictures = TemporaryFolder()
    #expect(throws: ExitCode(1)) {
      try run(
        ChangedTool.self, "diff", "--revision", "HEAD~1", "--pictures", pictures.folder.path)
    }
    #expect(try pictures.folder.fileNames() == ["Door.diff.svg"])
    let old = StateGraph(Door.schema)
    let both = StateGraph(Door.changedSchema).comparison(with: old)
    let expected = try both.graph.render(
      .svg, name: "Door", style: old.keepingPlaces(of: DiagramStyle()), marks: both.marks)
    #expect(try pictures.folder.read("Door.diff.svg") == Data(expected))
    #expect(try StateGraph(Door.changedSchema).render(.svg, name: "Door") != expected)
  }

  @Test func diffMarksRowsOfPlainText() {
    func graph(_ rules: [StateGraph.Rule], enteringWith label: String) -> StateGraph {
      let behaviors = [StateGraph.StateBehavior(.entry, label), .init(.exit, "bang")]
      return StateGraph(
        states: [.init(identifier: "open", behaviors: behaviors)], rules: rules,
        initialState: "open")
    }
    let shut = StateGraph.Rule(source: "open", target: "shut", trigger: "push")
    let knock = StateGraph.Rule(source: "shut", trigger: "knock", effect: .rejected())
    let (old, new) = (
      graph(
        [shut, StateGraph.Rule(source: "shut", target: "open", trigger: "pull")],
        enteringWith: "creak"),
      graph(
        [shut, StateGraph.Rule(source: "shut", target: "open", trigger: "push"), knock],
        enteringWith: "squeak")
    )
    let report = DiffReport(
      from: "old", to: "new",
      comparisons: [
        DiagramComparison(
          name: "Door", outcome: .changed(new.diff(from: old), from: old, to: new))
      ])
    #expect(
      report.textPictures.hasPrefix(
        """
        Door

        ~ ┌ ● open ────────────┐
        - │ entry / creak      │
        + │ entry / squeak     │
          │ exit / bang        │
          │ push  ──▶ shut     │
        ~ └────────────────────┘
        ~ ┌ shut ──────────────┐
        - │ pull  ──▶ open     │
        + │ push  ──▶ open     │
        + │ knock ✗   rejected │
        ~ └────────────────────┘

        Door: changed

        """))
  }

  /// Graphviz loses the label of an arrow between compartments side by side.
  @Test func diffDrawsANewArrowBetweenCompartmentsSideBySide() throws {
    func listing(_ name: String) -> StateGraph.Rule {
      .init(source: name, target: name, event: "look", isInternal: true)
    }
    let states = ["first", "left", "right"].map { StateGraph.State(identifier: $0) }
    let old = StateGraph(
      states: states,
      transitions: [
        .init(source: "first", target: "left", event: "go left"),
        .init(source: "first", target: "right", event: "go right"),
        listing("left"), listing("right"),
      ], initialState: "first")
    let new = StateGraph(
      states: states,
      transitions: old.transitions + [.init(source: "left", target: "right", event: "across")],
      initialState: "first")
    let report = DiffReport(
      from: "old", to: "new",
      comparisons: [
        DiagramComparison(
          name: "Fork", outcome: .changed(new.diff(from: old), from: old, to: new))
      ])
    let pictures = try report.pictures(progress: ProgressLine())
    let svg = String(decoding: try #require(pictures.first?.content), as: UTF8.self)
    #expect(svg.contains("across</text>"))
  }

  @Test func diffDrawsNothingIfNothingChanged() throws {
    let pictures = TemporaryFolder()
    try run(ChangedTool.self, "diff", "--pictures", pictures.folder.path)
    #expect(!pictures.folder.exists)
  }

  @Test func diffReportsChangedNewAndRemovedDiagrams() throws {
    #expect(
      try report(from: "HEAD~1", to: Door.changedCatalog).text == """
        Door: changed
        Tests/SchematicDiagramsTests/Support/Door.swift:25: ~ closed: turnKey leads to open, was locked
        compared from old to new: 1, 1 different
        """)
    #expect(
      try report(to: RenamingTool.catalog).text == """
        Gate: added: only in new
        Door: removed: only in old
        compared from old to new: 2, 2 different
        """)
    #expect(
      try report(to: RenamingTool.catalog).markdown == """
        ### Gate

        New: 3 states, 4 transitions.

        ### Door

        Removed.
        """)
  }

  @Test func diffReportsADiagramThatIsDrawnOtherwise() throws {
    try repository.folder.write([
      ("Door.dot", Data(StateGraph(Door.schema).dot(name: "Door").utf8))
    ])
    try repository.commit()
    var style = DiagramStyle()
    style.direction = .topToBottom
    let drawn = StateGraph(Door.schema).dot(name: "Door", style: style)
    try repository.folder.write([("Door.dot", Data(drawn.utf8))])
    try repository.commit()
    let old = RevisionSource(revision: try GitRevision("HEAD~1", of: repository.folder))
    let new = RevisionSource(revision: try GitRevision("HEAD", of: repository.folder))
    let report = DiffReport(
      from: "old", to: "new", comparisons: try DiagramComparison.all(from: old, to: new))
    #expect(!report.isEqual)
    #expect(
      report.text == """
        Door: drawn otherwise: the graph is the same, and the text differs from line 2 on
        compared from old to new: 1, 1 different
        """)
    #expect(
      report.markdown == """
        ### Door

        Is drawn otherwise: the graph is the same, and the text differs from line 2 on.
        """)
    #expect(try report.json.contains("\"status\" : \"redrawn\""))
    #expect(throws: ExitCode(1)) { try run(Tool.self, "diff", "--revision", "HEAD") }
  }

  @Test(arguments: ["nowhere", "--all", "HEAD~9"])
  func diffRefusesARevisionThatIsNotThere(name: String) throws {
    let error = #expect(throws: DiagramError.self) {
      _ = try GitRevision(name, of: repository.folder)
    }
    #expect(error?.code == .unknownRevision)
    #expect(error?.description.contains("\"\(name)\"") == true)
  }

  private nonisolated static let unknown = "no branch, tag or commit has that name"

  @Test(arguments: [
    "nowhere": "\(unknown); if only the server has it, fetch it",
    "maine": "\(unknown); did you mean \"main\"? if only the server has it, fetch it",
    "HEAD:./Door.dot": "\(unknown); if only the server has it, fetch it",
    "--all": "a revision does not begin with a hyphen",
  ])
  func diffSaysInItsOwnWordsWhatIsWrongWithARevision(name: String, reason: String) throws {
    try repository.git("branch", "-M", "main")
    let folder = repository.folder
    let error = #expect(throws: DiagramError.self) { _ = try GitRevision(name, of: folder) }
    #expect(
      error?.description == "revision \"\(name)\" of \(folder.path) cannot be read: \(reason)")
  }

  @Test func diffSuggestsTheServersBranchIfThereIsNoOtherOfThatName() throws {
    try repository.git("branch", "-M", "work")
    try repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    let error = #expect(throws: DiagramError.self) {
      _ = try GitRevision("main", of: repository.folder)
    }
    #expect(error?.description.contains("did you mean \"origin/main\"?") == true)
  }

  @Test func diffRefusesAFolderThatIsInNoRepository() throws {
    let folder = DiagramFolder(path: "/")
    let error = #expect(throws: DiagramError.self) { _ = try GitRevision("HEAD", of: folder) }
    #expect(
      error?.description
        == "revision \"HEAD\" of / cannot be read: the folder is in no git repository")
  }

  // Other systems can't start git.
  #if os(macOS) || os(Linux)
    /// Git tells the hooks of a linked worktree where its repository is, and so every git that they run.
    @Test func diffReadsTheFolderInAHookOfALinkedWorktree() async throws {
      let environment = try repository.environmentOfHook(inWorktree: "linked")
      #expect(environment["GIT_DIR"] != nil)
      for folder in [repository.folder.path, repository.path(of: "linked/some/Diagrams")] {
        await #expect(processExitsWith: .success) {
          [environment = environment as [String: String], folder = folder as String] in
          for (name, value) in environment { setenv(name, value, 1) }
          let revision = try GitRevision("HEAD", of: DiagramFolder(path: folder))
          let names = try revision.fileNames()
          precondition(names == ["Door.dot"], "the folder has \(names)")
          let content = try revision.read("Door.dot")
          precondition(content == Data(StateGraph(Door.changedSchema).dot(name: "Door").utf8))
        }
      }
    }
  #endif

  @Test func diffSaysInWhichLineTheOldFileCannotBeRead() throws {
    let text = "digraph \"Door\" {\n  \"a\" ->\n}"
    try repository.folder.write([("Door.dot", Data(text.utf8))])
    try repository.commit()
    let error = #expect(throws: DiagramError.self) {
      _ = try report(from: "HEAD", to: Door.catalog)
    }
    #expect(error?.description.hasPrefix("HEAD:\(repository.folder.path)/Door.dot:3: ") == true)
  }

  @Test func diffRefusesANameThatNeitherSideHas() {
    #expect(throws: ExitCode(2)) { try run(Tool.self, "diff", "--only", "Dor") }
  }

  @Test func diffRefusesFilesWithoutARevision() {
    #expect(throws: (any Error).self) { try run(Tool.self, "diff", "--files") }
  }
}
