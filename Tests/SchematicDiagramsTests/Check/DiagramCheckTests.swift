import SchematicGraph
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct DiagramCheckTests {
  private let temporary = TemporaryFolder()

  init() throws {
    let generator = DiagramGenerator(folder: temporary.folder, formats: DiagramFormat.standard)
    _ = try generator.generate(Door.catalog)
  }

  private func problems(with catalog: DiagramCatalog = Door.catalog) throws -> [String] {
    try DiagramCheck(folder: temporary.folder).problems(with: catalog).map { problem in
      problem.description.replacing(temporary.folder.path, with: "Diagrams")
    }
  }

  @Test func checkFindsNothingIfTheDiagramShowsTheCode() throws {
    #expect(try problems() == [])
  }

  @Test func checkNamesTheTransitionThatLeadsElsewhere() throws {
    #expect(
      try problems(with: Door.changedCatalog).first == """
        Diagrams/Door.dot: out of date: the code differs \
        (- only in the file, + only in the code)
        Tests/SchematicDiagramsTests/Support/Door.swift:25: ~ closed: turnKey leads to open, was locked
        """)
  }

  @Test func checkNamesAMissingFile() throws {
    try temporary.folder.remove("Door.dot")
    #expect(
      try problems() == [
        "Diagrams/Door.dot: missing: the catalog lists this diagram, and there is no file"
      ])
  }

  @Test(arguments: ["dot", "svg", "png"])
  func checkNamesAFileThatBelongsToNoDiagram(kind: String) throws {
    let content = try #require(try temporary.folder.read("Door.\(kind)"))
    try temporary.folder.write([("Stray.\(kind)", content)])
    #expect(
      try problems() == [
        "Diagrams/Stray.\(kind): orphaned: no diagram of the catalog has this name"
      ])
  }

  @Test(arguments: ["svg", "png"])
  func checkMissesAnImageThatOtherDiagramsHave(kind: String) throws {
    let catalog = DiagramCatalog(
      Door.catalog.diagrams + [Diagram("Other", of: Door.changedSchema)])
    let generator = DiagramGenerator(folder: temporary.folder, formats: DiagramFormat.standard)
    _ = try generator.generate(catalog)
    try temporary.folder.remove("Other.\(kind)")
    #expect(
      try problems(with: catalog) == [
        "Diagrams/Other.\(kind): missing: the catalog lists this diagram, and there is no file"
      ])
  }

  @Test func checkNamesAnEditedLabel() throws {
    try temporary.edit("Door.dot", replacing: "close it first", with: "just close it")
    #expect(
      try problems() == [
        """
        Diagrams/Door.dot: out of date: the code differs \
        (- only in the file, + only in the code)
        Tests/SchematicDiagramsTests/Support/Door.swift:24: ~ open: turnKey is rejected: close it \
        first, was: is rejected: just close it
        """
      ])
  }

  @Test(arguments: ["Door.svg", "Door.png"])
  func checkNamesAnImageOfAnotherText(file: String) throws {
    let generator = DiagramGenerator(folder: temporary.folder, formats: [.dot])
    _ = try generator.generate(Door.changedCatalog)
    #expect(
      try problems(with: Door.changedCatalog).contains(
        "Diagrams/\(file): stale image: it was drawn from another text"))
  }

  @Test func checkNeedsNoImages() throws {
    try temporary.folder.remove("Door.svg")
    try temporary.folder.remove("Door.png")
    #expect(try problems() == [])
  }
}

/// Files in notations other than DOT, which may be missing, but must not lie.
@MainActor @Suite struct NotationFileTests {
  private let temporary = TemporaryFolder()

  nonisolated private static let formats = DiagramFormat.allCases.filter {
    $0 != .dot && $0.stamp == nil
  }

  private func problems() throws -> [DiagramProblem.Kind] {
    try DiagramCheck(folder: temporary.folder).problems(with: Door.catalog).map(\.kind)
  }

  private func generate(
    _ catalog: DiagramCatalog, _ formats: [DiagramFormat], prunes: Bool = false
  ) throws {
    _ = try DiagramGenerator(folder: temporary.folder, formats: formats, prunes: prunes)
      .generate(catalog)
  }

  @Test(arguments: formats)
  func checkSeesThatAFileIsOutOfDate(format: DiagramFormat) throws {
    try generate(Door.catalog, [.dot, format])
    #expect(try problems() == [])
    try generate(Door.changedCatalog, [format])
    #expect(try problems() == [.staleText(of: "it")])
  }

  @Test(arguments: formats)
  func checkTakesBlanksForFormatting(format: DiagramFormat) throws {
    try generate(Door.catalog, [.dot, format])
    try temporary.edit(format.fileName(of: "Door"), replacing: "\n", with: "\r\n\r\n")
    #expect(try problems() == [.formatting])
  }

  @Test(arguments: formats)
  func generateRemovesNotationsOfDiagramsThatAreGone(format: DiagramFormat) throws {
    try generate([Diagram("Gate", of: Door.schema)], [.dot, format])
    try temporary.write("# Not ours", to: format.fileName(of: "Notes"))
    try generate(Door.catalog, [.dot, format], prunes: true)
    #expect(
      try temporary.folder.fileNames().sorted()
        == ["Door.dot", format.fileName(of: "Door"), format.fileName(of: "Notes")].sorted())
  }
}
