import Foundation
import Testing

/// What happens to files and links that somebody else made.
@Suite struct PackageFilesTests {
  /// A folder with a package in it, and another folder beside it.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "scaffold-\(UUID())")
    var package: URL { url.appending(path: "Package") }
    var files: PackageFiles { PackageFiles(root: package) }

    init() throws {
      for path in ["Package/Sources", "Others"] {
        try FileManager.default.createDirectory(
          at: url.appending(path: path), withIntermediateDirectories: true)
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func link(_ path: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: package.appending(path: path).path, withDestinationPath: target)
    }

    /// Does what the command does with a file, and returns the text that it found.
    func update(_ path: String) throws -> String? {
      let file = package.appending(path: path)
      let text = try files.text(of: file, path: path)
      try files.write((text ?? "") + "// more\n", to: file, path: path)
      return text
    }

    /// Returns the content of each file that is no link.
    func contents() throws -> [String: Data] {
      var contents: [String: Data] = [:]
      let names = FileManager.default.enumerator(atPath: url.path) ?? .init()
      for case let name as String in names {
        let file = url.appending(path: name)
        let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type]
        guard type as? FileAttributeType == .typeRegular else { continue }
        contents[name] = try Data(contentsOf: file)
      }
      return contents
    }
  }

  @Test func aFileThatIsMissingIsWrittenWithTheFoldersAroundIt() throws {
    let folder = try Folder()
    #expect(try folder.update("Sources/Pumps/PumpGraph.swift") == nil)
    #expect(
      try folder.contents() == ["Package/Sources/Pumps/PumpGraph.swift": Data("// more\n".utf8)])
  }

  @Test(arguments: [
    Data("let name = \"caf".utf8) + [0xE9] + Data("\"\n".utf8),
    Data([0xFF, 0xFE]) + Data("ours".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
  ])
  func aFileThatIsNotUTF8IsLeftAlone(content: Data) throws {
    let folder = try Folder()
    let path = "Sources/PumpGraph.swift"
    try content.write(to: folder.package.appending(path: path))
    #expect(throws: ScaffoldError.unreadable(path, because: "it is not UTF-8 text")) {
      try folder.update(path)
    }
    #expect(try folder.contents() == ["Package/Sources/PumpGraph.swift": content])
  }

  @Test func aFolderOfTheNameOfTheFileIsLeftAlone() throws {
    let folder = try Folder()
    let path = "Sources/PumpGraph.swift"
    try FileManager.default.createDirectory(
      at: folder.package.appending(path: path), withIntermediateDirectories: false)
    #expect(throws: ScaffoldError.self) { try folder.update(path) }
    #expect(try folder.contents() == [:])
  }

  @Test(arguments: ["Sources/Linked/PumpGraph.swift", "Sources/Linked/New/PumpGraph.swift"])
  func nothingIsWrittenThroughAFolderThatLeadsOutOfThePackage(path: String) throws {
    let folder = try Folder()
    try folder.link("Sources/Linked", to: "../../Others")
    #expect(throws: ScaffoldError.self) { try folder.update(path) }
    #expect(try folder.contents() == [:])
    #expect(!folder.files.contains(folder.package.appending(path: path)))
  }

  @Test func nothingIsWrittenThroughAFileThatLeadsOutOfThePackage() throws {
    let folder = try Folder()
    let theirs = folder.url.appending(path: "Others/PumpGraph.swift")
    try Data("theirs\n".utf8).write(to: theirs)
    let path = "Sources/PumpGraph.swift"
    try folder.link(path, to: "../../Others/PumpGraph.swift")
    let error = #expect(throws: ScaffoldError.self) { try folder.update(path) }
    #expect(
      error?.description.hasPrefix("\(path) leads out of the package, to /") == true)
    #expect(try folder.contents() == ["Others/PumpGraph.swift": Data("theirs\n".utf8)])
  }

  @Test func aLinkThatLeadsNowhereIsLeftAlone() throws {
    let folder = try Folder()
    let path = "Sources/PumpGraph.swift"
    try folder.link(path, to: "Missing.swift")
    #expect(throws: ScaffoldError.unreadable(path, because: "it is a link that leads nowhere")) {
      try folder.update(path)
    }
    #expect(try folder.contents() == [:])
  }

  @Test func aLinkInsideThePackageStaysALink() throws {
    let folder = try Folder()
    try folder.link("Linked", to: "Sources")
    #expect(try folder.update("Linked/PumpGraph.swift") == nil)
    try folder.link("Sources/ValveGraph.swift", to: "PumpGraph.swift")
    #expect(try folder.update("Sources/ValveGraph.swift") == "// more\n")
    #expect(
      try folder.contents() == ["Package/Sources/PumpGraph.swift": Data("// more\n// more\n".utf8)])
  }

  @Test func aPackageThatIsReachedByALinkIsWritten() throws {
    let folder = try Folder()
    let link = folder.url.appending(path: "Linked")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.package)
    let file = link.appending(path: "Sources/PumpGraph.swift")
    try PackageFiles(root: link).write("ours\n", to: file, path: "Sources/PumpGraph.swift")
    #expect(try folder.contents() == ["Package/Sources/PumpGraph.swift": Data("ours\n".utf8)])
  }
}
