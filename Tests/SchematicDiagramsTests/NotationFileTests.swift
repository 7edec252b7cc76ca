import SchematicGraph
import Testing

@testable import SchematicDiagrams

/// Files in notations other than DOT, which may be missing, but must not lie.
@MainActor @Suite struct NotationFileTests {
  private let temporary = TemporaryFolder()

  nonisolated private static let formats = DiagramFormat.allCases.filter {
    $0 != .dot && $0.image == nil
  }

  private func problems() throws -> [DiagramProblem.Kind] {
    try DiagramCheck(folder: temporary.folder).problems(with: Door.catalogue).map(\.kind)
  }

  private func generate(
    _ catalogue: DiagramCatalogue, _ formats: [DiagramFormat], prunes: Bool = false
  ) throws {
    _ = try DiagramGenerator(folder: temporary.folder, formats: formats, prunes: prunes)
      .generate(catalogue)
  }

  @Test(arguments: formats)
  func seesWhenAFileIsOutOfDate(format: DiagramFormat) throws {
    try generate(Door.catalogue, [.dot, format])
    #expect(try problems() == [])
    try generate(Door.changedCatalogue, [format])
    #expect(try problems() == [.staleText(of: "it")])
  }

  @Test(arguments: formats)
  func takesBlanksForFormatting(format: DiagramFormat) throws {
    try generate(Door.catalogue, [.dot, format])
    try temporary.edit(format.fileName(of: "Door"), replacing: "\n", with: "\r\n\r\n")
    #expect(try problems() == [.formatting])
  }

  @Test(arguments: formats)
  func goesWithItsDiagramAndLeavesOtherPagesAlone(format: DiagramFormat) throws {
    try generate([Diagram("Gate", of: Door.schema)], [.dot, format])
    try temporary.write("# Not ours", to: format.fileName(of: "Notes"))
    try generate(Door.catalogue, [.dot, format], prunes: true)
    #expect(
      try temporary.folder.fileNames().sorted()
        == ["Door.dot", format.fileName(of: "Door"), format.fileName(of: "Notes")].sorted())
  }
}
