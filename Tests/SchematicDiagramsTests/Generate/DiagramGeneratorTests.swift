import Foundation
import SchematicGraph
import SchematicGraphviz
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct DiagramGeneratorTests {
  private let temporary = TemporaryFolder()

  private func generator(
    redraws: Bool = false, prunes: Bool = false
  ) -> DiagramGenerator {
    DiagramGenerator(
      folder: temporary.folder, formats: DiagramFormat.standard, redraws: redraws, prunes: prunes)
  }

  @Test func generatorWritesTextAndImages() throws {
    let report = try generator().generate(Door.catalog)
    #expect(report.written == ["Door.dot", "Door.svg", "Door.png"])
    #expect(try temporary.folder.fileNames() == ["Door.dot", "Door.png", "Door.svg"])
    #expect(try StateGraph(dot: try #require(try temporary.text(of: "Door.dot"))) == doorGraph)
  }

  @Test func generatorWritesNothingTheSecondTime() throws {
    _ = try generator().generate(Door.catalog)
    let report = try generator().generate(Door.catalog)
    #expect(report.written == [])
    #expect(report.kept == 3)
  }

  @Test func generatorKeepsAnImageThatAnotherSystemDrew() throws {
    _ = try generator().generate(Door.catalog)
    let image = try #require(try temporary.text(of: "Door.svg"))
    let stamp = try #require(image.range(of: "<!-- Schematic-DOT"))
    let drawn = image[..<stamp.lowerBound].replacing("Helvetica", with: "Another font")
    let dot = DiagramFormat.svg.fingerprintedText(
      of: doorGraph, named: "Door", style: DiagramStyle())
    let other = ImageStamp.stamp(Data(drawn.utf8), .svg, with: Fingerprint(of: dot))
    try temporary.folder.write([("Door.svg", other)])
    let report = try generator().generate(Door.catalog)
    #expect(report.written == [])
    #expect(try generator(redraws: true).generate(Door.catalog).written.contains("Door.svg"))
  }

  @Test func generatorDrawsAgainIfTheRulesChange() throws {
    _ = try generator().generate(Door.catalog)
    let report = try generator().generate(Door.changedCatalog)
    #expect(report.written == ["Door.dot", "Door.svg", "Door.png"])
  }

  @Test func generatorWritesAFileWhoseNameAMacHasDecomposed() throws {
    let (composed, decomposed) = ("T\u{FC}r", "Tu\u{308}r")
    func catalog(_ graph: StateGraph) -> DiagramCatalog { [Diagram(composed, of: graph)] }
    let (folder, other) = (temporary.folder, StateGraph(Door.changedSchema))
    let generator = DiagramGenerator(folder: folder, formats: [.dot], prunes: true)
    _ = try generator.generate(catalog(doorGraph))
    let paths = ["\(composed).dot", "\(decomposed).dot"].map { "\(folder.path)/\($0)" }
    try FileManager.default.moveItem(atPath: paths[0], toPath: paths[1])
    #expect(try DiagramCheck(folder: folder).problems(with: catalog(doorGraph)).isEmpty)
    #expect(try DiagramCheck(folder: folder).problems(with: catalog(other)).count == 1)
    let report = try generator.generate(catalog(other))
    #expect(report.written.count == 1 && report.removed.isEmpty)
    let names = try folder.fileNames()
    #expect(names.map { Array($0.utf8) } == [Array("\(decomposed).dot".utf8)])
    #expect(try StateGraph(dot: try #require(try temporary.text(of: names[0]))) == other)
  }

  @Test func generatorRemovesOrphansOnlyIfAskedTo() throws {
    _ = try generator().generate(Door.catalog)
    try temporary.folder.write([("Stray.dot", try #require(try temporary.folder.read("Door.dot")))])
    try temporary.write("digraph { drawn -> by -> hand }", to: "Architecture.dot")
    try temporary.write("not ours", to: "README.md")
    try temporary.write("not drawn by us", to: "logo.png")
    try FileManager.default.createDirectory(
      atPath: temporary.folder.path(of: "notes.svg/inside"), withIntermediateDirectories: true)
    #expect(try generator().generate(Door.catalog).removed == [])
    #expect(try generator(prunes: true).generate(Door.catalog).removed == ["Stray.dot"])
    #expect(try temporary.folder.fileNames().contains("Architecture.dot"))
    #expect(try temporary.text(of: "README.md") == "not ours")
    #expect(try temporary.text(of: "logo.png") == "not drawn by us")
    #expect(try temporary.folder.fileNames().contains("notes.svg"))
  }

  @Test func generatorLeavesTheOldFilesIfARunFails() throws {
    _ = try generator().generate(Door.catalog)
    let old = try temporary.text(of: "Door.dot")
    // A folder in the place of an image cannot be replaced by a file.
    try FileManager.default.removeItem(atPath: temporary.folder.path(of: "Door.png"))
    try FileManager.default.createDirectory(
      atPath: temporary.folder.path(of: "Door.png/in the way"), withIntermediateDirectories: true)
    #expect(throws: DiagramError.self) {
      _ = try generator().generate(Door.changedCatalog)
    }
    #expect(try temporary.text(of: "Door.dot") == old)
    #expect(try temporary.folder.fileNames() == ["Door.dot", "Door.png", "Door.svg"])
  }

  @Test func imageStaysAnImageWithItsStamp() throws {
    _ = try generator().generate(Door.catalog)
    let image = try #require(try temporary.folder.read("Door.png"))
    let chunk = PNGChunk(type: "IEND", content: [])
    // The checksum of the closing chunk is the same in every PNG file ever written.
    #expect(image.suffix(12) == Data(chunk.bytes))
    let text = DiagramFormat.png.fingerprintedText(
      of: doorGraph, named: "Door", style: DiagramStyle())
    #expect(ImageStamp.fingerprint(in: image) == Fingerprint(of: text))
  }

  private var doorGraph: StateGraph { StateGraph(Door.schema) }
}
