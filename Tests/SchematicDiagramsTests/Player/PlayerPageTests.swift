import Foundation
import SchematicGraph
@testable import SchematicDiagrams
import SchematicGraphviz
import SchematicTestKit
import Testing

/// A page that plays is one file, and is checked like a drawing.
@MainActor @Suite struct PlayerPageTests {
  private static let program = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/SchematicGraphviz/Pages/Program")

  @Test func pageHoldsItsWholeProgram() throws {
    let page = try PlayerPage([("Door", Diagram("Door", of: Door.schema).graph)], title: "Door")
      .html
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.program.path) {
      let text = try String(contentsOf: Self.program.appending(path: file), encoding: .utf8)
      #expect(page.contains(text), "\(file)")
    }
    #expect(!page.contains("http://") || !page.contains("src="))
    #expect(page.contains("default-src 'none'"))
  }

  @Test func pageIsSmallForThirtyStates() throws {
    let names = (0..<30).map { "state\($0)" }
    let graph = StateGraph(
      states: names.map { .init(identifier: $0) },
      transitions: names.indices.flatMap { index in
        (1...3).map { step in
          .init(
            source: names[index], target: names[(index * step + step) % 30], event: "event \(step)",
            action: "do something \(step)")
        }
      }, initialState: names[0])
    #expect(try PlayerPage([("Thirty", graph)], title: "Thirty").html.utf8.count < 300_000)
  }

  /// The picture in a page differs between systems, and its stamp does not.
  @Test func pageIsGeneratedAndChecked() throws {
    let temporary = TemporaryFolder()
    let diagrams = temporary.folder
    let catalog: DiagramCatalog = [Diagram("Door", of: Door.schema)]
    let generator = DiagramGenerator(folder: diagrams, formats: [.dot, .html])
    #expect(try generator.generate(catalog).written == ["Door.dot", "Door.html"])
    #expect(try generator.generate(catalog).kept == 2)
    let check = DiagramCheck(folder: diagrams)
    #expect(try check.problems(with: catalog).isEmpty)
    let page = try #require(try diagrams.read("Door.html"))
    let changed = String(decoding: page, as: UTF8.self).replacing("Search", with: "Find")
    try diagrams.write([("Door.html", Data(changed.utf8))])
    #expect(try check.problems(with: catalog).map(\.kind.name) == ["damagedImage"])
    #expect(try generator.generate(catalog).written == ["Door.html"])
    #expect(try DiagramCatalog([]).orphans(in: diagrams) == ["Door.dot", "Door.html"])
  }

  @Test func pageIsCurrentWithoutAPictureAndGetsItOnceItCanBeDrawn() throws {
    let temporary = TemporaryFolder()
    let diagrams = temporary.folder
    let diagram = Diagram("Door", of: Door.schema)
    let generator = DiagramGenerator(folder: diagrams, formats: [.dot, .html])
    _ = try generator.generate([diagram])
    let page = try #require(try temporary.text(of: "Door.html"))
    let stamp = try #require(page.range(of: "<!-- Schematic-DOT"))
    let bare = page[..<stamp.lowerBound].replacing("Search", with: PlayerPage.noPicture)
    let source = DiagramFormat.html.fingerprintedText(
      of: diagram.graph, named: diagram.name, style: diagram.style)
    try diagrams.write([
      ("Door.html", ImageStamp.stamp(Data(bare.utf8), .svg, with: Fingerprint(of: source)))
    ])
    #expect(try DiagramCheck(folder: diagrams).problems(with: [diagram]).isEmpty)
    #expect(try generator.generate([diagram]).written == ["Door.html"])
    #expect(try temporary.text(of: "Door.html") == page)
  }
}
