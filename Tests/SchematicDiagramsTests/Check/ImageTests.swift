import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// Images that were changed after they were drawn.
///
/// Forty changes of each kind, or as many as the environment variable `IMAGE_CHANGES` says.
@MainActor @Suite struct ImageTests {
  nonisolated private static let formats = DiagramFormat.allCases.filter { $0.image != nil }
  nonisolated private static let changes =
    ProcessInfo.processInfo.environment["IMAGE_CHANGES"].flatMap(Int.init) ?? 40

  private let temporary = TemporaryFolder()

  private func generate(
    _ formats: DiagramFormat..., prunes: Bool = false
  ) throws -> DiagramGenerator.Report {
    try DiagramGenerator(folder: temporary.folder, formats: formats, prunes: prunes)
      .generate(Door.catalog)
  }

  private func problems() throws -> [String] {
    try DiagramCheck(folder: temporary.folder).problems(with: Door.catalog).map { problem in
      problem.description.replacing(temporary.folder.path, with: "Diagrams")
    }
  }

  @Test(arguments: formats, Seeds.first(1))
  func checkSeesEveryChangedByte(format: DiagramFormat, seed: UInt64) throws {
    _ = try generate(.dot, format)
    #expect(try problems() == [])
    let file = format.fileName(of: "Door")
    let image = try #require(try temporary.folder.read(file))
    var random = SplitMix64(seed: seed)
    for change in 0..<(3 * Self.changes) {
      var changed = image
      let place = Int.random(in: 0..<image.count, using: &random)
      switch change % 3 {
      case 0: changed[place] ^= UInt8.random(in: 1...255, using: &random)
      case 1:
        changed.removeSubrange(place..<Int.random(in: (place + 1)...image.count, using: &random))
      default: changed.insert(UInt8.random(in: 33...126, using: &random), at: place)
      }
      // A final line end is none of the picture's business.
      guard changed != image.dropLast() || format.image != .svg else { continue }
      try temporary.folder.write([(file, changed)])
      #expect(try problems().count == 1, "SEED=\(seed) change \(change) at \(place)")
    }
    #expect(try generate(.dot, format).written == [file])
    #expect(try problems() == [])
  }

  @Test func darkImagesHaveDarkColorsOnly() throws {
    _ = try generate(.dot, .svg, .dark)
    let usual = try #require(try temporary.text(of: "Door.svg"))
    let dark = try #require(try temporary.text(of: "Door~dark.svg"))
    #expect(usual.contains("prefers-color-scheme: dark"))
    #expect(!dark.contains("prefers-color-scheme"))
    #expect(dark.contains("fill=\"\(DiagramPalette.dark.background)\""))
    #expect(usual.contains(DiagramPalette.light.line))
    #expect(!dark.contains(DiagramPalette.light.line))
  }

  /// The images of the package itself.
  @Test(arguments: Seeds.first(1))
  func stampShowsEveryChangeOfACommittedImage(seed: UInt64) throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Diagrams")
    let committed = DiagramFolder(path: folder.standardizedFileURL.path)
    var random = SplitMix64(seed: seed)
    let files = try committed.fileNames().filter { $0.hasSuffix(".svg") || $0.hasSuffix(".png") }
    #expect(files.count >= 24)
    for file in files {
      let (name, kind) = try #require(DiagramFormat.diagram(ofFile: file))
      let format = try #require(kind.image)
      let image = try #require(try committed.read(file))
      let dot = try #require(try committed.read("\(name).dot"))
      let text = String(decoding: dot, as: UTF8.self)
      let record = try #require(text.range(of: "// record")).lowerBound
      let sheet = kind.stamp == .svg ? SVGHead.sheet(of: DiagramStyle()) : ""
      let source =
        kind == .walk
        ? kind.fingerprintedText(of: try StateGraph(dot: text), named: name, style: DiagramStyle())
        : String(text[..<record]) + sheet
      let fingerprint = Fingerprint(of: source)
      #expect(ImageStamp.verdict(on: image, format, drawnFrom: fingerprint) == .current, "\(file)")
      for change in 0..<(3 * max(1, Self.changes / 40)) {
        var changed = image
        // The last byte is a line end, which no viewer shows.
        let place = Int.random(in: 0..<(image.count - 1), using: &random)
        switch change % 3 {
        case 0: changed[place] ^= UInt8.random(in: 1...255, using: &random)
        case 1:
          let end = Int.random(in: (place + 1)..<image.count, using: &random)
          changed.removeSubrange(place..<end)
        default: changed.insert(UInt8.random(in: 33...126, using: &random), at: place)
        }
        #expect(
          ImageStamp.verdict(on: changed, format, drawnFrom: fingerprint) != .current,
          "SEED=\(seed) \(file) change \(change) at \(place)")
      }
    }
  }

  @Test func checkNamesAMergeConflictInAnImage() throws {
    _ = try generate(.dot, .svg)
    try temporary.edit(
      "Door.svg", replacing: "<g ", with: "<<<<<<< HEAD\n<g \n=======\n<g \n>>>>>>> main\n")
    #expect(
      try problems() == [
        "Diagrams/Door.svg: damaged image: it was edited, cut short or merged after it was drawn"
      ])
  }

  /// Whatever the image was drawn from.
  @Test(arguments: formats) func checkNamesHalfAnImage(format: DiagramFormat) throws {
    _ = try generate(.dot, format)
    let file = format.fileName(of: "Door")
    let image = try #require(try temporary.folder.read(file))
    _ = try DiagramGenerator(folder: temporary.folder, formats: [format]).generate(
      Door.changedCatalog)
    let other = try #require(try temporary.folder.read(file))
    for half in [image.prefix(image.count / 2), other.prefix(other.count / 2)] {
      try temporary.folder.write([(file, Data(half))])
      #expect(
        try problems() == [
          "Diagrams/\(file): damaged image: it was edited, cut short or merged after it was drawn"
        ])
    }
  }

  @Test(arguments: formats) func checkNamesAPointerAndGenerateLeavesIt(format: DiagramFormat) throws
  {
    _ = try generate(.dot, format)
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:1a\nsize 12\n"
    let (file, advice) = (
      format.fileName(of: "Door"), "it is a pointer of Git LFS: fetch the file with `git lfs pull`"
    )
    try temporary.write(pointer, to: file)
    #expect(try problems() == ["Diagrams/\(file): unreadable: \(advice)"])
    let error = #expect(throws: DiagramError.self) { _ = try generate(.dot, format) }
    #expect(error?.description.hasSuffix("\(file) is left alone: \(advice)") == true)
    #expect(try temporary.text(of: file) == pointer)
  }

  @Test func checkNamesAnEmptyImageAndGenerateDrawsIt() throws {
    _ = try generate(.dot, .svg)
    try temporary.write("", to: "Door.svg")
    #expect(
      try problems() == ["Diagrams/Door.svg: unreadable: it is empty; generate it again"])
    #expect(try generate(.dot, .svg).written == ["Door.svg"])
    #expect(try problems() == [])
  }

  @Test func checkTakesOtherLineEndsForFormatting() throws {
    _ = try generate(.dot, .svg)
    try temporary.edit("Door.svg", replacing: "\n", with: "\r\n")
    #expect(try problems() == [])
    #expect(try generate(.dot, .svg).written == [])
  }

  @Test func generateKeepsAPDFThatIsUpToDate() throws {
    #expect(try generate(.dot, .pdf).written == ["Door.dot", "Door.pdf"])
    #expect(try generate(.dot, .pdf).written == [])
  }

  @Test func generateRemovesAPDFWithoutADiagram() throws {
    _ = try generate(.dot, .pdf)
    let image = try #require(try temporary.folder.read("Door.pdf"))
    try temporary.folder.write([("Gate.pdf", image), ("Other.pdf", Data("%PDF-1.5".utf8))])
    #expect(try generate(.dot, .pdf, prunes: true).removed == ["Gate.pdf"])
  }

  @Test(arguments: formats) func generateReplacesAnImageWithAnOlderStamp(format: DiagramFormat)
    throws
  {
    _ = try generate(.dot, format)
    let dot = try #require(try temporary.text(of: "Door.dot"))
    let older = "not an image <!-- Schematic-DOT \(Fingerprint(of: dot)) -->\n"
    try temporary.write(older, to: format.fileName(of: "Door"))
    #expect(try problems().count == 1)
    #expect(try generate(.dot, format).written == [format.fileName(of: "Door")])
    #expect(try problems() == [])
  }
}
