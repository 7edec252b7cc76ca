import Foundation
import Testing

@testable import SchematicDiagrams

/// Saved files are noticed, however an editor saves them.
///
/// `Scripts/check-adoption.sh` runs the verb.
@Suite struct SourceWatchTests {
  private let temporary = TemporaryFolder()

  private func look() -> SourceWatch { SourceWatch(folders: [temporary.folder.path]) }

  /// Returns the names of the files that a change touches.
  private func changes(_ change: () throws -> Void) throws -> [String] {
    let before = look()
    try change()
    return look().changes(since: before).map { URL(fileURLWithPath: $0).lastPathComponent }
  }

  @Test func aFileThatIsWrittenReplacedAddedOrRemovedIsNoticed() throws {
    try temporary.write("let a = 1", to: "A.swift")
    try temporary.write("let b = 1", to: "B.swift")
    #expect(try changes {}.isEmpty)
    // A longer text in place, and one of the same length in a new file.
    let path = temporary.folder.path(of: "A.swift")
    #expect(
      try changes { try "let a = 12".write(toFile: path, atomically: false, encoding: .utf8) }
        == ["A.swift"])
    #expect(
      try changes { try "let a = 34".write(toFile: path, atomically: true, encoding: .utf8) }
        == ["A.swift"])
    #expect(try changes { try temporary.write("let c = 1", to: "C.swift") } == ["C.swift"])
    #expect(try changes { try temporary.folder.remove("B.swift") } == ["B.swift"])
  }

  @Test func watchIgnoresWhatItWritesAndWhatIsHidden() throws {
    try temporary.write("let a = 1", to: "A.swift")
    let build = temporary.folder.path(of: ".build")
    try FileManager.default.createDirectory(atPath: build, withIntermediateDirectories: true)
    #expect(
      try changes {
        try temporary.write("digraph {}", to: "Door.dot")
        try "let a = 1".write(
          toFile: "\(build)/A.swift", atomically: false, encoding: .utf8)
      }.isEmpty)
  }

  @Test func aProgramIsBuiltAsItWasBuilt() {
    #expect(
      BuiltProgram(path: "/work/play/.b/x86_64/release/Diagrams")?.buildArguments == [
        "build", "--quiet", "--configuration", "release", "--scratch-path", "/work/play/.b",
        "--product", "Diagrams",
      ])
    #expect(BuiltProgram(path: "/usr/local/bin/Diagrams") == nil)
  }
}
