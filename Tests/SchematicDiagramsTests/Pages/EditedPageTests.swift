import Foundation
import Testing

@testable import SchematicDiagrams

/// Pages that somebody saves while a run is under way.
@MainActor @Suite struct EditedPageTests {
  private let temporary = TemporaryFolder()
  private var page: String { temporary.folder.path(of: "Door.swift") }
  nonisolated private static let code =
    "// <!-- diagram: Door text -->\n// <!-- end diagram -->\nlet door = 1\n"
  nonisolated private static let saved = code + "let saved = 2\n"

  init() throws { try temporary.write(Self.code, to: "Door.swift") }

  /// Drawing takes long, and here it fails, because the old picture can't be read.
  @Test func generatorReadsPagesWhenAllIsDrawn() throws {
    try #require(mkfifo(temporary.folder.path(of: "Door.dot"), 0o600) == 0)
    let generator = DiagramGenerator(folder: temporary.folder, formats: [.dot])
    var isRead = false
    let error = #expect(throws: DiagramError.self) {
      try generator.generate(Door.catalog) {
        isRead = true
        return []
      }
    }
    #expect(error?.code == .unreadable)
    #expect(!isRead)
  }

  @Test func runThatReadAPageBeforeItWasSavedWritesNothing() throws {
    let old = "// record 1: an old one"
    try temporary.write(old, to: "Door.dot")
    let generator = DiagramGenerator(folder: temporary.folder, formats: [.dot, .md])
    let error = #expect(throws: DiagramError.self) {
      try generator.generate(Door.catalog) {
        let pages = MarkedPages(pages: try PageFolder(paths: [page]).markedPages())
        let updates = try pages.updates(with: Door.catalog)
        try Self.saved.write(toFile: page, atomically: true, encoding: .utf8)
        return updates
      }
    }
    #expect(error?.code == .unwritable)
    #expect(error?.description.hasSuffix("/Door.swift changed meanwhile; run it again") == true)
    #expect(try temporary.text(of: "Door.swift") == Self.saved)
    #expect(try temporary.text(of: "Door.dot") == old)
    #expect(try temporary.folder.fileNames() == ["Door.dot", "Door.swift"])
  }
}
